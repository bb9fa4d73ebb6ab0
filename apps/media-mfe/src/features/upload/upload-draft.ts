import { dateProblem } from '@archive/editing';
import { exifDate } from './exif-date.ts';
import { mediaTypeOf, titleOf, type MediaType } from './file-kinds.ts';

/** One file of an upload and what is said of it alone. */
export interface UploadFile {
  id: number;
  file: File;
  /** Address of the picture on this computer; revoked by whoever forgets the file. */
  preview: string | null;
  title: string;
  media_type: MediaType;
  date: string;
  state: 'ready' | 'waiting' | 'sending' | 'done' | 'failed';
  /** 0 to 1. */
  sent: number;
  failure: string | undefined;
  /** What there is to say of a file on its way. */
  note: string | undefined;
}

/** What is said of all of them. */
export const SHARED = {
  president_slug: '',
  media_category: 'source',
  credit: '',
  description_markdown: '',
  tags: '',
};
export type Shared = typeof SHARED;

let last = 0;

/** A file as it is first shown: title, type and day as far as the file says them. */
export async function fromFile(file: File): Promise<UploadFile> {
  const date = file.type === 'image/jpeg' ? await exifDate(file) : undefined;
  return {
    id: ++last,
    file,
    preview: file.type.startsWith('image/') ? URL.createObjectURL(file) : null,
    title: titleOf(file.name),
    media_type: mediaTypeOf(file),
    date: date !== undefined && dateProblem(date) === undefined ? date : '',
    state: 'ready',
    sent: 0,
    failure: undefined,
    note: undefined,
  };
}

/** The form's fields beside the file (SPEC section 7); the server makes the address, by the rule of section 5. */
export function fieldsOf(item: UploadFile, shared: Shared, voyageSlug: string | undefined): Record<string, string> {
  const said = {
    title: item.title.trim(),
    media_type: item.media_type,
    media_category: shared.media_category,
    credit: shared.credit.trim(),
    date: item.date,
    description_markdown: shared.description_markdown.trim(),
    tags: shared.tags.trim(),
    ...(voyageSlug === undefined ? { president_slug: shared.president_slug } : { voyage_slug: voyageSlug }),
  };
  return { media_slug: 'auto', ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== '')) };
}
