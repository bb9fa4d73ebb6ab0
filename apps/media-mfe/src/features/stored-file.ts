import type { StoredFile } from '@archive/contracts';
import type { LightboxItem } from '@archive/shell-api';
import { formatDate, type MediaKind } from '@archive/ui';

const DOCUMENTS = /word|document|msword|text\//;

/** The kind of a file, by its content type. */
export function kindOf({ type }: Pick<StoredFile, 'type'>): MediaKind {
  if (type === 'application/pdf') return 'pdf';
  const [family] = type.split('/');
  if (family === 'image' || family === 'video' || family === 'audio') return family;
  return DOCUMENTS.test(type) ? 'document' : 'other';
}

/** Picture types that every browser can display. Other types, such as TIFF and HEIC, need a derivative. */
const BROWSER_PICTURES = /^image\/(?:jpeg|png|gif|webp|avif|bmp|svg\+xml)$/;

export const isBrowserPicture = ({ type }: Pick<File, 'type'>): boolean => BROWSER_PICTURES.test(type);

/** Thumbnail URL: the derivative, otherwise the picture itself if the browser can display it. */
export const thumbnailOf = (file: StoredFile): string | null =>
  file.thumbnail_url ?? (BROWSER_PICTURES.test(file.type) ? file.url : null);

/** URL of the large derivative, or else of a picture that the browser can display. */
export const pictureOf = (file: StoredFile): string | null =>
  file.public_derivative_url ?? (BROWSER_PICTURES.test(file.type) ? file.url : file.thumbnail_url);

const NO_PREVIEWS: Partial<Record<MediaKind, string>> = {
  image: 'Browsers can’t display this type of image. Download it to open it.',
  document: 'Previews aren’t available for this type of document. Download it to open it.',
};

/** Why a picture or document has no preview, or one that may be incomplete, as a sentence; null if the preview is fine or not needed. */
export function previewProblem(file: StoredFile): string | null {
  if (file.preview_state === 'failed' || isDoubtful(file))
    return file.preview_error ?? 'The preview couldn’t be generated.';
  const reason = NO_PREVIEWS[kindOf(file)];
  if (reason === undefined || pictureOf(file) !== null) return null;
  return file.preview_state === 'waiting' ? 'The preview is being generated. Check back in a moment.' : reason;
}

/** Whether a preview is shown although parts of the file seem to be lost. */
export const isDoubtful = ({ preview_state: state, preview_failure: failure }: StoredFile): boolean =>
  state === 'ready' && failure === 'damaged';

/** Whether the file is damaged or missing, so that no program can open all of it. */
export const needsReplacement = ({ preview_failure: failure }: StoredFile): boolean =>
  failure === 'damaged' || failure === 'missing';

/** Whether a file has no preview, and none will be generated automatically. */
export const lacksPreview = (file: StoredFile): boolean =>
  file.preview_state !== 'waiting' && !isDoubtful(file) && previewProblem(file) !== null;

/** "Title · credit · date", without missing values, or else the file name (SPEC section 2). */
export const captionOf = (file: StoredFile): string =>
  [file.title, file.credit, file.date && formatDate(file.date)].filter(Boolean).join(' · ') || file.name;

/** A file as a lightbox item. */
export const lightboxItem = (file: StoredFile): LightboxItem => ({
  url: file.url,
  media_slug: file.media_slug,
  title: file.title ?? file.name,
  media_type: kindOf(file),
  date: file.date,
  credit: file.credit,
  description: file.description_markdown,
  rights: file.rights,
  preview_url: file.public_derivative_url ?? file.thumbnail_url,
  preview_error: previewProblem(file),
});
