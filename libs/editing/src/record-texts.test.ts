import { expect, test } from '@jest/globals';
import { changedFields, draftFrom, textOf } from './record-history.tsx';

const BLANK = { name: '', tags: '' };
const draftOf = (record: Record<string, unknown>) => draftFrom(BLANK, record);

test('converts a record to text: lists with commas, empty values as blank text; other fields are omitted', () => {
  expect(draftOf({ name: 1946, tags: ['a', 'b'], slug: 'x' })).toEqual({ name: '1946', tags: 'a, b' });
  expect(textOf(null)).toBe('');
});

test('only fields in both versions are compared', () => {
  expect(changedFields<Record<string, string>>({ a: '1', b: '2', c: '3' }, { a: '1', b: '9' })).toEqual(['b']);
});
