import type { PersonMedia, PersonPicture } from '@archive/contracts';
import { useQuery, type UseQueryOptions } from '@archive/query';
import {
  Anchor,
  Button,
  GridPicture,
  JustifiedGrid,
  type MediaKind,
  Thumbnail,
  formatDate,
  gridPictureClass,
} from '@archive/ui';
import { useState } from 'react';

const PAGE_SIZE = 48;

type Item = PersonMedia | PersonPicture;

const KINDS: Partial<Record<Item['media_type'], MediaKind>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  pdf: 'pdf',
  other: 'other',
};

interface MediaGridProps {
  id: string;
  title: string;
  items: readonly Item[];
  hiddenCount: number;
  busy: boolean;
  /** Called with the number of additional items to show. */
  onMore(count: number): void;
}

/** Media as a justified grid, linked to their pages. */
function MediaGrid({ id, title, items, hiddenCount, busy, onMore }: MediaGridProps) {
  return (
    <section aria-labelledby={id} className="mt-12">
      <h2 id={id} className="mb-4 text-21">
        {title}
      </h2>
      <JustifiedGrid rowHeight={150}>
        {items.map((item) => (
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
        <Button className="mt-5" busy={busy} onClick={() => onMore(PAGE_SIZE)}>
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

const INITIAL_COUNT = 12;

interface MediaPage {
  items: Item[];
  total: number;
}

interface PagedMediaProps<P extends MediaPage> {
  id: string;
  title: string;
  /** The first media, as many as the limit says, with the number of all. */
  query: (limit: number) => UseQueryOptions<P, Error, P, (string | number)[]>;
}

/** A list of media that grows on request. Renders nothing if it is empty. */
export function PagedMedia<P extends MediaPage>({ id, title, query }: PagedMediaProps<P>) {
  const [limit, setLimit] = useState(INITIAL_COUNT);
  const { data, isPlaceholderData } = useQuery<P, Error, P, (string | number)[]>({
    ...query(limit),
    placeholderData: (previous) => previous,
  });
  if (!data || data.items.length === 0) return null;
  return (
    <MediaGrid
      id={id}
      title={title}
      items={data.items}
      hiddenCount={data.total - data.items.length}
      busy={isPlaceholderData}
      onMore={(count) => setLimit(limit + count)}
    />
  );
}
