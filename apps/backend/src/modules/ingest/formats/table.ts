// cspell:ignore annee jahr mois monat
import type { CsvColumn, IngestColumn, TableReading } from '@archive/contracts';
import { dayFirstIn } from '@archive/contracts/dates';
import {
  columnMessages,
  columnOf,
  columnsOf,
  type DocumentProblem,
  isDateCell,
  isDayFirstHeading,
  isNoValue,
  isTableHead,
  readRows,
  type TableColumn,
  type TableRow,
  type VoyageColumn,
  type VoyageDocument,
} from '@archive/voyage-document';
import { headingKey } from '@archive/file-metadata/tables';
import { rejectTooWide } from './document-error.ts';
import type { Span } from './json-elements.ts';

/** Fails to typecheck unless the contract has the same columns as the document library. */
type MutuallyAssignable<A extends B, B extends C, C = A> = [A, B, C];
export type CheckedColumns = MutuallyAssignable<VoyageColumn, CsvColumn>;

/** A row of cells with the lines of the document that it comes from. */
export interface Cells extends Span {
  cells: readonly string[];
}

/** A table of any format. */
export interface Table {
  headings: readonly string[];
  /** Headings that the text doesn’t have. What they head is kept without them. */
  unnamed?: ReadonlySet<string>;
  headingLine: number;
  rows: readonly Cells[];
  problems: DocumentProblem[];
}

/** What a curator chose for a table. */
export interface TableChoice {
  /** The fields of the columns; null to find them out. */
  columns: readonly IngestColumn[] | null;
  reading: TableReading | null;
}

/** How a table was read. */
export interface ReadTable {
  columns: IngestColumn[];
  found: Pick<TableReading, 'separator' | 'date_order'>;
  /** Whether all headings are those of the format, so that nobody needs to check the columns. */
  isExact: boolean;
}

/** Maximum number of rows above the header row of a table, such as a title or the name of a library. */
export const MAX_TITLE_LINES = 10;
/** Rows whose cells show what a column contains. */
const EVIDENCE_ROWS = 200;
/** The rows that curators see with their columns. */
const SAMPLE_ROWS = 3;
const MAX_SAMPLE = 300;

export const asWarning = (line: number, message: string, suggestion: string | null = null): DocumentProblem => ({
  line,
  voyage: null,
  field: null,
  severity: 'warning',
  message,
  suggestion,
});

const isBlank = ({ cells }: Cells) => cells.every((cell) => cell.trim() === '');
const textOf = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '').join(', ');

export const isHeaderRow = (cells: readonly string[]) =>
  isTableHead(cells) || cells.some((cell) => cell.trim().toLowerCase() === 'start_date');

/** The index of the header row: the first one with known headings, or else with as many cells as the table has columns; -1 if there is none. */
function headerIn(rows: readonly Cells[]): number {
  const first = rows.slice(0, MAX_TITLE_LINES);
  const known = first.findIndex(({ cells }) => isHeaderRow(cells));
  if (known >= 0) return known;
  const countOf = ({ cells }: Cells) => cells.filter((cell) => cell.trim() !== '').length;
  const most = Math.max(...first.map(countOf), 0);
  const widest = first.findIndex((row) => countOf(row) * 2 > most);
  return rows[widest]?.cells.some((cell) => isDateCell(cell)) ? -1 : widest;
}

/** The headings of the parts of a date, in English, German, French and Spanish. */
const PARTS_OF_DATE = [
  ['year', 'jahr', 'annee', 'ano'],
  ['month', 'monat', 'mois', 'mes'],
  ['day', 'tag', 'jour', 'dia'],
];
const JOINED_PARTS = 'Year, Month, Day';

const joinDate = (year: string, month: string, day: string) =>
  /\p{L}/u.test(month)
    ? [day, month, year].filter((part) => part !== '').join(' ')
    : [year, month, day]
        .filter((part) => Number(part) > 0)
        .map((part) => part.padStart(2, '0'))
        .join('-');

/** The indexes of the headings of the year, month and day of a date; undefined if there is no year or month. */
export function partsOfDateIn(
  headings: readonly string[],
): readonly [year: number, month: number, day: number] | undefined {
  const keys = headings.map(headingKey);
  const [year = -1, month = -1, day = -1] = PARTS_OF_DATE.map((names) => keys.findIndex((key) => names.includes(key)));
  return year < 0 || month < 0 ? undefined : [year, month, day];
}

/** Joins the columns with the year, month and day of a date. */
export function withJoinedDates(table: Table): Table {
  const parts = partsOfDateIn(table.headings);
  if (!parts) return table;
  const [year, month, day] = parts;
  const join = (cells: readonly string[], joined: string) =>
    cells.flatMap((cell, index) => (index === year ? [joined] : index === month || index === day ? [] : [cell]));
  return {
    ...table,
    headings: join(table.headings, JOINED_PARTS),
    rows: table.rows.map((row) => {
      const [y = '', m = '', d = ''] = parts.map((index) => row.cells[index]?.trim());
      return { ...row, cells: join(row.cells, joinDate(y, m, d)) };
    }),
  };
}

