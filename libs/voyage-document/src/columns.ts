import { isDateCell, isTimeCell } from './date-cells.ts';
import { fold } from './folding.ts';
import { hasKnownGivenName } from './inverted-names.ts';
import { VOYAGE_TYPES } from './types.ts';
import { VOYAGE_COLUMNS, type VoyageColumn } from './voyage-columns.ts';

const names = (column: VoyageColumn, list: string): [string, VoyageColumn][] =>
  list.split(/[,\s]+/).map((name) => [name, column]);

/** Alternative headings that people use in their tables, folded like `keyOf`: in English, German, French and Spanish, and Dublin Core. */
const SYNONYMS: ReadonlyMap<string, VoyageColumn> = new Map([
  ...VOYAGE_COLUMNS.map((column): [string, VoyageColumn] => [column, column]),
  ...names('voyage_slug', 'slug, id, voyage_id'),
  ...names(
    'owner',
    `president, presidents, administration, president_owner, owner_president, vessel_owner, yacht_owner, prasident, eigentumer, besitzer,
    proprietaire, presidente, propietario`,
  ),
  ...names('number', 'no, nr, voyage_number, voyage_no, nummer, lfd_nr, numero'),
  ...names(
    'start_date',
    `date, dates, start, date_of_voyage, voyage_date, from_date, date_from, begin, begin_date, departure_date, when, day, year,
    datum, tag, reisetag, reisedatum, beginn, anfang, startdatum, wann, jahr, jour, debut, date_debut, date_de_depart, date_du_voyage, quand,
    annee, fecha, fechas, fecha_inicio, fecha_de_inicio, fecha_de_salida, inicio, cuando, dia, ano, dc_date, dc_created, dc_temporal`,
  ),
  ...names(
    'end_date',
    `end, to_date, date_to, until, return_date, arrival_date, ende, enddatum, bis, fin, date_fin, date_de_fin, date_de_retour, fecha_fin,
    fecha_final, fecha_de_regreso, hasta`,
  ),
  ...names(
    'title',
    'voyage, voyage_title, event, occasion, name, titel, anlass, ereignis, reise, titre, evenement, occasion, titulo, evento, viaje, dc_title',
  ),
  ...names('voyage_type', 'type, type_of_voyage, kind, art, typ, tipo'),
  ...names(
    'start_time',
    `time, time_out, out, left, sailed, departure_time, departed, time_of_departure, times, hours, from_to, from_until, uhrzeit, zeit, zeiten, von_bis, abfahrt,
    abfahrtszeit, heure, heures, horaire, heure_de_depart, de_a, hora, horas, horario, hora_de_salida, salida, desde_hasta`,
  ),
  ...names(
    'end_time',
    `time_in, in, back, return_time, arrival_time, returned, ruckkehr, ruckkehrzeit, ankunftszeit, retour, heure_de_retour, heure_d_arrivee, regreso,
    hora_de_llegada, hora_de_regreso`,
  ),
  ...names(
    'start_location',
    `location, locations, place, places, where, from, origin, departure, vessel_location, location_of_vessel, ort, orte, wo, von, abfahrtsort,
    ankerplatz, lieu, lieux, ou, depart, lieu_de_depart, lugar, lugares, donde, desde, origen, lugar_de_salida, dc_spatial, dc_coverage`,
  ),
  ...names(
    'end_location',
    `to, where_to, destination, arrival, ziel, zielort, nach, ankunft, arrivee, lieu_d_arrivee, vers, destino, llegada, lugar_de_llegada`,
  ),
  ...names(
    'passengers',
    `passenger, guests, people, who, who_was_on_board, who_was_aboard, who_was_there, who_came, on_board, aboard, attendees, party, present,
    participants, passengers_guests, passengers_and_guests, guest_list, passenger_list, persons, gaste, passagiere, teilnehmer, personen,
    mitfahrer, an_bord, wer, invites, passagers, personnes, a_bord, qui, invitados, pasajeros, personas, a_bordo, quien, dc_contributor`,
  ),
  ...names(
    'summary_markdown',
    'summary, description, beschreibung, zusammenfassung, inhalt, resume, descripcion, resumen, dc_description, dc_abstract',
  ),
  ...names('additional_information', 'additional_info, details, information, angaben, informations, informacion'),
  ...names(
    'sources',
    `source, reference, references, citation, citations, ref, url, link, links, quelle, quellen, nachweis, fuente, fuentes, dc_source,
    dc_references, dc_bibliographiccitation`,
  ),
  ...names('additional_sources', 'additional_source, other_sources'),
  ...names(
    'notes',
    `note, comment, comments, remark, remarks, bemerkung, bemerkungen, anmerkung, anmerkungen, notiz, notizen, kommentar, remarque, remarques,
    commentaire, commentaires, observations, observacion, observaciones, nota, notas, comentario, comentarios`,
  ),
  ...names('notes_internal', 'curator_notes, internal_notes, staff_notes'),
  ...names('spins', 'spin, quote, quotes, zitat, zitate, cita, citas'),
]);

