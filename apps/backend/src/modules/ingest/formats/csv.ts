import { steadyDelimiter } from '@archive/file-metadata/tables';
import { CsvError, parse } from 'csv-parse/sync';
import type { Span } from './json-elements.ts';
import { DocumentError, rejectTooMany } from './document-error.ts';
import { isHeaderRow, MAX_TITLE_LINES, type Table, tableOf } from './table.ts';

const DELIMITERS = [',', ';', '\t'];
const MARKDOWN_HEADING = /^#{1,3}\s/m;

const cellsIn = (line: string, delimiter: string) =>
  line.split(delimiter).map((cell) => cell.trim().replaceAll(/^"|"$/g, ''));

/** Characters at the beginning of a text that show whether it is a table. */
const BEGINNING = 20_000;

const linesIn = (text: string, count: number) =>
  text
    .replace(/^\uFEFF/, '')
    .slice(0, BEGINNING)
    .split(/\r\n|\r|\n/, count);

const MIN_ROWS = 3;
const MIN_COLUMNS_WITH_COMMAS = 3;

/**
 * The delimiter of a table of voyages; undefined if the text isn't one. A table has headings that say so, cells in steady columns, or a name
 * that ends in `.csv` or `.tsv`.
 */
export function delimiterOf(text: string, filename = ''): string | undefined {
  const lines = linesIn(text, MAX_TITLE_LINES);
  const delimiterIn = (line: string) => DELIMITERS.find((delimiter) => isHeaderRow(cellsIn(line, delimiter)));
  const isNamed = /\.(?:csv|tsv|tab)$/i.test(filename);
  const first = delimiterIn(lines[0] ?? '');
  if (!isNamed && MARKDOWN_HEADING.test(text.slice(0, 200_000)))
    return first !== undefined && lines[0]?.includes(first) ? first : undefined;
  if (first !== undefined) return first;
  const known = lines.map(delimiterIn).find((delimiter) => delimiter !== undefined);
  if (known !== undefined) return known;
  const steady = steadyDelimiter(text.slice(0, BEGINNING));
  if (isNamed) return steady?.delimiter ?? ',';
  const isTable =
    steady?.share === 1 &&
    steady.rows >= MIN_ROWS &&
    (steady.delimiter !== ',' || steady.columns >= MIN_COLUMNS_WITH_COMMAS);
  return isTable ? steady.delimiter : undefined;
}

interface ParsedRecord {
  record: string[];
  info: { lines: number };
}

function rowsOf(text: string, delimiter: string): ParsedRecord[] {
  try {
    // The library's types don't reflect that `info: true` changes the result.
    return parse(text, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }) as unknown as ParsedRecord[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines } = error as CsvError & { lines?: number };
    throw new DocumentError(`This CSV file can’t be read past line ${lines ?? 1}: a quotation mark is never closed.`);
  }
}

/** The line span of each record. A record can have more than one line, because cells can contain line breaks. */
function spansOf(rows: readonly ParsedRecord[]): Span[] {
  let last = 0;
  return rows.map(({ info, record }) => {
    const lineCount = record.reduce((lines, cell) => lines + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
    const span = { from: Math.max(last + 1, info.lines - lineCount), to: info.lines };
    last = info.lines;
    return span;
  });
}

/** The table in text with this delimiter between its cells. */
export function tableOfCsv(text: string, delimiter: string): Table {
  const records = rowsOf(text, delimiter);
  rejectTooMany(records.length - 1);
  const spans = spansOf(records);
  return tableOf(records.map(({ record }, index) => ({ cells: record, ...(spans[index] ?? { from: 1, to: 1 }) })));
}
