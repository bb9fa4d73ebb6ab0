import type { VoyageBody, VoyageChanges } from '@archive/api-client';
import type { Attribute, Passenger, Source, Spin, Voyage, VoyageFormField } from '@archive/contracts';
import { formatDate, isApproximate, readDate, writtenDate } from '@archive/contracts/dates';
import { completeDate, dateValue, yearOfDate } from '@archive/editing';
import type { EnteredPerson, EnteredPresident, PickedPerson } from '@archive/shell-api';
import { ATTRIBUTE_LABELS } from '../voyage-record/attributes.tsx';

/** A passenger or crew member in the form. */
export interface FormPassenger {
  /** For a new person, a key within the form instead of a slug. */
  person_slug: string;
  full_name: string;
  /** The person's general role, to distinguish people with the same name. */
  role_title: string | null;
  /** Thumbnail of the portrait; absent in drafts stored before portraits existed. */
  portrait_url?: string | null | undefined;
  /** Form of address on this voyage. */
  title: string | null;
  /** Role aboard. */
  capacity_role: string | null;
  is_crew: boolean;
  notes: string | null;
  /** The record of someone who is created with the voyage; null for a person in the archive. */
  new_person: EnteredPerson['person'] | null;
}

/** Fields that are a single text in the form. */
export type TextName = Exclude<VoyageFormField, Attribute | 'spin' | 'source_urls' | 'additional_sources'>;

/** Form values: strings as typed, empty for none. */
export interface FormValues extends Record<TextName | 'president_slug_from_voyage', string> {
  attributes: Attribute[];
  passengers: FormPassenger[];
  spin: Spin[];
  source_urls: Source[];
  additional_sources: Source[];
  /** The record of a president or owner who is created with the voyage, while `NEW_OWNER` is selected. */
  new_president?: EnteredPresident;
}

export type FieldName = Exclude<keyof FormValues, 'new_president'>;

/** Value of President/Owner for a president or owner who is created with the voyage. */
export const NEW_OWNER = '(new)';

/** A person in the archive as a passenger of the form. */
export const pickedPassenger = (person: PickedPerson): FormPassenger => ({
  person_slug: person.person_slug,
  full_name: person.full_name,
  role_title: person.role_title,
  portrait_url: person.portrait_url,
  title: person.title,
  capacity_role: person.capacity_role,
  is_crew: person.is_crew,
  notes: null,
  new_person: null,
});

/** A new person as a passenger of the form. */
export const enteredPassenger = ({ person, ...passenger }: EnteredPerson, key: string): FormPassenger => ({
  ...passenger,
  person_slug: `(new)${key}`,
  full_name: person.full_name,
  role_title: person.role_title ?? null,
  notes: null,
  new_person: person,
});

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
  foreign_leader_country: 'Foreign Leader’s Country',
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
  portrait_url: person.portrait_url,
  title: person.title,
  capacity_role: person.capacity_role,
  is_crew: person.is_crew,
  notes: person.voyage_notes,
  new_person: null,
});

/** A voyage as form values. */
export function valuesOf(voyage: Voyage): FormValues {
  return {
    ...mapTexts((name) => voyage[name] ?? ''),
    start_date: dateText(voyage.start_date, voyage.start_date_written),
    end_date: dateText(voyage.end_date, voyage.end_date_written),
    president_slug_from_voyage: voyage.president_slug_from_voyage ?? '',
    attributes: EDITABLE.map(({ name }) => name).filter((name) => voyage[name]),
    passengers: voyage.passengers.map(passengerOf),
    spin: voyage.spin,
    source_urls: voyage.source_urls,
    additional_sources: voyage.additional_sources,
  };
}

/** Field values in the request body. Existing people are linked by separate requests. */
function fieldsOf(values: FormValues): VoyageBody {
  const { attributes, passengers: _, spin, voyage_type, new_president: __, ...texts } = values;
  return {
    ...texts,
    ...storedDate('start_date', values.start_date),
    ...storedDate('end_date', values.end_date),
    voyage_type: voyage_type as VoyageBody['voyage_type'],
    spin: spin.filter((item) => item.spin.trim() !== ''),
    ...Object.fromEntries(EDITABLE.map(({ name }) => [name, attributes.includes(name)])),
  };
}

