import type { Album } from '../albums.ts';
import type { IngestOperation } from '../ingest.ts';
import type { MediaItem } from '../media-item.ts';
import type { Passenger } from '../people-fields.ts';
import type { Person, PersonListItem } from '../people.ts';
import type { President } from '../presidents.ts';
import { emptyValues, fieldsWith } from '../records/field.ts';
import { voyageFields } from '../records/voyage.fields.ts';
import type { Voyage, VoyageListItem } from '../voyages.ts';

/** The voyage whose records the examples use. */
export const VOYAGE_SLUG = '1976-06-16-ford-gerald-r-dinner-for-pierre-trudeau';
export const PRESIDENT_SLUG = 'ford-gerald-r';
export const PERSON_SLUG = 'trudeau-pierre-elliott';
export const MEDIA_SLUG = 'media-at-the-rail-1976-06-16-4821';
export const ALBUM_SLUG = '1976-06-16-on-deck';
export const OPERATION_ID = '0b8f6a5e-6c1d-4f0a-9f57-3f2a6d1c7e44';

export const CHANGED_AT = '2026-03-07T14:05:09.120Z';

const attributes = {
  has_photo: true,
  has_video: false,
  presidential_use: true,
  has_foreign_leader: true,
  mention_captain: true,
  mention_menu: true,
};

export const PASSENGER: Passenger = {
  person_slug: PERSON_SLUG,
  full_name: 'Pierre Elliott Trudeau',
  role_title: 'Prime Minister of Canada',
  organization: null,
  wikipedia_url: 'https://en.wikipedia.org/wiki/Pierre_Trudeau',
  portrait_url: null,
  title: 'Prime Minister',
  capacity_role: 'Prime Minister of Canada',
  is_crew: false,
  voyage_notes: null,
  sort_order: 1,
};

export const MEDIA: MediaItem = {
  media_slug: MEDIA_SLUG,
  title: 'At the rail',
  media_type: 'image',
  url: `/media-files/gerald-ford/${VOYAGE_SLUG}/image/${MEDIA_SLUG}.jpg`,
  s3_url: `gerald-ford/${VOYAGE_SLUG}/image/${MEDIA_SLUG}.jpg`,
  public_derivative_url: `/media-files/_derivatives/${MEDIA_SLUG}-1600.webp`,
  thumbnail_url: `/media-files/_derivatives/${MEDIA_SLUG}-600.webp`,
  preview_state: 'ready',
  preview_error: null,
  preview_failure: null,
  content_type: 'image/jpeg',
  size: 1_482_113,
  width: 3000,
  height: 2000,
  page_count: null,
  frame_count: null,
  color_profile: 'Adobe RGB (1998)',
  bit_depth: 8,
  duration: null,
  codecs: null,
  date: '1976-06-16',
  credit: 'Gerald R. Ford Library',
  description_markdown: 'The guests on the upper deck, shortly after *casting off*.',
  alt_text: 'Two men in suits stand at a ship’s rail and look over the water.',
  rights: 'http://rightsstatements.org/vocab/NoC-US/1.0/',
  rights_note: null,
  creator: null,
  place: 'Washington Navy Yard',
  identifier: 'A1234-12',
  provenance: null,
  original_filename: 'A1234-12.jpg',
  tags: ['deck', 'dinner'],
  suggested: null,
  president_slug: PRESIDENT_SLUG,
};

export const MEDIA_OF_VOYAGE: MediaItem = { ...MEDIA, media_category: 'source', sort_order: 1 };

const core = {
  ...emptyValues(fieldsWith(voyageFields, 'listed')),
  voyage_slug: VOYAGE_SLUG,
  title: 'Dinner for Pierre Trudeau',
  start_date: '1976-06-16',
  end_date: null,
  start_time: '19:00',
  end_time: '21:03',
  start_location: 'Washington Navy Yard',
  end_location: 'Potomac River',
  voyage_type: 'official' as const,
  president_slug_from_voyage: PRESIDENT_SLUG,
  president_name: 'Gerald Ford',
  president_party: 'Republican',
  presidential: true,
  ...attributes,
};

