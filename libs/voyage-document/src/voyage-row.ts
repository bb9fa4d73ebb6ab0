import { type CodesLine, readCodesLine } from './codes.ts';
import { dayFirstIn } from '@archive/contracts/dates';
import { readDateCell, reportWords, splitDateTime } from './date-cells.ts';
import { headingDate } from './dates.ts';
import type { Block, Field } from './fields.ts';
import { FIELD_LABELS, type FieldName } from './field-names.ts';
import { haveFamilyNamesFirst, inReadingOrder } from './names.ts';
import { readLabel } from './labels.ts';
import { escapeLine, readParentheses, splitLines } from './lines.ts';
import { normalizeVoyage } from './normalize.ts';
import { PassengerItems } from './passenger-item.ts';
import { findPairs, forEachOutside } from './pairs.ts';
import { readPlaces } from './places.ts';
import { asProblem, type Problem, type Report } from './problems.ts';
import { type CurrentSection, Sections } from './sections.ts';
import { areSeparatedByBars, unescapeFormula } from './table-cells.ts';
import { TEXT_FIELD_NAMES } from './text-fields.ts';
import { escapeText, excerpt, toSingleLine } from './texts.ts';
import type { DocumentProblem, RejectedVoyage, StatedValues, VoyageDocument, VoyageRecord } from './types.ts';
import { composeVoyage, type ReadVoyage } from './voyage.ts';
import { VOYAGE_COLUMNS, type VoyageColumn } from './voyage-columns.ts';
import { checkDates, type HeadingFields } from './voyage-dates.ts';
import type { DateOrder } from './voyage-heading.ts';
import { emptyValuesOfRow } from './voyage-table.ts';
import { writeVoyage } from './write.ts';

/** A cell of a column that isn't part of the format. Its text is kept in Additional Information, with its heading. */
export interface OtherCell {
  /** Empty if it has none. */
  heading: string;
  text: string;
}

/** A row of a table: one voyage. */
export interface TableRow {
  cells: Readonly<Partial<Record<VoyageColumn, string>>>;
  others: readonly OtherCell[];
  /** 1-based and inclusive lines of the source. */
  line: number;
  end_line: number;
  /** Corrects what the row states, in formats that say it. */
  statedValues?: (values: StatedValues) => StatedValues;
}

/** How the cells of a table are read. What is absent is found out. */
export interface TableReading {
  dayFirst?: boolean | undefined;
  /** The character between the values of a cell, such as those of a list of people. */
  separator?: string | undefined;
}

interface RowContext {
  order: DateOrder;
  people: PassengerItems;
  section: number | null;
  separators: ReadonlyMap<VoyageColumn, string>;
  /** Whether each cell of passengers is one person with the family name first. */
  hasFamilyNamesFirst?: boolean;
  /** What a document has above and below the row for its voyage. */
  around?: Block & { notes: readonly string[] };
}

const LISTS = ['passengers', 'sources', 'additional_sources'] as const;
const SEPARATED: readonly VoyageColumn[] = [...LISTS, 'start_location', 'end_location'];

/** Whether a table has all columns of the format, as exports have. */
const isExport = (rows: readonly TableRow[]) => VOYAGE_COLUMNS.every((column) => rows[0]?.cells[column] !== undefined);

/** The separators of a table’s cells by column, if they aren’t those of the document format. */
function separatorsOf(rows: readonly TableRow[], chosen: string | undefined): ReadonlyMap<VoyageColumn, string> {
  const found = SEPARATED.flatMap((column): [VoyageColumn, string][] => {
    if (chosen !== undefined) return [[column, chosen]];
    // Exports have bars in their texts.
    if (isExport(rows)) return [];
    const cells = rows.map((row) => row.cells[column] ?? '');
    return areSeparatedByBars(cells, column) ? [[column, '|']] : [];
  });
  return new Map(found);
}

