import type {
  Administration,
  AdjacentVoyages,
  Album,
  ArchiveSettings,
  BrowseResult,
  Home,
  IngestOperation,
  MediaItem,
  Passenger,
  PeopleStats,
  Person,
  PersonListItem,
  PersonMatch,
  PersonVoyage,
  President,
  Registry,
  SearchHit,
  SearchOverview,
  StoredFile,
  Voyage,
  VoyageListItem,
} from '@archive/contracts';
import { emptyValues, fieldsWith, voyageFields } from '@archive/contracts';

/*
 * Builders of complete, plausible API records. Pass the fields that a test is about; the builder fills in the rest.
 */

const VOYAGE_CORE = {
  ...emptyValues(fieldsWith(voyageFields, 'listed')),
  voyage_slug: '1946-07-07-truman-harry-s-down-the-potomac',
  title: 'Down the Potomac',
  start_date: '1946-07-07',
  start_time: '10:00',
  start_location: 'Washington Navy Yard',
  end_location: 'Quantico',
  voyage_type: 'official' as const,
  president_slug_from_voyage: 'truman-harry-s',
  president_name: 'Harry S. Truman',
  president_party: 'Democratic',
  presidential: true,
  has_photo: false,
  has_video: false,
};

export const aVoyageListItem = (overrides: Partial<VoyageListItem> = {}): VoyageListItem => ({
  ...VOYAGE_CORE,
  people_count: 1,
  people_names: ['Chester W. Nimitz'],
  thumbnail_url: null,
  ...overrides,
});

export const aPassenger = (overrides: Partial<Passenger> = {}): Passenger => ({
  person_slug: 'nimitz-chester-w',
  full_name: 'Chester W. Nimitz',
  role_title: 'Fleet Admiral',
  organization: 'U.S. Navy',
  wikipedia_url: 'https://en.wikipedia.org/wiki/Chester_W._Nimitz',
  title: null,
  capacity_role: 'Chief of Naval Operations',
  is_crew: false,
  voyage_notes: null,
  portrait_url: null,
  sort_order: 1,
  ...overrides,
});

export const aVoyage = (overrides: Partial<Voyage> = {}): Voyage => ({
  ...emptyValues(voyageFields),
  ...VOYAGE_CORE,
  start_timestamp: '1946-07-07T10:00:00-04:00',
  end_timestamp: null,
  presidential_initials: 'HST',
  passengers: [aPassenger()],
  media: [],
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  ...overrides,
});

export const anAdministration = (overrides: Partial<Administration> = {}): Administration => ({
  president_slug: 'truman-harry-s',
  president_name: 'Harry S. Truman',
  president_party: 'Democratic',
  presidential: true,
  term_start: '1945-04-12',
  term_end: '1953-01-20',
  voyage_count: 1,
  first_start_date: '1946-07-07',
  ...overrides,
});

export const adjacentVoyages = (overrides: Partial<AdjacentVoyages> = {}): AdjacentVoyages => ({
  previous: null,
  next: null,
  ...overrides,
});

export const aPersonListItem = (overrides: Partial<PersonListItem> = {}): PersonListItem => ({
  person_slug: 'nimitz-chester-w',
  full_name: 'Chester W. Nimitz',
  filing_name: 'Nimitz, Chester W.',
  role_title: 'Fleet Admiral',
  organization: 'U.S. Navy',
  birth_year: 1885,
  death_year: 1966,
  title: 'Admiral',
  capacity_role: 'Chief of Naval Operations',
  voyage_count: 2,
  portrait_url: null,
  ...overrides,
});

export const aPersonMatch = (overrides: Partial<PersonMatch> = {}): PersonMatch => ({
  ...aPersonListItem(),
  match: 'surname',
  matched_name: null,
  ...overrides,
});

export const aPersonVoyage = (overrides: Partial<PersonVoyage> = {}): PersonVoyage => ({
  voyage_slug: VOYAGE_CORE.voyage_slug,
  title: VOYAGE_CORE.title,
  start_date: VOYAGE_CORE.start_date,
  end_date: null,
  president_name: VOYAGE_CORE.president_name,
  president_party: VOYAGE_CORE.president_party,
  capacity_role: null,
  is_crew: false,
  voyage_notes: null,
  ...overrides,
});

