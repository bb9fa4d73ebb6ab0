import type { StoredFile } from '@archive/contracts';
import type { LightboxItem } from '@archive/shell-api';
import { formatDate, type MediaKind } from '@archive/ui';

const DOCUMENTS = /word|document|msword|text\//;

/** What kind of thing a file is to somebody who looks at it. */
export function kindOf({ type }: Pick<StoredFile, 'type'>): MediaKind {
  if (type === 'application/pdf') return 'pdf';
  const [family] = type.split('/');
  if (family === 'image' || family === 'video' || family === 'audio') return family;
  return DOCUMENTS.test(type) ? 'document' : 'other';
}

/** What stands in for the whole file in small: its derivative, else the picture itself. */
export const pictureOf = (file: StoredFile): string | null =>
  file.thumbnail_url ?? (kindOf(file) === 'image' ? file.url : null);

/** "Title · credit · date" as far as recorded, else the file's name (SPEC section 2). */
export const captionOf = (file: StoredFile): string =>
  [file.title, file.credit, file.date && formatDate(file.date)].filter(Boolean).join(' · ') || file.name;

/** A file as the lightbox takes it. */
export const lightboxItem = (file: StoredFile): LightboxItem => ({
  url: file.url,
  title: file.title ?? file.name,
  media_type: kindOf(file),
  date: file.date,
  credit: file.credit,
  description: file.description_markdown,
  rights: file.rights,
});
