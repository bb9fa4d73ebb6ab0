import type { MediaItem } from '@archive/contracts';
import { GridPicture, JustifiedGrid, formatDate } from '@archive/ui';
import { MediaThumbnail, useLightbox } from './media-lightbox.tsx';
import { RecordSection, type HeadingLevel } from './record-section.tsx';

interface Props {
  media: MediaItem[];
  level: HeadingLevel;
  title?: string;
}

/** Heading of a voyage's media. */
export const MEDIA_TITLE = 'Photos & documents';

/** Media of a voyage as a justified grid. */
export function VoyageMedia({ media, level, title = MEDIA_TITLE }: Props) {
  const { open, lightbox } = useLightbox(media);
  if (media.length === 0) return null;
  return (
    <RecordSection title={title} level={level}>
      <JustifiedGrid className="mt-3 print:[--row:7rem]!">
        {media.map((item) => (
          <GridPicture
            key={item.media_slug}
            ratio={item.width && item.height ? item.width / item.height : undefined}
            title={item.title}
            credit={item.credit}
            date={item.date && formatDate(item.date)}
          >
            <MediaThumbnail item={item} onOpen={open} />
          </GridPicture>
        ))}
      </JustifiedGrid>
      {lightbox}
    </RecordSection>
  );
}