export const VOYAGE_IN_LIST: VoyageListItem = {
  ...core,
  people_count: 9,
  people_names: ['Pierre Elliott Trudeau', 'Jack H. Warren', 'Ivan Head'],
  thumbnail_url: MEDIA.thumbnail_url,
};

export const VOYAGE: Voyage = {
  ...emptyValues(voyageFields),
  ...core,
  start_timestamp: '1976-06-16T23:00:00+00:00',
  end_timestamp: '1976-06-17T01:03:00+00:00',
  summary_markdown: 'The President gave a dinner aboard for the Prime Minister of Canada.',
  notes_internal: 'The menu card is still to be scanned.',
  original_markdown: '## **2. 1976-06-16**',
  spin: [{ spin: 'There is no better table in Washington.', source: 'The Washington Post' }],
  source_urls: [{ url: 'https://www.fordlibrarymuseum.gov/', media_type: 'document', title: 'Daily diary' }],
  presidential_initials: 'GRF',
  foreign_leader_country: 'Canada',
  additional_guests: '27 other guests',
  passengers: [PASSENGER],
  media: [MEDIA_OF_VOYAGE],
  created_at: CHANGED_AT,
  updated_at: CHANGED_AT,
};

export const PERSON_IN_LIST: PersonListItem = {
  person_slug: PERSON_SLUG,
  full_name: 'Pierre Elliott Trudeau',
  filing_name: 'Trudeau, Pierre Elliott',
  role_title: 'Prime Minister of Canada',
  organization: null,
  birth_year: 1919,
  death_year: 2000,
  title: 'Prime Minister',
  capacity_role: 'Prime Minister of Canada',
  voyage_count: 1,
  portrait_url: null,
};

export const PERSON: Person = {
  person_slug: PERSON_SLUG,
  full_name: 'Pierre Elliott Trudeau',
  filed_under: null,
  filing_name: 'Trudeau, Pierre Elliott',
  filing_proposal: 'Trudeau, Pierre Elliott',
  aliases: ['P. E. T.'],
  role_title: 'Prime Minister of Canada',
  organization: null,
  birth_year: 1919,
  death_year: 2000,
  wikipedia_url: 'https://en.wikipedia.org/wiki/Pierre_Trudeau',
  notes_internal: null,
  tags: ['Canada'],
  portrait: null,
  portrait_url: null,
  portrait_alt: null,
  is_president: false,
  voyage_count: 1,
  voyages: [
    {
      voyage_slug: VOYAGE_SLUG,
      title: 'Dinner for Pierre Trudeau',
      start_date: '1976-06-16',
      end_date: null,
      president_name: 'Gerald Ford',
      president_party: 'Republican',
      capacity_role: 'Prime Minister of Canada',
      is_crew: false,
      voyage_notes: null,
    },
  ],
  created_at: CHANGED_AT,
  updated_at: CHANGED_AT,
};

export const PRESIDENT: President = {
  president_slug: PRESIDENT_SLUG,
  full_name: 'Gerald Ford',
  party: 'Republican',
  presidential: true,
  initials: 'GRF',
  term_start: '1974-08-09',
  term_end: '1977-01-20',
  birth_year: 1913,
  death_year: 2006,
  wikipedia_url: 'https://en.wikipedia.org/wiki/Gerald_Ford',
  tags: [],
  voyage_count: 6,
};

export const ALBUM: Album = {
  album_slug: ALBUM_SLUG,
  title: 'On deck',
  description: 'Before dinner.',
  voyage_slug: VOYAGE_SLUG,
  sort_order: 1,
  media_count: 1,
};

export const OPERATION: IngestOperation = {
  operation_id: OPERATION_ID,
  filename: 'sequoia-voyages.md',
  format: 'markdown',
  dry_run: false,
  status: 'completed',
  current_step: 'Done',
  progress: 100,
  voyages_total: 33,
  voyages_processed: 33,
  validation_errors: 0,
  media_warnings: 1,
  error_message: null,
  started_by: 'curator',
  created_at: CHANGED_AT,
  updated_at: CHANGED_AT,
  finished_at: CHANGED_AT,
  cancelled: false,
  stalled: false,
  applied_as: null,
  applied_status: null,
  undone_at: null,
  details_deleted_at: null,
  undoing: null,
};