export const aPerson = (overrides: Partial<Person> = {}): Person => ({
  person_slug: 'nimitz-chester-w',
  full_name: 'Chester W. Nimitz',
  filed_under: null,
  filing_name: 'Nimitz, Chester W.',
  filing_proposal: 'Nimitz, Chester W.',
  aliases: [],
  role_title: 'Fleet Admiral',
  organization: 'U.S. Navy',
  birth_year: 1885,
  death_year: 1966,
  wikipedia_url: 'https://en.wikipedia.org/wiki/Chester_W._Nimitz',
  notes_internal: null,
  tags: [],
  portrait: null,
  portrait_url: null,
  portrait_alt: null,
  is_president: false,
  voyages: [aPersonVoyage()],
  voyage_count: 1,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  ...overrides,
});

export const peopleStats = (overrides: Partial<PeopleStats> = {}): PeopleStats => ({
  total_people: 3,
  unique_titles: 2,
  avg_voyages_per_passenger: 1.33,
  ...overrides,
});

export const aPresident = (overrides: Partial<President> = {}): President => ({
  president_slug: 'truman-harry-s',
  full_name: 'Harry S. Truman',
  party: 'Democratic',
  presidential: true,
  initials: 'HST',
  term_start: '1945-04-12',
  term_end: '1953-01-20',
  birth_year: 1884,
  death_year: 1972,
  wikipedia_url: 'https://en.wikipedia.org/wiki/Harry_S._Truman',
  tags: [],
  voyage_count: 1,
  ...overrides,
});

export const aMediaItem = (overrides: Partial<MediaItem> = {}): MediaItem => ({
  media_slug: 'media-at-the-rail-19460707-0001',
  title: 'At the rail',
  media_type: 'image',
  url: '/media/at-the-rail.jpg',
  s3_url: null,
  public_derivative_url: null,
  thumbnail_url: '/media/at-the-rail-600.webp',
  preview_state: 'ready',
  preview_error: null,
  preview_failure: null,
  content_type: 'image/jpeg',
  size: 482_113,
  width: 1200,
  height: 800,
  page_count: null,
  frame_count: null,
  color_profile: null,
  bit_depth: null,
  duration: null,
  codecs: null,
  date: '1946-07-07',
  credit: 'National Archives',
  description_markdown: null,
  alt_text: null,
  rights: null,
  rights_note: null,
  creator: null,
  place: null,
  identifier: null,
  provenance: null,
  original_filename: null,
  tags: [],
  suggested: null,
  president_slug: 'truman-harry-s',
  ...overrides,
});

export const anAlbum = (overrides: Partial<Album> = {}): Album => ({
  album_slug: 'at-the-rail',
  title: 'At the rail',
  description: null,
  voyage_slug: VOYAGE_CORE.voyage_slug,
  sort_order: 1,
  media_count: 0,
  ...overrides,
});

export const aStoredFile = (overrides: Partial<StoredFile> = {}): StoredFile => ({
  name: 'at-the-rail.jpg',
  path: 'harry-s.-truman/image/at-the-rail.jpg',
  url: '/media/at-the-rail.jpg',
  type: 'image/jpeg',
  size: 123_456,
  last_modified: '2026-01-01T00:00:00Z',
  media_slug: 'media-at-the-rail-19460707-0001',
  title: 'At the rail',
  credit: 'National Archives',
  date: '1946-07-07',
  description_markdown: null,
  alt_text: null,
  rights: null,
  rights_note: null,
  creator: null,
  place: null,
  identifier: null,
  provenance: null,
  original_filename: null,
  tags: [],
  width: null,
  height: null,
  page_count: null,
  frame_count: null,
  color_profile: null,
  bit_depth: null,
  duration: null,
  codecs: null,
  thumbnail_url: null,
  public_derivative_url: null,
  preview_state: null,
  preview_error: null,
  preview_failure: null,
  ...overrides,
});

