import type { VoyageBody } from '@archive/api-client';
import { type Attribute, type Passenger, type Source, type Spin, type Voyage } from '@archive/contracts';
import { ATTRIBUTE_WORDS } from '../voyage-record/attributes.ts';

/** Somebody aboard, as the form has them. */
export interface FormPassenger {
  person_slug: string;
  full_name: string;
  /** What is known of the person, to tell people of one name apart. */
  role_title: string | null;
  /** The role on this voyage; null from the form, except for a crew role that was entered with the person (SPEC section 3). */
  capacity_role: string | null;
  is_crew: boolean;
  notes: string | null;
}

/** What the form holds: texts as they are typed, blank for nothing. */
export interface FormValues {
  title: string;
  voyage_type: string;
  president_slug_from_voyage: string;
  start_date: string;
  start_time: string;
  start_location: string;
  end_date: string;
  end_time: string;
  end_location: string;
  attributes: Attribute[];
  presidential_initials: string;
  royalty_details: string;
  foreign_leader_country: string;
  passengers: FormPassenger[];
  additional_guests: string;
  summary_markdown: string;
  additional_information: string;
  notes: string;
  spin: Spin[];
  source_urls: Source[];
  additional_sources: Source[];
  notes_internal: string;
}

export type FieldName = keyof FormValues;

/** Each field as the form calls it, in its order. */
export const FIELD_LABELS: Record<FieldName, string> = {
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
};

export const FIELDS = Object.keys(FIELD_LABELS) as FieldName[];

/** The attributes that a curator sets: photographs and video are seen from the media (SPEC section 3). */
export const EDITABLE = ATTRIBUTE_WORDS.filter(({ name }) => name !== 'has_photo' && name !== 'has_video');

export const NEW_VOYAGE: FormValues = {
  title: '',
  voyage_type: '',
  president_slug_from_voyage: '',
  start_date: '',
  start_time: '',
  start_location: '',
  end_date: '',
  end_time: '',
  end_location: '',
  attributes: [],
  presidential_initials: '',
  royalty_details: '',
  foreign_leader_country: '',
  passengers: [],
  additional_guests: '',
  summary_markdown: '',
  additional_information: '',
  notes: '',
  spin: [],
  source_urls: [],
  additional_sources: [],
  notes_internal: '',
};

const passengerOf = (person: Passenger): FormPassenger => ({
  person_slug: person.person_slug,
  full_name: person.full_name,
  role_title: person.role_title,
  capacity_role: person.capacity_role,
  is_crew: person.is_crew,
  notes: person.voyage_notes,
});

/** A voyage as the form shows it. */
export function valuesOf(voyage: Voyage): FormValues {
  return {
    title: voyage.title,
    voyage_type: voyage.voyage_type ?? '',
    president_slug_from_voyage: voyage.president_slug_from_voyage ?? '',
    start_date: voyage.start_date,
    start_time: voyage.start_time ?? '',
    start_location: voyage.start_location ?? '',
    end_date: voyage.end_date ?? '',
    end_time: voyage.end_time ?? '',
    end_location: voyage.end_location ?? '',
    attributes: EDITABLE.map(({ name }) => name).filter((name) => voyage[name]),
    presidential_initials: voyage.presidential_initials ?? '',
    royalty_details: voyage.royalty_details ?? '',
    foreign_leader_country: voyage.foreign_leader_country ?? '',
    passengers: voyage.passengers.map(passengerOf),
    additional_guests: voyage.additional_guests ?? '',
    summary_markdown: voyage.summary_markdown ?? '',
    additional_information: voyage.additional_information ?? '',
    notes: voyage.notes ?? '',
    spin: voyage.spin,
    source_urls: voyage.source_urls,
    additional_sources: voyage.additional_sources,
    notes_internal: voyage.notes_internal ?? '',
  };
}

/** The record that the form sends; its people are linked by calls of their own. */
export function bodyOf(values: FormValues, stored: Voyage | undefined): VoyageBody {
  const { attributes, passengers: _, spin, voyage_type, ...texts } = values;
  return {
    // The lines of the document are nobody's to edit, and an update replaces the whole record.
    ...(stored ? { original_markdown: stored.original_markdown } : {}),
    ...texts,
    voyage_type: voyage_type as VoyageBody['voyage_type'],
    spin: spin.filter((one) => one.spin.trim() !== ''),
    spin_source: null,
    ...Object.fromEntries(EDITABLE.map(({ name }) => [name, attributes.includes(name)])),
  };
}
