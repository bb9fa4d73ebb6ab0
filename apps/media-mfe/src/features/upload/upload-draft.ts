import type { FileMetadata } from '@archive/contracts';
import { dateValue } from '@archive/editing';
import type { EmbeddedField } from '@archive/file-metadata/fields';
import { mediaTypeOf, titleOf, type MediaType } from '../stored-file.ts';

/** Metadata from a file that the user chose to use, for a field without an input for each file. */
interface UsedText {
  text: string;
  /** Whether it is used even if the field for all files is filled in. */
  replaces: boolean;
}

/** Someone in a picture. */
export interface Person {
  person_slug: string;
  full_name: string;
}

/** The fields of one file. */
export interface FileValues {
  title: string;
  media_type: MediaType;
  date: string;
  alt_text: string;
  embedded?: Partial<Record<EmbeddedField, UsedText>>;
  /** The people in this file, in addition to the people in all files. */
  people: readonly Person[];
}

/** The request that was sent. It stays the same until the server responds, so that a retry is stored only once. */
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
  /** Metadata in the file. It is only suggested, because clocks of cameras and scanners are often wrong. */
  metadata: FileMetadata;
  failure: string | undefined;
  /** The request of a failed upload. */
  request: SentRequest | undefined;
}

const EMPTY_SHARED_TEXTS = {
  president_slug: '',
  media_category: 'source',
  credit: '',
  /** The date of files without a date of their own. */
  date: '',
  rights: '',
  description_markdown: '',
  tags: '',
};
export type SharedTexts = typeof EMPTY_SHARED_TEXTS;

/** Fields shared by all files of an upload. */
export interface SharedFields extends SharedTexts {
  people: readonly Person[];
}
export const EMPTY_SHARED_FIELDS: SharedFields = { ...EMPTY_SHARED_TEXTS, people: [] };

let lastId = 0;

/** A draft for a file, with default title and type. */
export function fromFile(file: File): DraftFile {
  return {
    id: `file-${++lastId}`,
    file,
    preview: file.type.startsWith('image/') ? URL.createObjectURL(file) : null,
    values: { title: titleOf(file.name), media_type: mediaTypeOf(file), date: '', alt_text: '', people: [] },
    metadata: {},
    failure: undefined,
    request: undefined,
  };
}

/** The metadata in a picture or PDF. A failure is not reported, because then there is only nothing to suggest. */
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

/** The non-blank fields of a file, entered or taken from its metadata. */
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
    date: dateValue(values.date || shared.date),
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

/** The people in a file: first the people in all files, then its own. */
export const peopleOf = ({ people }: FileValues, shared: SharedFields): string[] => [
  ...new Set([...shared.people, ...people].map(({ person_slug }) => person_slug)),
];

/** Maximum number of characters in a file name. The beginning of a longer name is cut off. */
const MAX_NAME_LENGTH = 255;

/** Where a file will be shown. */
interface Place {
  voyage: { voyage_slug: string } | undefined;
  album?: { album_slug: string } | undefined;
}

/** The place of a file in the table of its upload, which voyages and albums keep. */
export interface BatchPlace {
  batch_id: string;
  batch_position: number;
}

/** Form fields sent with the file (SPEC section 7). The server generates the slug (section 5). */
export const fieldsOf = (
  values: FileValues,
  { shared, voyage, album }: Place & { shared: SharedFields },
  fileName: string,
  batchPlace: BatchPlace | undefined,
): Record<string, string> => ({
  media_slug: 'auto',
  original_filename: fileName.slice(-MAX_NAME_LENGTH),
  ...enteredFields(values, shared),
  ...withoutBlanks({
    media_category: shared.media_category,
    president_slug: shared.president_slug,
    voyage_slug: voyage?.voyage_slug ?? '',
    album_slug: album?.album_slug ?? '',
    people: peopleOf(values, shared).join(','),
  }),
  ...(batchPlace && { batch_id: batchPlace.batch_id, batch_position: String(batchPlace.batch_position) }),
});
