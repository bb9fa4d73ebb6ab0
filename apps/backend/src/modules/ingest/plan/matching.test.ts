import { describe, expect, test } from '@jest/globals';
import { parseVoyageDocument, type VoyageRecord } from '@archive/voyage-document';
import type { ArchivedVoyage } from './archive-state.ts';
import { freeKeys, groupOf, matchBySimilarity } from './matching.ts';
import { fieldsOf, type VoyageFields } from './voyage-fields.ts';

const read = (...lines: string[]): VoyageRecord => {
  const [record] = parseVoyageDocument(['## 1976-06-16', ...lines].join('\n\n')).voyages;
  if (!record) throw new Error('The document has no voyage');
  return record;
};

const slugs = ({ passengers }: VoyageRecord) => passengers.map(({ name }) => name.toLowerCase().replace(' ', '-'));

let id = 0;
const archivedVoyage = (record: VoyageRecord): ArchivedVoyage => {
  const passengers = slugs(record).map((person) => ({ person, title: null, capacity_role: null, is_crew: false }));
  const fields: VoyageFields = fieldsOf(record, null, passengers);
  id += 1;
  return {
    id,
    slug: `v-${id}`,
    presidentId: null,
    key: `k#${id}`,
    digest: null,
    version: 1,
    record: null,
    lastImported: fields,
    current: fields,
  };
};

const match = (documents: VoyageRecord[], archive: VoyageRecord[]) => {
  const archivedVoyages = archive.map(archivedVoyage);
  const matches = matchBySimilarity(
    documents.map((record, index) => ({ record, index })),
    archivedVoyages,
    slugs,
  );
  return Object.fromEntries([...matches].map(([{ index }, voyage]) => [index, archivedVoyages.indexOf(voyage)]));
};

const PLACE = 'Location: Potomac River';
const dinner = ['Passengers: Ann Lee, Bob May', 'Notes: Rain.'];
const lunch = ['Passengers: Dan Poe', 'Notes: Fog.'];

describe('matchBySimilarity matches a voyage of the same day', () => {
  test.each([
    ['by a shared passenger', [PLACE, 'Passengers: Ann Lee'], [PLACE, ...dinner]],
    ['by an identical text', [PLACE, 'Passengers: Eve Fox', 'Notes: Rain.'], [PLACE, ...dinner]],
    ['by place when one side has no passengers', [PLACE], [PLACE, ...dinner]],
    ['when the archive has only the heading', dinner, []],
    ['when the document has only the heading', [], dinner],
  ])('%s', (_, document, archive) => {
    expect(match([read(...document)], [read(...archive)])).toEqual({ 0: 0 });
  });

  test('by the highest similarity', () => {
    expect(
      match([read(PLACE, ...lunch), read(PLACE, ...dinner)], [read(PLACE, ...dinner), read(PLACE, ...lunch)]),
    ).toEqual({
      0: 1,
      1: 0,
    });
  });

  test('only once', () => {
    expect(match([read(...dinner), read(...dinner, PLACE)], [read(...dinner)])).toEqual({ 0: 0 });
  });
});

test.each([
  ['they share only the place', [PLACE, ...lunch], [PLACE, ...dinner]],
  ['they share nothing', ['Notes: Fog.'], ['Notes: Rain.']],
])('matchBySimilarity does not match when %s', (_, document, archive) => {
  expect(match([read(...document)], [read(...archive)])).toEqual({});
});

test('matches thousands of voyages of one day in reasonable time', () => {
  const many = Array.from({ length: 3000 }, (_, index) => read(`Notes: ${index}`));
  const found = match(many, many);
  expect(Object.keys(found)).toHaveLength(3000);
});

test('freeKeys skips keys in use', () => {
  const group = groupOf('ford-gerald', '1976-06-16');
  const seen = [1, 3].map((number) => ({
    id: number,
    slug: `voyage-${number}`,
    group,
    key: `${group}#${number}`,
    lines: null,
    digest: null,
    has_photo: false,
    has_video: false,
  }));
  const keys = freeKeys(group, seen);
  expect([keys.next().value, keys.next().value]).toEqual(['ford-gerald/1976-06-16#2', 'ford-gerald/1976-06-16#4']);
  expect(freeKeys(groupOf(null, '1946'), []).next().value).toBe('-/1946#1');
});
