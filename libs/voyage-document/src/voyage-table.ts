import { writeHeading } from './write-heading.ts';
import { writeCodes } from './codes.ts';
import { readUndatedHeading } from './date-lines.ts';
import { headingDate } from './dates.ts';
import type { VoyageEntry } from './entries.ts';
import { CODE_VALUES } from './stated-values.ts';
import { FIELD_LABELS, type FieldName } from './field-names.ts';
import { readLabel } from './labels.ts';
import { escapeLine, readParentheses, splitLines } from './lines.ts';
import { writePassengers } from './passengers.ts';
import { writePlaces } from './places.ts';
import { writeSources } from './sources.ts';
import { writeSpins } from './spins.ts';
import { escapeFormula, unescapeFormula } from './table-cells.ts';
import { BODY_FIELD_NAMES, mapTexts, TEXT_FIELD_NAMES } from './text-fields.ts';
import { escapeText, toSingleLine } from './texts.ts';
import { normalizeVoyage } from './normalize.ts';
import type { VoyageValueName } from './types.ts';
import { writeTimes } from './times.ts';
import { VOYAGE_COLUMNS, type VoyageColumn } from './voyage-columns.ts';

export type VoyageRow = Record<VoyageColumn, string>;

const NO_PLACES = {
  start_location: null,
  start_location_markdown: null,
  end_location: null,
  end_location_markdown: null,
};

const HEADING_MARK = '# ';

/** Converts a voyage to a row. Its cells can't run as formulas (`escapeFormula`). */
export function rowOfEntry({ voyage_slug, owner, ...content }: VoyageEntry): VoyageRow {
  const voyage = normalizeVoyage({ ...content, section: null });
  const { start_location, start_location_markdown, end_location, end_location_markdown } = voyage;
  const row: VoyageRow = {
    voyage_slug: voyage_slug ?? '',
    owner: owner === null ? '' : writeHeading(owner).slice(HEADING_MARK.length),
    number: voyage.number === null ? '' : String(voyage.number),
    start_date: voyage.start_date,
    end_date: voyage.end_date ?? '',
    title: voyage.title ?? '',
    voyage_type: voyage.voyage_type ?? '',
    codes: writeCodes(voyage),
    start_time: voyage.start_time ?? '',
    end_time: voyage.end_time ?? '',
    start_date_written: voyage.start_date_written ?? '',
    end_date_written: voyage.end_date_written ?? '',
    start_location: writePlaces({ ...NO_PLACES, start_location, start_location_markdown }),
    end_location: writePlaces({
      ...NO_PLACES,
      start_location: end_location,
      start_location_markdown: end_location_markdown,
    }),
    passengers: writePassengers(voyage),
    ...mapTexts((name) => voyage[name] ?? ''),
    sources: writeSources(voyage.sources),
    additional_sources: writeSources(voyage.additional_sources),
    spins: writeSpins(voyage.spins).join('\n'),
  };
  for (const column of VOYAGE_COLUMNS) row[column] = escapeFormula(row[column]);
  return row;
}

const LISTS = ['passengers', 'sources', 'additional_sources'] as const;

function field(name: FieldName, text: string): string[] {
  if (text === '') return [];
  const [firstLine = '', ...otherLines] = splitLines(text);
  return [[`${FIELD_LABELS[name]}: ${firstLine}`, ...otherLines.map(escapeLine)].join('\n')];
}

/** The lines of a spins cell, with syntax that would end the quotes escaped. */
function spinLines(text: string): string[] {
  if (text === '') return [];
  const lines = splitLines(text);
  const isLabeled = readLabel(lines[0] ?? '')?.field === 'spin';
  const escaped = lines.map((line) =>
    readLabel(line)?.field === 'spin' || line.trimStart().startsWith('\\') ? line : escapeLine(line),
  );
  return [[...(isLabeled ? [] : [`${FIELD_LABELS.spin}:`]), ...escaped].join('\n')];
}

const codesOf = (text: string) => (text === '' || readParentheses(text) !== null ? text : `(${escapeText(text)})`);

/** A cell of a column that isn't part of the format. */
export interface OtherCell {
  heading: string;
  text: string;
}

/** The field label for a column that isn't part of the format. `Date` would start another voyage, so it becomes `Other Date`. */
export function otherLabel(heading: string): string {
  const label = heading
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim()
    .replaceAll(/(?<!\p{L})\p{Ll}/gu, (letter) => letter.toUpperCase());
  return readUndatedHeading(`${label}: x`)?.kind === 'labeled' ? `Other ${label}` : label;
}

