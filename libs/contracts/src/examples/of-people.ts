import { mergeCalls } from '../merging.ts';
import { peopleCalls } from '../people.ts';
import { personPageCalls } from '../person-page.ts';
import { presidentCalls } from '../presidents.ts';
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
  WRITTEN_AT,
} from './records.ts';

const written = {
  person_slug: 'auto',
  full_name: 'Pierre Elliott Trudeau',
  role_title: 'Prime Minister of Canada',
  organization: null,
  birth_year: 1919,
  death_year: 2000,
  wikipedia_url: 'https://en.wikipedia.org/wiki/Pierre_Trudeau',
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
  gone_slug: 'trudau-pierre',
  gone_name: 'Pierre Trudau',
  merged_by: 'curator',
  merged_at: WRITTEN_AT,
};

export const peopleExamples = [
  exampleOf(peopleCalls.list, { query: { q: 'canada', sort: 'voyages', limit: 500 }, answer: [PERSON_IN_LIST] }),
  exampleOf(peopleCalls.get, { params: { slug: PERSON_SLUG }, answer: PERSON }),
  exampleOf(peopleCalls.byVoyage, { params: { slug: VOYAGE_SLUG }, answer: [PASSENGER] }),
  exampleOf(peopleCalls.stats, {
    answer: { total_people: 112, unique_titles: 57, avg_voyages_per_passenger: 1.64 },
  }),
  exampleOf(peopleCalls.roles, {
    query: { q: 'canada' },
    answer: [
      { role: 'Ambassador of Canada', people_count: 1 },
      { role: null, people_count: 2 },
    ],
  }),
  exampleOf(peopleCalls.byPresident, {
    query: { q: 'canada', limit: 500 },
    answer: {
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
              appearance_count: 1,
            },
          ],
        },
      ],
    },
  }),
  exampleOf(peopleCalls.search, {
    query: { q: 'trud' },
    answer: [{ person_slug: PERSON_SLUG, full_name: 'Pierre Elliott Trudeau', role_title: 'Prime Minister of Canada' }],
  }),
  exampleOf(peopleCalls.create, { body: written, answer: PERSON }),
  exampleOf(peopleCalls.update, { params: { person_slug: PERSON_SLUG }, body: written, answer: PERSON }),
  exampleOf(peopleCalls.remove, { params: { person_slug: PERSON_SLUG } }),
  exampleOf(peopleCalls.link, { body: link, answer: PASSENGER }),
  exampleOf(peopleCalls.relink, { body: link, answer: PASSENGER }),
  exampleOf(peopleCalls.unlink, { query: aboard, answer: { person_deleted: false } }),
  exampleOf(peopleCalls.reorder, { query: { ...aboard, direction: 'up' }, answer: [PASSENGER] }),
  exampleOf(personPageCalls.companions, {
    params: { slug: PERSON_SLUG },
    query: { limit: 12 },
    answer: [
      {
        person_slug: 'warren-jack-h',
        full_name: 'Jack H. Warren',
        role_title: 'Ambassador of Canada',
        is_president: false,
        shared_count: 1,
      },
    ],
  }),
  exampleOf(personPageCalls.media, {
    params: { slug: PERSON_SLUG },
    query: { limit: 24 },
    answer: [{ ...mediaAlone, voyage_slug: VOYAGE_SLUG, voyage_title: 'Dinner for Pierre Trudeau' }],
  }),
  exampleOf(mergeCalls.lookAlikes, {
    query: { person_slug: PERSON_SLUG, limit: 50 },
    answer: [
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
        likeness: 0.72,
      },
    ],
  }),
  exampleOf(mergeCalls.apart, {
    query: { limit: 50 },
    answer: [
      {
        people: [PERSON_IN_LIST, { ...PERSON_IN_LIST, person_slug: 'trudeau-margaret', full_name: 'Margaret Trudeau' }],
        said_by: 'curator',
        said_at: WRITTEN_AT,
      },
    ],
  }),
  exampleOf(mergeCalls.setApart, { params: { person_slug: PERSON_SLUG, other_slug: 'trudeau-margaret' } }),
  exampleOf(mergeCalls.takeApartBack, { params: { person_slug: PERSON_SLUG, other_slug: 'trudeau-margaret' } }),
  exampleOf(mergeCalls.merge, {
    params: { person_slug: PERSON_SLUG },
    body: { from: 'trudau-pierre', record: written },
    answer: merge,
  }),
  exampleOf(mergeCalls.merges, { params: { person_slug: PERSON_SLUG }, answer: [merge] }),
  exampleOf(mergeCalls.undo, {
    params: { person_slug: PERSON_SLUG, merge: 1 },
    answer: { person_slug: 'trudau-pierre' },
  }),
  exampleOf(presidentCalls.list, { query: { limit: 1000 }, answer: [PRESIDENT] }),
  exampleOf(presidentCalls.get, { params: { slug: PRESIDENT_SLUG }, answer: PRESIDENT }),
  exampleOf(presidentCalls.create, { body: { ...president, president_slug: 'auto' }, answer: PRESIDENT }),
  exampleOf(presidentCalls.update, { params: { president_slug: PRESIDENT_SLUG }, body: president, answer: PRESIDENT }),
  exampleOf(presidentCalls.remove, { params: { president_slug: PRESIDENT_SLUG } }),
];
