import { mediaPeopleOperations } from '../media-people.ts';
import { exampleOf } from './example.ts';
import { MEDIA, MEDIA_SLUG, PERSON_SLUG } from './records.ts';

const region = { x: 0.42, y: 0.18, width: 0.12, height: 0.25 };
const person = {
  person_slug: PERSON_SLUG,
  full_name: 'Pierre Elliott Trudeau',
  role_title: 'Prime Minister of Canada',
  portrait_url: null,
};
const response = { media_slug: MEDIA_SLUG, people: [{ ...person, region }], suggested: [] };
const { media_category: _category, sort_order: _order, ...mediaAlone } = MEDIA;

export const mediaPeopleExamples = [
  exampleOf(mediaPeopleOperations.get, { params: { media_slug: MEDIA_SLUG }, response }),
  exampleOf(mediaPeopleOperations.set, {
    params: { media_slug: MEDIA_SLUG },
    body: { people: [{ person_slug: PERSON_SLUG, region }] },
    response,
  }),
  exampleOf(mediaPeopleOperations.pictures, {
    params: { slug: PERSON_SLUG },
    query: { limit: 24 },
    response: [{ ...mediaAlone, region }],
  }),
];
