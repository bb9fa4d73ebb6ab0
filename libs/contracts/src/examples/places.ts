import { emptyValues } from '../records/field.ts';
import { placeFields } from '../records/place.fields.ts';
import { type Place, placeOperations } from '../places.ts';
import { type Example, exampleOf } from './example.ts';
import { CHANGED_AT, MEDIA, PERSON_SLUG, VOYAGE_SLUG } from './records.ts';

const { media_category: _category, sort_order: _order, ...media } = MEDIA;

const PLACE: Place = {
  place_slug: 'washington-navy-yard',
  ...emptyValues(placeFields),
  name: 'Washington Navy Yard',
  variants: ['Navy Yard', 'Washington Naval Yard'],
  kind: 'port',
  part_of: 'washington',
  part_of_name: 'Washington',
  parts: [],
  wordings: [
    { wording: 'Washington Navy Yard', voyage_count: 3, is_name: true },
    { wording: 'Navy Yard', voyage_count: 0, is_name: false },
    { wording: 'Washington Naval Yard', voyage_count: 0, is_name: false },
  ],
  voyage_count: 3,
  created_at: CHANGED_AT,
  updated_at: CHANGED_AT,
};
const { place_slug, name, kind, latitude, longitude, part_of, part_of_name, voyage_count } = PLACE;
const fields = { name, kind, variants: ['Navy Yard', 'Washington Naval Yard'], part_of };
const params = { slug: place_slug };
const revisions = [{ place_slug, revision: 2 }];

const CANDIDATE = {
  geonames: '4140963',
  name: 'Washington',
  region: 'DC',
  country: 'United States',
  latitude: 38.89511,
  longitude: -77.03637,
  uncertainty: 10_000,
  population: 689_545,
  near: { name: 'Mount Vernon', kilometers: 21 },
};

export const placeExamples: [id: string, Example][] = [
  exampleOf(placeOperations.list, {
    query: { kind: 'port', limit: 200 },
    response: [{ place_slug, name, kind, latitude, longitude, part_of, part_of_name, voyage_count }],
  }),
  exampleOf(placeOperations.letters, { query: { kind: 'port' }, response: [{ letter: 'W', place_count: 1 }] }),
  exampleOf(placeOperations.byVoyage, {
    params: { slug: VOYAGE_SLUG },
    response: [
      { wording: 'Washington Navy Yard', place_slug, name, latitude: 38.8737, longitude: -76.995, uncertainty: 300 },
      { wording: 'Mount Vernon', place_slug: null, name: null, latitude: null, longitude: null, uncertainty: null },
    ],
  }),
  exampleOf(placeOperations.get, { params, response: PLACE }),
  exampleOf(placeOperations.people, {
    params,
    query: { limit: 12 },
    response: [
      {
        person_slug: PERSON_SLUG,
        full_name: 'Pierre Elliott Trudeau',
        role_title: 'Prime Minister of Canada',
        portrait_url: null,
        place_count: 1,
      },
    ],
  }),
  exampleOf(placeOperations.media, {
    params,
    query: { limit: 24 },
    response: [{ ...media, voyage_slug: VOYAGE_SLUG, voyage_title: 'Dinner for Pierre Trudeau' }],
  }),
  exampleOf(placeOperations.create, { body: fields, response: PLACE }),
  exampleOf(placeOperations.update, { params: { place_slug }, body: fields, response: PLACE }),
  exampleOf(placeOperations.remove, { params: { place_slug } }),
  exampleOf(placeOperations.wordings, {
    query: { limit: 100 },
    response: [
      {
        wording: 'Wash. Navy Yard',
        voyage_count: 1,
        examples: [{ voyage_slug: VOYAGE_SLUG, title: 'Dinner for Pierre Trudeau', start_date: '1976-06-16' }],
        proposals: [{ place_slug, name, similarity: 0.62 }],
        candidates: [],
        group: 1,
      },
    ],
  }),
  exampleOf(placeOperations.candidates, { query: { name: 'Washington, DC' }, response: [CANDIDATE] }),
  exampleOf(placeOperations.decide, {
    body: { wordings: ['Wash. Navy Yard'], decision: 'spelling', place_slug },
    response: revisions,
  }),
  exampleOf(placeOperations.merge, {
    params: { place_slug: 'navy-yard' },
    body: { into: place_slug },
    response: revisions,
  }),
  exampleOf(placeOperations.undo, { body: { changes: revisions } }),
];
