import type { MediaItem, StoredFile } from '@archive/contracts';
import { mediaHref } from '../explorer-url.ts';

/** Content types for external media, which determine their placeholder. */
const TYPES: Partial<Record<MediaItem['media_type'], string>> = {
  image: 'image/*',
  video: 'video/*',
  audio: 'audio/*',
  pdf: 'application/pdf',
  other: '',
};

/** Converts a media record to a file for the grid, with the slug as its key. */
export const fileOf = (media: MediaItem): StoredFile => ({
  name: media.title,
  path: media.media_slug,
  url: media.url ?? '',
  type: media.content_type ?? TYPES[media.media_type] ?? 'text/html',
  size: media.size ?? 0,
  last_modified: '',
  media_slug: media.media_slug,
  title: media.title,
  credit: media.credit,
  date: media.date,
  description_markdown: media.description_markdown,
  alt_text: media.alt_text,
  rights: media.rights,
  rights_note: media.rights_note,
  creator: media.creator,
  place: media.place,
  identifier: media.identifier,
  provenance: media.provenance,
  original_filename: media.original_filename,
  tags: media.tags,
  width: media.width,
  height: media.height,
  page_count: media.page_count,
  frame_count: media.frame_count,
  color_profile: media.color_profile,
  bit_depth: media.bit_depth,
  duration: media.duration,
  codecs: media.codecs,
  thumbnail_url: media.thumbnail_url,
  public_derivative_url: media.public_derivative_url,
  preview_state: media.preview_state,
  preview_error: media.preview_error,
  preview_failure: media.preview_failure,
});

/** URL of the page of a media item. */
export const hrefOf = ({ path }: Pick<StoredFile, 'path'>): string => mediaHref(path);
