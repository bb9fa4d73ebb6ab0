import type { VoyageLabels } from '@archive/contracts';
import type { TextDraft } from '@archive/editing';

type Fields = Record<string, unknown>;

/** The declared labels, which the compiler compares. */
const FIELD_LABELS: VoyageLabels = {
  title: 'Title',
  start_date: 'Start date',
  end_date: 'End date',
  start_time: 'Start time',
  end_time: 'End time',
  start_location: 'Start location',
  end_location: 'End location',
  voyage_type: 'Voyage type',
  presidential_initials: 'Presidential initials',
  royalty_details: 'Royalty details',
  foreign_leader_country: 'Foreign leader country',
  additional_guests: 'Additional guests',
  summary_markdown: 'Summary',
  additional_information: 'Additional information',
  notes: 'Notes',
  notes_internal: 'Curator notes',
  original_markdown: 'Original text',
  spin: 'Spins',
  source_urls: 'Sources',
  additional_sources: 'Additional sources',
  presidential_use: 'Presidential Use',
  has_royalty: 'Royalty Present',
  has_foreign_leader: 'Foreign Leader Present',
  mention_camp_david: 'Camp David',
  mention_mount_vernon: 'Mount Vernon',
  mention_captain: 'Captain',
  mention_crew: 'Crew',
  mention_rmd: 'Restoration/Maintenance/Damage',
  mention_yacht_spin: 'Yacht Spin',
  mention_menu: 'Menu Info',
  mention_drinks_wine: 'Drinks/Wine',
};

const LABELS: Readonly<Record<string, string>> = {
  ...FIELD_LABELS,
  president_slug_from_voyage: 'President/Owner',
  passengers: 'Passengers',
  media: 'Media',
  albums: 'Albums',
};

/** Computed fields, and fields that repeat another one. */
const HIDDEN_FIELDS =
  /_(?:at|timestamp|name|party)$|^(?:voyage_slug|version|presidential|has_photo|has_video|president_initials)$/;

export const labelOf = (name: string): string => LABELS[name] ?? name;

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Readable text of a value: people and media by name, sources by text. */
function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(textOf).join('\n');
  if (!isRecord(value)) return String(value);
  const name = value['full_name'] ?? value['person_slug'] ?? value['title'] ?? value['spin'] ?? value['url'];
  const crew = value['is_crew'] === true ? ' (crew)' : '';
  return `${String(name ?? value['media_slug'] ?? JSON.stringify(value))}${crew}`;
}

/** A voyage as field texts, which the history compares and shows. */
export const textsOf = (voyage: Fields): TextDraft =>
  Object.fromEntries(
    Object.entries(voyage)
      .filter(([name]) => !HIDDEN_FIELDS.test(name))
      .map(([name, value]) => [name, textOf(value)]),
  );
