import { writeHeading } from './as-written.ts';
import { writeCodes } from './codes.ts';
import type { VoyageEntry } from './entries.ts';
import { FIELD_LABELS, readLabel, type FieldName } from './labels.ts';
import { escapeLine, readParentheses, splitLines } from './lines.ts';
import { writePassengers } from './passengers.ts';
import { writePlaces } from './places.ts';
import { writeSources } from './sources.ts';
import { writeSpins } from './spins.ts';
import { defuseCell, restoreCell } from './table-cells.ts';
import { escapeText, oneLine } from './texts.ts';
import { tidyVoyage } from './tidy.ts';
import { writeTimes } from './times.ts';

/**
 * Columns of the CSV of voyages, one row a voyage. A cell says what the field of the same name says in the document, in the words of
 * the document; an empty one is null, and a column that is not there is a column of empty cells.
 *
 * - `voyage_slug`: of the record that was given; nothing is read from it
 * - `owner`: as in its heading: `President Ford (August 9, 1974 to January 20, 1977)`, `Owner NAME (1925 to 1928)`
 * - `start_date`, `end_date`: YYYY, YYYY-MM or YYYY-MM-DD; `start_time`, `end_time`: HH:MM
 * - `codes`: `(GRF) (Foreign Leader: Canada) (Menu)`
 * - `start_location`, `end_location`: a place, which may be a link: `[Pier 9](address)`
 * - `passengers`: `General [Name](address) (role), 27 other guests`
 * - `sources`, `additional_sources`: `[title](address); *Book*, p. 15`
 * - `spins`: `Spin from *Source*:` with `* quote` on the lines below it
 * - all others: the text as it is
 */
export const VOYAGE_COLUMNS = [
  'voyage_slug',
  'owner',
  'number',
  'start_date',
  'end_date',
  'title',
  'voyage_type',
  'codes',
  'start_time',
  'end_time',
  'start_location',
  'end_location',
  'passengers',
  'summary_markdown',
  'additional_information',
  'sources',
  'additional_sources',
  'notes',
  'notes_internal',
  'spins',
] as const;

export type VoyageColumn = (typeof VOYAGE_COLUMNS)[number];
export type VoyageRow = Record<VoyageColumn, string>;

const NO_PLACES = {
  start_location: null,
  start_location_markdown: null,
  end_location: null,
  end_location_markdown: null,
};

const HASH = '# ';

/** A voyage as a row. Its cells hold no formula (`defuseCell`). */
export function rowOfEntry({ voyage_slug, owner, ...content }: VoyageEntry): VoyageRow {
  const voyage = tidyVoyage({ ...content, section: null });
  const { start_location, start_location_markdown, end_location, end_location_markdown } = voyage;
  const row: VoyageRow = {
    voyage_slug: voyage_slug ?? '',
    owner: owner === null ? '' : writeHeading(owner).slice(HASH.length),
    number: voyage.number === null ? '' : String(voyage.number),
    start_date: voyage.start_date,
    end_date: voyage.end_date ?? '',
    title: voyage.title ?? '',
    voyage_type: voyage.voyage_type ?? '',
    codes: writeCodes(voyage),
    start_time: voyage.start_time ?? '',
    end_time: voyage.end_time ?? '',
    start_location: writePlaces({ ...NO_PLACES, start_location, start_location_markdown }),
    end_location: writePlaces({
      ...NO_PLACES,
      start_location: end_location,
      start_location_markdown: end_location_markdown,
    }),
    passengers: writePassengers(voyage),
    summary_markdown: voyage.summary_markdown ?? '',
    additional_information: voyage.additional_information ?? '',
    sources: writeSources(voyage.sources),
    additional_sources: writeSources(voyage.additional_sources),
    notes: voyage.notes ?? '',
    notes_internal: voyage.notes_internal ?? '',
    spins: writeSpins(voyage.spins).join('\n'),
  };
  for (const column of VOYAGE_COLUMNS) row[column] = defuseCell(row[column]);
  return row;
}

const PROSE = ['summary_markdown', 'additional_information', 'notes', 'notes_internal'] as const;
const LISTS = ['passengers', 'sources', 'additional_sources'] as const;

function field(name: FieldName, text: string): string[] {
  if (text === '') return [];
  const [first = '', ...following] = splitLines(text);
  return [[`${FIELD_LABELS[name]}: ${first}`, ...following.map(escapeLine)].join('\n')];
}

/** Quotes as the cell has them; what would end them there is made plain. */
function spinLines(text: string): string[] {
  if (text === '') return [];
  const lines = splitLines(text);
  const labelled = readLabel(lines[0] ?? '')?.field === 'spin';
  const kept = lines.map((line) =>
    readLabel(line)?.field === 'spin' || line.trimStart().startsWith('\\') ? line : escapeLine(line),
  );
  return [[...(labelled ? [] : [`${FIELD_LABELS.spin}:`]), ...kept].join('\n')];
}

const codesOf = (text: string) => (text === '' || readParentheses(text) !== null ? text : `(${escapeText(text)})`);

/**
 * A row as the part of the document that says the same: heading of the owner (empty when there is none), and the voyage. What is wrong
 * with a cell is wrong with its line there, and found by `parseVoyageDocument`.
 */
export function documentOfRow(row: Readonly<Partial<Record<VoyageColumn, string>>>): { owner: string; voyage: string } {
  const text = (column: VoyageColumn) => restoreCell(row[column] ?? '').trim();
  const line = (column: VoyageColumn) => oneLine(text(column)) ?? '';
  const [number, end, title] = [line('number'), line('end_date'), line('title')];
  const date = `${number === '' ? '' : `${number}. `}${line('start_date')}${end === '' ? '' : ` to ${end}`}`;
  const [from, to] = [line('start_location'), line('end_location')];
  const body = [
    ...field('voyage_type', line('voyage_type')),
    ...field('location', to === '' ? from : `${from}; ${to}`.trimStart()),
    ...field('time', writeTimes(line('start_time') || null, line('end_time') || null)),
    ...LISTS.flatMap((column) => field(column, text(column))),
    ...PROSE.flatMap((column) => field(column, text(column))),
    ...spinLines(text('spins')),
  ];
  const parts = [codesOf(line('codes')), `## ${date}${title === '' ? '' : `: ${escapeText(title)}`}`, body.join('\n')];
  return {
    owner: line('owner') === '' ? '' : `${HASH}${line('owner')}`,
    voyage: parts.filter((part) => part !== '').join('\n\n'),
  };
}

/**
 * Rows as a document: those without an owner first, then each owner's in their order. `rowOfLine` has for each line of it (the first is
 * at 0) the row that it came from, counted from 0: where a problem of `parseVoyageDocument` stands in the table.
 */
export function documentOfRows(rows: Iterable<Parameters<typeof documentOfRow>[0]>): {
  text: string;
  rowOfLine: number[];
} {
  const parts = Array.from(rows, (row, at) => ({ ...documentOfRow(row), at }));
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
