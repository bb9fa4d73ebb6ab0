import type { LightboxItem } from '@archive/shell-api';

export type DisplayKind = 'image' | 'video' | 'audio' | 'pdf' | 'word' | 'other';

/** Extensions that a browser can show; videos as in SPEC section 9. */
const EXTENSIONS: Record<Exclude<DisplayKind, 'other'>, string[]> = {
  image: ['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'bmp', 'svg'],
  video: ['mp4', 'm4v', 'mov', 'avi', 'webm', 'mkv', 'mpg'],
  audio: ['mp3', 'm4a', 'aac', 'ogg', 'wav', 'flac', 'aif'],
  pdf: ['pdf'],
  word: ['docx'],
};
type DisplayableItem = Pick<LightboxItem, 'url' | 'media_slug' | 'media_type' | 'preview_url'>;

const KINDS = Object.keys(EXTENSIONS) as Exclude<DisplayKind, 'other'>[];

/**
 * How to show an item: by its file extension, because an "article" may be a scan or a PDF; by the media type if the URL has no
 * extension. A file that browsers cannot display, such as a TIFF, is shown as its preview picture.
 */
export function displayKind({ url, media_type: type, preview_url: preview }: DisplayableItem): DisplayKind {
  const extension = /\.(\w+)$/.exec(url.split(/[?#]/)[0] ?? '')?.[1]?.toLowerCase();
  if (extension === undefined) return KINDS.find((kind) => kind === type) ?? 'other';
  return KINDS.find((kind) => EXTENSIONS[kind].includes(extension)) ?? (preview ? 'image' : 'other');
}

/** URL of the picture to show. For a stored file, that is its preview (null until there is one); the original can only be downloaded. */
export function pictureUrl({ url, media_slug: slug, preview_url: preview }: DisplayableItem): string | null {
  if (preview) return preview;
  return slug && url.startsWith('/media-files/') ? null : url;
}

/** Whether the viewer shows the item: pictures, and PDFs of the library. */
export const isViewable = (item: DisplayableItem): boolean => {
  const kind = displayKind(item);
  return kind === 'image' || (kind === 'pdf' && Boolean(item.media_slug));
};
