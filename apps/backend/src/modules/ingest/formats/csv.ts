import { parseCells, steadyDelimiter, UnclosedQuoteError } from '@archive/file-metadata/tables';
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

/** The table in text with this delimiter between its cells. */
export function tableOfCsv(text: string, delimiter: string): Table {
  try {
    const rows = parseCells(text, delimiter);
    rejectTooMany(rows.length - 1);
    return tableOf(rows);
  } catch (error) {
    if (!(error instanceof UnclosedQuoteError)) throw error;
    throw new DocumentError(`This CSV file can’t be read past line ${error.line}: a quotation mark is never closed.`);
  }
}
