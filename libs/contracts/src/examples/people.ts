import { personMergeOperations } from '../person-merge.ts';
import { peopleOperations } from '../people.ts';
import { personProfileOperations } from '../person-profile.ts';
import { presidentOperations } from '../presidents.ts';
import { exampleOf } from './example.ts';
import {
  MEDIA,
  PASSENGER,
  PERSON,
  PERSON_IN_LIST,
  PERSON_SLUG,
  PRESIDENT,
  PRESIDENT_SLUG,
  VOYAGE_SLUG,
  CHANGED_AT,
} from './records.ts';

const personFields = {
  person_slug: 'auto',
  full_name: 'Pierre Elliott Trudeau',
  filed_under: null,
  aliases: ['P. E. T.'],
  role_title: 'Prime Minister of Canada',
  organization: null,
  birth_year: 1919,
  death_year: 2000,
  wikipedia_url: 'https://en.wikipedia.org/wiki/Pierre_Trudeau',
  portrait: null,
  notes_internal: null,
  tags: 'Canada',
};
const president = {
  full_name: 'Gerald Ford',
  party: 'Republican',
  term_start: '1974-08-09',
  term_end: '1977-01-20',
  birth_year: 1913,
  death_year: 2006,
  wikipedia_url: 'https://en.wikipedia.org/wiki/Gerald_Ford',
};
const link = {
  person_slug: PERSON_SLUG,
  voyage_slug: VOYAGE_SLUG,
  capacity_role: 'Prime Minister of Canada',
  is_crew: false,
  notes: null,
};
const aboard = { person_slug: PERSON_SLUG, voyage_slug: VOYAGE_SLUG };
const { media_category: _category, sort_order: _order, ...mediaAlone } = MEDIA;
const merge = {
  merge: 1,
  merged_slug: 'trudau-pierre',
  merged_name: 'Pierre Trudau',
  merged_by: 'curator',
  merged_at: CHANGED_AT,
};

