import type { LightboxItem } from '@archive/shell-api';

export type Shown = 'image' | 'video' | 'audio' | 'pdf' | 'other';

/** Files that a browser shows, by their ending; a video is one of SPEC section 9. */
const ENDINGS: Record<Exclude<Shown, 'other'>, string[]> = {
  image: ['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'bmp', 'svg'],
  video: ['mp4', 'm4v', 'mov', 'avi', 'webm'],
  audio: ['mp3', 'm4a', 'aac', 'ogg', 'wav', 'flac'],
  pdf: ['pdf'],
};
const KINDS = Object.keys(ENDINGS) as Exclude<Shown, 'other'>[];

/**
 * How an item is shown: by what its file is, for a record of an "article" may be a scan or a PDF; by what the record says where the
 * address has no ending.
 */
export function shownAs({ url, media_type: type }: Pick<LightboxItem, 'url' | 'media_type'>): Shown {
  const ending = /\.(\w+)$/.exec(url.split(/[?#]/)[0] ?? '')?.[1]?.toLowerCase();
  if (ending === undefined) return KINDS.find((kind) => kind === type) ?? 'other';
  return KINDS.find((kind) => ENDINGS[kind].includes(ending)) ?? 'other';
}
