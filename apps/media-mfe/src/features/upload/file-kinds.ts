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
const PAPERS = 'image/*,application/pdf,.doc,.docx';

/** `accept` of the file picker. Videos only in the explorer (SPEC section 2, Media upload dialog). */
export const acceptedFiles = (forVoyage: boolean) => (forVoyage ? PAPERS : `${PAPERS},video/*`);

/** Whether a dropped or pasted file matches the picker's `accept`. */
export function isAccepted({ name, type }: File, forVoyage: boolean): boolean {
  if (WORD.test(name) || type === 'application/pdf') return true;
  return type.startsWith('image/') || (!forVoyage && type.startsWith('video/'));
}

/** Default media type of a file: image, video, audio, pdf, otherwise other (SPEC section 2). */
export function mediaTypeOf({ type }: Pick<File, 'type'>): MediaType {
  if (type === 'application/pdf') return 'pdf';
  const [family] = type.split('/');
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'other';
}

/** Placeholder kind of a file without a thumbnail. */
export function kindOfFile(file: Pick<File, 'name' | 'type'>): MediaKind {
  if (WORD.test(file.name)) return 'document';
  const type = mediaTypeOf(file);
  return type === 'image' || type === 'video' || type === 'audio' || type === 'pdf' ? type : 'other';
}

/** Default title: the file name without its extension. */
export const titleOf = (name: string): string => name.replace(/\.[^.]+$/, '') || name;