/** The request body's entries for people who are created with the voyage. */
function newPeople(
  values: FormValues,
): Pick<VoyageBody, 'new_passengers' | 'new_president' | 'president_slug_from_voyage'> {
  const passengers = values.passengers.flatMap(({ new_person: person, title, capacity_role, is_crew, notes }) =>
    person ? [{ person, title, capacity_role, is_crew, notes }] : [],
  );
  return {
    ...(passengers.length > 0 ? { new_passengers: passengers } : {}),
    ...(values.president_slug_from_voyage === NEW_OWNER
      ? { new_president: values.new_president, president_slug_from_voyage: undefined }
      : {}),
  };
}

/** The request body's entry for the existing people who are aboard. */
export const aboardOf = ({ passengers }: FormValues): NonNullable<VoyageBody['aboard']> =>
  passengers.flatMap(({ person_slug, title, capacity_role, is_crew, notes, new_person }) =>
    new_person ? [] : [{ person_slug, title, capacity_role, is_crew, notes }],
  );

/** Request body of a new voyage. */
export const newVoyageBody = (values: FormValues): VoyageBody => ({
  ...fieldsOf(values),
  spin_source: null,
  ...newPeople(values),
});

/** Request body of an update: new people, and the fields in which `values` differ from `base`. Omitted fields keep their stored value. */
export function changesBody(base: FormValues, values: FormValues, changed: readonly FieldName[]): VoyageChanges {
  const names = new Set<string>(changed);
  const isChanged = (name: string) =>
    names.has(name.replace(/_written$/, '')) ||
    (names.has('attributes') &&
      EDITABLE.some(
        (attributeLabels) =>
          attributeLabels.name === name &&
          base.attributes.includes(attributeLabels.name) !== values.attributes.includes(attributeLabels.name),
      ));
  const fields = Object.entries(fieldsOf(values)).filter(([name]) => isChanged(name));
  return { ...Object.fromEntries(fields), ...newPeople(values) };
}

interface Dates {
  start_date: string;
  end_date: string;
}

type DateName = keyof Dates;

/** The year of the voyage's other date, for a date typed without one; undefined if it spans more than one year. */
export const otherYear = (values: Dates, name: DateName): string | undefined =>
  yearOfDate(values[name === 'start_date' ? 'end_date' : 'start_date']);

/**
 * Start and end of a range that is typed into one of the dates, as form values. Undefined if the other field already has a different date,
 * because a range never replaces it.
 */
function rangeOf(values: Dates): Dates | undefined {
  for (const [name, other] of [
    ['start_date', 'end_date'],
    ['end_date', 'start_date'],
  ] as const) {
    const reading = readDate(values[name], { year: otherYear(values, name) });
    if (reading.kind !== 'range') continue;
    const range = { start_date: reading.start, end_date: reading.end };
    if (values[other] !== '' && dateValue(values[other]) !== range[other]) return undefined;
    return { start_date: dateText(range.start_date, null), end_date: dateText(range.end_date, null) };
  }
  return undefined;
}

/** The dates in the format that the fields show on blur. */
export function completedDates<V extends Dates>(values: V): V {
  const dates = { ...values, ...rangeOf(values) };
  const complete = (name: DateName) => completeDate(dates[name], { approximate: true, year: otherYear(dates, name) });
  return { ...dates, start_date: complete('start_date'), end_date: complete('end_date') };
}

/** The text that the form shows for a stored date: as written, or an approximate date in words. */
export function dateText(value: string | null, sourceText: string | null): string {
  if (value !== null && sourceText !== null && dateValue(sourceText) === value) return sourceText;
  return isApproximate(value ?? '') ? formatDate(value ?? '') : (value ?? '');
}

/** The API fields for a date of the form: the value, and the text that it was parsed from, if that says more. */
const storedDate = <N extends DateName>(name: N, text: string) => {
  const value = dateValue(text);
  return { [name]: value, [`${name}_written`]: writtenDate(text, value) } as Record<N, string> &
    Record<`${N}_written`, string | null>;
};
