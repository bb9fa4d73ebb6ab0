import { mediaUploadSchema } from '@archive/contracts';
import { dayFirstIn, isPartialDate, readDate, rejectionOf } from '@archive/contracts/dates';
import { formatList } from '@archive/contracts/format';
import {
  type CellRow,
  headingKey,
  parseCells,
  steadyDelimiter,
  UnclosedQuoteError,
} from '@archive/file-metadata/tables';
import { suggestion } from '../../commands.mjs';

/** `file` is a path relative to the folder, with slashes; the others are the fields of an upload. */
export const COLUMNS: readonly string[] = [
  'file',
  ...Object.keys(mediaUploadSchema.shape).filter((name) => name !== 'allow_duplicate'),
];

/** Characters at the beginning of a table that show its delimiter. */
const BEGINNING = 20_000;

/** A row of the metadata: the cells that are not empty, by column. */
export interface MetadataRow {
  line: number;
  cells: Record<string, string>;
}

export interface Metadata {
  rows: MetadataRow[];
  problems: string[];
  /** Whether its dates have the day first: 16.6.1976. */
  dayFirst: boolean;
  /** How its headings and dates are understood. */
  notes: string[];
}

/** Paths of Windows have backslashes. */
const cellOf = (column: string, text: string) => (column === 'file' ? text.replaceAll('\\', '/') : text);

/** Rows above the headings, such as a title. */
const TITLE_ROWS = 10;

/** Reads a table with a header row. Every column and every row is used or reported. */
export function readMetadata(text: string, name: string): Metadata {
  let table: CellRow[];
  try {
    table = parseCells(text, steadyDelimiter(text.slice(0, BEGINNING))?.delimiter ?? ',');
  } catch (error) {
    if (!(error instanceof UnclosedQuoteError)) throw error;
    return { rows: [], problems: [`${name} can’t be read: ${error.message}`], dayFirst: false, notes: [] };
  }
  const columnsIn = ({ cells }: CellRow) => cells.map((cell) => columnOf(cell, COLUMNS));
  const found = table.slice(0, TITLE_ROWS).findIndex((row) => columnsIn(row).includes('file'));
  const header = table[Math.max(found, 0)];
  const columns = header ? columnsIn(header) : [];
  const problems = [...columnProblems(columns, name)];
  const body = table.slice(Math.max(found, 0) + 1).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const rows = body.map(({ cells: record, to }) => {
    if (record.slice(columns.length).some((cell) => cell.trim() !== ''))
      problems.push(
        `${name}, line ${to}: the row has more cells than the header. Put text with commas in quotation marks.`,
      );
    const cells = columns.map((column, index) => [column, cellOf(column, record[index]?.trim() ?? '')] as const);
    return { line: to, cells: Object.fromEntries(cells.filter(([, cell]) => cell !== '')) };
  });
  const heading = header?.cells[columns.indexOf('date')] ?? '';
  const dayFirst = dayFirstIn(
    rows.map(({ cells }) => cells['date'] ?? ''),
    isDayFirstHeading(heading),
  );
  const lines = Map.groupBy(rows, ({ cells }) => cells['file']);
  for (const [file, [first, ...others]] of lines) {
    if (file === undefined) problems.push(`${name}, line ${first?.line}: the row names no file.`);
    else for (const { line } of others) problems.push(`${name}, line ${line}: ${file} is also in line ${first?.line}.`);
  }
  const notes = (header?.cells ?? []).flatMap((cell, index) => {
    const column = columns[index] ?? '';
    return COLUMNS.includes(column) && headingKey(cell) !== column
      ? [`The column “${cell.trim()}” of ${name} is read as “${column}”.`]
      : [];
  });
  if (dayFirst) notes.push(`Dates in ${name} have the day first: 5/6/1971 is June 5.`);
  return { rows, problems, dayFirst, notes };
}

function* columnProblems(columns: readonly string[], name: string): Generator<string> {
  if (!columns.includes('file')) yield `${name} has no column “file”, with the path of each file in the folder.`;
  for (const [index, column] of columns.entries()) {
    if (columns.indexOf(column) !== index) yield `${name} has the column “${column}” twice.`;
    if (COLUMNS.includes(column)) continue;
    const suggested = suggestion(column, COLUMNS);
    const hint = suggested ? `Did you mean “${suggested}”?` : `The columns are ${formatList(COLUMNS)}.`;
    yield `${name} has the unknown column “${column}”. ${hint}`;
  }
}

/** A cell that is stored in another form. */
export interface Reading {
  column: string;
  text: string;
  /** The stored value, or a date in words. */
  meaning: string;
}