/** Replaces a separator by the semicolon of the format. Semicolons in the values then separate nothing. */
function withSemicolons(text: string, separator: string | undefined): string {
  if (separator === undefined || separator === ';' || !text.includes(separator)) return text;
  const characters = text.split('');
  forEachOutside(text, findPairs(text), (index) => {
    if (text[index] === separator) characters[index] = ';';
    else if (text[index] === ';') characters[index] = String.raw`\;`;
  });
  return characters.join('');
}

/** The fields of a cell with quotes: one for each `Spin from *Source*:`. */
function spinFields(text: string, line: number): Field[] {
  const fields: Field[] = [];
  const start = (source: string | null, first: string) =>
    fields.push({ name: 'spin', label: FIELD_LABELS.spin, line, source, first, following: [] });
  for (const [index, row] of splitLines(text).entries()) {
    const label = readLabel(row);
    if (label?.field === 'spin') start(label.source, label.rest);
    else {
      if (index === 0) start(null, '');
      fields.at(-1)?.following.push(row.trimStart().startsWith('\\') ? row : escapeLine(row));
    }
  }
  return fields;
}

/** The codes of a cell: `(GRF) (Menu)`, or words between commas. */
function codesOf(text: string, line: number): CodesLine[] {
  if (text === '') return [];
  const groups = readParentheses(text) ?? text.split(/[,;|]/).map((code) => escapeText(code.trim()));
  const written = groups.map((group) => `(${group})`).join(' ');
  return [readCodesLine(written, line) ?? { line, groups, isKnown: false }];
}

/** A heading as the label of its text: `source_page` becomes `Source page`. */
const labelOf = (heading: string) =>
  heading
    .replaceAll('_', ' ')
    .trim()
    .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

interface DateFields extends Omit<HeadingFields, 'number' | 'title'> {
  start_time: string;
  end_time: string;
}

const NO_DATES = { start_date: null, end_date: null, start_date_written: null, end_date_written: null };

/** Reads a row. The cells meet the fields of a document in the same readers, each in the field that its column means. */
function readCells({ cells, others, line }: TableRow, context: RowContext, report: Report): ReadVoyage {
  const added = others.flatMap(({ heading, text }) => {
    const value = unescapeFormula(text).trim();
    return value === '' ? [] : [heading === '' ? value : `${labelOf(heading)}: ${value}`];
  });
  const text = (column: VoyageColumn) =>
    withSemicolons(unescapeFormula(cells[column] ?? '').trim(), context.separators.get(column));
  const single = (column: VoyageColumn) => toSingleLine(text(column)) ?? '';
  const keep = (label: string, value: string, problem: string) => {
    added.push(`${label}: ${value}`);
    const message = `“${excerpt(value)}” ${problem} It’s kept in Additional Information.`;
    report({ line, field: label, severity: 'warning', message });
  };

  const dates = readDateCells(single, { line, order: context.order, keep }, report);
  const number = single('number');
  const isNumber = /^\d{1,9}$/.test(number);
  if (number !== '' && !isNumber) keep('Number', number, 'isn’t a number.');
  const { start_time, end_time, ...dateFields } = dates;
  const field = (name: FieldName, first: string, part?: 'start' | 'end'): Field[] =>
    first === ''
      ? []
      : [{ name, label: FIELD_LABELS[name], line, source: null, first, following: [], part: part ?? null }];
  const pair = (name: FieldName, start: string, end: string) =>
    end === '' ? field(name, start) : [...field(name, start, 'start'), ...field(name, end, 'end')];
  const [start, end] = [single('start_location'), single('end_location')];
  const people = orderedName(text('passengers'), context, line, report);
  const fields = [
    ...field('voyage_type', single('voyage_type')),
    ...(end === '' && readPlaces(start).hasExtraPlaces
      ? field('location', start, 'start')
      : pair('location', start, end)),
    ...pair('time', start_time, end_time),
    ...field('start_date_written', single('start_date_written')),
    ...field('end_date_written', single('end_date_written')),
    ...LISTS.flatMap((column) => field(column, column === 'passengers' ? people : text(column))),
    ...TEXT_FIELD_NAMES.flatMap((column) => field(column, text(column))),
    ...(text('spins') === '' ? [] : spinFields(text('spins'), line)),
  ];
  const { section, around } = context;
  const title = toSingleLine(text('title'));
  return composeVoyage(
    {
      section,
      people: context.people,
      dates: { number: isNumber ? Number(number) : null, title, ...dateFields },
      codes: [...(around?.codes ?? []), ...codesOf(single('codes'), line)],
      fields: [...fields, ...(around?.fields ?? [])],
      added: [...added, ...(around?.added ?? [])],
      notes: around?.notes ?? [],
    },
    report,
  );
}

