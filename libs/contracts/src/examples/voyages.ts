import { figuresOperations } from '../figures.ts';
import { historyOperations } from '../history.ts';
import { homeOperations } from '../home.ts';
import { searchOperations } from '../search.ts';
import { timelineOperations } from '../timeline.ts';
import { voyageOperations } from '../voyages.ts';
import { exampleOf } from './example.ts';
import { MEDIA, PERSON_SLUG, PRESIDENT_SLUG, VOYAGE, VOYAGE_IN_LIST, VOYAGE_SLUG, CHANGED_AT } from './records.ts';

const voyageFields = {
  title: 'Dinner for Pierre Trudeau',
  start_date: '1976-06-16',
  start_time: '19:00',
  end_time: '21:03',
  start_location: 'Washington Navy Yard',
  end_location: 'Potomac River',
  voyage_type: 'official' as const,
  president_slug_from_voyage: PRESIDENT_SLUG,
  presidential_use: true,
  has_foreign_leader: true,
  foreign_leader_country: 'Canada',
  spin: [{ spin: 'There is no better table in Washington.', source: 'The Washington Post' }],
  source_urls: [{ url: 'https://www.fordlibrarymuseum.gov/', media_type: 'document' as const }],
};

const voyageLink = (voyage_slug: string, title: string, start_date: string) => ({ voyage_slug, title, start_date });

const CHANGE = {
  revision: 2,
  kind: 'voyage' as const,
  slug: VOYAGE_SLUG,
  changed_by: 'curator',
  changed_at: CHANGED_AT,
};
const OF_VOYAGE = { title: 'Dinner for Pierre Trudeau', operation_id: null, voyage_slug: null, url: null };
const TITLE_CHANGE = { field: 'title', label: 'Title', from: 'Dinner', to: 'Dinner for Pierre Trudeau' };

