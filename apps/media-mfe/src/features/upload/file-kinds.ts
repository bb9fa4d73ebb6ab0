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

/** What the file picker offers: films in the explorer only (SPEC section 2, Media upload dialog). */
export const acceptedFiles = (forVoyage: boolean) => (forVoyage ? PAPERS : `${PAPERS},video/*`);

/** Whether a file that was dropped or pasted is one that the picker would have offered. */
export function isAccepted({ name, type }: File, forVoyage: boolean): boolean {
  if (WORD.test(name) || type === 'application/pdf') return true;
  return type.startsWith('image/') || (!forVoyage && type.startsWith('video/'));
}

/** The media type that a file suggests: image, video, audio, pdf, else other (SPEC section 2). */
export function mediaTypeOf({ type }: Pick<File, 'type'>): MediaType {
  if (type === 'application/pdf') return 'pdf';
  const [family] = type.split('/');
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'other';
}

/** What a file looks like while it has no thumbnail. */
export function kindOfFile(file: File): MediaKind {
  if (WORD.test(file.name)) return 'document';
  const type = mediaTypeOf(file);
  return type === 'image' || type === 'video' || type === 'audio' || type === 'pdf' ? type : 'other';
}

/** The name of a file without its extension, as the title to begin with. */
export const titleOf = (name: string): string => name.replace(/\.[^.]+$/, '') || name;
