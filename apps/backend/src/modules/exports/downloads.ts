import { Readable, pipeline } from 'node:stream';
import type { ExportFormat } from '@archive/contracts';
import { escapeFormula } from '@archive/voyage-document';
import { StreamableFile } from '@nestjs/common';
import { stringify } from 'csv-stringify';

/** The file name, with the content and the date: `sequoia-voyages-2026-11-20.csv`. */
const nameOf = (content: string, ending: string) =>
  `sequoia-${content}-${new Date().toISOString().slice(0, 10)}.${ending}`;

const file = (stream: Readable, name: string, type: string) =>
  new StreamableFile(stream, { type, disposition: `attachment; filename="${name}"` });

interface Table<T> {
  name: string;
  format: ExportFormat;
  batches: AsyncIterable<readonly T[]>;
  columns: readonly string[];
  rowOf: (record: T) => Record<string, string>;
}

/** Records as CSV (RFC 4180) or as a JSON array with one record per line. */
export function table<T>({ name, format, batches, columns, rowOf }: Table<T>): StreamableFile {
  if (format === 'json')
    return file(Readable.from(jsonOf(batches)), nameOf(name, 'json'), 'application/json; charset=utf-8');
  // Excel reads a file as UTF-8 only if it starts with a byte order mark; other readers ignore it.
  const rows = stringify({ bom: true, header: true, columns: [...columns], record_delimiter: 'windows' });
  pipeline(Readable.from(rowsOf(batches, rowOf)), rows, () => undefined);
  return file(rows, nameOf(name, 'csv'), 'text/csv; charset=utf-8');
}

async function* rowsOf<T>(batches: AsyncIterable<readonly T[]>, rowOf: Table<T>['rowOf']) {
  for await (const batch of batches) for (const record of batch) yield rowOf(record);
}

async function* jsonOf(batches: AsyncIterable<readonly unknown[]>) {
  let separator = '[\n';
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield separator + batch.map((record) => JSON.stringify(record)).join(',\n');
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

/** A document whose parts are separated by blank lines. */
export function document({ name, parts }: { name: string; parts: AsyncIterable<readonly string[]> }): StreamableFile {
  return file(Readable.from(linesOf(parts)), nameOf(name, 'md'), 'text/markdown; charset=utf-8');
}

/** A ZIP file with the whole archive. */
export const packageFile = (stream: Readable): StreamableFile =>
  file(stream, nameOf('archive', 'zip'), 'application/zip');

/** Yields the text of a document, part by part. */
export async function* linesOf(parts: AsyncIterable<readonly string[]>) {
  let separator = '';
  for await (const batch of parts) {
    if (batch.length === 0) continue;
    yield separator + batch.join('\n\n');
    separator = '\n\n';
  }
  yield separator === '' ? '' : '\n';
}

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return Array.isArray(value) ? value.join(', ') : String(value);
};

/** Formats a record as a CSV row: lists are comma-separated, booleans are `true` or `false`, and formulas are escaped for spreadsheets. */
export const cellsOf = (record: object): Record<string, string> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, escapeFormula(textOf(value))]));
