import type { MediaItem } from '@archive/contracts';
import type { MediaKind } from '@archive/ui';

const KINDS: Partial<Record<MediaItem['media_type'], MediaKind>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  pdf: 'pdf',
  other: 'other',
};

/** What a record looks like without a picture. */
export const kindOfRecord = ({ media_type }: MediaItem): MediaKind => KINDS[media_type] ?? 'document';

/** A small picture of a record: its derivative, else the image itself. */
export const pictureOfRecord = (media: MediaItem): string | null =>
  media.thumbnail_url ?? media.public_derivative_url ?? (media.media_type === 'image' ? media.url : null);