/** Headings of languages that write the day before the month. */
const DAY_FIRST = new Set(
  'datum, tag, reisetag, reisedatum, beginn, startdatum, wann, jour, debut, date_debut, quand, fecha, fechas, fecha_inicio, inicio, dia'.split(
    ', ',
  ),
);

/** Keys of other systems that describe the record instead of the voyage: `@type`, `o:id`. */
const TECHNICAL = /^(?:@|o:)/;

const keyOf = (heading: string) =>
  fold(heading.trim())
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
    .replace(/^(?:dcterms|dublin_core|dc)_/, 'dc_');

/** The column that a heading means: the name in the format or a synonym. */
export const columnOf = (heading: string): VoyageColumn | undefined => SYNONYMS.get(keyOf(heading));

/** Whether a heading is in a language that writes the day before the month: `Datum`, `Fecha`. */
export const isDayFirstHeading = (heading: string): boolean => DAY_FIRST.has(keyOf(heading));

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
const URL_CELL = /^(?:\[[^\]]*\]\()?https?:\/\/\S+$/i;
const SLUG_CELL = /^[a-z\d]+(?:-[a-z\d]+)+$/;

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
  if (most(cells, isDateCell)) return 'date';
  if (most(cells, (cell) => cell.split(/[;|\s]+/).every((part) => URL_CELL.test(part)))) return 'url';
  return most(cells, listsPeople) ? 'people' : 'text';
}

const PAIRS = {
  date: ['start_date', 'end_date'],
  time: ['start_time', 'end_time'],
  place: ['start_location', 'end_location'],
} as const;

/** Headings that can be of dates, times or places. */
const OPEN = new Set(
  'start end begin out back in until from to from_to von bis von_bis beginn ende abfahrt ankunft depart arrivee debut fin desde hasta salida llegada'.split(
    ' ',
  ),
);

/** The column of a heading, unless its cells say otherwise: `End` with times is the end time. */
function fitted(
  column: VoyageColumn,
  key: string,
  cells: readonly string[],
  hasDates: boolean,
): VoyageColumn | undefined {
  if (column === key) return column;
  if (column === 'voyage_slug') return most(cells, (cell) => SLUG_CELL.test(cell)) ? column : undefined;
  if (column === 'number') return most(cells, (cell) => /^\d+$/.test(cell)) ? column : undefined;
  if (column === 'voyage_type')
    return most(cells, (cell) => VOYAGE_TYPES.some((type) => type === cell.toLowerCase())) ? column : undefined;
  const pair = Object.values(PAIRS).find((columns) => columns.some((name) => name === column));
  if (!pair) return column;
  const half = column === pair[0] ? 0 : 1;
  const content = contentOf(cells);
  if (content === 'time' || content === 'date') return PAIRS[content][half];
  if (content === 'digits') return PAIRS[pair === PAIRS.date && !(OPEN.has(key) && hasDates) ? 'date' : 'time'][half];
  return content === 'text' && OPEN.has(key) ? PAIRS.place[half] : column;
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
      .filter((cell) => cell !== '')
      .slice(0, SAMPLES),
  );
  const contents = cellsOf.map(contentOf);
  const hasDates = contents.includes('date');
  const meant = keys.map((key, index) => {
    const column = SYNONYMS.get(key);
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
    const free = contents.findIndex((found, index) => found === content && columns[index] === undefined);
    if (free >= 0) columns[free] = column;
  };
  for (const index of keys.keys()) if (meant[index] === keys[index]) claim(index);
  // A column called “Date” without dates leaves the start date to another one.
  const isDated = (column: VoyageColumn | undefined) => PAIRS.date.some((name) => name === column);
  for (const index of keys.keys()) if (!isDated(meant[index]) || contents[index] !== 'text') claim(index);
  propose('start_date', 'date');
  for (const index of keys.keys()) if (columns[index] === undefined) claim(index);
  propose('passengers', 'people');
  propose('sources', 'url');
  if (
    !columns.includes('start_date') &&
    columns.includes('end_date') &&
    contents[columns.indexOf('end_date')] === 'date'
  )
    columns[columns.indexOf('end_date')] = 'start_date';
  return headings.map((heading, index) => ({
    heading: heading.trim(),
    column: columns[index],
    ...(columns[index] === undefined && TECHNICAL.test(heading.trim()) ? { isTechnical: true } : {}),
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
