import {
  type DocumentProblem,
  documentOfRows,
  parseVoyageDocument,
  VOYAGE_COLUMNS,
  type VoyageColumn,
  type VoyageDocument,
} from '@archive/voyage-document';
import { CsvError, parse } from 'csv-parse/sync';
import { inLinesOf, type Span } from './lines-of.ts';
import { Unusable } from './unusable.ts';

const DELIMITERS = [',', ';', '\t'];
const KNOWN = new Set<string>(VOYAGE_COLUMNS);

const isColumn = (name: string): name is VoyageColumn => KNOWN.has(name);
const nameOf = (cell: string) => cell.trim().toLowerCase().replaceAll(/\s+/g, '_');
const firstLine = (text: string) => /^[^\r\n]*/.exec(text.replace(/^\uFEFF/, ''))?.[0] ?? '';

const columnsOf = (line: string, delimiter: string) =>
  line.split(delimiter).map((cell) => nameOf(cell.replace(/^"|"$/g, '')));

/** How the cells of a table of voyages are parted; undefined for a text that is none: its first line names no start date. */
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
    // The library's types do not know what `info` makes of a record.
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
    throw new Unusable(`This CSV cannot be read any further than line ${lines ?? 1}: a quotation mark is not closed.`);
  }
}

/** Where each record begins and ends: a cell may have lines of its own. */
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

/** A table with one row a voyage and the columns of `VOYAGE_COLUMNS`. */
export function readCsv(text: string, delimiter: string): VoyageDocument {
  const [header, ...rows] = rowsOf(text, delimiter);
  const columns = header?.record.map(nameOf) ?? [];
  const spans = spansOf([...(header ? [header] : []), ...rows]).slice(1);
  const { text: document, rowOfLine } = documentOfRows(
    rows.map(({ record }) =>
      Object.fromEntries(columns.flatMap((name, at) => (isColumn(name) ? [[name, record[at] ?? '']] : []))),
    ),
  );
  const read = inLinesOf(
    parseVoyageDocument(document),
    (line) => spans[rowOfLine[line - 1] ?? 0] ?? { from: 1, to: 1 },
  );
  const unknown = columns
    .filter((name) => name !== '' && !isColumn(name))
    .map((name) =>
      warning(`The column “${name}” is not known, so it was left out.`, `Known are ${VOYAGE_COLUMNS.join(', ')}.`),
    );
  const wide = rows.flatMap(({ record }, at) =>
    record.length > columns.length
      ? [
          {
            ...warning(
              'This row has more cells than the table has columns; those were left out.',
              'Put texts with commas into quotation marks.',
            ),
            line: spans[at]?.from ?? 1,
          },
        ]
      : [],
  );
  return { ...read, problems: [...unknown, ...wide, ...read.problems].toSorted((a, b) => a.line - b.line) };
}
