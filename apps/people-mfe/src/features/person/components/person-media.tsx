import { personMediaQuery } from '@archive/api-client';
import type { PersonMedia as Item } from '@archive/contracts';
import { keepPreviousData, useQuery } from '@archive/query';
import {
  Anchor,
  Button,
  GridPicture,
  JustifiedGrid,
  gridPictureClass,
  formatDate,
  Thumbnail,
  type MediaKind,
} from '@archive/ui';
import { useState } from 'react';

const INITIAL_COUNT = 12;
const PAGE_SIZE = 48;

const KINDS: Partial<Record<Item['media_type'], MediaKind>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  pdf: 'pdf',
  other: 'other',
};

/** Media of the person's voyages as a justified grid. Renders nothing without media. */
export function PersonMedia({ slug }: { slug: string }) {
  const [limit, setLimit] = useState(INITIAL_COUNT);
  const { data, isPlaceholderData } = useQuery({ ...personMediaQuery(slug, limit), placeholderData: keepPreviousData });
  if (!data || data.items.length === 0) return null;
  const hiddenCount = data.total - data.items.length;
  return (
    <section aria-labelledby="person-media" className="mt-12">
      <h2 id="person-media" className="mb-4 text-21">
        Photos and documents from these voyages
      </h2>
      <JustifiedGrid rowHeight={150}>
        {data.items.map((item) => (
          <GridPicture
            key={item.media_slug}
            ratio={item.width && item.height ? item.width / item.height : undefined}
            title={item.title}
            credit={item.credit}
            date={item.date && formatDate(item.date)}
          >
            <MediaLink item={item} />
          </GridPicture>
        ))}
      </JustifiedGrid>
      {hiddenCount > 0 && (
        <Button className="mt-5" busy={isPlaceholderData} onClick={() => setLimit(limit + PAGE_SIZE)}>
          Show {Math.min(hiddenCount, PAGE_SIZE)} more
        </Button>
      )}
    </section>
  );
}

function MediaLink({ item }: { item: Item }) {
  const picture = item.thumbnail_url ?? item.public_derivative_url ?? (item.media_type === 'image' ? item.url : null);
  const thumbnail = (
    <Thumbnail src={picture} alt={item.alt_text ?? item.title} kind={KINDS[item.media_type] ?? 'document'} />
  );
  return (
    <Anchor href={`/media/${item.media_slug}`} className={gridPictureClass}>
      {thumbnail}
    </Anchor>
  );
}
