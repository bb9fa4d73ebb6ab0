import { VOYAGE_COLUMNS, type VoyageColumn } from './voyage-columns.ts';

const names = (column: VoyageColumn, list: string): [string, VoyageColumn][] =>
  list.split(', ').map((name) => [name, column]);

/** Alternative headings that people use in their tables, folded like `keyOf`. */
const SYNONYMS: ReadonlyMap<string, VoyageColumn> = new Map([
  ...VOYAGE_COLUMNS.map((column): [string, VoyageColumn] => [column, column]),
  ...names('voyage_slug', 'slug, id, voyage_id'),
  ...names(
    'owner',
    'president, presidents, administration, president_owner, owner_president, vessel_owner, yacht_owner',
  ),
  ...names('number', 'no, nr, voyage_number, voyage_no'),
  ...names(
    'start_date',
    'date, dates, start, date_of_voyage, voyage_date, from_date, date_from, begin, begin_date, departure_date',
  ),
  ...names('end_date', 'end, to_date, date_to, until, return_date, arrival_date'),
  ...names('title', 'voyage, voyage_title, event, occasion, name'),
  ...names('voyage_type', 'type, type_of_voyage, kind'),
  ...names('start_time', 'time, time_out, departure_time, departed, time_of_departure'),
  ...names('end_time', 'time_in, return_time, arrival_time, returned'),
  ...names(
    'start_location',
    'location, locations, place, places, where, from, origin, departure, vessel_location, location_of_vessel',
  ),
  ...names('end_location', 'to, where_to, destination, arrival'),
  ...names(
    'passengers',
    'passenger, guests, people, who, who_was_on_board, who_was_aboard, on_board, aboard, attendees, party',
  ),
  ...names('passengers', 'passengers_guests, passengers_and_guests, guest_list, passenger_list, persons'),
  ...names('summary_markdown', 'summary, description'),
  ...names('additional_information', 'additional_info, details, information'),
  ...names('sources', 'source, reference, references, citation, citations, ref'),
  ...names('additional_sources', 'additional_source, other_sources'),
  ...names('notes', 'note, comment, comments, remark, remarks'),
  ...names('notes_internal', 'curator_notes, internal_notes, staff_notes'),
  ...names('spins', 'spin, quote, quotes'),
]);

const keyOf = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '');

/** The column that a heading means: the name in the format or a synonym. */
export const columnOf = (heading: string): VoyageColumn | undefined => SYNONYMS.get(keyOf(heading));

/** A heading of a table with the column that it means, if any. If two headings mean the same column, the first one gets it. */
export interface TableColumn {
  heading: string;
  column: VoyageColumn | undefined;
}

export function columnsOf(headings: readonly string[]): TableColumn[] {
  const usedColumns = new Set<VoyageColumn>();
  const exact = new Set(headings.map((heading) => keyOf(heading)));
  return headings.map((heading) => {
    const column = columnOf(heading);
    const isOther = column !== undefined && column !== keyOf(heading) && exact.has(column);
    if (column === undefined || isOther || usedColumns.has(column))
      return { heading: heading.trim(), column: undefined };
    usedColumns.add(column);
    return { heading: heading.trim(), column };
  });
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