/** The cell as a field with an unknown label, which the parser adds to Additional Information. */
function otherField(heading: string, text: string): string[] {
  if (text === '') return [];
  const label = otherLabel(heading);
  const isLabel = readLabel(`${label}: x`)?.field === null;
  const [firstLine = '', ...otherLines] = splitLines(text);
  return [
    [isLabel ? `${label}: ${firstLine}` : escapeLine(`${heading}: ${firstLine}`), ...otherLines.map(escapeLine)].join(
      '\n',
    ),
  ];
}

/**
 * Converts a row to document text: the owner's heading (empty without an owner) and the voyage. `parseVoyageDocument` reports the problems
 * of each cell at the cell's line.
 */
export function documentOfRow(
  row: Readonly<Partial<Record<VoyageColumn, string>>>,
  others: readonly OtherCell[] = [],
): { owner: string; voyage: string } {
  const text = (column: VoyageColumn) => unescapeFormula(row[column] ?? '').trim();
  const line = (column: VoyageColumn) => toSingleLine(text(column)) ?? '';
  const [number, end, title] = [line('number'), headingDate(line('end_date')), line('title')];
  const date = `${number === '' ? '' : `${number}. `}${headingDate(line('start_date'))}${end === '' ? '' : ` to ${end}`}`;
  const [from, to] = [line('start_location'), line('end_location')];
  const body = [
    ...others.flatMap(({ heading, text: cell }) => otherField(heading, unescapeFormula(cell).trim())),
    ...field('voyage_type', line('voyage_type')),
    ...field('location', to === '' ? from : `${from}; ${to}`.trimStart()),
    ...field('time', writeTimes(line('start_time') || null, line('end_time') || null)),
    ...field('start_date_written', line('start_date_written')),
    ...field('end_date_written', line('end_date_written')),
    ...LISTS.flatMap((column) => field(column, text(column))),
    ...TEXT_FIELD_NAMES.flatMap((column) => field(column, text(column))),
    ...spinLines(text('spins')),
  ];
  const parts = [codesOf(line('codes')), `## ${date}${title === '' ? '' : `: ${escapeText(title)}`}`, body.join('\n')];
  return {
    owner: line('owner') === '' ? '' : `${HEADING_MARK}${line('owner')}`,
    voyage: parts.filter((part) => part !== '').join('\n\n'),
  };
}

/**
 * Converts rows to a document: first the rows without an owner, then the others grouped by owner. `rowOfLine` maps each 0-based line of the
 * text to its 0-based row, to locate problems in the table.
 */
export function documentOfRows(
  rows: Iterable<Parameters<typeof documentOfRow>[0]>,
  othersOf: (row: number) => readonly OtherCell[] = () => [],
): {
  text: string;
  rowOfLine: number[];
} {
  const parts = Array.from(rows, (row, index) => ({ ...documentOfRow(row, othersOf(index)), at: index }));
  const byOwner = Map.groupBy(parts, ({ owner }) => owner);
  const lines: string[] = [];
  const rowOfLine: number[] = [];
  const add = (text: string, row: number) => {
    for (const line of ['', ...splitLines(text)]) {
      lines.push(line);
      rowOfLine.push(row);
    }
  };
  for (const owner of new Set(['', ...byOwner.keys()])) {
    for (const [index, { voyage, at }] of (byOwner.get(owner) ?? []).entries()) {
      if (index === 0 && owner !== '') add(owner, at);
      add(voyage, at);
    }
  }
  return { text: `${lines.slice(1).join('\n')}\n`, rowOfLine: rowOfLine.slice(1) };
}

const VALUES_OF_COLUMN: Readonly<Partial<Record<VoyageColumn, readonly VoyageValueName[]>>> = {
  end_date: ['end_date'],
  title: ['title'],
  voyage_type: ['voyage_type'],
  codes: CODE_VALUES,
  start_time: ['start_time'],
  end_time: ['end_time'],
  start_date_written: ['start_date_written'],
  end_date_written: ['end_date_written'],
  start_location: ['start_location'],
  end_location: ['end_location'],
  passengers: ['passengers', 'additional_guests'],
  ...(Object.fromEntries(BODY_FIELD_NAMES.map((name) => [name, [name]])) as object),
  spins: ['spins'],
};

/** Names of the values whose cells are present but empty, in a row whose keys are its columns. */
export const emptyValuesOfRow = (row: Readonly<Partial<Record<VoyageColumn, string>>>): VoyageValueName[] =>
  Object.entries(row).flatMap(([column, cell]) =>
    cell.trim() === '' ? (VALUES_OF_COLUMN[column as VoyageColumn] ?? []) : [],
  );
