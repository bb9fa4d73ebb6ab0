import { hash } from 'node:crypto';
import { displayTitle, noCodes, tidyVoyage, type VoyageRecord, type VoyageType } from '@archive/voyage-document';
import { EDITABLE_ATTRIBUTES, type Source, type Spin } from '@archive/contracts';

/** Somebody aboard, by the slug of the person. */
export interface PassengerField {
  person: string;
  title: string | null;
  capacity_role: string | null;
  is_crew: boolean;
}

export const TEXT_FIELDS = [
  'title',
  'start_date',
  'end_date',
  'start_time',
  'end_time',
  'start_location',
  'end_location',
  'voyage_type',
  'presidential_initials',
  'royalty_details',
  'foreign_leader_country',
  'additional_guests',
  'summary_markdown',
  'additional_information',
  'notes',
  'notes_internal',
  'original_markdown',
] as const;
export const LIST_FIELDS = ['spin', 'source_urls', 'additional_sources'] as const;
export const FLAG_FIELDS = EDITABLE_ATTRIBUTES;

/** Columns of `voyage` that a document fills, under their own names. */
export const COLUMN_FIELDS = [...TEXT_FIELDS, ...LIST_FIELDS, ...FLAG_FIELDS] as const;

/**
 * What a document says of a voyage, as the archive keeps it. The same shape is what was last taken from a document, and what the
 * archive holds now: the three are compared field by field.
 */
export type VoyageFields = Record<(typeof TEXT_FIELDS)[number], string | null> & {
  spin: Spin[];
  source_urls: Source[];
  additional_sources: Source[];
} & Record<(typeof FLAG_FIELDS)[number], boolean> & {
    /** Slug of the president or owner. */
    president: string | null;
    passengers: PassengerField[];
  };
export type FieldName = keyof VoyageFields;

/** What is compared. The lines themselves are no difference: they come along with what they say. */
export const FIELD_NAMES: readonly FieldName[] = [
  ...COLUMN_FIELDS.filter((name) => name !== 'original_markdown'),
  'president',
  'passengers',
];

/** One short text for all of what a document says of a voyage. */
export const digestOf = (fields: VoyageFields) =>
  hash('sha256', JSON.stringify(FIELD_NAMES.map((name) => fields[name])), 'base64url');

/** How a person reads the name of a field. */
export const fieldLabel = (name: FieldName) =>
  name === 'president' ? 'President/Owner' : name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

export function fieldsOf(voyage: VoyageRecord, president: string | null, passengers: PassengerField[]): VoyageFields {
  return {
    title: displayTitle(voyage),
    start_date: voyage.start_date,
    end_date: voyage.end_date,
    start_time: voyage.start_time,
    end_time: voyage.end_time,
    start_location: voyage.start_location,
    end_location: voyage.end_location,
    voyage_type: voyage.voyage_type,
    presidential_initials: voyage.presidential_initials,
    royalty_details: voyage.royalty_details,
    foreign_leader_country: voyage.foreign_leader_country,
    additional_guests: voyage.additional_guests,
    summary_markdown: voyage.summary_markdown,
    additional_information: voyage.additional_information,
    notes: voyage.notes,
    notes_internal: voyage.notes_internal,
    original_markdown: voyage.original_markdown,
    spin: voyage.spins.map(({ spin, source }) => ({ spin, source })),
    source_urls: voyage.sources.map(sourceOf),
    additional_sources: voyage.additional_sources.map(sourceOf),
    presidential_use: voyage.presidential_use,
    has_royalty: voyage.has_royalty,
    has_foreign_leader: voyage.has_foreign_leader,
    mention_camp_david: voyage.mention_camp_david,
    mention_mount_vernon: voyage.mention_mount_vernon,
    mention_captain: voyage.mention_captain,
    mention_crew: voyage.mention_crew,
    mention_rmd: voyage.mention_rmd,
    mention_yacht_spin: voyage.mention_yacht_spin,
    mention_menu: voyage.mention_menu,
    mention_drinks_wine: voyage.mention_drinks_wine,
    president,
    passengers,
  };
}

/** The same as a document would have it: curators leave blanks and line ends that no document keeps. */
export function tidyFields(fields: VoyageFields): VoyageFields {
  const tidy = tidyVoyage({
    ...noCodes(),
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
