import { isNativeError } from 'node:util/types';
import { parseOrProblem, Problem } from '../../../common/index.ts';
import type { StatementExecutor } from '../../../database/index.ts';
import { loadRecords, RECORD_TABLES } from '../../records/index.ts';
import { linesOf, type UnpackedFile } from '../../sandbox/index.ts';
import { PACKAGE_SCHEMAS, type PackageKind, type RecordOf, recordsPath } from './package-format.ts';
import { rowsOf, type TableRow } from './package-records.ts';
import { RecordProblem, type References } from './package-references.ts';

const ROWS_AT_ONCE = 500;
/** A row may have 8 MB, so rows are also counted by their length. */
const CHARACTERS_AT_ONCE = 4_000_000;

/** Classes of errors that a row causes: data that a column can't hold, violated constraints, and limits of the database. */
const ROW_ERROR = /^(?:2[23]|54)/;

/** The problem of records that the database rejects. Their forms would have been stopped by a check that the schemas don’t have. */
export function rejectedRecords(error: unknown, place: string): Problem | undefined {
  if (!isNativeError(error) || !('code' in error) || !ROW_ERROR.test(String(error.code))) return undefined;
  const constraint = 'constraint' in error && error.constraint ? ` (${String(error.constraint)})` : '';
  return new Problem(422, `${place}: A record doesn’t fit the archive${constraint}.`, { cause: error });
}

export type RecordFiles = ReadonlyMap<PackageKind, UnpackedFile>;

/** The rows of a record, as JSON, with its place in the package. */
interface PackageRecord {
  place: string;
  rows: (readonly [table: string, json: string])[];
}

/** A record that its schema has accepted. */
interface ParsedRecord<K extends PackageKind> {
  /** The file and the line. */
  place: string;
  record: RecordOf<K>;
  /** The fields that the package has. Others have their defaults. */
  fields: readonly string[];
}

const UNREADABLE = 'The record can’t be read.';

/** @throws RecordProblem unless the line is a record that its form would accept */
function parseRecord<K extends PackageKind>(kind: K, line: string): Pick<ParsedRecord<K>, 'record' | 'fields'> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new RecordProblem(UNREADABLE);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new RecordProblem(UNREADABLE);
  const parsed = parseOrProblem(PACKAGE_SCHEMAS[kind], value);
  if ('problem' in parsed) throw new RecordProblem(parsed.problem);
  return { record: parsed.data as RecordOf<K>, fields: Object.keys(value) };
}

const inPlace = (error: unknown, place: string): unknown =>
  error instanceof RecordProblem ? new Problem(422, `${place}: ${error.message}`, { cause: error }) : error;

/** Reads the records of a kind in order. @throws Problem 422 for the first record that no form would accept */
export async function* recordsOf<K extends PackageKind>(
  files: RecordFiles,
  kind: K,
  signal: AbortSignal,
): AsyncGenerator<ParsedRecord<K>, void, undefined> {
  const file = files.get(kind);
  if (!file) return;
  let number = 0;
  for await (const line of linesOf(await file.open())) {
    number += 1;
    signal.throwIfAborted();
    if (line === '') continue;
    const place = `${recordsPath(kind)}, line ${number}`;
    try {
      yield { place, ...parseRecord(kind, line) };
    } catch (error) {
      throw inPlace(error, place);
    }
  }
}

function jsonOfRows(rows: readonly TableRow[]): PackageRecord['rows'] {
  try {
    return rows.map(([table, row]) => [table, JSON.stringify(row)]);
  } catch {
    // Nested too deeply.
    throw new RecordProblem(UNREADABLE);
  }
}

/**
 * Reads the records of a package in order.
 * @throws Problem 422 for the first record that no form would accept, or that refers to a record that the package doesn’t have
 */
export async function* readRecords(
  files: RecordFiles,
  references: References,
  signal: AbortSignal,
): AsyncGenerator<PackageRecord, void, undefined> {
  try {
    for (const kind of files.keys())
      for await (const { place, record } of recordsOf(files, kind, signal)) {
        references.place = place;
        yield { place, rows: jsonOfRows(rowsOf(kind, record, references)) };
      }
    references.checkPortraits();
  } catch (error) {
    throw inPlace(error, references.place);
  }
}

/**
 * Inserts the rows of all records. Returns their number by table.
 * @throws Problem 422 for a record that the database rejects
 */
export async function loadAll(
  executor: StatementExecutor,
  records: AsyncIterable<PackageRecord>,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const waiting = new Map<string, string[]>(RECORD_TABLES.map((table) => [table, []]));
  let count = 0;
  let characters = 0;
  let place = '';
  const flush = async () => {
    for (const [table, rows] of waiting) {
      if (rows.length === 0) continue;
      await loadRecords(executor, table, `[${rows.splice(0).join(',')}]`).catch((error: unknown) => {
        throw rejectedRecords(error, `${place} or before`) ?? error;
      });
    }
    count = 0;
    characters = 0;
  };
  for await (const record of records) {
    ({ place } = record);
    for (const [table, json] of record.rows) {
      waiting.get(table)?.push(json);
      counts.set(table, (counts.get(table) ?? 0) + 1);
      count += 1;
      characters += json.length;
    }
    if (count >= ROWS_AT_ONCE || characters >= CHARACTERS_AT_ONCE) await flush();
  }
  await flush();
  return counts;
}
