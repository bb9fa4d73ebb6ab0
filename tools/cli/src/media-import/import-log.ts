import { UserError } from '@archive/postgres';
import { parseCells } from '@archive/file-metadata/tables';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** Outcome of a file. Only failed ones are tried again. */
export type Outcome = 'uploaded' | 'in the library' | 'failed';

export interface Result {
  path: string;
  /** SHA-256 of the file. */
  checksum: string;
  outcome: Outcome;
  /** The record that has the file now. */
  mediaSlug: string | undefined;
  /** The reason for a failure, or another remark. */
  note: string;
}

const HEADER = ['file', 'sha256', 'outcome', 'media_slug', 'note', 'time'];

const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * The report of an import: a table that gets a line with each file, so that the same import continues where it was
 * interrupted.
 */
export class ImportLog {
  readonly file: string;
  readonly #finished: ReadonlySet<string>;

  /** @throws a `UserError` if the file is not such a report */
  constructor(file: string) {
    this.file = file;
    this.#finished = existsSync(file) ? finishedIn(file) : new Set();
  }

  /** Whether an earlier run imported this file with this content. */
  has(path: string, checksum: string): boolean {
    return this.#finished.has(`${checksum} ${path}`);
  }

  add({ path, checksum, outcome, mediaSlug = '', note }: Result): void {
    const row = [path, checksum, outcome, mediaSlug, note, new Date().toISOString()];
    const lines = existsSync(this.file) ? [row] : [HEADER, row];
    appendFileSync(this.file, lines.map((cells) => `${cells.map(cell).join(',')}\n`).join(''));
  }
}

function finishedIn(file: string): Set<string> {
  const [header, ...rows] = parseCells(readFileSync(file, 'utf8'), ',').map(({ cells }) => cells);
  if (header?.join() !== HEADER.join())
    throw new UserError(`${file} is not the report of an import. Choose another file with --report.`);
  return new Set(rows.flatMap(([path, checksum, outcome]) => (outcome === 'failed' ? [] : [`${checksum} ${path}`])));
}
