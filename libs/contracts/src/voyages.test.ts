import { expect, test } from '@jest/globals';
import { voyageListQuerySchema, voyageCreateSchema } from './voyages.ts';

test('accepts both field names of a place and both formats of a quote', () => {
  const voyage = voyageCreateSchema.parse({
    start_date: '1946-03',
    origin: 'Palm Beach',
    destination: 'Washington',
    spin: 'snug',
    spin_source: 'Daily Press',
    voyage_type: 'none',
  });
  expect(voyage).toMatchObject({
    start_location: 'Palm Beach',
    end_location: 'Washington',
    spin: [{ spin: 'snug', source: 'Daily Press' }],
    voyage_type: null,
  });
  expect(voyage).not.toHaveProperty('origin');
});

test('ignores fields that are computed from media', () => {
  expect(voyageCreateSchema.parse({ start_date: '1946', has_photo: true })).not.toHaveProperty('has_photo');
});

test.each([
  ['start_date', '1946-02-30'],
  ['start_date', ''],
  ['start_date', '46-01-01'],
  ['end_date', '1946-13'],
  ['start_time', '24:00'],
  ['end_time', '25:10'],
  ['title', 'null \0 byte'],
  ['notes', 'half of a pair \ud800'],
])('%s of %j is rejected', (field, value) => {
  const result = voyageCreateSchema.safeParse({ start_date: '1946', [field]: value });
  expect(result.error?.issues.map((issue) => issue.path[0])).toEqual([field]);
});

test('accepts multiple owners, flags and pages, and rejects unknown parameters', () => {
  expect(voyageListQuerySchema.parse({ president_slug: 'truman-harry-s', royalty: '1', limit: '10' })).toMatchObject({
    president_slug: ['truman-harry-s'],
    royalty: true,
    limit: 10,
    offset: 0,
  });
  for (const query of [{ limit: '0' }, { limit: '1001' }, { offset: '-1' }, { color: 'navy' }])
    expect(voyageListQuerySchema.safeParse(query).success).toBe(false);
});