export const voyageExamples = [
  exampleOf(voyageOperations.list, {
    query: { q: 'trudeau', president_slug: [PRESIDENT_SLUG], significant: '1', limit: 50, offset: 0 },
    response: [VOYAGE_IN_LIST],
  }),
  exampleOf(voyageOperations.administrations, {
    query: { date_from: '1970', date_to: '1976-12' },
    response: [
      {
        president_slug: PRESIDENT_SLUG,
        president_name: 'Gerald Ford',
        president_party: 'Republican',
        presidential: true,
        term_start: '1974-08-09',
        term_end: '1977-01-20',
        voyage_count: 6,
        first_start_date: '1974-08-22',
      },
    ],
  }),
  exampleOf(figuresOperations.map, {
    query: { president_slug: [PRESIDENT_SLUG], date_from: '1976', date_to: '1976' },
    response: {
      voyages: 3,
      voyages_not_on_map: 2,
      places: [
        {
          place_slug: 'washington-navy-yard',
          name: 'Washington Navy Yard',
          kind: 'port',
          latitude: 38.8737,
          longitude: -76.995,
          uncertainty: 300,
          voyages: 1,
        },
      ],
      places_not_on_map: 1,
    },
  }),
  exampleOf(figuresOperations.get, {
    query: { president_slug: [PRESIDENT_SLUG], date_from: '1976', date_to: '1976' },
    response: {
      voyages: 3,
      presidents: [{ president_slug: PRESIDENT_SLUG, president_name: 'Gerald Ford', presidential: true, voyages: 3 }],
      years: [{ year: 1976, president_slug: PRESIDENT_SLUG, voyages: 3, uncertain: 1 }],
      months: [{ month: 6, voyages: 2 }],
      months_unknown: 1,
      days: [
        { days: '1', voyages: 2 },
        { days: 'unknown', voyages: 1 },
      ],
      hours: [
        { hours: '2-4', voyages: 1 },
        { hours: 'unknown', voyages: 2 },
      ],
      people: [
        { person_slug: PERSON_SLUG, full_name: 'Pierre Elliott Trudeau', voyages: 2, as_crew: 0 },
        { person_slug: 'trudeau-margaret', full_name: 'Margaret Trudeau', voyages: 1, as_crew: 0 },
      ],
      companions: [{ person_slug: PERSON_SLUG, companion_slug: 'trudeau-margaret', voyages: 1 }],
      places: [{ place: 'Washington Navy Yard', voyages: 3 }],
      attributes: [{ attribute: 'mention_menu', voyages: 1 }],
    },
  }),
  exampleOf(voyageOperations.position, { query: { voyage: VOYAGE_SLUG }, response: { place: 41 } }),
  exampleOf(voyageOperations.get, { params: { slug: VOYAGE_SLUG }, response: VOYAGE }),
  exampleOf(voyageOperations.passage, {
    params: { slug: VOYAGE_SLUG },
    response: { document: 'log.txt', line: 12, end_line: 12, text: 'June 16  1900-2103  Potomac R.  Pres. Ford.' },
  }),
  exampleOf(voyageOperations.adjacent, {
    params: { slug: VOYAGE_SLUG },
    response: {
      previous: voyageLink(
        '1976-06-09-ford-gerald-r-voyage-of-june-9-1976',
        'Washington Navy Yard, June 9, 1976',
        '1976-06-09',
      ),
      next: voyageLink('1976-07-04-ford-gerald-r-voyage-of-july-4-1976', 'Potomac River, July 4, 1976', '1976-07-04'),
    },
  }),
  exampleOf(voyageOperations.create, { body: voyageFields, response: VOYAGE }),
  exampleOf(voyageOperations.update, { params: { voyage_slug: VOYAGE_SLUG }, body: voyageFields, response: VOYAGE }),
  exampleOf(voyageOperations.remove, { params: { voyage_slug: VOYAGE_SLUG } }),
  exampleOf(timelineOperations.dates, {
    query: { president_slug: [PRESIDENT_SLUG] },
    response: [
      { date: '1976-06-16', voyages: 1, media: 1 },
      { date: '1976-07', voyages: 0, media: 2, approximate_media: ['1976-07~'] },
      { date: '1976-09', voyages: 1, media: 0, approximate: ['1976-23'] },
    ],
  }),
  exampleOf(homeOperations.get, {
    query: { day: '06-16' },
    response: {
      voyage_of_the_day: voyageLink(VOYAGE_SLUG, 'Dinner for Pierre Trudeau', '1976-06-16'),
      busiest_person: { person_slug: 'nixon-richard', full_name: 'Richard Nixon', voyage_count: 8, portrait_url: null },
      newest_photograph: {
        media_slug: MEDIA.media_slug,
        title: MEDIA.title,
        url: MEDIA.url ?? '',
        thumbnail_url: MEDIA.thumbnail_url,
        date: MEDIA.date,
      },
      newest_pictures: [{ media_slug: MEDIA.media_slug, title: MEDIA.title, url: MEDIA.thumbnail_url ?? '' }],
      decades: [
        { decade: 1940, voyages: 20 },
        { decade: 1970, voyages: 6 },
      ],
    },
  }),
  exampleOf(searchOperations.all, {
    query: { q: 'trudau', limit: 30 },
    response: [
      {
        kind: 'person',
        slug: PERSON_SLUG,
        title: 'Pierre Elliott Trudeau',
        title_excerpt: [
          { text: 'Pierre Elliott ', match: false },
          { text: 'Trudeau', match: true },
        ],
        subtitle: 'Prime Minister of Canada',
        excerpt: [{ text: 'Prime Minister of Canada', match: false }],
        match: 'similar',
        date: null,
        end_date: null,
        voyage_slug: null,
        media_type: null,
        url: null,
        page: null,
        thumbnail_url: null,
      },
    ],
  }),
  exampleOf(searchOperations.overview, {
    query: { q: 'trudau' },
    response: {
      kinds: { voyage: 1, person: 1, media: 0, album: 0, text: 0 },
      facets: {
        president: [{ value: 'ford-gerald', label: 'Gerald Ford', count: 2 }],
        decade: [{ value: '1970', label: '1970s', count: 2 }],
        year: [{ value: '1976', label: '1976', count: 2 }],
        person: [{ value: PERSON_SLUG, label: 'Pierre Elliott Trudeau', count: 2 }],
        place: [{ value: 'Potomac River', label: 'Potomac River', count: 2 }],
        tag: [],
        media_type: [],
        rights: [],
        attribute: [{ value: 'mention_menu', label: 'Menu Info', count: 1 }],
        role: [],
        has_photo: [],
      },
      more: false,
      did_you_mean: 'Trudeau',
    },
  }),
  exampleOf(searchOperations.suggestions, {
    query: { q: 'trud' },
    response: [
      {
        kind: 'person',
        slug: PERSON_SLUG,
        title: 'Pierre Elliott Trudeau',
        title_excerpt: [
          { text: 'Pierre Elliott ', match: false },
          { text: 'Trudeau', match: true },
        ],
        subtitle: 'Prime Minister of Canada',
        excerpt: [],
        voyage_slug: null,
        url: null,
        page: null,
      },
    ],
  }),
  exampleOf(historyOperations.changes, {
    query: { kind: ['voyage'], limit: 50 },
    response: {
      changes: [
        {
          ...CHANGE,
          ...OF_VOYAGE,
          action: 'update',
          changes: [TITLE_CHANGE],
          exists: true,
          restorable: true,
          merged_into: null,
        },
      ],
      curators: ['curator'],
      older: null,
      newer: null,
    },
  }),
  exampleOf(historyOperations.deleted, {
    query: { kind: 'voyage', slug: VOYAGE_SLUG },
    response: {
      ...CHANGE,
      ...OF_VOYAGE,
      action: 'delete',
      changes: [],
      exists: false,
      restorable: true,
      merged_into: null,
    },
  }),
  exampleOf(historyOperations.list, {
    params: { kind: 'voyage', slug: VOYAGE_SLUG },
    query: { limit: 100, offset: 0 },
    response: [
      {
        ...CHANGE,
        action: 'update',
        changes: [TITLE_CHANGE],
        before: { title: 'Dinner', start_date: '1976-06-16' },
      },
    ],
  }),
  exampleOf(historyOperations.preview, {
    params: { kind: 'voyage', slug: VOYAGE_SLUG, revision: 2 },
    response: {
      changes: [
        { ...TITLE_CHANGE, from: 'Dinner for Pierre Trudeau', to: 'Dinner' },
        { field: 'albums', label: 'Albums', from: 'On deck: Menu', to: 'On deck: Menu, Guests' },
      ],
    },
  }),
  exampleOf(historyOperations.restore, {
    params: { kind: 'voyage', slug: VOYAGE_SLUG, revision: 2 },
    response: {
      ...CHANGE,
      revision: 3,
      action: 'restore',
      changes: [{ ...TITLE_CHANGE, from: 'Dinner for Pierre Trudeau', to: 'Dinner' }],
      before: { title: 'Dinner for Pierre Trudeau', start_date: '1976-06-16' },
    },
  }),
];
