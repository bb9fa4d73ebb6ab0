import { dateProblem } from '@archive/editing';
import { exifDate } from './exif-date.ts';
import { mediaTypeOf, titleOf, type MediaType } from './file-kinds.ts';

/** One file of an upload, with its own fields. */
export interface UploadFile {
  id: number;
  file: File;
  /** Object URL of a picture; revoked when the file is removed. */
  preview: string | null;
  title: string;
  media_type: MediaType;
  date: string;
  state: 'ready' | 'waiting' | 'sending' | 'done' | 'failed';
  /** 0 to 1. */
  progress: number;
  failure: string | undefined;
  /** Why an uploaded file has no preview. */
  warning: string | undefined;
  /** Status line during upload. */
  note: string | undefined;
}

/** Fields shared by all files of an upload. */
export const EMPTY_SHARED_FIELDS = {
  president_slug: '',
  media_category: 'source',
  credit: '',
  description_markdown: '',
  tags: '',
};
export type SharedFields = typeof EMPTY_SHARED_FIELDS;

let lastId = 0;

/** A file with default title, type, and date. */
export async function fromFile(file: File): Promise<UploadFile> {
  const date = file.type === 'image/jpeg' ? await exifDate(file) : undefined;
  return {
    id: ++lastId,
    file,
    preview: file.type.startsWith('image/') ? URL.createObjectURL(file) : null,
    title: titleOf(file.name),
    media_type: mediaTypeOf(file),
    date: date !== undefined && dateProblem(date) === undefined ? date : '',
    state: 'ready',
    progress: 0,
    failure: undefined,
    warning: undefined,
    note: undefined,
  };
}

/** Characters of a file name; a longer one loses its beginning. */
const MAX_NAME_LENGTH = 255;

/** Form fields sent with the file (SPEC section 7). The server generates the slug (section 5). */
export function fieldsOf(
  item: UploadFile,
  shared: SharedFields,
  voyageSlug: string | undefined,
): Record<string, string> {
  const fields = {
    title: item.title.trim(),
    original_filename: item.file.name.slice(-MAX_NAME_LENGTH),
    media_type: item.media_type,
    media_category: shared.media_category,
    credit: shared.credit.trim(),
    date: item.date,
    description_markdown: shared.description_markdown.trim(),
    tags: shared.tags.trim(),
    ...(voyageSlug === undefined ? { president_slug: shared.president_slug } : { voyage_slug: voyageSlug }),
  };
  return { media_slug: 'auto', ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')) };
}
