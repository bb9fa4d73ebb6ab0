import { tagOperations } from '../tags.ts';
import { exampleOf } from './example.ts';
import { MEDIA_SLUG } from './records.ts';

const CHANGED = [{ kind: 'media' as const, slug: MEDIA_SLUG, revision: 3 }];

export const tagExamples = [
  exampleOf(tagOperations.list, { response: [{ tag: 'deck', media_count: 12, people_count: 0 }] }),
  exampleOf(tagOperations.rename, { body: { tags: ['Deck', 'on deck'], to: 'deck' }, response: { changed: CHANGED } }),
  exampleOf(tagOperations.undo, { body: { changed: CHANGED }, response: { restored: 1, left: 0 } }),
];
