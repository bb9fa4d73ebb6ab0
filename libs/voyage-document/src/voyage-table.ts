import { writeHeading } from './write-heading.ts';
import { writeCodes } from './codes.ts';
import type { VoyageEntry } from './entries.ts';
import { CODE_VALUES } from './stated-values.ts';
import { writePassengers } from './passengers.ts';
import { writePlaces } from './places.ts';
import { writeSources } from './sources.ts';
import { writeSpins } from './spins.ts';
import { escapeFormula } from './table-cells.ts';
import { BODY_FIELD_NAMES, mapTexts } from './text-fields.ts';
import { normalizeVoyage } from './normalize.ts';
import type { VoyageValueName } from './types.ts';
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