export const aBrowseResult = (overrides: Partial<BrowseResult> = {}): BrowseResult => ({
  files: [],
  folders: [],
  breadcrumbs: [],
  total_items: (overrides.files?.length ?? 0) + (overrides.folders?.length ?? 0),
  ...overrides,
});

export const anOperation = (overrides: Partial<IngestOperation> = {}): IngestOperation => ({
  operation_id: '5a0a7f4e-6f0e-4a3e-9a55-0d6c6b2b8f10',
  filename: 'sequoia-voyages.md',
  format: 'markdown',
  dry_run: false,
  status: 'running',
  current_step: 'Saving voyages (10 of 33)',
  progress: 40,
  voyages_total: 33,
  voyages_processed: 10,
  validation_errors: 0,
  media_warnings: 0,
  error_message: null,
  started_by: 'curator',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  finished_at: null,
  cancelled: false,
  stalled: false,
  applied_as: null,
  applied_status: null,
  undone_at: null,
  details_deleted_at: null,
  undoing: null,
  ...overrides,
});

export const aHome = (overrides: Partial<Home> = {}): Home => ({
  voyage_of_the_day: null,
  busiest_person: null,
  newest_photograph: null,
  newest_pictures: [],
  decades: [],
  ...overrides,
});

export const archiveSettings = (overrides: Partial<ArchiveSettings> = {}): ArchiveSettings => ({
  title: 'The Sequoia Archive',
  subtitle: 'Voyages of the presidential yacht',
  migration_document_url: null,
  ...overrides,
});

/** A live micro-frontend with a navigation link and a card on Home. */
export const aRemote = (
  name: string,
  title: string,
  { path = `/${name}`, ...overrides }: Partial<Registry['apps'][string]> & { icon?: string; position?: number } = {},
): Registry['apps'][string] => {
  const { icon = 'file', position = 100, ...rest } = overrides;
  return {
    version: '1.0.0',
    manifest: `/mfe/${name}/1.0.0/mf-manifest.json`,
    path,
    contract: 1,
    title,
    navigation: { label: title, icon, position },
    home_card: { title, description: `All about ${title}.`, icon, position },
    slots: ['home-card', 'search-result'],
    search_kinds: [],
    ...rest,
  };
};

export const aRegistry = (overrides: Partial<Registry> = {}): Registry => ({
  schema: 1,
  revision: 1,
  apps: {
    voyages: aRemote('voyages', 'Voyages', { icon: 'ship', position: 10, search_kinds: ['voyage', 'album'] }),
    people: aRemote('people', 'Passengers', { icon: 'users', position: 20, search_kinds: ['person'] }),
    media: aRemote('media', 'Media Explorer', {
      path: '/media-explorer',
      record_path: '/media',
      icon: 'images',
      position: 30,
      search_kinds: ['media', 'text'],
    }),
  },
  ...overrides,
});

export const aSearchHit = (overrides: Partial<SearchHit> = {}): SearchHit => ({
  kind: 'voyage',
  slug: '1976-06-16-ford-gerald-potomac-river',
  title: 'Potomac River, June 16, 1976',
  title_excerpt: [{ text: overrides.title ?? 'Potomac River, June 16, 1976', match: false }],
  subtitle: 'June 16, 1976 · Gerald Ford',
  excerpt: [
    { text: 'Dinner for ', match: false },
    { text: 'Trudeau', match: true },
  ],
  match: 'words',
  date: '1976-06-16',
  end_date: null,
  voyage_slug: null,
  media_type: null,
  url: null,
  page: null,
  thumbnail_url: null,
  ...overrides,
});

export const aSearchOverview = (overrides: Partial<SearchOverview> = {}): SearchOverview => ({
  kinds: { voyage: 0, person: 0, media: 0, album: 0, text: 0 },
  facets: {
    president: [],
    decade: [],
    year: [],
    person: [],
    place: [],
    tag: [],
    media_type: [],
    rights: [],
    attribute: [],
    role: [],
    has_photo: [],
  },
  more: false,
  did_you_mean: null,
  ...overrides,
});
