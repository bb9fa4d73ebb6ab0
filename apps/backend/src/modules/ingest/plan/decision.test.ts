import { describe, expect, test } from '@jest/globals';
import { parseVoyageDocument } from '@archive/voyage-document';
import { decide, type ArchivedState } from './decision.ts';
import {
  digestOf,
  FIELD_NAMES,
  type FieldName,
  fieldsOf,
  type StatedFields,
  tidyFields,
  type VoyageFields,
} from './voyage-fields.ts';

function voyage(changes: Partial<VoyageFields> = {}): VoyageFields {
  const { voyages } = parseVoyageDocument('## 1976-06-16\n\nLocation: Potomac River\n\nNotes: Rain.');
  const [record] = voyages;
  if (!record) throw new Error('The document has no voyage');
  return { ...fieldsOf(record, 'ford-gerald', []), ...changes };
}

const known = (lastImported: Partial<VoyageFields>, current: Partial<VoyageFields> = lastImported): ArchivedState => ({
  lastImported: voyage(lastImported),
  current: voyage(current),
});

const fieldsIn = (stated: Iterable<FieldName>, overrides: Partial<StatedFields> = {}): StatedFields => ({
  stated: new Set(stated),
  cleared: new Set(),
  left: new Set(),
  added: null,
  ...overrides,
});
const ALL_FIELDS = fieldsIn(FIELD_NAMES);
const ALL_BUT_TITLE = fieldsIn(FIELD_NAMES.filter((name) => name !== 'title'));

describe('decide', () => {
  test('creates a voyage that the archive does not have', () => {
    expect(decide(voyage(), ALL_BUT_TITLE, undefined)).toMatchObject({
      kind: 'create',
      set: voyage(),
      baseline: voyage(),
    });
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
    expect(decide(voyage(document), ALL_BUT_TITLE, known(last, current))).toMatchObject({
      kind,
      set,
      conflicts: conflicts.map((name) => ({ name, choice: null })),
    });
  });

  test('keeps an edited title when the document has none', () => {
    const moved = voyage({ start_location: 'Annapolis, MD', title: 'Annapolis, MD, June 16, 1976' });
    const edited = known({}, { title: 'Dinner' });
    expect(decide(moved, ALL_BUT_TITLE, edited)).toMatchObject({
      kind: 'update',
      set: { start_location: 'Annapolis, MD' },
      conflicts: [],
    });
    expect(decide(moved, ALL_FIELDS, edited).conflicts).toMatchObject([{ name: 'title', choice: null }]);
  });

  test('reports only differing fields as conflicts for a voyage that was never imported', () => {
    const logged = { lastImported: {}, current: voyage({ notes: 'Sun.' }) };
    const first = decide(voyage(), ALL_BUT_TITLE, logged);
    expect(first).toMatchObject({ kind: 'conflict', set: {}, conflicts: [{ name: 'notes', choice: null }] });
    const later = decide(voyage(), ALL_BUT_TITLE, { lastImported: first.baseline, current: logged.current });
    expect(later.conflicts).toMatchObject([{ name: 'notes', choice: null }]);
  });
});

