import type { IngestColumn } from '@archive/contracts';
import {
  columnMessages,
  columnsOf,
  type DocumentProblem,
  documentOfRows,
  emptyValuesOfRow,
  isTableHead,
  type OtherCell,
  otherLabel,
  parseVoyageDocument,
  type RejectedVoyage,
  type TableColumn,
  type VoyageDocument,
  type VoyageRow,
} from '@archive/voyage-document';
import { CsvError, parse } from 'csv-parse/sync';
import { mapColumns, mappedColumns } from './csv-columns.ts';
import { mapLines, type Span } from './line-mapping.ts';
import { withRows } from './row-stated-values.ts';
import { DocumentError, rejectTooMany } from './document-error.ts';

const DELIMITERS = [',', ';', '\t'];
/** Maximum number of lines above the header row of a table, such as a title or the name of a library. */
const MAX_TITLE_LINES = 10;
const MARKDOWN_HEADING = /^#{1,3}\s/m;

const cellsIn = (line: string, delimiter: string) =>
  line.split(delimiter).map((cell) => cell.trim().replaceAll(/^"|"$/g, ''));

const isHeaderRow = (cells: readonly string[]) =>
  isTableHead(cells) || (cells.length > 1 && cells.some((cell) => cell.trim().toLowerCase() === 'start_date'));

