import { mediaUploadSchema } from '@archive/contracts';
import { isPartialDate, readDate } from '@archive/contracts/dates';
import { formatList } from '@archive/contracts/format';
import { steadyDelimiter } from '@archive/file-metadata/tables';
import { CsvError, parse } from 'csv-parse/sync';
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

interface Metadata {
  rows: MetadataRow[];
  problems: string[];
}

/** Other names of columns that people use. */
const SYNONYMS: Readonly<Record<string, string>> = {
  filename: 'file',
  file_name: 'file',
  path: 'file',
  description: 'description_markdown',
};

/** The column of a heading, whatever its case and blanks: `Album Slug`. */
function columnOf(heading: string): string {
  const key = heading
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  return SYNONYMS[key] ?? (COLUMNS.includes(key) ? key : heading.trim());
}

/** Paths of Windows have backslashes. */
const cellOf = (column: string, text: string) => (column === 'file' ? text.replaceAll('\\', '/') : text);

/** Reads a table with a header row. Every column and every row is used or reported. */
export function readMetadata(text: string, name: string): Metadata {
  let records: { record: string[]; info: { lines: number } }[];
  try {
    // The library's types don't include `info`.
    const { delimiter = ',' } = steadyDelimiter(text.slice(0, BEGINNING)) ?? {};
    const options = { bom: true, delimiter, info: true, relax_column_count: true, skip_empty_lines: true };
    records = parse(text, options) as never;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { rows: [], problems: [`${name} can’t be read: ${error.message}`] };
  }
  const [header, ...body] = records;
  const columns = (header?.record ?? []).map(columnOf);
  const problems = [...columnProblems(columns, name)];
  const rows = body.map(({ record, info }) => {
    if (record.length > columns.length)
      problems.push(
        `${name}, line ${info.lines}: the row has more cells than the header. Put text with commas in quotation marks.`,
      );
    const cells = columns.map((column, index) => [column, cellOf(column, record[index]?.trim() ?? '')] as const);
    return { line: info.lines, cells: Object.fromEntries(cells.filter(([, cell]) => cell !== '')) };
  });
  const lines = Map.groupBy(rows, ({ cells }) => cells['file']);
  for (const [file, [first, ...others]] of lines) {
    if (file === undefined) problems.push(`${name}, line ${first?.line}: the row names no file.`);
    else for (const { line } of others) problems.push(`${name}, line ${line}: ${file} is also in line ${first?.line}.`);
  }
  return { rows, problems };
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
export function checkFields(cells: Record<string, string>): Checked {
  const { fields, ...ofDate } = withStoredDate(cells);
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
function withStoredDate(cells: Record<string, string>): Checked {
  const { date: text, ...others } = cells;
  if (text === undefined) return { fields: cells, problems: [], readings: [] };
  const reading = readDate(text);
  if (reading.kind !== 'date') {
    const reason = reading.kind === 'range' ? 'is a range' : 'can’t be read';
    const problem =
      reading.kind === 'weekday'
        ? `date: ${reading.text} Enter the right one instead of “${text}”.`
        : `date: “${text}” ${reason}. Enter one date, such as 1941-06-05, June 1941, 1941, c. 1941 or summer 1941.`;
    return { fields: others, problems: [problem], readings: [] };
  }
  const isExact = isPartialDate(text);
  return {
    fields: { ...cells, date: reading.value },
    problems: [],
    readings: isExact ? [] : [{ column: 'date', text, meaning: reading.text }],
  };
}
