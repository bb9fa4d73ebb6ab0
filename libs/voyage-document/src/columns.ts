// cspell:ignore référence inicio abfahrt quelle fuente
import {
  AMBIGUOUS_HEADINGS,
  COMPOSED_WORDS,
  DAY_FIRST_WORD,
  HEADINGS,
  OF_THE_RECORD,
  PARTS_OF_PLACE,
  TIMESTAMP,
} from './column-headings.ts';
import { isDateCell, isTimeCell } from './date-cells.ts';
import { fold } from './folding.ts';
import { hasKnownGivenName } from './inverted-names.ts';
import { isNoValue } from './table-cells.ts';
import { VOYAGE_TYPES } from './types.ts';
import type { VoyageColumn } from './voyage-columns.ts';

/** Keys of other systems that describe the record instead of the voyage: `@type`, `o:id`. */
const TECHNICAL = /(?:^|\.)(?:@|o:|\$)/;

/** `eventStartDates` of a program is `event_start_dates`. */
const CAMEL_CASE = /(?<=\p{Ll})(?=\p{Lu})/gu;

/** `location.name`: what an object in an object is called. */
const NAME_IN_OBJECT = /(?<!^(?:dc|dcterms))\.(?:\w+:)?(?:name|label|value|title)$/i;
/** `fields.Date`, `field_description`: an object or a word around all others. */
const WRAPPER = /^(?:(?:fields|properties|attributes|record|item|metadata|_source)\.|field_)/i;

const keyOf = (heading: string) =>
  fold(heading.trim().replace(WRAPPER, '').replace(NAME_IN_OBJECT, '').replaceAll(CAMEL_CASE, '_'))
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$|(?<=^|_)schema_/g, '')
    .replace(/^(?:dcterms|dublin_core|dc)_/, 'dc_');

const PAIRS = {
  date: ['start_date', 'end_date'],
  time: ['start_time', 'end_time'],
  place: ['start_location', 'end_location'],
} as const;

/** The number of a record in French, not a source. */
const IDENTIFIER = /^référence$/i;

/** The column of a heading that consists of words for dates, times or places and their two ends: `date_end`, `Time out / in`, `Abfahrt Ort`. */
function composedColumnOf(key: string): VoyageColumn | undefined {
  const words = key.split('_');
  const { start, end, other, ...kinds } = COMPOSED_WORDS;
  const kind = (['date', 'time', 'place'] as const).find(
    (name) =>
      words.some((word) => kinds[name].has(word)) &&
      (name !== 'place' || words.some((word) => start.has(word) || end.has(word))) &&
      words.every((word) => [kinds[name], start, end, other].some((set) => set.has(word))),
  );
  if (kind === undefined) return undefined;
  const isEnd = words.some((word) => end.has(word)) && !words.some((word) => start.has(word));
  return PAIRS[kind][isEnd ? 1 : 0];
}

/** The column of an element of Dublin Core with a qualifier: `dc.coverage.spatial`, `dc.date.issued`. */
function qualifiedColumnOf(key: string): VoyageColumn | undefined {
  const [, element, qualifier = ''] = /^dc_([a-z]+)_([a-z_]+)$/.exec(key) ?? [];
  if (element === undefined || OF_THE_RECORD.test(qualifier)) return undefined;
  return HEADINGS.get(`dc_${qualifier}`) ?? HEADINGS.get(`dc_${element}`);
}

const DATE_COLUMNS = ['start_date', 'end_date', 'start_date_written'] as const;

/** The column that a heading means: the name in the format or a synonym. `begin_1` and `Date (1) Begin` are the first of many dates. */
export function columnOf(heading: string): VoyageColumn | undefined {
  if (IDENTIFIER.test(heading.trim().normalize('NFC'))) return undefined;
  const key = keyOf(heading);
  const one = key.replace(/_1(?=_|$)/, '');
  const first = one === key ? undefined : (HEADINGS.get(one) ?? composedColumnOf(one));
  const meant = HEADINGS.get(key) ?? HEADINGS.get(key.replace(/_label$/, '')) ?? qualifiedColumnOf(key);
  return meant ?? composedColumnOf(key) ?? DATE_COLUMNS.find((column) => column === first);
}

/** Whether a heading is in a language that writes the day before the month: `Datum`, `Fecha`. */
export const isDayFirstHeading = (heading: string): boolean => DAY_FIRST_WORD.test(keyOf(heading));

/** A heading of a table with the column that it and its cells mean, if any. If two mean the same column, the first one gets it. */
export interface TableColumn {
  heading: string;
  column: VoyageColumn | undefined;
  /** Whether the column has nothing about the voyage: the identifiers of another system. */
  isTechnical?: boolean;
}

