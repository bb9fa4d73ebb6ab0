import { noCodes } from './codes.ts';
import type { Field } from './fields.ts';
import type { FieldName } from './labels.ts';
import { BODY_FIELD_NAMES } from './text-fields.ts';
import type { VoyageCodes, VoyageContent } from './types.ts';
import type { VoyageColumn } from './voyage-table.ts';

type Unmentioned =
  'section' | 'number' | 'claims_photo' | 'claims_video' | 'start_location_markdown' | 'end_location_markdown';

/** A value of a voyage that a document can state. */
export type VoyageValueName = Exclude<keyof VoyageContent, Unmentioned>;

/** What a document says of one voyage. All other values stay unchanged when the voyage is updated. */
export interface VoyageMentions {
  /** Values that the document states. */
  stated: VoyageValueName[];
  /** Values whose field, cell or key is there but empty. Only an import that was asked to clears them. */
  empty: VoyageValueName[];
  /** The part of `additional_information` from text without a field of its own; null without such text. */
  added_information: string | null;
}

type CodeName = Exclude<keyof VoyageCodes, 'claims_photo' | 'claims_video'>;

/** Values that a line of codes states as a whole. */
export const CODE_VALUES: readonly CodeName[] = Object.keys(noCodes()).filter(
  (name): name is CodeName => name !== 'claims_photo' && name !== 'claims_video',
);

/** Values by the field of the document that states them. */
const VALUES_OF_FIELD: Readonly<Record<FieldName, readonly VoyageValueName[]>> = {
  voyage_type: ['voyage_type'],
  location: ['start_location', 'end_location'],
  time: ['start_time', 'end_time'],
  start_date_written: ['start_date_written'],
  end_date_written: ['end_date_written'],
  passengers: ['passengers', 'additional_guests'],
  summary_markdown: ['summary_markdown'],
  additional_information: ['additional_information'],
  notes: ['notes'],
  notes_internal: ['notes_internal'],
  sources: ['sources'],
  additional_sources: ['additional_sources'],
  spin: ['spins'],
};

const HEADING_VALUES = ['start_date', 'end_date', 'start_date_written', 'end_date_written', 'title'] as const;

const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);

/**
 * What a document says of a voyage. A field states the values that it has: `Location: Pier 9` states no end. A line of codes states all
 * attributes.
 */
export function mentionsOf(
  content: Omit<VoyageContent, 'start_date'> & { start_date: string | null },
  fields: readonly Field[],
  hasCodes: boolean,
  added: string | null,
): VoyageMentions {
  const named = fields.flatMap(({ name }) => VALUES_OF_FIELD[name]);
  const names = new Set<VoyageValueName>([...HEADING_VALUES, ...named]);
  if (added !== null) names.add('additional_information');
  const isStated = (name: VoyageValueName) => !isEmpty(content[name]);
  return {
    stated: [...[...names].filter(isStated), ...(hasCodes ? CODE_VALUES : [])],
    empty: [...new Set(named)].filter((name) => !isStated(name)),
    added_information: added,
  };
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

/** The values of cells that are there but empty, in a row whose keys are its columns. */
export const emptyValuesOfRow = (row: Readonly<Partial<Record<VoyageColumn, string>>>): VoyageValueName[] =>
  Object.entries(row).flatMap(([column, cell]) =>
    cell.trim() === '' ? (VALUES_OF_COLUMN[column as VoyageColumn] ?? []) : [],
  );