export const peopleExamples = [
  exampleOf(peopleOperations.list, { query: { q: 'canada', sort: 'voyages', limit: 500 }, response: [PERSON_IN_LIST] }),
  exampleOf(peopleOperations.get, { params: { slug: PERSON_SLUG }, response: PERSON }),
  exampleOf(peopleOperations.byVoyage, { params: { slug: VOYAGE_SLUG }, response: [PASSENGER] }),
  exampleOf(peopleOperations.stats, {
    response: { total_people: 112, unique_titles: 57, avg_voyages_per_passenger: 1.64 },
  }),
  exampleOf(peopleOperations.roles, {
    query: { q: 'canada' },
    response: [
      { role: 'Ambassador of Canada', people_count: 1 },
      { role: null, people_count: 2 },
    ],
  }),
  exampleOf(peopleOperations.letters, {
    query: { q: 'canada' },
    response: [
      { letter: 'K', people_count: 1 },
      { letter: '#', people_count: 2 },
    ],
  }),
  exampleOf(peopleOperations.byPresident, {
    query: { q: 'canada', limit: 500 },
    response: {
      grouped_by_president: [
        {
          president_slug: PRESIDENT_SLUG,
          president_name: 'Gerald Ford',
          president_party: 'Republican',
          people_count: 1,
          people: [
            {
              person_slug: PERSON_SLUG,
              full_name: 'Pierre Elliott Trudeau',
              role_title: 'Prime Minister of Canada',
              organization: null,
              portrait_url: null,
              appearance_count: 1,
            },
          ],
        },
      ],
    },
  }),
  exampleOf(peopleOperations.search, {
    query: { q: 'trud' },
    response: [{ ...PERSON_IN_LIST, match: null, matched_name: null }],
  }),
  exampleOf(peopleOperations.candidates, {
    query: { full_name: 'Prime Minister Trudeau', wikipedia_url: 'https://en.wikipedia.org/wiki/Pierre_Trudeau' },
    response: {
      title: null,
      full_name: 'Prime Minister Trudeau',
      role: null,
      people: [{ ...PERSON_IN_LIST, match: 'article', matched_name: null }],
    },
  }),
  exampleOf(peopleOperations.filingName, {
    query: { full_name: 'Theodore Van Kirk' },
    response: { filing_proposal: 'Van Kirk, Theodore' },
  }),
  exampleOf(peopleOperations.spellings, {
    params: { person_slug: PERSON_SLUG },
    response: [{ name: 'Pierre Trudau', is_imported: false }],
  }),
  exampleOf(peopleOperations.removeSpelling, {
    params: { person_slug: PERSON_SLUG },
    query: { name: 'Pierre Trudau' },
    response: { revision: 3 },
  }),
  exampleOf(peopleOperations.create, { body: personFields, response: PERSON }),
  exampleOf(peopleOperations.update, { params: { person_slug: PERSON_SLUG }, body: personFields, response: PERSON }),
  exampleOf(peopleOperations.remove, { params: { person_slug: PERSON_SLUG } }),
  exampleOf(peopleOperations.link, { body: link, response: PASSENGER }),
  exampleOf(peopleOperations.relink, { body: link, response: PASSENGER }),
  exampleOf(peopleOperations.unlink, { query: aboard, response: { person_deleted: false } }),
  exampleOf(peopleOperations.reorder, { query: { ...aboard, direction: 'up' }, response: [PASSENGER] }),
  exampleOf(peopleOperations.setOrder, {
    body: { voyage_slug: VOYAGE_SLUG, person_slugs: [PERSON_SLUG] },
    response: [PASSENGER],
  }),
  exampleOf(personProfileOperations.companions, {
    params: { slug: PERSON_SLUG },
    query: { limit: 12 },
    response: [
      {
        person_slug: 'warren-jack-h',
        full_name: 'Jack H. Warren',
        role_title: 'Ambassador of Canada',
        is_president: false,
        portrait_url: null,
        shared_count: 1,
      },
    ],
  }),
  exampleOf(personProfileOperations.media, {
    params: { slug: PERSON_SLUG },
    query: { limit: 24 },
    response: [{ ...mediaAlone, voyage_slug: VOYAGE_SLUG, voyage_title: 'Dinner for Pierre Trudeau' }],
  }),
  exampleOf(personMergeOperations.duplicateCandidates, {
    query: { person_slug: PERSON_SLUG, limit: 50 },
    response: [
      {
        people: [
          PERSON_IN_LIST,
          {
            ...PERSON_IN_LIST,
            person_slug: 'trudau-pierre',
            full_name: 'Pierre Trudau',
            birth_year: null,
            death_year: null,
          },
        ],
        similarity: 0.72,
      },
    ],
  }),
  exampleOf(personMergeOperations.notDuplicates, {
    query: { limit: 50 },
    response: [
      {
        people: [PERSON_IN_LIST, { ...PERSON_IN_LIST, person_slug: 'trudeau-margaret', full_name: 'Margaret Trudeau' }],
        dismissed_by: 'curator',
        dismissed_at: CHANGED_AT,
      },
    ],
  }),
  exampleOf(personMergeOperations.dismissDuplicate, {
    params: { person_slug: PERSON_SLUG, other_slug: 'trudeau-margaret' },
  }),
  exampleOf(personMergeOperations.undoDismissal, {
    params: { person_slug: PERSON_SLUG, other_slug: 'trudeau-margaret' },
  }),
  exampleOf(personMergeOperations.merge, {
    params: { person_slug: PERSON_SLUG },
    body: {
      from: 'trudau-pierre',
      from_etag: '"412.3"',
      choices: { full_name: 'survivor', role_title: 'survivor', tags: 'both' },
      record: { birth_year: 1919 },
    },
    response: merge,
  }),
  exampleOf(personMergeOperations.merges, { params: { person_slug: PERSON_SLUG }, response: [merge] }),
  exampleOf(personMergeOperations.undo, {
    params: { person_slug: PERSON_SLUG, merge: 1 },
    response: { person_slug: 'trudau-pierre' },
  }),
  exampleOf(presidentOperations.list, { query: { limit: 1000 }, response: [PRESIDENT] }),
  exampleOf(presidentOperations.get, { params: { slug: PRESIDENT_SLUG }, response: PRESIDENT }),
  exampleOf(presidentOperations.create, { body: { ...president, president_slug: 'auto' }, response: PRESIDENT }),
  exampleOf(presidentOperations.update, {
    params: { president_slug: PRESIDENT_SLUG },
    body: president,
    response: PRESIDENT,
  }),
  exampleOf(presidentOperations.remove, { params: { president_slug: PRESIDENT_SLUG } }),
];