/** What most cells of a column are. `digits` are years or times: 1830. */
type Content = 'date' | 'digits' | 'time' | 'url' | 'people' | 'text' | 'empty';

const MOST = 0.6;
const SAMPLES = 50;
const LONGEST_SAMPLE = 300;
/** Addresses without a text are of records, pages and files, not people, places or titles. */
const isAddress = (cell: string) => /^https?:\/\/\S+$/i.test(cell);
const URL_CELL = /^(?:\[[^\]]*\]\()?https?:\/\/\S+$/i;
/** `FR-AN-1946/12`, `1962.54.3`: the number of a record or a box. */
const IDENTIFIER_CELL = /^(?!https?:)(?=.*\d)[\p{L}\d][\p{L}\d./_-]*$/iu;
/** Numbers without a heading for dates are of records, not days of a spreadsheet. */
const NUMBER_CELL = /^\d+(?:[.,]\d+)?$/;
/** Times as spreadsheets store them: 0.770833, 0.5. */
const PART_OF_DAY = /^0[.,]\d+$/;
/** Those of the archive begin with the date: `1946-06-12-truman-supper`. */
const SLUG_CELL = /^\d{3}[\dx](?:-[a-z\d]+)+$/;

const most = (cells: readonly string[], test: (cell: string) => boolean) =>
  cells.length > 0 && cells.filter(test).length >= MOST * cells.length;

/** Whether a cell lists people, at least one by a common given name. */
function listsPeople(cell: string): boolean {
  const items = cell.split(/[,;|\n]/).map((item) => item.trim());
  const named = items.filter((item) => /^\p{Lu}[\p{L}.'’-]*(?: [\p{L}.'’()-]+){1,4}$/u.test(item));
  return items.length > 1 && named.length >= MOST * items.length && named.some(hasKnownGivenName);
}

function contentOf(cells: readonly string[]): Content {
  if (cells.length === 0) return 'empty';
  if (most(cells, (cell) => /^\d{3,4}$/.test(cell))) return 'digits';
  if (most(cells, isTimeCell) || most(cells, (cell) => cell.split(/[-–]/).every((part) => isTimeCell(part))))
    return 'time';
  if (most(cells, (cell) => PART_OF_DAY.test(cell))) return 'time';
  if (most(cells, isDateCell)) return 'date';
  if (most(cells, (cell) => cell.split(/[;|\s]+/).every((part) => URL_CELL.test(part)))) return 'url';
  return most(cells, listsPeople) ? 'people' : 'text';
}

/** Words in headings of columns, if others could have the same content. A column without a heading is numbered. */
const WORD_OF: Partial<Record<VoyageColumn, RegExp>> = {
  start_date: /date|datum|fecha|when|tag|jour|dia/,
  sources: /^column_\d+$|link|url|web|site|online|source|quelle|fuente|^(?:item|event|voyage|trip|cruise)$/,
};

/** The column of a heading, unless its cells say otherwise: `End` with times is the end time. */
function fitted(
  column: VoyageColumn,
  key: string,
  cells: readonly string[],
  hasDates: boolean,
): VoyageColumn | undefined {
  if (column === key) return column;
  if (column !== 'sources' && column !== 'additional_sources' && most(cells, isAddress)) return undefined;
  if (column === 'voyage_slug') return most(cells, (cell) => SLUG_CELL.test(cell)) ? column : undefined;
  if (column === 'sources') return most(cells, (cell) => IDENTIFIER_CELL.test(cell)) ? undefined : column;
  // The number of guests, not their names.
  if (column === 'passengers' && most(cells, (cell) => /^\d+$/.test(cell))) return undefined;
  if (column === 'title') return most(cells, (cell) => /^\d+$/.test(cell) || URL_CELL.test(cell)) ? undefined : column;
  if (column === 'number') return most(cells, (cell) => /^\d+$/.test(cell)) ? column : undefined;
  if (column === 'voyage_type')
    return most(cells, (cell) => VOYAGE_TYPES.some((type) => type === cell.toLowerCase())) ? column : undefined;
  const content = contentOf(cells);
  // “Embarked” can be who or when.
  if (column === 'passengers') return content === 'time' || content === 'date' ? PAIRS[content][0] : column;
  const pair = Object.values(PAIRS).find((columns) => columns.some((name) => name === column));
  if (!pair) return column;
  const half = column === pair[0] ? 0 : 1;
  if (content === 'time' || content === 'date') return PAIRS[content][half];
  if (content === 'digits')
    return PAIRS[pair === PAIRS.date && !(AMBIGUOUS_HEADINGS.has(key) && hasDates) ? 'date' : 'time'][half];
  return content === 'text' && AMBIGUOUS_HEADINGS.has(key) ? PAIRS.place[half] : column;
}

