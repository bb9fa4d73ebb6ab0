import { expect, test } from '@jest/globals';
import { placed, rowsOf } from './rows.ts';

const part = (key: string, count: number, open = true) => ({ key, title: key, meta: null, count, open });

test('cards stand in rows under their head, a part begins a row of its own, and a folded one has only its head', () => {
  const parts = placed([part('Senator', 4), part('Steward', 2, false), part('Unknown Role', 1)]);
  expect(rowsOf(parts, 3).map((row) => (row.kind === 'head' ? row.part.title : [row.from, row.to]))).toEqual([
    'Senator',
    [0, 3],
    [3, 4],
    'Steward',
    'Unknown Role',
    [6, 7],
  ]);
});

test('twenty thousand people are as many cards, whatever the columns', () => {
  const parts = placed([{ ...part('', 20_000), title: null }]);
  for (const columns of [1, 2, 3]) {
    const rows = rowsOf(parts, columns);
    expect(rows).toHaveLength(Math.ceil(20_000 / columns));
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  }
});