/** The delimiter of a voyage table; undefined if the text isn't one: none of its first lines has a date column and another column. */
export function delimiterOf(text: string): string | undefined {
  const lines = text
    .replace(/^\uFEFF/, '')
    .slice(0, 20_000)
    .split(/\r\n|\r|\n/, MAX_TITLE_LINES);
  const delimiterIn = (line: string) => DELIMITERS.find((delimiter) => isHeaderRow(cellsIn(line, delimiter)));
  const firstLineDelimiter = delimiterIn(lines[0] ?? '');
  if (firstLineDelimiter !== undefined || MARKDOWN_HEADING.test(text.slice(0, 200_000))) return firstLineDelimiter;
  return lines.map(delimiterIn).find((delimiter) => delimiter !== undefined);
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

const warning = (message: string, suggestion: string | null): DocumentProblem => ({
  line: 1,
  voyage: null,
  field: null,
  severity: 'warning',
  message,
  suggestion,
});

interface Table {
  columns: TableColumn[];
  /** The columns as shown to curators. */
  mapped: IngestColumn[];
  rows: Partial<VoyageRow>[];
  /** Cells of unknown columns, by row. */
  others: OtherCell[][];
  problems: DocumentProblem[];
}

const isBlankRow = ({ record }: ParsedRecord) => record.every((cell) => cell.trim() === '');

/** Fills in the owner of the rows below, in tables that name each owner only once. Exported tables name the owner in every row. */
function fillOwners({ columns, rows, problems }: Table, spans: readonly Span[]): void {
  const owner = columns.find(({ column }) => column === 'owner');
  if (!owner || owner.heading.toLowerCase() === 'owner') return;
  let previousOwner = '';
  for (const [index, row] of rows.entries()) {
    const ownerName = row.owner?.trim() ?? '';
    if (ownerName !== '') previousOwner = ownerName;
    else if (previousOwner !== '' && row.start_date?.trim()) {
      row.owner = previousOwner;
      const message = `“${previousOwner}” is taken from the row above, because the row names no president or owner.`;
      problems.push({ ...warning(message, null), line: spans[index]?.from ?? 1, field: 'Owner' });
    }
  }
}

function tableOf(
  parsed: readonly ParsedRecord[],
  spans: readonly Span[],
  chosenColumns: readonly IngestColumn[] | null,
): Table {
  const head = Math.max(
    0,
    parsed.findIndex(({ record }) => isHeaderRow(record)),
  );
  const headerColumns = columnsOf(parsed[head]?.record ?? []);
  const mapped = mapColumns(headerColumns, parsed[head + 1]?.record ?? [], chosenColumns);
  const columns = mappedColumns(headerColumns, mapped);
  const isLeftOut = (index: number) => mapped[index]?.column === 'leave_out';
  const problems: DocumentProblem[] = [];
  const report = (index: number, message: string, suggestion: string | null = null) =>
    problems.push({ ...warning(message, suggestion), line: spans[index]?.from ?? 1 });
  for (const [index, row] of parsed.slice(0, head).entries())
    if (!isBlankRow(row))
      report(index, `The text “${row.record.filter((cell) => cell !== '').join(', ')}” above the table is skipped.`);
  for (const message of columnMessages(columns.filter((_, index) => !isLeftOut(index)))) report(head, message);
  for (const { name, column } of mapped) if (column === 'leave_out') report(head, `The column “${name}” is skipped.`);
  const body = parsed.slice(head + 1);
  for (const [index, { record }] of body.entries()) {
    const extraCells = record.slice(columns.length).filter((cell) => cell.trim() !== '');
    if (record.length > columns.length)
      report(
        head + 1 + index,
        `The row has more cells than the table has columns. The extra cells${extraCells.length > 0 ? ` “${extraCells.join(', ')}”` : ''} are skipped.`,
        'Put text that contains commas in quotation marks.',
      );
  }
  const table = {
    columns,
    mapped,
    problems,
    rows: body.map(({ record }): Partial<VoyageRow> =>
      Object.fromEntries(columns.flatMap(({ column }, index) => (column ? [[column, record[index] ?? '']] : []))),
    ),
    others: body.map(({ record }) =>
      columns.flatMap(({ heading, column }, index) =>
        column || isLeftOut(index) ? [] : [{ heading: heading || 'Other', text: record[index] ?? '' }],
      ),
    ),
  };
  fillOwners(table, spans.slice(head + 1));
  return table;
}

/**
 * Rejects rows without a date, which would otherwise become part of the voyage above. A row with only an owner applies to the rows below.
 */
function undatedRows({ rows, others }: Table, spans: readonly Span[], problems: DocumentProblem[]): RejectedVoyage[] {
  return rows.flatMap((row, index): RejectedVoyage[] => {
    const { owner: _owner, ...cells } = row;
    const texts = [...Object.values(cells), ...(others[index] ?? []).map(({ text }) => text)];
    const text = texts.filter((cell) => cell.trim() !== '').join(', ');
    if (row.start_date === undefined || row.start_date.trim() !== '' || text === '') return [];
    const { from: line, to: end_line } = spans[index] ?? { from: 1, to: 1 };
    const message = 'The row has no date, so it’s skipped.';
    const suggestion = 'Enter the date of the voyage, or move the text to the row of its voyage.';
    problems.push({ ...warning(message, suggestion), line, severity: 'error', field: 'Date' });
    return [{ line, end_line, heading: text.slice(0, 200), section: null, original_markdown: '' }];
  });
}

/**
 * Parses a table with one voyage per row. The headings are those of `VOYAGE_COLUMNS` or common synonyms.
 *
 * @param chosenColumns the columns with the fields that a curator mapped them to
 */
export function readCsv(
  text: string,
  delimiter: string,
  chosenColumns: readonly IngestColumn[] | null = null,
): VoyageDocument & { columns: IngestColumn[] } {
  const parsed = rowsOf(text, delimiter);
  rejectTooMany(parsed.length - 1);
  const rowSpans = spansOf(parsed);
  const table = tableOf(parsed, rowSpans, chosenColumns);
  const { problems, mapped } = table;
  const allSpans = rowSpans.slice(parsed.length - table.rows.length);
  const isVoyage = table.rows.map(({ start_date }) => start_date === undefined || start_date.trim() !== '');
  const [rows, others, spans] = [
    table.rows.filter((_, index) => isVoyage[index]),
    table.others.filter((_, index) => isVoyage[index]),
    allSpans.filter((_, index) => isVoyage[index]),
  ];
  const rejected = undatedRows(table, allSpans, problems);
  const { text: document, rowOfLine } = documentOfRows(rows, (index) => others[index] ?? []);
  const rowOf = (line: number) => rows[rowOfLine[line - 1] ?? 0] ?? {};
  const read = withRows(parseVoyageDocument(document), (line) => {
    const row = rowOf(line);
    return { slug: row.voyage_slug?.trim(), empty: emptyValuesOfRow(row) };
  });
  const placed = mapLines(read, (line) => spans[rowOfLine[line - 1] ?? 0] ?? { from: 1, to: 1 });
  const labels = new Set(others.flatMap((cells) => cells.map(({ heading }) => otherLabel(heading))));
  const isNew = ({ field, message }: DocumentProblem) =>
    !(labels.has(field ?? '') && message.includes('isn’t a known field'));
  const suggested = placed.problems
    .filter(isNew)
    .map((problem) => ({ ...problem, suggestion: cellSuggestion(problem.suggestion) }));
  return {
    ...placed,
    fatal: placed.fatal !== null && rows.length > 0 ? noDatesIn(mapped) : placed.fatal,
    columns: mapped,
    rejected: [...placed.rejected, ...rejected].toSorted((a, b) => a.line - b.line),
    problems: [...problems, ...suggested].toSorted((a, b) => a.line - b.line),
  };
}

const noDatesIn = (columns: readonly IngestColumn[]) =>
  `No cell of the column “${columns.find(({ column }) => column === 'start_date')?.name}”, which is read as the start date, has a date. Choose another column in a preview, or correct the cells.`;

/** Drops suggestions for Markdown heading lines, which don't apply to a cell. */
const cellSuggestion = (suggestion: string | null) => (suggestion?.startsWith('Write “#') ? null : suggestion);
