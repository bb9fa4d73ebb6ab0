import { changedFields } from '@archive/editing';
import { aVoyage } from '@archive/testing';
import { expect, test } from '@jest/globals';
import { labelOf, textsOf } from './voyage-texts.ts';

test('changes are readable and leave out computed fields', () => {
  const before = textsOf({ version: 1, ...aVoyage({ notes: null, mention_menu: false, passengers: [] }) });
  const after = textsOf({
    version: 2,
    ...aVoyage({ notes: 'Fog.', mention_menu: true, updated_at: '2026-02-02T00:00:00Z' }),
  });
  const changed = changedFields(before, after);
  expect(changed.toSorted()).toEqual(['mention_menu', 'notes', 'passengers']);
  expect(changed.map((name) => [labelOf(name), before[name], after[name]])).toEqual(
    expect.arrayContaining([
      ['Notes', '', 'Fog.'],
      ['Menu Info', 'no', 'yes'],
      ['Passengers', '', 'Chester W. Nimitz'],
    ]),
  );
});
