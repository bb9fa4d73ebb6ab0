import { emptyCodes } from './codes.ts';
import type { Field } from './fields.ts';
import type { FieldName } from './field-names.ts';
import { mapTexts } from './text-fields.ts';
import type { VoyageCodes, VoyageContent, StatedValues, VoyageValueName } from './types.ts';

type CodeName = Exclude<keyof VoyageCodes, 'claims_photo' | 'claims_video'>;

/** Values that a line of codes always states together. */
export const CODE_VALUES: readonly CodeName[] = Object.keys(emptyCodes()).filter(
  (name): name is CodeName => name !== 'claims_photo' && name !== 'claims_video',
);

/** The values that each field of the document states. */
const VALUES_OF_FIELD: Readonly<Record<FieldName, readonly VoyageValueName[]>> = {
  owner: [],
  voyage_type: ['voyage_type'],
  location: ['start_location', 'end_location'],
  time: ['start_time', 'end_time'],
  start_date_written: ['start_date_written'],
  end_date_written: ['end_date_written'],
  passengers: ['passengers', 'additional_guests'],
  ...mapTexts((name) => [name]),
  sources: ['sources'],
  additional_sources: ['additional_sources'],
  spin: ['spins'],
};

const HEADING_VALUES = ['start_date', 'end_date', 'start_date_written', 'end_date_written', 'title'] as const;

const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);

/**
 * Determines which values of a voyage a document states. A field states only the values that it contains: `Location: Pier 9` states no end.
 * A line of codes states all attributes.
 */
export function statedValuesOf(
  content: Omit<VoyageContent, 'start_date'> & { start_date: string | null },
  fields: readonly Field[],
  hasCodes: boolean,
  addedText: string | null,
): StatedValues {
  const valueNames = fields.flatMap(({ name }) => VALUES_OF_FIELD[name]);
  const names = new Set<VoyageValueName>([...HEADING_VALUES, ...valueNames]);
  if (addedText !== null) names.add('additional_information');
  const isStated = (name: VoyageValueName) => !isEmpty(content[name]);
  return {
    stated: [...[...names].filter(isStated), ...(hasCodes ? CODE_VALUES : [])],
    empty: [...new Set(valueNames)].filter((name) => !isStated(name)),
    added_information: addedText,
  };
}
