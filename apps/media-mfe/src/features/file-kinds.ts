import type { MediaItem } from '@archive/contracts';
import type { MediaKind } from '@archive/ui';

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
