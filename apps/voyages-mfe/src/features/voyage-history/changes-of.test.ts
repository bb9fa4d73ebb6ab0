import type { Revision } from '@archive/contracts';
import { aVoyage } from '@archive/testing';
import { expect, test } from '@jest/globals';
import { changesOf, statesAfter } from './changes-of.ts';

test('names each field that a change touched, with the texts before and after', () => {
  const before = { ...aVoyage({ notes: null, mention_menu: false, passengers: [] }) };
  const after = { ...aVoyage({ notes: 'Fog.', mention_menu: true, updated_at: '2026-02-02T00:00:00Z' }) };
  expect(changesOf(before, after)).toEqual(
    expect.arrayContaining([
      { name: 'Notes', before: '', after: 'Fog.' },
      { name: 'Menu', before: 'no', after: 'yes' },
      { name: 'Passengers', before: '', after: 'Chester W. Nimitz' },
    ]),
  );
  expect(changesOf(before, after)).toHaveLength(3);
  expect(changesOf(null, after)).toEqual([]);
});

test('the record after a change is what the next change found', () => {
  const now = aVoyage();
  const [newest, older] = [{ before: { title: 'B' } }, { before: { title: 'A' } }] as unknown as Revision[];
  expect(statesAfter([newest!, older!], now)).toEqual([now, { title: 'B' }]);
});
