import type { MediaItem } from '@archive/contracts';
import type { MediaKind } from '@archive/ui';

const KINDS: Partial<Record<MediaItem['media_type'], MediaKind>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  pdf: 'pdf',
  other: 'other',
};

/** Kind of placeholder for a record. */
export const kindOfRecord = ({ media_type }: MediaItem): MediaKind => KINDS[media_type] ?? 'document';

/** Thumbnail URL: the derivative, otherwise the picture itself. */
export const pictureOfRecord = (media: MediaItem): string | null =>
  media.thumbnail_url ?? media.public_derivative_url ?? (media.media_type === 'image' ? media.url : null);
