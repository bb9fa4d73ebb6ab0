import type { FileMetadata } from '@archive/contracts';
import type { EmbeddedField } from '@archive/file-metadata/fields';
import { mediaTypeOf, titleOf, type MediaType } from './file-kinds.ts';

/** Metadata of a file that is used, for a field without an input of its own. */
export interface UsedText {
  text: string;
  /** Also if the field for all files is filled in. */
  replaces: boolean;
}

/** The fields of one file. */
export interface FileValues {
  title: string;
  media_type: MediaType;
  date: string;
  alt_text: string;
  embedded?: Partial<Record<EmbeddedField, UsedText>>;
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
  /** What the file says, which is only offered: clocks of cameras and scanners are often wrong. */
  metadata: FileMetadata;
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
export function fromFile(file: File): DraftFile {
  return {
    id: `file-${++lastId}`,
    file,
    preview: file.type.startsWith('image/') ? URL.createObjectURL(file) : null,
    values: { title: titleOf(file.name), media_type: mediaTypeOf(file), date: '', alt_text: '' },
    metadata: {},
    failure: undefined,
    request: undefined,
  };
}

/** The metadata in a picture or PDF. Without it nothing is offered, so a failure is not reported. */
export async function metadataIn(file: File): Promise<FileMetadata> {
  if (!['image', 'pdf'].includes(mediaTypeOf(file))) return {};
  try {
    const { readFileMetadata } = await import('@archive/file-metadata');
    return await readFileMetadata(file);
  } catch {
    return {};
  }
}

const withoutBlanks = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));

/** The entered fields of a file and those taken from it, those that are blank left out. */
export function enteredFields(values: FileValues, shared: SharedFields): Record<string, string> {
  const { embedded = {} } = values;
  const textOf = (name: EmbeddedField, entered = '') => {
    const { text = '', replaces = false } = embedded[name] ?? {};
    return replaces || entered === '' ? text : entered;
  };
  return withoutBlanks({
    title: values.title.trim(),
    media_type: values.media_type,
    credit: textOf('credit', shared.credit.trim()),
    date: values.date || shared.date,
    rights: textOf('rights', shared.rights),
    rights_note: textOf('rights_note'),
    description_markdown: textOf('description_markdown', shared.description_markdown.trim()),
    alt_text: values.alt_text.trim(),
    creator: textOf('creator'),
    place: textOf('place'),
    identifier: textOf('identifier'),
    tags: [shared.tags.trim(), embedded.tags?.text ?? ''].filter((text) => text !== '').join(', '),
  });
}

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