const headingsOf = (row: Cells | undefined) => (row?.cells ?? []).map((cell) => cell.replaceAll(/\s+/g, ' ').trim());

/** The headings below those of groups: “Departure” above “Date” and “Time”. Ones that groups repeat get the name of their group. */
function groupedHeadings(groups: readonly string[], headings: readonly string[]): string[] {
  let group = '';
  return Array.from({ length: Math.max(groups.length, headings.length) }, (_, index) => {
    const heading = headings[index] ?? '';
    group = groups[index] || group;
    if (heading === '') return groups[index] ?? '';
    const isRepeated = headings.indexOf(heading) !== headings.lastIndexOf(heading);
    return isRepeated && group !== '' && group !== heading ? `${group} ${heading}` : heading;
  });
}

/** The headings of a table in one row or two, the first and last of these rows. Two have repeated headings below cells over many columns. */
function headingRows(rows: readonly Cells[], header: number): { headings: string[]; first: number; last: number } {
  const headings = headingsOf(rows[header]);
  const isGroups = (cells: readonly string[]) => cells.filter((cell) => cell !== '').length > 1 && cells.includes('');
  const repeats = (cells: readonly string[]) => cells.some((cell, index) => cell !== '' && cells.indexOf(cell) < index);
  const above = headingsOf(rows[header - 1]);
  if (repeats(headings) && isGroups(above))
    return { headings: groupedHeadings(above, headings), first: header - 1, last: header };
  const below = headingsOf(rows[header + 1]);
  if (isGroups(headings) && repeats(below) && below.every((cell) => cell === '' || columnOf(cell) !== undefined))
    return { headings: groupedHeadings(headings, below), first: header, last: header + 1 };
  return { headings, first: header, last: header };
}

/** Finds the headings of a table. Columns of a table without headings are numbered. */
export function tableOf(rows: readonly Cells[]): Table {
  const header = headerIn(rows);
  const { headings, first, last } = headingRows(rows, header);
  const above = rows.slice(0, Math.max(first, 0)).filter((row) => !isBlank(row));
  const problems = above.map(({ cells, from }) =>
    asWarning(from, `The text “${textOf(cells)}” above the table is skipped.`),
  );
  const columns = Math.max(...rows.slice(0, EVIDENCE_ROWS).map(({ cells }) => cells.length), 0);
  const numbered = Array.from({ length: columns }, (_, index) => `Column ${index + 1}`);
  return withJoinedDates({
    headings: header < 0 ? numbered : headings,
    headingLine: rows[header]?.from ?? 1,
    rows: rows.slice(last + 1).filter((row) => !isBlank(row)),
    problems,
  });
}

/** Fills in the owner of the rows below, in tables that name each owner only once. Exported tables name the owner in every row. */
function fillOwners(
  rows: readonly TableRow[],
  columns: readonly TableColumn[],
  problems: DocumentProblem[],
): TableRow[] {
  const owner = columns.find(({ column }) => column === 'owner');
  if (!owner || owner.heading.toLowerCase() === 'owner') return [...rows];
  let previousOwner = '';
  return rows.flatMap((row) => {
    const { cells, line, others } = row;
    const ownerName = cells.owner?.trim() ?? '';
    if (ownerName !== '') {
      previousOwner = ownerName;
      // A row with only an owner applies to the rows below.
      const { owner: _owner, ...otherCells } = cells;
      const texts = [...Object.values(otherCells), ...others.map(({ text }) => text)];
      return texts.every((text) => text.trim() === '') ? [] : [row];
    }
    if (previousOwner === '' || !cells.start_date?.trim()) return [row];
    const message = `“${previousOwner}” is taken from the row above, because the row names no president or owner.`;
    problems.push({ ...asWarning(line, message), field: 'Owner' });
    return [{ ...row, cells: { ...cells, owner: previousOwner } }];
  });
}

/** A cell, unless it says that it has no value. Tables of our format don't. */
const valueOf = (cell = '', heading: string, field?: VoyageColumn) =>
  heading !== field && isNoValue(cell, field) ? '' : cell;

/** The rows of a table as voyages, whose columns have these fields. */
function rowsOf(
  rows: readonly Cells[],
  headings: readonly string[],
  fields: readonly IngestColumn['column'][],
  unnamed?: ReadonlySet<string>,
): TableRow[] {
  return rows.map(({ cells, from, to }) => ({
    cells: Object.fromEntries(
      fields.flatMap((field, index) =>
        field === null || field === 'leave_out' ? [] : [[field, valueOf(cells[index], headings[index] ?? '', field)]],
      ),
    ),
    others: headings.flatMap((heading, index) =>
      fields[index] == null
        ? [{ heading: unnamed?.has(heading) ? '' : heading || 'Other', text: valueOf(cells[index], heading) }]
        : [],
    ),
    line: from,
    end_line: to,
  }));
}

const readingOf = ({ separator, date_order }: Pick<TableReading, 'separator' | 'date_order'>) => ({
  separator: separator ?? undefined,
  dayFirst: date_order === null ? undefined : date_order === 'day_first',
});

