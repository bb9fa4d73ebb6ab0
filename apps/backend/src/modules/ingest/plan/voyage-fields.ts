import { hash } from 'node:crypto';
import {
  displayTitle,
  emptyCodes,
  type TEXT_FIELDS,
  type TextFieldName,
  normalizeVoyage,
  type VoyageRecord,
  type VoyageType,
  type VoyageValueName,
} from '@archive/voyage-document';
import {
  namesOf,
  type Source,
  type VoyageDocumentLabels,
  type VoyageField,
  voyageFields,
  type VoyageValues,
} from '@archive/contracts';

/** A passenger, by person slug. */
export interface PassengerField {
  person: string;
  title: string | null;
  capacity_role: string | null;
  is_crew: boolean;
}

/** Columns of `voyage` that a document fills. The fields have the same names. */
export const COLUMN_FIELDS = namesOf(voyageFields);

/** Fails to typecheck unless the field declaration and the document library have the same text fields with the same labels. */
type LibraryLabels = { [K in TextFieldName]: (typeof TEXT_FIELDS)[K]['label'] };
type MutuallyAssignable<A extends B, B extends C, C = A> = [A, B, C];
export type CheckedLabels = MutuallyAssignable<LibraryLabels, VoyageDocumentLabels>;

/** Fields with another name in the document library. */
const RENAMED = ['title', 'spin', 'source_urls', 'additional_sources'] as const satisfies readonly VoyageField[];
type SameName = Exclude<VoyageField, (typeof RENAMED)[number]>;
const SAME_NAMES = COLUMN_FIELDS.filter((name): name is SameName => !(RENAMED as readonly string[]).includes(name));

/** The values of a voyage in a document, at the last import, or currently in the archive. These three are compared field by field. */
export type VoyageFields = Omit<VoyageValues, 'title' | 'start_date'> & {
  title: string | null;
  start_date: string | null;
  /** Slug of the president or owner. */
  president: string | null;
  passengers: PassengerField[];
};
export type FieldName = keyof VoyageFields;

/** Compared fields. `original_markdown` isn't compared; it changes with the others. */
export const FIELD_NAMES: readonly FieldName[] = [
  ...COLUMN_FIELDS.filter((name) => name !== 'original_markdown'),
  'president',
  'passengers',
];

/** Hash of all compared fields. */
export const digestOf = (fields: VoyageFields) =>
  hash('sha256', JSON.stringify(FIELD_NAMES.map((name) => fields[name])), 'base64url');

/** The label of a field in the voyage form. */
export function fieldLabel(name: FieldName): string {
  if (name === 'president') return 'President/Owner';
  return name === 'passengers' ? 'Passengers' : voyageFields[name].label;
}

const sameNamed = (voyage: Pick<VoyageRecord, SameName>) =>
  Object.fromEntries(SAME_NAMES.map((name) => [name, voyage[name]])) as Pick<VoyageRecord, SameName>;

export function fieldsOf(
  voyage: Omit<VoyageRecord, 'stated_values'>,
  president: string | null,
  passengers: PassengerField[],
): VoyageFields {
  return {
    title: displayTitle(voyage),
    ...sameNamed(voyage),
    spin: voyage.spins.map(({ spin, source }) => ({ spin, source })),
    source_urls: voyage.sources.map(sourceOf),
    additional_sources: voyage.additional_sources.map(sourceOf),
    president,
    passengers,
  };
}

/** Whether a field has no value: null, undefined, false, or an empty text or list. */
export const isEmptyValue = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === false ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

/** The values that a document states for a voyage, by field of the archive. */
export interface StatedFields {
  /** Fields that the document states. All others stay unchanged. */
  stated: ReadonlySet<FieldName>;
  /** Empty fields of the document that the import was asked to clear. */
  cleared: ReadonlySet<FieldName>;
  /** Empty fields of the document that stay unchanged. */
  left: ReadonlySet<FieldName>;
  /** Text to add to Additional information; null for none. */
  added: string | null;
}

const FIELD_OF_VALUE: Partial<Record<VoyageValueName, FieldName>> = { spins: 'spin', sources: 'source_urls' };
const fieldOf = (name: VoyageValueName) => FIELD_OF_VALUE[name] ?? (name as FieldName);

/**
 * @param clearEmpty whether the import was asked to clear the fields that are empty in the document
 * @param hasOwner whether the document states the owner
 */
export function statedFields(
  { stated_values }: VoyageRecord,
  { clearEmpty, hasOwner }: { clearEmpty: boolean; hasOwner: boolean },
): StatedFields {
  const fields = new Set(stated_values.stated.map(fieldOf));
  if (hasOwner) fields.add('president');
  const empty = new Set(stated_values.empty.map(fieldOf));
  return {
    stated: fields,
    cleared: clearEmpty ? empty : new Set(),
    left: clearEmpty ? new Set() : empty,
    added: stated_values.added_information,
  };
}

/** Normalizes values like the document parser, because curators' text may have blanks and line endings that documents don't preserve. */
export function tidyFields(fields: VoyageFields): VoyageFields {
  const tidy = normalizeVoyage({
    ...emptyCodes(),
    ...fields,
    section: null,
    number: null,
    start_date: fields.start_date ?? '',
    voyage_type: fields.voyage_type as VoyageType | null,
    start_location_markdown: null,
    end_location_markdown: null,
    passengers: fields.passengers.map(({ person, title, capacity_role, is_crew }) => ({
      name: person,
      wikipedia_url: null,
      title,
      role: capacity_role,
      is_crew,
    })),
    sources: fields.source_urls,
    spins: fields.spin,
  });
  const { original_markdown, president } = fields;
  const passengers = tidy.passengers.map(({ name, title, role, is_crew }) => ({
    person: name,
    title,
    capacity_role: role,
    is_crew,
  }));
  return {
    ...fieldsOf({ ...tidy, line: 0, end_line: 0, original_markdown: '' }, president, passengers),
    original_markdown,
  };
}

const sourceOf = ({ url, media_type, title }: Source): Source => ({ url, media_type, title });
