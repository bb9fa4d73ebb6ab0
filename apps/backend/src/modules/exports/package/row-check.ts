import {
  albumFields,
  type Fields,
  HISTORY_KINDS,
  ingestItemSchema,
  ingestReportSchema,
  languageSchema,
  MAX_CAPTION_CHARACTERS,
  mediaFields,
  mediaLinkFields,
  passengerFields,
  personFields,
  presidentFields,
  slugSchema,
  textSchema,
  voyageFields,
} from '@archive/contracts';
import { z } from 'zod';
import { firstProblem } from '../../../common/index.ts';
import { DERIVATIVES_PREFIX, DOCUMENTS_PREFIX, isStorageKey, SYSTEM_PREFIX } from '../../storage/index.ts';
import type { RecordTable } from './record-tables.ts';

type Schemas = Record<string, z.ZodType>;

const schemasOf = (fields: Fields): Schemas =>
  Object.fromEntries(Object.entries(fields).map(([name, { input }]) => [name, input]));

/** What the API accepts for the columns of a table. Other tables have columns that only the server writes. */
const SCHEMAS: Partial<Record<RecordTable, Schemas>> = {
  voyage: schemasOf(voyageFields),
  person: schemasOf(personFields),
  president: schemasOf(presidentFields),
  passenger: schemasOf(passengerFields),
  media: schemasOf(mediaFields),
  voyage_media: schemasOf(mediaLinkFields),
  album: schemasOf(albumFields),
  ingest_operation: ingestReportSchema.pick({ plan: true, removals: true }).shape,
  ingest_item: {
    ...ingestItemSchema.pick({ changes: true, conflicts: true }).shape,
    card: z.record(z.string(), z.unknown()),
  },
  media_caption: { language: languageSchema, content: textSchema(MAX_CAPTION_CHARACTERS) },
};

/** The longest text of any column. */
const anyText = textSchema(MAX_CAPTION_CHARACTERS);
const WEB_ADDRESS = /^https?:\/\//i;

const startsWithAny = (key: string, prefixes: readonly string[]) => prefixes.some((prefix) => key.startsWith(prefix));

/** Which files a column may name, so that no row leads to other files of the archive. */
const FILE_COLUMNS: Record<string, (key: string) => boolean> = {
  storage_key: (key) => !startsWithAny(key, [SYSTEM_PREFIX, DERIVATIVES_PREFIX]),
  document_key: (key) => key.startsWith(DOCUMENTS_PREFIX),
  text_key: (key) => key.startsWith(DOCUMENTS_PREFIX),
};

export type RowCheck = { problem: string } | { problem?: undefined; files: string[] };

/**
 * Why the API would not store a row of a table, in one sentence, or else the files that the row names.
 * @param columns the columns of the table
 */
export function checkRow(table: RecordTable, line: string, columns: ReadonlySet<string>): RowCheck {
  const row = readRow(line);
  if (!row) return { problem: 'The row can’t be read.' };
  const unknown = Object.keys(row).find((column) => !columns.has(column));
  if (unknown !== undefined) return { problem: `The archive has no column ${JSON.stringify(unknown.slice(0, 100))}.` };
  const problem = problemOf(row, SCHEMAS[table] ?? {}) ?? (table === 'history' ? snapshotProblem(row) : undefined);
  if (problem !== undefined) return { problem };
  return { files: Object.keys(FILE_COLUMNS).flatMap((column) => (isText(row[column]) ? [row[column]] : [])) };
}

const isText = (value: unknown): value is string => typeof value === 'string';

function problemOf(row: Record<string, unknown>, schemas: Schemas): string | undefined {
  for (const [column, value] of Object.entries(row)) {
    if (value === null) continue;
    if (isText(value) && /(?:^|_)url$/.test(column) && !WEB_ADDRESS.test(value))
      return `${column} must be a web address (https://…).`;
    if (isText(value) && isFileColumn(column) && !(isStorageKey(value) && FILE_COLUMNS[column]?.(value)))
      return `${column} must be a valid file name.`;
    const schema = Object.hasOwn(schemas, column) ? schemas[column] : schemaOf(column, value);
    const problem = schema && firstProblem(schema, value);
    if (problem !== undefined) return `${column}: ${problem}`;
  }
  return undefined;
}

const isFileColumn = (column: string) => Object.hasOwn(FILE_COLUMNS, column);

function schemaOf(column: string, value: unknown): z.ZodType | undefined {
  if (column === 'slug' || column.endsWith('_slug')) return slugSchema;
  return isText(value) ? anyText : undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Why the API would not store what restoring a revision would bring back. */
function snapshotProblem({ kind, before }: Record<string, unknown>): string | undefined {
  const table = HISTORY_KINDS.find((name) => name === kind);
  if (!table || !isObject(before)) return undefined;
  // The address of a media item is computed, and not restored.
  const { keys, url: _, ...record } = before;
  const problem = problemOf(record, SCHEMAS[table] ?? {});
  if (problem !== undefined) return `before.${problem}`;
  if (!isObject(keys)) return undefined;
  const file = isObject(keys['file']) ? problemOf(keys['file'], {}) : undefined;
  if (file !== undefined) return `before.keys.file.${file}`;
  const derivatives = Array.isArray(keys['derivatives']) ? keys['derivatives'] : [];
  const isForeign = derivatives.some(
    (derivative) =>
      isObject(derivative) &&
      isText(derivative['storage_key']) &&
      !(isStorageKey(derivative['storage_key']) && derivative['storage_key'].startsWith(DERIVATIVES_PREFIX)),
  );
  return isForeign ? 'before.keys.derivatives must be previews.' : undefined;
}

function readRow(line: string): Record<string, unknown> | undefined {
  try {
    const row: unknown = JSON.parse(line);
    return isObject(row) ? row : undefined;
  } catch {
    return undefined;
  }
}
