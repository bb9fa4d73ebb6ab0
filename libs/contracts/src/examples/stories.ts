import { type Story, storyOperations } from '../stories.ts';
import { type Example, exampleOf } from './example.ts';
import { CHANGED_AT, PERSON_SLUG, VOYAGE_SLUG } from './records.ts';

const STORY: Story = {
  story_slug: 'dinner-for-canada',
  title: 'Dinner for Canada',
  summary: 'One evening on the Potomac in June 1976.',
  author: 'Anna Weber',
  body: `The guest of honor was [Pierre Elliott Trudeau](/people/${PERSON_SLUG}).\n\n[The voyage](/voyages/${VOYAGE_SLUG})`,
  cover: null,
  published_on: '2026-11-20',
  cover_picture: null,
  records: [
    {
      address: `/voyages/${VOYAGE_SLUG}`,
      kind: 'voyage',
      slug: VOYAGE_SLUG,
      title: 'Dinner for Pierre Trudeau',
      subtitle: 'Gerald Ford',
      date: '1976-06-16',
      end_date: null,
      picture: null,
    },
  ],
  previous: null,
  next: { story_slug: 'aground-in-florida', title: 'Aground in Florida' },
  created_at: CHANGED_AT,
  updated_at: CHANGED_AT,
};
const { story_slug, title, summary, author, body, published_on, cover_picture } = STORY;
const listed = [{ story_slug, title, summary, author, published_on, cover_picture }];
const fields = { title, summary, author, body };
const address = `/voyages/${VOYAGE_SLUG}`;

export const storyExamples: [id: string, Example][] = [
  exampleOf(storyOperations.list, { query: { record: address, limit: 100 }, response: listed }),
  exampleOf(storyOperations.records, { query: { address }, response: STORY.records }),
  exampleOf(storyOperations.get, { params: { slug: story_slug }, response: STORY }),
  exampleOf(storyOperations.listAll, { query: { limit: 100 }, response: listed }),
  exampleOf(storyOperations.open, { params: { story_slug }, response: STORY }),
  exampleOf(storyOperations.create, { body: fields, response: STORY }),
  exampleOf(storyOperations.update, { params: { story_slug }, body: fields, response: STORY }),
  exampleOf(storyOperations.remove, { params: { story_slug } }),
];