/**
 * Proposes the column of each heading, by the heading and by the cells of the rows. A table without a heading for its dates gets the first
 * column with dates.
 */
export function columnsOf(headings: readonly string[], rows: readonly (readonly string[])[] = []): TableColumn[] {
  const keys = headings.map(keyOf);
  const cellsOf = headings.map((_, index) =>
    rows
      .map((row) => row[index]?.trim().slice(0, LONGEST_SAMPLE) ?? '')
      .filter((cell) => cell !== '' && !isNoValue(cell, 'start_date'))
      .slice(0, SAMPLES),
  );
  const contents = cellsOf.map(contentOf);
  // Columns such as “Begin” and “End” have times only beside a column with the date.
  const hasDates = keys.some(
    (key, index) =>
      contents[index] === 'date' && !AMBIGUOUS_HEADINGS.has(key) && HEADINGS.get(key) !== 'start_date_written',
  );
  const meant = keys.map((key, index) => {
    const column = columnOf(headings[index] ?? '');
    const cells = cellsOf[index] ?? [];
    return column && cells.length > 0 ? fitted(column, key, cells, hasDates) : column;
  });
  const columns = headings.map((): VoyageColumn | undefined => undefined);
  const claim = (index: number) => {
    const column = meant[index];
    if (column !== undefined && !columns.includes(column)) columns[index] = column;
  };
  const propose = (column: VoyageColumn, content: Content) => {
    if (columns.includes(column)) return;
    const free = keys.flatMap((key, index) =>
      contents[index] === content &&
      columns[index] === undefined &&
      !OF_THE_RECORD.test(key) &&
      !TECHNICAL.test(headings[index] ?? '')
        ? [index]
        : [],
    );
    const isNumbers = (item: number) => most(cellsOf[item] ?? [], (cell) => NUMBER_CELL.test(cell));
    const named = free.find((item) => WORD_OF[column]?.test(keys[item] ?? ''));
    // Addresses below another heading are those of a person, a place or a file.
    const index = named ?? (content === 'url' ? undefined : free.find((item) => !isNumbers(item)));
    if (index !== undefined) columns[index] = column;
  };
  for (const index of keys.keys()) if (meant[index] === keys[index]) claim(index);
  // A column called “Date” without dates leaves the start date to another one, and so do empty columns and parts of places.
  const isDated = (column: VoyageColumn | undefined) => PAIRS.date.some((name) => name === column);
  const isDoubtful = (index: number) =>
    contents[index] === 'text' ? isDated(meant[index]) : rows.length > 0 && contents[index] === 'empty';
  for (const [index, key] of keys.entries()) if (!isDoubtful(index) && !PARTS_OF_PLACE.has(key)) claim(index);
  propose('start_date', 'date');
  for (const index of keys.keys()) if (columns[index] === undefined) claim(index);
  propose('passengers', 'people');
  propose('sources', 'url');
  // Museums write the years of a date beside its text, to sort by them.
  const written = columns.indexOf('start_date_written');
  if (contents[written] === 'date' && contents[columns.indexOf('start_date')] === 'digits') {
    for (const [index, column] of columns.entries())
      if (isDated(column) && contents[index] === 'digits') columns[index] = undefined;
    columns[written] = 'start_date';
  }
  const onlyDate = columns.findIndex(
    (column, index) => (column === 'end_date' || column === 'start_date_written') && contents[index] === 'date',
  );
  if (!columns.includes('start_date') && onlyDate >= 0) columns[onlyDate] = 'start_date';
  return headings.map((heading, index) => ({
    heading: heading.trim(),
    column: columns[index],
    ...(columns[index] === undefined && (TECHNICAL.test(heading.trim()) || TIMESTAMP.test(keys[index] ?? ''))
      ? { isTechnical: true }
      : {}),
  }));
}

/** Whether a row is the header of a table of voyages: it has a date column, another known column, and no long text. */
export function isTableHead(cells: readonly string[]): boolean {
  const columns = columnsOf(cells);
  const knownCount = columns.filter(({ column }) => column !== undefined).length;
  return (
    knownCount > 1 && columns.some(({ column }) => column === 'start_date') && cells.every((cell) => cell.length <= 60)
  );
}

const labelOf = (column: VoyageColumn) => column.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase());

/** Warnings for headings that differ from the format's names. Each says how the heading was understood. */
export const columnMessages = (columns: readonly TableColumn[]): string[] =>
  columns.flatMap(({ heading, column }) => {
    if (heading === '' || (column !== undefined && keyOf(heading) === column)) return [];
    return column === undefined
      ? [`The column “${heading}” isn’t recognized. Its cells are kept in Additional Information.`]
      : [`The column “${heading}” is read as “${labelOf(column)}”.`];
  });
