import type { MediaItem } from '@archive/contracts';
import {
  Anchor,
  ContactPrint,
  ContactSheet,
  contactPrintClass,
  formatDate,
  Thumbnail,
  type MediaKind,
} from '@archive/ui';
import { explorerAddress } from '../media-address.ts';
import { Part, type Level } from './part.tsx';

const KINDS: Partial<Record<MediaItem['media_type'], MediaKind>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  pdf: 'pdf',
  other: 'other',
};

/** Photographs and papers of a voyage as a contact sheet; each opens in the media explorer. */
export function VoyageMedia({ media, level }: { media: MediaItem[]; level: Level }) {
  if (media.length === 0) return null;
  return (
    <Part title="Photographs & papers" level={level}>
      <ContactSheet className="mt-3 print:[--row:7rem]!">
        {media.map((item) => (
          <ContactPrint
            key={item.media_slug}
            ratio={item.width && item.height ? item.width / item.height : undefined}
            title={item.title}
            credit={item.credit}
            date={item.date && formatDate(item.date)}
          >
            <Opened item={item} />
          </ContactPrint>
        ))}
      </ContactSheet>
    </Part>
  );
}

function Opened({ item }: { item: MediaItem }) {
  const picture = item.thumbnail_url ?? item.public_derivative_url ?? (item.media_type === 'image' ? item.url : null);
  const thumbnail = (
    <Thumbnail src={picture} alt={item.alt_text ?? item.title} kind={KINDS[item.media_type] ?? 'document'} />
  );
  const address = item.url && (explorerAddress(item.url) ?? item.url);
  return address ? (
    <Anchor href={address} className={contactPrintClass}>
      {thumbnail}
    </Anchor>
  ) : (
    thumbnail
  );
}
