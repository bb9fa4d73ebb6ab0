import type { Revision } from '@archive/contracts';
import { expect, test } from '@jest/globals';
import { changedFields, draftFrom, entriesOf, textOf } from './record-texts.ts';

const BLANK = { name: '', tags: '' };
const draftOf = (record: Record<string, unknown>) => draftFrom(BLANK, record);

const revision = (number: number, action: Revision['action'], before: Revision['before']): Revision => ({
  revision: number,
  kind: 'person',
  slug: 'a',
  action,
  changed_by: 'mary',
  changed_at: '2026-02-01T12:00:00Z',
  before,
});

test('a record becomes text: lists with commas, empty values as blank, other fields omitted', () => {
  expect(draftOf({ name: 1946, tags: ['a', 'b'], slug: 'x' })).toEqual({ name: '1946', tags: 'a, b' });
  expect(textOf(null)).toBe('');
});

test('a change compares a revision with the next; creation and deletion have none', () => {
  const told = entriesOf(
    [
      revision(4, 'restore', null),
      revision(3, 'delete', { name: 'B', tags: [] }),
      revision(2, 'update', { name: 'A', tags: [] }),
      revision(1, 'create', null),
    ],
    { name: 'B', tags: 'x' },
    draftOf,
    (name) => name.toUpperCase(),
  );
  expect(told.map(({ changes }) => changes)).toEqual([[], [], [{ label: 'NAME', from: 'A', to: 'B' }], []]);
  expect(told.map(({ restorable }) => restorable)).toEqual([false, true, true, false]);
});

test('only fields in both versions are compared', () => {
  expect(changedFields<Record<string, string>>({ a: '1', b: '2', c: '3' }, { a: '1', b: '9' })).toEqual(['b']);
});
