import { mediaChangesSchema } from '@archive/contracts';
import { describe, expect, test } from '@jest/globals';
import { type EditableRecord, planChanges } from './planned-changes.ts';

const RECORD: EditableRecord = {
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
  suggested: null,
};
const plan = (changes: unknown, record: Partial<EditableRecord> = {}) =>
  planChanges({ ...RECORD, ...record }, mediaChangesSchema.parse(changes));

test('leaves fields without a change as they are', () => {
  expect(plan({ credit: { mode: 'set', value: ' Rowe ' } })).toEqual({
    values: { credit: 'Rowe' },
    fieldChanges: [{ field: 'credit', before: 'Ford Library', after: 'Rowe' }],
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
  expect(plan(changes).fieldChanges.map((change) => change.after)).toEqual([after]);
});

test('appends to a description as a new paragraph', () => {
  const changes = { description_markdown: { mode: 'append', value: 'Two.' } };
  expect(plan(changes, { description_markdown: 'One.' }).values).toEqual({ description_markdown: 'One.\n\nTwo.' });
});

test('does not append a value twice', () => {
  expect(plan({ credit: { mode: 'append', value: 'Ford Library' }, tags: { mode: 'append', value: 'deck' } })).toEqual({
    values: {},
    fieldChanges: [],
  });
  const twice = plan({ credit: { mode: 'append', value: 'Rowe' } }, { credit: 'Ford Library; Rowe' });
  expect(twice.fieldChanges).toEqual([]);
});

describe('the metadata in the file', () => {
  const suggested = { title: 'Dinner', creator: 'Abbie Rowe', place: 'Norfolk', tags: ['dinner', 'deck'] };
  const changes = {
    title: { mode: 'embedded' },
    creator: { mode: 'embedded' },
    place: { mode: 'embedded' },
    tags: { mode: 'embedded' },
    date: { mode: 'embedded', replace: true },
  };

  test('fills blank fields, adds tags, and leaves everything else unchanged', () => {
    expect(plan(changes, { suggested }).values).toEqual({ creator: 'Abbie Rowe', tags: ['deck', 'dinner'] });
    expect(plan(changes).fieldChanges).toEqual([]);
  });

  test('replaces the value of the record on request', () => {
    expect(plan({ place: { mode: 'embedded', replace: true } }, { suggested }).fieldChanges).toEqual([
      { field: 'place', before: 'Potomac River', after: 'Norfolk' },
    ]);
  });
});

test('rejects text that would exceed the maximum length', () => {
  const changes = { credit: { mode: 'append', value: 'x'.repeat(400) } };
  expect(() => plan(changes, { credit: 'y'.repeat(200) })).toThrow('The result would be too long.');
});

test.each([
  [{}],
  [{ title: { mode: 'clear' } }],
  [{ title: { mode: 'set', value: ' ' } }],
  [{ media_type: { mode: 'append', value: 'image' } }],
  [{ provenance: { mode: 'embedded' } }],
  [{ date: { mode: 'set', value: '1946-13' } }],
  [{ tags: { mode: 'set', value: ' , ' } }],
  [{ rights: { mode: 'set', value: 'mine' } }],
  [{ slug: { mode: 'set', value: 'x' } }],
])('rejects the change %j', (changes) => {
  expect(mediaChangesSchema.safeParse(changes).success).toBe(false);
});