/** A cell of passengers, with the given names first in a column of people with their family names first. */
function orderedName(cell: string, { hasFamilyNamesFirst }: RowContext, line: number, report: Report): string {
  const name = hasFamilyNamesFirst ? inReadingOrder(cell) : undefined;
  if (name === undefined) return cell;
  const message = `“${excerpt(cell)}” is read as ${excerpt(name).replace(/\.$/, '')}.`;
  report({ line, field: FIELD_LABELS.passengers, severity: 'warning', message });
  return name;
}

interface DateContext {
  line: number;
  order: DateOrder;
  keep: (label: string, value: string, problem: string) => void;
}

/** Reads the cells with dates and times, because a spreadsheet may put both into one. */
function readDateCells(
  cell: (column: VoyageColumn) => string,
  { line, order, keep }: DateContext,
  report: Report,
): DateFields {
  const [from, to] = [splitDateTime(cell('start_time')), splitDateTime(cell('end_time'))];
  const times = { start_time: from.time || from.date, end_time: to.time || to.date };
  const start = readDateCell(cell('start_date'), order);
  if (start === null) {
    const message = `The date “${excerpt(cell('start_date'))}” isn’t a date such as 1976-06-16, 1976-06 or 1976.`;
    report({ line, field: 'Date', severity: 'error', message });
    return { ...NO_DATES, ...times };
  }
  // A time with a date of its own, in a table without end dates.
  const endCell = cell('end_date') || (to.time === '' ? '' : to.date);
  const readEnd = endCell === '' ? null : readDateCell(endCell, order);
  if (endCell !== '' && readEnd === null) keep('End Date', endCell, 'isn’t a date.');
  const end = readEnd?.start ?? start.end;
  if (readEnd !== null && start.end !== null && start.end.date !== readEnd.start.date)
    keep('Start Date', cell('start_date'), 'has another end than the column with end dates.');
  for (const [name, time, label] of [
    ['start_time', start.time, 'Start Time'],
    ['end_time', readEnd?.time ?? '', 'End Time'],
  ] as const) {
    if (times[name] === '') times[name] = time;
    else if (time !== '') keep(label, time, 'is beside the date, and there is another time.');
  }
  const isOtherDay = ({ date, time }: typeof from, day: string | null | undefined) =>
    time !== '' && date !== '' && readDateCell(date, order)?.start.date !== day;
  if (isOtherDay(from, start.start.date)) keep('Start Time', cell('start_time'), 'has another date than the voyage.');
  if (isOtherDay(to, end?.date)) keep('End Time', cell('end_time'), 'has another date than the end of the voyage.');
  const { suggest: _suggest, ...dates } = checkDates(
    { start: start.start, end, number: null, title: null },
    line,
    report,
  );
  for (const [read, name] of [
    [start, 'start_date_written'],
    [readEnd, 'end_date_written'],
  ] as const) {
    if (read?.words == null) continue;
    reportWords(read, line, report);
    dates[name] = read.words;
  }
  return { ...dates, ...times };
}

const textOfRow = ({ cells, others }: TableRow) => {
  const { owner: _owner, ...otherCells } = cells;
  const texts = [...Object.values(otherCells), ...others.map(({ text }) => text)];
  return toSingleLine(texts.filter((cell) => cell.trim() !== '').join(', ')) ?? '';
};

/** Reads one row of a table, whose dates have the order of its document. */
export const readRow = (row: TableRow, context: Omit<RowContext, 'separators'>, report: Report) =>
  readCells(row, { ...context, separators: separatorsOf([row], undefined) }, report);

