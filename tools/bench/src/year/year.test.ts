import { expect, test } from '@jest/globals';
import { yearTable } from './year.ts';

test('the table distinguishes data that keeps growing from data that retention limits', () => {
  const grows = [1, 2, 3, 4, 5, 6, 7, 8].map((month) => month * 1_024_000);
  const levels = [1, 2, 3, 4, 4, 4, 4, 4].map((month) => month * 1_024_000);
  const lines = yearTable({
    writes: 8000,
    tables: { history: grows, ingest_item: levels, small: [8192] },
    removed: { 'import-details': 12 },
  }).split('\n');
  const row = (name: string) => lines.find((line) => line.startsWith(name))?.split(/\s+/);
  expect(row('history')).toEqual(['history', '8000', '1000', '1000']);
  expect(row('ingest_item')).toEqual(['ingest_item', '4000', '750', '0']);
  expect(row('small')).toBeUndefined();
  expect(row('import-details')).toEqual(['import-details', '12']);
});
