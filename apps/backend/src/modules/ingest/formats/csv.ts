import {
  type DocumentProblem,
  documentOfRows,
  emptyValuesOfRow,
  parseVoyageDocument,
  VOYAGE_COLUMNS,
  type VoyageColumn,
  type VoyageDocument,
  type VoyageRow,
} from '@archive/voyage-document';
import { CsvError, parse } from 'csv-parse/sync';
import { mapLines, type Span } from './line-mapping.ts';
import { withRows } from './row-mentions.ts';
import { DocumentError } from './document-error.ts';

const DELIMITERS = [',', ';', '\t'];
const COLUMN_NAMES = new Set<string>(VOYAGE_COLUMNS);

const isColumn = (name: string): name is VoyageColumn => COLUMN_NAMES.has(name);
const nameOf = (cell: string) => cell.trim().toLowerCase().replaceAll(/\s+/g, '_');
const firstLine = (text: string) => /^[^\r\n]*/.exec(text.replace(/^\uFEFF/, ''))?.[0] ?? '';

const columnsOf = (line: string, delimiter: string) =>
  line.split(delimiter).map((cell) => nameOf(cell.replace(/^"|"$/g, '')));

/** The delimiter of a voyage table; undefined when the first line has no `start_date` column, so the text isn't one. */
export function delimiterOf(text: string): string | undefined {
  const line = firstLine(text);
  return DELIMITERS.find((delimiter) => {
    const columns = columnsOf(line, delimiter);
    return columns.length > 1 && columns.includes('start_date');
  });
}

interface Parsed {
  record: string[];
  info: { lines: number };
}

function rowsOf(text: string, delimiter: string): Parsed[] {
  try {
    // The library's types don't include `info`.
    return parse(text, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }) as unknown as Parsed[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines } = error as CsvError & { lines?: number };
    throw new DocumentError(`This CSV file can’t be read past line ${lines ?? 1}: a quotation mark is never closed.`);
  }
}

/** The lines of each record. Cells can contain line breaks. */
function spansOf(rows: readonly Parsed[]): Span[] {
  let last = 0;
  return rows.map(({ info, record }) => {
    const own = record.reduce((lines, cell) => lines + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
    const span = { from: Math.max(last + 1, info.lines - own), to: info.lines };
    last = info.lines;
    return span;
  });
}

const warning = (message: string, suggestion: string | null): DocumentProblem => ({
  line: 1,
  voyage: null,
  field: null,
  severity: 'warning',
  message,
  suggestion,
});

/** Reads a table with one voyage per row and the columns of `VOYAGE_COLUMNS`. */
export function readCsv(text: string, delimiter: string): VoyageDocument {
  const [header, ...rows] = rowsOf(text, delimiter);
  const columns = header?.record.map(nameOf) ?? [];
  const spans = spansOf([...(header ? [header] : []), ...rows]).slice(1);
  const cells = rows.map(({ record }): Partial<VoyageRow> =>
    Object.fromEntries(columns.flatMap((name, at) => (isColumn(name) ? [[name, record[at] ?? '']] : []))),
  );
  const { text: document, rowOfLine } = documentOfRows(cells);
  const rowOf = (line: number) => cells[rowOfLine[line - 1] ?? 0] ?? {};
  const parsed = withRows(parseVoyageDocument(document), (line) => {
    const row = rowOf(line);
    return { slug: row.voyage_slug?.trim(), empty: emptyValuesOfRow(row) };
  });
  const read = mapLines(parsed, (line) => spans[rowOfLine[line - 1] ?? 0] ?? { from: 1, to: 1 });
  const unknown = columns
    .filter((name) => name !== '' && !isColumn(name))
    .map((name) =>
      warning(
        `The column “${name}” isn’t recognized, so it was skipped.`,
        `Known columns: ${VOYAGE_COLUMNS.join(', ')}.`,
      ),
    );
  const wide = rows.flatMap(({ record }, at) =>
    record.length > columns.length
      ? [
          {
            ...warning(
              'This row has more cells than the table has columns. The extra cells were skipped.',
              'Put text that contains commas in quotation marks.',
            ),
            line: spans[at]?.from ?? 1,
          },
        ]
      : [],
  );
  return { ...read, problems: [...unknown, ...wide, ...read.problems].toSorted((a, b) => a.line - b.line) };
}
