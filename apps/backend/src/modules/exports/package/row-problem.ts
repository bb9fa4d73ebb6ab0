import {
  albumFields,
  type Fields,
  mediaFields,
  mediaLinkFields,
  passengerFields,
  personFields,
  presidentFields,
  voyageFields,
} from '@archive/contracts';
import { firstProblem } from '../../../common/index.ts';
import { isStorageKey } from '../../storage/index.ts';
import type { RecordTable } from './record-tables.ts';

/** The declared fields of each table. Other tables have columns that only the server writes. */
const FIELDS: Partial<Record<RecordTable, Fields>> = {
  voyage: voyageFields,
  person: personFields,
  president: presidentFields,
  passenger: passengerFields,
  media: mediaFields,
  voyage_media: mediaLinkFields,
  album: albumFields,
};

/** Columns that name a file in storage. */
const STORAGE_KEYS = new Set(['storage_key', 'document_key', 'text_key']);
const WEB_ADDRESS = /^https?:\/\//i;

/** Why the API would not store a row of a table, in one sentence; undefined for one that it would. */
export function rowProblem(table: RecordTable, line: string): string | undefined {
  const row = readRow(line);
  if (!row) return 'The row can’t be read.';
  const fields = FIELDS[table] ?? {};
  for (const [column, value] of Object.entries(row)) {
    if (value === null) continue;
    const isText = typeof value === 'string';
    if (isText && column.endsWith('_url') && !WEB_ADDRESS.test(value))
      return `${column} must be a web address (https://…).`;
    if (isText && STORAGE_KEYS.has(column) && !isStorageKey(value)) return `${column} must be a valid file name.`;
    const field = Object.hasOwn(fields, column) ? fields[column] : undefined;
    const problem = field && firstProblem(field.input, value);
    if (problem !== undefined) return `${column}: ${problem}`;
  }
  return undefined;
}

function readRow(line: string): Record<string, unknown> | undefined {
  try {
    const row: unknown = JSON.parse(line);
    return typeof row === 'object' && row !== null && !Array.isArray(row)
      ? (row as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
