import { dateProblem } from '@archive/editing';
import { exifDate } from './exif-date.ts';
import { mediaTypeOf, titleOf, type MediaType } from './file-kinds.ts';

/** The fields of one file. */
export interface FileValues {
  title: string;
  media_type: MediaType;
  date: string;
  alt_text: string;
}

/** What has been sent. It stays the same until the server has answered, so that a repeated request is stored once. */
export interface SentRequest {
  key: string;
  fields: Record<string, string>;
  values: FileValues;
}

/** A chosen file that isn't being uploaded yet. */
export interface DraftFile {
  id: string;
  file: File;
  /** Object URL of a picture; revoked when the file is removed. */
  preview: string | null;
  values: FileValues;
  /** The date in the file, which is only offered: clocks of cameras and scanners are often wrong. */
  exif_date: string | undefined;
  failure: string | undefined;
  /** What a failed upload has sent. */
  request: SentRequest | undefined;
}

/** Fields shared by all files of an upload. */
export const EMPTY_SHARED_FIELDS = {
  president_slug: '',
  media_category: 'source',
  credit: '',
  /** For files without their own date. */
  date: '',
  rights: '',
  description_markdown: '',
  tags: '',
};
export type SharedFields = typeof EMPTY_SHARED_FIELDS;

let lastId = 0;

/** A file with default title and type. */
export async function fromFile(file: File): Promise<DraftFile> {
  const date = file.type === 'image/jpeg' ? await exifDate(file) : undefined;
  return {
    id: `file-${++lastId}`,
    file,
    preview: file.type.startsWith('image/') ? URL.createObjectURL(file) : null,
    values: { title: titleOf(file.name), media_type: mediaTypeOf(file), date: '', alt_text: '' },
    exif_date: date !== undefined && dateProblem(date) === undefined ? date : undefined,
    failure: undefined,
    request: undefined,
  };
}

const withoutBlanks = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));

/** The entered fields of a file, those that are blank left out. */
export const enteredFields = (values: FileValues, shared: SharedFields): Record<string, string> =>
  withoutBlanks({
    title: values.title.trim(),
    media_type: values.media_type,
    credit: shared.credit.trim(),
    date: values.date || shared.date,
    rights: shared.rights,
    description_markdown: shared.description_markdown.trim(),
    alt_text: values.alt_text.trim(),
    tags: shared.tags.trim(),
  });

/** Characters of a file name; a longer one loses its beginning. */
const MAX_NAME_LENGTH = 255;

/** Form fields sent with the file (SPEC section 7). The server generates the slug (section 5). */
export const fieldsOf = (
  values: FileValues,
  shared: SharedFields,
  voyageSlug: string | undefined,
  fileName: string,
): Record<string, string> => ({
  media_slug: 'auto',
  original_filename: fileName.slice(-MAX_NAME_LENGTH),
  ...enteredFields(values, shared),
  ...withoutBlanks({
    media_category: shared.media_category,
    president_slug: shared.president_slug,
    voyage_slug: voyageSlug ?? '',
  }),
});
