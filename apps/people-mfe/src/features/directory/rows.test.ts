import { expect, test } from '@jest/globals';
import { withIndexes, rowsOf } from './params.ts';

const section = (key: string, count: number, open = true) => ({ key, title: key, meta: null, count, open });

test('cards fill rows under their heading; a section starts a new row; a collapsed section has only its heading', () => {
  const sections = withIndexes([section('Senator', 4), section('Steward', 2, false), section('Unknown Role', 1)]);
  expect(rowsOf(sections, 3).map((row) => (row.kind === 'heading' ? row.section.title : [row.from, row.to]))).toEqual([
    'Senator',
    [0, 3],
    [3, 4],
    'Steward',
    'Unknown Role',
    [6, 7],
  ]);
});

test('20,000 people fill rows for any number of columns, with unique keys', () => {
  const sections = withIndexes([{ ...section('', 20_000), title: null }]);
  for (const columns of [1, 2, 3]) {
    const rows = rowsOf(sections, columns);
    expect(rows).toHaveLength(Math.ceil(20_000 / columns));
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  }
});