/** Suggestions for lines of a document don't apply to cells. */
const withoutLines = (problem: Problem): Problem =>
  problem.suggestion?.includes('“#') ? { ...problem, suggestion: null } : problem;

/**
 * Reads the rows of a table, one voyage each, in the order of the table. `fatal` is set if no row has a date. Rows without any text are skipped.
 */
export function readRows(rows: readonly TableRow[], { dayFirst, separator }: TableReading = {}): VoyageDocument {
  const problems: DocumentProblem[] = [];
  const voyages: VoyageRecord[] = [];
  const rejected: RejectedVoyage[] = [];
  const dates = rows.flatMap(({ cells }) => [cells.start_date ?? '', cells.end_date ?? '']);
  const order = { dayFirst: dayFirst ?? dayFirstIn(dates), isEdtf: isExport(rows) };
  const separators = separatorsOf(rows, separator);
  const people = new PassengerItems();
  const passengers = rows.map(({ cells }) => cells.passengers?.trim() ?? '').filter((cell) => cell !== '');
  const hasFamilyNamesFirst = separator === undefined && haveFamilyNamesFirst(passengers);
  const reportOwner: Report = (problem) => problems.push(asProblem(withoutLines(problem), null));
  const sections = new Sections(reportOwner, 'the president or owner');
  const sectionOf = new Map<string, CurrentSection>();
  let hasDates = false;
  for (const row of rows) {
    const { line, end_line, cells } = row;
    const rowText = textOfRow(row);
    if (rowText === '') continue;
    const findings: Problem[] = [];
    const report: Report = (problem) => findings.push(withoutLines({ ...problem, line }));
    const dateCell = toSingleLine(cells.start_date ?? '');
    // A line below a table, such as when it was printed, isn’t a voyage.
    const isFooter = dateCell === rowText && readDateCell(rowText, order)?.isInside === true;
    const date = isFooter ? null : dateCell;
    const owner = toSingleLine(unescapeFormula(cells.owner ?? '')) ?? '';
    if (owner !== '' && !sectionOf.has(owner)) {
      sections.open(owner, line, false);
      sectionOf.set(owner, sections.current());
    }
    const current = sectionOf.get(owner) ?? { section: null };
    const { section } = current;
    if (date === null) {
      const message = `The row has no date, so it’s skipped: “${excerpt(rowText, 300)}”.`;
      const suggestion = 'Enter the date of the voyage, or move the text to the row of its voyage.';
      report({ line, field: 'Date', severity: 'error', message, suggestion });
    }
    const voyage =
      date === null
        ? null
        : sections.place(readCells(row, { order, people, section, separators, hasFamilyNamesFirst }, report), current);
    const name = voyage?.start_date ? headingDate(voyage.start_date) : excerpt(date ?? rowText);
    for (const problem of findings) problems.push(asProblem(problem, date === null ? null : name));
    hasDates ||= date !== null && readDateCell(date, order) !== null;
    if (voyage?.start_date == null || findings.some(({ severity }) => severity === 'error')) {
      rejected.push({ line, end_line, heading: excerpt(rowText, 200), section, original_markdown: '' });
      continue;
    }
    const record = { ...voyage, start_date: voyage.start_date };
    const { stated } = record.stated_values;
    const empty = emptyValuesOfRow(cells).filter((value) => !stated.includes(value));
    const slug = (cells.voyage_slug ?? '').trim();
    voyages.push({
      ...record,
      ...(slug === '' ? {} : { voyage_slug: slug }),
      stated_values: row.statedValues?.(record.stated_values) ?? { ...record.stated_values, empty },
      line,
      end_line,
      original_markdown: writeVoyage(normalizeVoyage({ ...record, section: null })),
    });
  }
  const fatal = hasDates ? null : NO_DATE;
  return { fatal, sections: sections.list, voyages, rejected, problems: problems.toSorted((a, b) => a.line - b.line) };
}

const NO_DATE = 'No row of this table has a date that can be read.';
