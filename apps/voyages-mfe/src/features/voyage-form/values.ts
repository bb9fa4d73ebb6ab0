import type { VoyageBody, VoyageChanges } from '@archive/api-client';
import type { Attribute, Passenger, Source, Spin, Voyage, VoyageFormField } from '@archive/contracts';
import { ATTRIBUTE_LABELS } from '../voyage-record/attributes.ts';

/** A passenger or crew member in the form. */
export interface FormPassenger {
  person_slug: string;
  full_name: string;
  /** The person's general role, to tell people of the same name apart. */
  role_title: string | null;
  /** Role on this voyage; null from the form, except a crew role entered with a new person (SPEC section 3). */
  capacity_role: string | null;
  is_crew: boolean;
  notes: string | null;
}

/** Fields that are one text in the form. */
type TextName = Exclude<VoyageFormField, Attribute | 'spin' | 'source_urls' | 'additional_sources'>;

/** Form values: texts as typed, empty for none. */
export interface FormValues extends Record<TextName | 'president_slug_from_voyage', string> {
  attributes: Attribute[];
  passengers: FormPassenger[];
  spin: Spin[];
  source_urls: Source[];
  additional_sources: Source[];
}

export type FieldName = keyof FormValues;

/** Field labels in form order. */
export const FIELD_LABELS = {
  title: 'Voyage Title',
  voyage_type: 'Voyage Type',
  president_slug_from_voyage: 'President/Owner',
  start_date: 'Start Date',
  start_time: 'Start Time',
  start_location: 'Start Location',
  end_date: 'End Date',
  end_time: 'End Time',
  end_location: 'End Location',
  attributes: 'Voyage Attributes',
  presidential_initials: 'President Aboard',
  royalty_details: 'Royalty Details',
  foreign_leader_country: 'Foreign Leader Country',
  passengers: 'Passengers',
  additional_guests: 'Other Guests',
  summary_markdown: 'Summary',
  additional_information: 'Additional Information',
  notes: 'Notes',
  spin: 'Spins',
  source_urls: 'Sources',
  additional_sources: 'Additional Sources',
  notes_internal: 'Curator Notes',
} satisfies Record<FieldName, string>;

export const FIELDS = Object.keys(FIELD_LABELS) as FieldName[];

/** Attributes a curator can set; photos and video are computed from the media (SPEC section 3). */
export const EDITABLE = ATTRIBUTE_LABELS.filter(({ name }) => name !== 'has_photo' && name !== 'has_video');

const NOT_TEXT: readonly FieldName[] = [
  'attributes',
  'passengers',
  'spin',
  'source_urls',
  'additional_sources',
  'president_slug_from_voyage',
];
const TEXTS = FIELDS.filter((name): name is TextName => !NOT_TEXT.includes(name));

const mapTexts = (valueOf: (name: TextName) => string) =>
  Object.fromEntries(TEXTS.map((name) => [name, valueOf(name)])) as Record<TextName, string>;

export const NEW_VOYAGE: FormValues = {
  ...mapTexts(() => ''),
  president_slug_from_voyage: '',
  attributes: [],
  passengers: [],
  spin: [],
  source_urls: [],
  additional_sources: [],
};

const passengerOf = (person: Passenger): FormPassenger => ({
  person_slug: person.person_slug,
  full_name: person.full_name,
  role_title: person.role_title,
  capacity_role: person.capacity_role,
  is_crew: person.is_crew,
  notes: person.voyage_notes,
});

/** A voyage as form values. */
export function valuesOf(voyage: Voyage): FormValues {
  return {
    ...mapTexts((name) => voyage[name] ?? ''),
    president_slug_from_voyage: voyage.president_slug_from_voyage ?? '',
    attributes: EDITABLE.map(({ name }) => name).filter((name) => voyage[name]),
    passengers: voyage.passengers.map(passengerOf),
    spin: voyage.spin,
    source_urls: voyage.source_urls,
    additional_sources: voyage.additional_sources,
  };
}

/** Field values as the API takes them; people are linked by separate requests. */
function fieldsOf(values: FormValues): VoyageBody {
  const { attributes, passengers: _, spin, voyage_type, ...texts } = values;
  return {
    ...texts,
    voyage_type: voyage_type as VoyageBody['voyage_type'],
    spin: spin.filter((one) => one.spin.trim() !== ''),
    ...Object.fromEntries(EDITABLE.map(({ name }) => [name, attributes.includes(name)])),
  };
}

/** Request body of a new voyage. */
export const newVoyageBody = (values: FormValues): VoyageBody => ({ ...fieldsOf(values), spin_source: null });

/** Request body of an update: the fields in which `values` differ from `base`. Fields left out keep their stored value. */
export function changesBody(base: FormValues, values: FormValues, changed: readonly FieldName[]): VoyageChanges {
  const names = new Set<string>(changed);
  const isChanged = (name: string) =>
    names.has(name) ||
    (names.has('attributes') &&
      EDITABLE.some(
        (one) => one.name === name && base.attributes.includes(one.name) !== values.attributes.includes(one.name),
      ));
  return Object.fromEntries(Object.entries(fieldsOf(values)).filter(([name]) => isChanged(name)));
}
