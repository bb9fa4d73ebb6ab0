import { CsvError, parse } from 'csv-parse/sync';

const DELIMITERS = [',', ';', '\t', '|'];
const SAMPLE_LINES = 50;

/** How a delimiter divides the lines of a table: most of them, `share`, have as many cells as `columns`. */
export interface FoundDelimiter {
  delimiter: string;
  columns: number;
  rows: number;
  share: number;
}

/** The delimiter that divides most lines of a text into the same number of cells; undefined if none divides them. */
export function steadyDelimiter(text: string): FoundDelimiter | undefined {
  const lines = text.split(/\r\n|\r|\n/, SAMPLE_LINES).filter((line) => line.trim() !== '');
  // Lines of a Markdown table begin with a bar.
  const delimiters = DELIMITERS.filter((delimiter) => !lines[0]?.trim().startsWith(delimiter));
  const found = delimiters.map((delimiter) => {
    const counts = lines.map((line) => line.replaceAll(/"[^"]*"/g, '').split(delimiter).length);
    const columns = counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 1;
    const rows = counts.filter((count) => count === columns).length;
    return { delimiter, columns, rows, share: rows / Math.max(lines.length, 1) };
  });
  return found.filter(({ columns }) => columns > 1).toSorted((a, b) => b.share * b.columns - a.share * a.columns)[0];
}

/** `="0123"`: text that a program protects from being changed by a spreadsheet. */
const TEXT_FORMULA = /^="([^"]*)"$/;

/** A row of cells with its first and last line, 1-based. */
export interface CellRow {
  cells: readonly string[];
  from: number;
  to: number;
}

/** A quotation mark that is never closed. */
export class UnclosedQuoteError extends Error {
  readonly line: number;

  constructor(line: number) {
    super(`A quotation mark before line ${line} is never closed.`);
    this.line = line;
  }
}

/**
 * The rows of a table in text with this delimiter between its cells. Rows without any text are left out.
 * @throws UnclosedQuoteError
 */
export function parseCells(text: string, delimiter: string): CellRow[] {
  let records: { record: string[]; info: { lines: number } }[];
  try {
    // The library's types don't reflect that `info: true` changes the result.
    records = parse(text, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }) as never;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnclosedQuoteError((error as CsvError & { lines?: number }).lines ?? 1);
  }
  let last = 0;
  return records.map(({ record, info: { lines } }) => {
    const breaks = record.reduce((count, cell) => count + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
    const from = Math.max(last + 1, lines - breaks);
    last = lines;
    return { cells: record.map((cell) => TEXT_FORMULA.exec(cell)?.[1] ?? cell), from, to: lines };
  });
}

const CAMEL_CASE = /(?<=\p{Ll})(?=\p{Lu})/gu;

/** A heading in lower case without accents, with underscores between its words: `dc_date` for `dcterms:date`. */
export const headingKey = (heading: string): string =>
  heading
    .trim()
    .replaceAll(CAMEL_CASE, '_')
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
    .replace(/^(?:dcterms|dublin_core|dc)_/, 'dc_');
