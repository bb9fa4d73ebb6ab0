import { describe, expect, test } from '@jest/globals';
import { parseVoyageDocument } from '@archive/voyage-document';
import { decide, type ArchivedState } from './decision.ts';
import { digestOf, fieldsOf, tidyFields, type VoyageFields } from './voyage-fields.ts';

function voyage(changes: Partial<VoyageFields> = {}): VoyageFields {
  const { voyages } = parseVoyageDocument('## 1976-06-16\n\nLocation: Potomac River\n\nNotes: Rain.');
  const [record] = voyages;
  if (!record) throw new Error('The document has no voyage');
  return { ...fieldsOf(record, 'ford-gerald', []), ...changes };
}

const known = (last: Partial<VoyageFields>, current: Partial<VoyageFields> = last): ArchivedState => ({
  last: voyage(last),
  current: voyage(current),
});

describe('decide', () => {
  test('creates a voyage that the archive does not have', () => {
    expect(decide(voyage(), false, undefined)).toMatchObject({ kind: 'create', set: voyage(), baseline: voyage() });
  });

  test.each([
    ['nothing changed', {}, {}, {}, 'unchanged', {}, []],
    ['the document changed it', { notes: 'Snow.' }, {}, {}, 'update', { notes: 'Snow.' }, []],
    ['a curator changed it', {}, {}, { notes: 'Sun.' }, 'conflict', {}, ['notes']],
    ['both changed it', { notes: 'Snow.' }, {}, { notes: 'Sun.' }, 'conflict', {}, ['notes']],
    ['both made the same change', { notes: 'Snow.' }, {}, { notes: 'Snow.' }, 'unchanged', {}, []],
    ['the document removed it', { notes: null }, {}, {}, 'update', { notes: null }, []],
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

  test('keeps an edited title when the document has none', () => {
    const moved = voyage({ start_location: 'Annapolis, MD', title: 'Annapolis, MD, June 16, 1976' });
    const edited = known({}, { title: 'Dinner' });
    expect(decide(moved, false, edited)).toMatchObject({
      kind: 'update',
      set: { start_location: 'Annapolis, MD' },
      conflicts: [],
    });
    expect(decide(moved, true, edited).conflicts).toEqual([{ name: 'title', choice: null }]);
  });

  test('reports only differing fields as conflicts for a voyage that was never imported', () => {
    const logged = { last: {}, current: voyage({ notes: 'Sun.' }) };
    const first = decide(voyage(), false, logged);
    expect(first).toMatchObject({ kind: 'conflict', set: {}, conflicts: [{ name: 'notes', choice: null }] });
    const later = decide(voyage(), false, { last: first.baseline, current: logged.current });
    expect(later.conflicts).toEqual([{ name: 'notes', choice: null }]);
  });
});

describe('decide with a choice', () => {
  const edited = known({}, { notes: 'Sun.' });
  const choose = (choice: 'keep' | 'take', archive = 'Sun.') => ({
    choices: new Map([['notes' as const, { choice, archive, document: 'Snow.' }]]),
  });

  test('uses the document’s value', () => {
    const taken = decide(voyage({ notes: 'Snow.' }), false, edited, choose('take'));
    expect(taken).toMatchObject({ kind: 'update', set: { notes: 'Snow.' }, baseline: { notes: 'Snow.' } });
  });

  test('keeps the archive’s value until the document changes again', () => {
    const document = voyage({ notes: 'Snow.' });
    const dismissal = decide(document, false, edited, choose('keep'));
    expect(dismissal).toMatchObject({
      kind: 'unchanged',
      set: {},
      baseline: { notes: 'Snow.', dismissed: { notes: 'Snow.' } },
    });
    const later = { last: dismissal.baseline, current: edited.current };
    expect(decide(document, false, later)).toMatchObject({ kind: 'unchanged', conflicts: [] });
    expect(decide(voyage({ notes: 'Hail.' }), false, later).kind).toBe('conflict');
    expect(decide(voyage({ notes: 'Sun.' }), false, later).baseline.dismissed).toBeUndefined();
  });

  test('applies only to the values that were shown', () => {
    const newer = decide(voyage({ notes: 'Snow.' }), false, edited, choose('take', 'Fog.'));
    expect(newer).toMatchObject({ kind: 'conflict', set: {}, conflicts: [{ name: 'notes', choice: null }] });
  });

  test('changes only the chosen field', () => {
    const both = voyage({ notes: 'Snow.', start_time: '19:00' });
    const only = new Set(['notes' as const]);
    const { set } = decide(both, false, edited, { ...choose('take'), only });
    expect([set.notes, set.start_time]).toEqual(['Snow.', undefined]);
  });
});

describe('original_markdown', () => {
  const lines = '## **1976-06-16**\n\nLocation: Potomac River\n\nNotes: Rain.';

  test('does not count as a difference', () => {
    const document = voyage({ original_markdown: lines });
    expect(decide(document, false, known({}))).toMatchObject({ kind: 'unchanged', set: {} });
    expect(decide(document, false, { last: {}, current: voyage({ original_markdown: null }) }).kind).toBe('unchanged');
    expect(digestOf(document)).toBe(digestOf(voyage()));
  });

  test('changes together with other fields', () => {
    const document = voyage({ original_markdown: lines, notes: 'Snow.' });
    const { set, baseline } = decide(document, false, known({}));
    expect(set).toEqual({ notes: 'Snow.', original_markdown: lines });
    expect(baseline.original_markdown).toBe(lines);
  });
});

test('tidyFields normalizes values like the document parser', () => {
  const typed = voyage({
    notes: ' One\r\ntwo \r\n',
    start_location: 'Potomac  River',
    spin: [{ spin: ' ', source: 'x' }],
  });
  expect(tidyFields(typed)).toEqual(voyage({ notes: 'One\ntwo', start_location: 'Potomac River', spin: [] }));
});

test('digestOf changes with every field', () => {
  expect(digestOf(voyage())).toBe(digestOf(voyage()));
  for (const change of [
    { notes: 'Rain' },
    { mention_menu: true },
    { passengers: [{ person: 'lee-ann', title: null, capacity_role: null, is_crew: false }] },
    { president: null },
  ])
    expect(digestOf(voyage(change))).not.toBe(digestOf(voyage()));
});
