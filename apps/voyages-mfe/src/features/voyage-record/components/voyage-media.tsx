import type { MediaItem } from '@archive/contracts';
import { ContactPrint, ContactSheet, formatDate } from '@archive/ui';
import { Opening, useLightbox } from './media-opening.tsx';
import { Part, type Level } from './part.tsx';

interface Props {
  media: MediaItem[];
  level: Level;
  title?: string;
}

/** What the media of a voyage are called. */
export const MEDIA_TITLE = 'Photographs & papers';

/** Photographs and papers of a voyage as a contact sheet. */
export function VoyageMedia({ media, level, title = MEDIA_TITLE }: Props) {
  const { open, shown } = useLightbox(media);
  if (media.length === 0) return null;
  return (
    <Part title={title} level={level}>
      <ContactSheet className="mt-3 print:[--row:7rem]!">
        {media.map((item) => (
          <ContactPrint
            key={item.media_slug}
            ratio={item.width && item.height ? item.width / item.height : undefined}
            title={item.title}
            credit={item.credit}
            date={item.date && formatDate(item.date)}
          >
            <Opening item={item} onOpen={open} />
          </ContactPrint>
        ))}
      </ContactSheet>
      {shown}
    </Part>
  );
}
