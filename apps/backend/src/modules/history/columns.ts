import { EDITABLE_ATTRIBUTES } from '@archive/contracts';

/** What of each record is its own, under the names of its columns: what history keeps of it and what restoring puts back. */
export const VOYAGE_COLUMNS = [
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
  'spin',
  'source_urls',
  'additional_sources',
  ...EDITABLE_ATTRIBUTES,
];

export const PERSON_COLUMNS = [
  'full_name',
  'role_title',
  'organization',
  'birth_year',
  'death_year',
  'wikipedia_url',
  'notes_internal',
  'tags',
];

export const PRESIDENT_COLUMNS = ['party', 'initials', 'term_start', 'term_end'];

export const MEDIA_COLUMNS = [
  'title',
  'media_type',
  'date',
  'credit',
  'description_markdown',
  'alt_text',
  'rights',
  'rights_note',
  'tags',
];

/** Of media, what belongs to the file and not to what is said of it. */
export const FILE_COLUMNS = [
  'storage_key',
  'external_url',
  'content_type',
  'size',
  'sha256',
  'width',
  'height',
  'suggested',
];

export const ALBUM_COLUMNS = ['title', 'description', 'sort_order'];

const KEPT_OF_ALL = ['version', 'created_at', 'updated_at'];

/** `v.title, v.start_date, …` */
export const of = (row: string, columns: readonly string[]) => columns.map((name) => `${row}.${name}`).join(', ');

export const kept = (row: string, columns: readonly string[]) => of(row, [...columns, ...KEPT_OF_ALL]);