describe('a document that states only some fields', () => {
  const notes = fieldsIn(['start_date', 'notes']);
  const full = {
    notes: 'Rain.',
    additional_information: 'A cruise.',
    mention_menu: true,
    passengers: [{ person: 'lee-ann', title: null, capacity_role: null, is_crew: false }],
    source_urls: [{ url: 'Logbook', title: null, media_type: 'logbook' as const }],
    original_markdown: 'The curators’ lines',
  };
  const partial = voyage({ start_location: null, title: 'Voyage of June 16, 1976', notes: 'Snow.' });

  test('leaves the other fields and the original text unchanged', () => {
    const { kind, set, conflicts, baseline } = decide(partial, notes, known(full));
    expect([kind, set, conflicts]).toEqual(['update', { notes: 'Snow.' }, []]);
    expect(baseline).toMatchObject({ ...full, notes: 'Snow.', original_markdown: partial.original_markdown });
  });

  test('changes nothing when its values are the same, and clears empty fields only on request', () => {
    const empty = { ...partial, notes: null };
    const left = fieldsIn(['start_date'], { left: new Set(['notes']) });
    expect(decide(empty, left, known(full))).toMatchObject({ kind: 'unchanged', set: {} });
    const cleared = fieldsIn(['start_date'], { cleared: new Set(['notes', 'passengers']) });
    expect(decide(empty, cleared, known(full)).set).toEqual({ notes: null, passengers: [] });
    expect(decide(empty, cleared, known(full, { ...full, notes: 'Sun.' })).conflicts).toMatchObject([
      { name: 'notes', documentValue: null, choice: null },
    ]);
  });

  test('updates a generated title with the places, and keeps any other title', () => {
    const moved = voyage({ start_location: 'Annapolis, MD', title: 'Annapolis, MD, June 16, 1976' });
    const places = fieldsIn(['start_date', 'start_location']);
    expect(decide(moved, places, known({})).set).toMatchObject({
      start_location: 'Annapolis, MD',
      title: 'Annapolis, MD, June 16, 1976',
    });
    expect(decide(moved, places, known({ title: 'Dinner' })).set.title).toBeUndefined();
  });

  test('clears the original text of a date together with the date', () => {
    const dated = voyage({ start_date: '1947-06-12', start_location: null });
    const before = known({ start_date: '1947~', start_date_written: 'c. 1947', title: 'Dinner' });
    expect(decide(dated, fieldsIn(['start_date']), before).set).toEqual({
      start_date: '1947-06-12',
      start_date_written: null,
    });
  });

  test('appends text without a field to the archive’s text, once', () => {
    const added = voyage({ additional_information: 'Weather: fair', start_location: null });
    const stray = fieldsIn(['start_date', 'additional_information'], { added: 'Weather: fair' });
    const first = decide(added, stray, known(full));
    expect(first.set).toEqual({ additional_information: 'A cruise.\n\nWeather: fair' });
    expect(decide(added, stray, known({ ...full, ...first.set })).kind).toBe('unchanged');
  });
});

describe('decide with a choice', () => {
  const edited = known({}, { notes: 'Sun.' });
  const choose = (choice: 'keep' | 'take', archive = 'Sun.') => ({
    choices: new Map([['notes' as const, { choice, archive, document: 'Snow.' }]]),
  });

  test('uses the document’s value', () => {
    const taken = decide(voyage({ notes: 'Snow.' }), ALL_BUT_TITLE, edited, choose('take'));
    expect(taken).toMatchObject({ kind: 'update', set: { notes: 'Snow.' }, baseline: { notes: 'Snow.' } });
  });

  test('keeps the archive’s value until the document changes again', () => {
    const document = voyage({ notes: 'Snow.' });
    const dismissal = decide(document, ALL_BUT_TITLE, edited, choose('keep'));
    expect(dismissal).toMatchObject({
      kind: 'unchanged',
      set: {},
      baseline: { notes: 'Snow.', dismissed: { notes: 'Snow.' } },
    });
    const later = { lastImported: dismissal.baseline, current: edited.current };
    expect(decide(document, ALL_BUT_TITLE, later)).toMatchObject({ kind: 'unchanged', conflicts: [] });
    expect(decide(voyage({ notes: 'Hail.' }), ALL_BUT_TITLE, later).kind).toBe('conflict');
    expect(decide(voyage({ notes: 'Sun.' }), ALL_BUT_TITLE, later).baseline.dismissed).toBeUndefined();
  });

  test('applies only to the values that were shown', () => {
    const newer = decide(voyage({ notes: 'Snow.' }), ALL_BUT_TITLE, edited, choose('take', 'Fog.'));
    expect(newer).toMatchObject({ kind: 'conflict', set: {}, conflicts: [{ name: 'notes', choice: null }] });
  });

  test('changes only the chosen field', () => {
    const both = voyage({ notes: 'Snow.', start_time: '19:00' });
    const only = new Set(['notes' as const]);
    const { set } = decide(both, ALL_BUT_TITLE, edited, { ...choose('take'), only });
    expect([set.notes, set.start_time]).toEqual(['Snow.', undefined]);
  });
});

describe('original_markdown', () => {
  const lines = '## **1976-06-16**\n\nLocation: Potomac River\n\nNotes: Rain.';

  test('does not count as a difference', () => {
    const document = voyage({ original_markdown: lines });
    expect(decide(document, ALL_BUT_TITLE, known({}))).toMatchObject({ kind: 'unchanged', set: {} });
    expect(
      decide(document, ALL_BUT_TITLE, { lastImported: {}, current: voyage({ original_markdown: null }) }).kind,
    ).toBe('unchanged');
    expect(digestOf(document)).toBe(digestOf(voyage()));
  });

  test('changes together with other fields', () => {
    const document = voyage({ original_markdown: lines, notes: 'Snow.' });
    const { set, baseline } = decide(document, ALL_BUT_TITLE, known({}));
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
