import { mediaChangesSchema } from '@archive/contracts';
import { expect, test } from '@jest/globals';
import { type EditableFields, planChanges } from './planned-changes.ts';

const RECORD: EditableFields = {
  title: 'At the rail',
  media_type: 'image',
  date: '1976-06',
  credit: 'Ford Library',
  description_markdown: null,
  tags: ['deck'],
  alt_text: null,
  rights: null,
  rights_note: 'Federal work',
  creator: null,
  place: 'Potomac River',
  identifier: null,
  provenance: null,
};
const plan = (changes: unknown, record: Partial<EditableFields> = {}) =>
  planChanges({ ...RECORD, ...record }, mediaChangesSchema.parse(changes));

test('leaves fields without a change as they are', () => {
  expect(plan({ credit: { mode: 'set', value: ' Rowe ' } })).toEqual({
    values: { credit: 'Rowe' },
    shown: [{ field: 'credit', before: 'Ford Library', after: 'Rowe' }],
  });
});

test.each([
  [{ title: { mode: 'append', value: 'of the yacht' } }, 'At the rail of the yacht'],
  [{ credit: { mode: 'append', value: 'Rowe' } }, 'Ford Library; Rowe'],
  [{ description_markdown: { mode: 'append', value: 'Sunset.' } }, 'Sunset.'],
  [{ tags: { mode: 'append', value: 'dinner, deck' } }, 'deck, dinner'],
  [{ rights_note: { mode: 'clear' } }, null],
  [{ place: { mode: 'append', value: 'Mount Vernon' } }, 'Potomac River; Mount Vernon'],
  [{ date: { mode: 'clear' } }, null],
  [{ tags: { mode: 'clear' } }, null],
])('%j', (changes, after) => {
  expect(plan(changes).shown.map((change) => change.after)).toEqual([after]);
});

test('appends to a description as a new paragraph', () => {
  const changes = { description_markdown: { mode: 'append', value: 'Two.' } };
  expect(plan(changes, { description_markdown: 'One.' }).values).toEqual({ description_markdown: 'One.\n\nTwo.' });
});

test('does not append a value twice', () => {
  expect(plan({ credit: { mode: 'append', value: 'Ford Library' }, tags: { mode: 'append', value: 'deck' } })).toEqual({
    values: {},
    shown: [],
  });
  const twice = plan({ credit: { mode: 'append', value: 'Rowe' } }, { credit: 'Ford Library; Rowe' });
  expect(twice.shown).toEqual([]);
});

test('rejects a text that would exceed the maximum length', () => {
  const changes = { credit: { mode: 'append', value: 'x'.repeat(400) } };
  expect(() => plan(changes, { credit: 'y'.repeat(200) })).toThrow('The result would be too long.');
});

test.each([
  [{}],
  [{ title: { mode: 'clear' } }],
  [{ title: { mode: 'set', value: ' ' } }],
  [{ media_type: { mode: 'append', value: 'image' } }],
  [{ date: { mode: 'set', value: '1946-13' } }],
  [{ tags: { mode: 'set', value: ' , ' } }],
  [{ rights: { mode: 'set', value: 'mine' } }],
  [{ slug: { mode: 'set', value: 'x' } }],
])('rejects the change %j', (changes) => {
  expect(mediaChangesSchema.safeParse(changes).success).toBe(false);
});