/** Reads the first rows of a table, as its columns show them, without the rest. */
export function readSamples(columns: readonly IngestColumn[], reading: TableReading): VoyageDocument[] {
  const rows = Array.from({ length: SAMPLE_ROWS }, (_, row) => columns.map(({ samples }) => samples[row] ?? ''));
  const table = rows.map((cells, index): Cells => ({ cells, from: index + 1, to: index + 1 }));
  const headings = columns.map(({ name }) => name);
  const fields = columns.map(({ column }) => column);
  return rowsOf(
    table.filter((row) => !isBlank(row)),
    headings,
    fields,
  ).map((row) => readRows([row], readingOf(reading)));
}

/** Reads a table with one voyage per row. Its columns have the fields that a curator chose, or else those that headings and cells show. */
export function readTable(
  table: Table,
  { columns: chosen, reading }: TableChoice,
): VoyageDocument & { table: ReadTable } {
  const { headings, headingLine, rows } = table;
  rejectTooWide(headings);
  const proposed = columnsOf(
    headings,
    rows.slice(0, EVIDENCE_ROWS).map(({ cells }) => cells),
  );
  const isChosen = chosen?.length === headings.length;
  const chosenByName = new Map(chosen?.map(({ name, column }) => [name, column]));
  const taken = new Set<IngestColumn['column']>();
  /** Columns that were added to a table whose others were chosen don't get a field that one of those has. */
  const free = (column: IngestColumn['column']) => {
    const isTaken = column !== 'leave_out' && taken.has(column);
    taken.add(column);
    return isTaken ? null : column;
  };
  const columns = proposed.map(({ heading, column, isTechnical }, index): IngestColumn => ({
    name: heading,
    column: free(
      isChosen
        ? (chosen[index]?.column ?? null)
        : (chosenByName.get(heading) ??
            (chosenByName.has(heading) ? null : (column ?? (isTechnical ? 'leave_out' : null)))),
    ),
    // Passages have few of their parts, and no rows that are shown side by side.
    samples: rows
      .filter(({ cells }) => !table.unnamed || (cells[index] ?? '') !== '')
      .slice(0, SAMPLE_ROWS)
      .map(({ cells }) => cells[index]?.slice(0, MAX_SAMPLE) ?? ''),
  }));
  const problems = [...table.problems];
  const report = (message: string) => problems.push(asWarning(headingLine, message));
  const readColumns = columns.filter(({ column }) => column !== 'leave_out');
  const fieldOf = (column: IngestColumn['column']) => (column === 'leave_out' ? undefined : (column ?? undefined));
  for (const message of columnMessages(
    readColumns.map(({ name, column }) => ({ heading: name, column: fieldOf(column) })),
  ))
    report(message);
  for (const { name, column } of columns) if (column === 'leave_out') report(`The column “${name}” is skipped.`);
  for (const { cells, from } of rows) {
    const extra = textOf(cells.slice(headings.length));
    if (extra === '') continue;
    const message = `The row has more cells than the table has columns. The extra cells “${extra}” are skipped.`;
    problems.push(asWarning(from, message, 'Put text that contains commas in quotation marks.'));
  }
  const fields = columns.map(({ column }) => column);
  for (const [index, { name, column }] of columns.entries()) {
    const empty = rows.find(({ cells }) => isNoValue(cells[index] ?? '', fieldOf(column)));
    if (empty && name !== column) report(`“${empty.cells[index]}” in the column “${name}” is read as an empty cell.`);
  }
  const tableRows = fillOwners(rowsOf(rows, headings, fields, table.unnamed), proposed, problems);
  const found = foundIn(tableRows, columns);
  const read = readRows(
    tableRows,
    readingOf({ separator: reading?.separator ?? null, date_order: reading?.date_order ?? found.date_order }),
  );
  return {
    ...read,
    fatal: read.fatal === null ? null : rows.length === 0 ? 'This table has no rows.' : noDatesIn(columns),
    problems: [...problems, ...read.problems].toSorted((a, b) => a.line - b.line),
    table: { columns, found, isExact: proposed.every(({ heading, column }) => heading === column) },
  };
}

/** The order of day and month that the dates show, or else that is usual in the language of their heading. */
function foundIn(rows: readonly TableRow[], columns: readonly IngestColumn[]): ReadTable['found'] {
  const dates = rows.flatMap(({ cells }) => [cells.start_date ?? '', cells.end_date ?? '']);
  const heading = columns.find(({ column }) => column === 'start_date')?.name ?? '';
  const isDayFirst = dayFirstIn(dates, isDayFirstHeading(heading));
  return { separator: null, date_order: isDayFirst ? 'day_first' : 'month_first' };
}

function noDatesIn(columns: readonly IngestColumn[]): string {
  const name = columns.find(({ column }) => column === 'start_date')?.name;
  return name === undefined
    ? 'No column of this table is read as the start date. Choose one in a preview.'
    : `No cell of the column “${name}”, which is read as the start date, has a date. Choose another column in a preview, or correct the cells.`;
}
