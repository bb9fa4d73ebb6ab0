import type { MediaItem } from '@archive/contracts';
import { ContactPrint, ContactSheet, formatDate } from '@archive/ui';
import { MediaThumbnail, useLightbox } from './media-lightbox.tsx';
import { RecordSection, type HeadingLevel } from './record-section.tsx';

interface Props {
  media: MediaItem[];
  level: HeadingLevel;
  title?: string;
}

/** Heading of a voyage's media. */
export const MEDIA_TITLE = 'Photos & documents';

/** Media of a voyage as a contact sheet. */
export function VoyageMedia({ media, level, title = MEDIA_TITLE }: Props) {
  const { open, shown } = useLightbox(media);
  if (media.length === 0) return null;
  return (
    <RecordSection title={title} level={level}>
      <ContactSheet className="mt-3 print:[--row:7rem]!">
        {media.map((item) => (
          <ContactPrint
            key={item.media_slug}
            ratio={item.width && item.height ? item.width / item.height : undefined}
            title={item.title}
            credit={item.credit}
            date={item.date && formatDate(item.date)}
          >
            <MediaThumbnail item={item} onOpen={open} />
          </ContactPrint>
        ))}
      </ContactSheet>
      {shown}
    </RecordSection>
  );
}
