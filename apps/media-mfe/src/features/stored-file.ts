import type { MediaItem, StoredFile } from '@archive/contracts';
import type { LightboxItem } from '@archive/shell-api';
import { type MediaKind, formatDate } from '@archive/ui';
import { mediaHref } from './urls.ts';

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

const NAMES: Readonly<Record<string, string>> = {
  'image/jpeg': 'JPEG image',
  'image/png': 'PNG image',
  'image/gif': 'GIF image',
  'image/webp': 'WebP image',
  'image/avif': 'AVIF image',
  'image/bmp': 'BMP image',
  'image/svg+xml': 'SVG image',
  'image/tiff': 'TIFF image',
  'image/heic': 'HEIC image',
  'image/jp2': 'JPEG 2000 image',
  'video/mp4': 'MP4 video',
  'video/quicktime': 'QuickTime video',
  'video/webm': 'WebM video',
  'video/x-msvideo': 'AVI video',
  'video/matroska': 'Matroska video',
  'video/mpeg': 'MPEG video',
  'audio/mpeg': 'MP3 audio',
  'audio/mp4': 'M4A audio',
  'audio/aac': 'AAC audio',
  'audio/ogg': 'Ogg audio',
  'audio/wav': 'WAV audio',
  'audio/flac': 'FLAC audio',
  'audio/aiff': 'AIFF audio',
  'application/pdf': 'PDF document',
  'application/msword': 'Word document',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word document',
  'text/plain': 'Text file',
  'text/markdown': 'Markdown file',
};

/** The human-readable name of a content type: "JPEG image". Unknown types are returned unchanged. */
export const typeName = (type: string) => NAMES[type.split(';', 1)[0] ?? ''] ?? type;

export type MediaType = MediaItem['media_type'];

export const MEDIA_TYPE_OPTIONS: { value: MediaType; label: string }[] = [
  { value: 'image', label: 'Image' },
  { value: 'video', label: 'Video' },
  { value: 'audio', label: 'Audio' },
  { value: 'pdf', label: 'PDF' },
  { value: 'article', label: 'Article' },
  { value: 'document', label: 'Document' },
  { value: 'logbook', label: 'Logbook' },
  { value: 'book', label: 'Book' },
  { value: 'other', label: 'Other' },
];

export const typeLabel = (type: MediaType): string =>
  MEDIA_TYPE_OPTIONS.find(({ value }) => value === type)?.label ?? type;

const WORD = /\.docx?$/i;
const WORD_TYPES = /^application\/(?:msword|vnd\.openxmlformats-officedocument\.wordprocessingml\.document)$/;
/** Media types by extension, because browsers don't know the type of some files. */
const EXTENSIONS: readonly [RegExp, MediaType][] = [
  [/\.(?:jpe?g|png|gif|webp|avif|bmp|svg|tiff?|heic|heif|jp2|jpx)$/i, 'image'],
  [/\.(?:mp4|m4v|mov|webm|avi|mkv|mpe?g)$/i, 'video'],
  [/\.(?:mp3|m4a|m4b|aac|ogg|oga|opus|wav|flac|aiff?)$/i, 'audio'],
  [/\.pdf$/i, 'pdf'],
  [WORD, 'document'],
];

/** `accept` attribute of the file picker: all types that the server accepts. */
export const ACCEPTED_FILES =
  'image/*,video/*,audio/*,application/pdf,.doc,.docx,.tif,.tiff,.heic,.heif,.jp2,.jpx,.avif,.flac,.m4a,.opus,.aif,.aiff,.avi,.mkv,.mpg,.mpeg';

/** Default media type of a file: image, video, audio, pdf, document for Word, otherwise other. */
export function mediaTypeOf({ name, type }: Pick<File, 'name' | 'type'>): MediaType {
  const [family] = type.split('/');
  if (family === 'image' || family === 'video' || family === 'audio') return family;
  if (type === 'application/pdf') return 'pdf';
  if (WORD_TYPES.test(type)) return 'document';
  return (type === '' && EXTENSIONS.find(([pattern]) => pattern.test(name))?.[1]) || 'other';
}

/** Whether a dropped or pasted file matches the picker's `accept`. */
export const isAccepted = (file: File): boolean => WORD.test(file.name) || mediaTypeOf(file) !== 'other';

/** Placeholder kind of a file without a thumbnail. */
export function kindOfFile(file: Pick<File, 'name' | 'type'>): MediaKind {
  if (WORD.test(file.name)) return 'document';
  const type = mediaTypeOf(file);
  return type === 'image' || type === 'video' || type === 'audio' || type === 'pdf' ? type : 'other';
}

/** Default title: the file name without its extension. */
export const titleOf = (name: string): string => name.replace(/\.[^.]+$/, '') || name;

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