/** Checks the fields of an upload as the archive will, and lists the values that it will store differently. */
export function checkFields(cells: Record<string, string>, dayFirst: boolean): Checked {
  const { fields, ...ofDate } = withStoredDate(cells, dayFirst);
  const result = mediaUploadSchema.safeParse(fields);
  if (!result.success) {
    const problems = result.error.issues.map(({ path, message }) => `${path.join('.') || 'file'}: ${message}`);
    return { fields, problems: [...ofDate.problems, ...problems], readings: [] };
  }
  const stored: Record<string, unknown> = result.data;
  const readings = Object.entries(fields).map(([column, text]) => {
    const value = stored[column];
    return { column, text, meaning: Array.isArray(value) ? value.join(', ') : String(value ?? '') };
  });
  return {
    fields,
    problems: ofDate.problems,
    readings: [...ofDate.readings, ...readings.filter(({ text, meaning }) => text !== meaning)],
  };
}

interface Checked {
  /** The fields to send, with the date in its stored format. */
  fields: Record<string, string>;
  problems: string[];
  readings: Reading[];
}

/** Reads the date as the forms do: "c. 1947" is stored as `1947~`. */
function withStoredDate(cells: Record<string, string>, dayFirst: boolean): Checked {
  const { date: text, ...others } = cells;
  if (text === undefined) return { fields: cells, problems: [], readings: [] };
  const reading = readDate(text, { dayFirst });
  if (reading.kind !== 'date') {
    const problem =
      rejectionOf(reading) ??
      `“${text}” can’t be read. Enter one date, such as 1941-06-05, June 1941, 1941, c. 1941 or summer 1941.`;
    return { fields: others, problems: [`date: ${problem}`], readings: [] };
  }
  const isExact = isPartialDate(text);
  return {
    fields: { ...cells, date: reading.value },
    problems: [],
    readings: isExact ? [] : [{ column: 'date', text, meaning: reading.text }],
  };
}

// cspell:disable
const names = (column: string, list: string) => list.split(/[,\s]+/).map((name) => [name, column] as const);

/** Headings of tables about files by column: in English, German, French and Spanish, and of Dublin Core. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ...names(
    'file',
    'filename, file_name, path, file_path, image, datei, dateiname, pfad, bild, fichier, nom_du_fichier, chemin, archivo, nombre_de_archivo, ruta',
  ),
  ...names('title', 'caption, name, titel, bildtitel, bildunterschrift, titre, legende, titulo, leyenda, dc_title'),
  ...names(
    'date',
    'dates, taken, date_taken, datum, aufnahmedatum, jahr, date_de_prise_de_vue, annee, fecha, ano, dc_date, dc_created',
  ),
  ...names(
    'description_markdown',
    'description, notes, beschreibung, anmerkung, bemerkung, remarques, descripcion, notas, dc_description, dc_abstract',
  ),
  ...names('credit', 'credit_line, courtesy, bildnachweis, nachweis, mention, credito, creditos'),
  ...names(
    'creator',
    'photographer, artist, author, fotograf, fotografin, urheber, photographe, auteur, fotografo, autor, dc_creator',
  ),
  ...names('place', 'location, where, ort, aufnahmeort, lieu, lugar, dc_spatial, dc_coverage'),
  ...names(
    'identifier',
    'id, object_id, accession_number, call_number, signatur, inventarnummer, cote, reference, signatura, dc_identifier',
  ),
  ...names(
    'tags',
    'keywords, subjects, subject, schlagworte, stichworte, mots_cles, sujets, palabras_clave, etiquetas, dc_subject',
  ),
  ...names('alt_text', 'alternative_text, alternativtext, texte_alternatif, texto_alternativo'),
  ...names('rights', 'license, lizenz, rechte, licence, droits, licencia, derechos, dc_rights, dc_license'),
  ...names('provenance', 'source, provenienz, herkunft, provenienza, origine, procedencia, dc_provenance, dc_source'),
  ...names('voyage_slug', 'voyage, fahrt, reise, voyage_id, viaje'),
  ...names('album_slug', 'album, alben'),
  ...names('people', 'persons, personen, personnes, personas'),
]);

/** Headings of languages that write the day before the month. */
const DAY_FIRST = new Set(['datum', 'aufnahmedatum', 'date_de_prise_de_vue', 'fecha']);

/** The column of a heading, whatever its case, blanks and language; the heading itself if it means none. */
function columnOf(heading: string, columns: readonly string[]): string {
  const key = headingKey(heading);
  return columns.includes(key) ? key : (SYNONYMS.get(key) ?? heading.trim());
}

const isDayFirstHeading = (heading: string) => DAY_FIRST.has(headingKey(heading));
