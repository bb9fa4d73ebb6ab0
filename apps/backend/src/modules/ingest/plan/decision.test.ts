import { describe, expect, test } from '@jest/globals';
import { parseVoyageDocument } from '@archive/voyage-document';
import { decide, type Known } from './decision.ts';
import { digestOf, fieldsOf, tidyFields, type VoyageFields } from './voyage-fields.ts';

function voyage(changes: Partial<VoyageFields> = {}): VoyageFields {
  const { voyages } = parseVoyageDocument('## 1976-06-16\n\nLocation: Potomac River\n\nNotes: Rain.');
  const [record] = voyages;
  if (!record) throw new Error('The document has no voyage');
  return { ...fieldsOf(record, 'ford-gerald', []), ...changes };
}

const known = (last: Partial<VoyageFields>, current: Partial<VoyageFields> = last): Known => ({
  last: voyage(last),
  current: voyage(current),
});

describe('what becomes of a voyage', () => {
  test('that the archive does not have: it is created', () => {
    expect(decide(voyage(), false, undefined)).toMatchObject({ kind: 'create', set: voyage(), remember: voyage() });
  });

  test.each([
    ['nobody changed it', {}, {}, {}, 'unchanged', {}, []],
    ['the document changed it', { notes: 'Snow.' }, {}, {}, 'update', { notes: 'Snow.' }, []],
    ['a curator changed it', {}, {}, { notes: 'Sun.' }, 'conflict', {}, ['notes']],
    ['both changed it', { notes: 'Snow.' }, {}, { notes: 'Sun.' }, 'conflict', {}, ['notes']],
    ['both changed it alike', { notes: 'Snow.' }, {}, { notes: 'Snow.' }, 'unchanged', {}, []],
    ['the document took it away', { notes: null }, {}, {}, 'update', { notes: null }, []],
    [
      'both changed one field, and the document another',
      { notes: 'Snow.', start_time: '19:00' },
      {},
      { notes: 'Sun.' },
      'conflict',
      { start_time: '19:00' },
      ['notes'],
    ],
  ] as const)('when %s', (_, document, last, current, kind, set, conflicts) => {
    expect(decide(voyage(document), false, known(last, current))).toMatchObject({
      kind,
      set,
      conflicts: conflicts.map((name) => ({ name, choice: null })),
    });
  });

  test('whose title is generated: a curator keeps the better one without a word', () => {
    const moved = voyage({ start_location: 'Annapolis, MD', title: 'Annapolis, MD, June 16, 1976' });
    const edited = known({}, { title: 'Dinner' });
    expect(decide(moved, false, edited)).toMatchObject({
      kind: 'update',
      set: { start_location: 'Annapolis, MD' },
      conflicts: [],
    });
    expect(decide(moved, true, edited).conflicts).toEqual([{ name: 'title', choice: null }]);
  });

  test('that no document has spoken of: only what differs is in conflict, now and later', () => {
    const logged = { last: {}, current: voyage({ notes: 'Sun.' }) };
    const first = decide(voyage(), false, logged);
    expect(first).toMatchObject({ kind: 'conflict', set: {}, conflicts: [{ name: 'notes', choice: null }] });
    const later = decide(voyage(), false, { last: first.remember, current: logged.current });
    expect(later.conflicts).toEqual([{ name: 'notes', choice: null }]);
  });
});

describe('a choice', () => {
  const edited = known({}, { notes: 'Sun.' });
  const choose = (choice: 'keep' | 'take', archive = 'Sun.') => ({
    choices: new Map([['notes' as const, { choice, archive, document: 'Snow.' }]]),
  });

  test("takes the document's value", () => {
    const taken = decide(voyage({ notes: 'Snow.' }), false, edited, choose('take'));
    expect(taken).toMatchObject({ kind: 'update', set: { notes: 'Snow.' }, remember: { notes: 'Snow.' } });
  });

  test("keeps the archive's, and is not asked for again while the document stays as it is", () => {
    const document = voyage({ notes: 'Snow.' });
    const kept = decide(document, false, edited, choose('keep'));
    expect(kept).toMatchObject({
      kind: 'unchanged',
      set: {},
      remember: { notes: 'Snow.', declined: { notes: 'Snow.' } },
    });
    const later = { last: kept.remember, current: edited.current };
    expect(decide(document, false, later)).toMatchObject({ kind: 'unchanged', conflicts: [] });
    expect(decide(voyage({ notes: 'Hail.' }), false, later).kind).toBe('conflict');
    expect(decide(voyage({ notes: 'Sun.' }), false, later).remember.declined).toBeUndefined();
  });

  test('holds for the values that were shown and no others', () => {
    const newer = decide(voyage({ notes: 'Snow.' }), false, edited, choose('take', 'Fog.'));
    expect(newer).toMatchObject({ kind: 'conflict', set: {}, conflicts: [{ name: 'notes', choice: null }] });
  });

  test('about one field leaves all others as they are', () => {
    const both = voyage({ notes: 'Snow.', start_time: '19:00' });
    const only = new Set(['notes' as const]);
    const { set } = decide(both, false, edited, { ...choose('take'), only });
    expect([set.notes, set.start_time]).toEqual(['Snow.', undefined]);
  });
});

describe('the lines that a voyage is read from', () => {
  const lines = '## **1976-06-16**\n\nLocation: Potomac River\n\nNotes: Rain.';

  test('are no difference by themselves', () => {
    const document = voyage({ original_markdown: lines });
    expect(decide(document, false, known({}))).toMatchObject({ kind: 'unchanged', set: {} });
    expect(decide(document, false, { last: {}, current: voyage({ original_markdown: null }) }).kind).toBe('unchanged');
    expect(digestOf(document)).toBe(digestOf(voyage()));
  });

  test('come along with what they say', () => {
    const document = voyage({ original_markdown: lines, notes: 'Snow.' });
    const { set, remember } = decide(document, false, known({}));
    expect(set).toEqual({ notes: 'Snow.', original_markdown: lines });
    expect(remember.original_markdown).toBe(lines);
  });
});

test('a voyage is compared as a document would have it', () => {
  const typed = voyage({
    notes: ' One\r\ntwo \r\n',
    start_location: 'Potomac  River',
    spin: [{ spin: ' ', source: 'x' }],
  });
  expect(tidyFields(typed)).toEqual(voyage({ notes: 'One\ntwo', start_location: 'Potomac River', spin: [] }));
});

test('the digest tells any change of any field', () => {
  expect(digestOf(voyage())).toBe(digestOf(voyage()));
  for (const change of [
    { notes: 'Rain' },
    { mention_menu: true },
    { passengers: [{ person: 'lee-ann', title: null, capacity_role: null, is_crew: false }] },
    { president: null },
  ])
    expect(digestOf(voyage(change))).not.toBe(digestOf(voyage()));
});
