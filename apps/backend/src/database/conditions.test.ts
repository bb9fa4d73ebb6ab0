import { expect, test } from '@jest/globals';
import { col } from './columns.ts';
import { MAX_VARIANTS, conditions, filteredStatement } from './statement.ts';

const TABLE = {
  words: { code: 'w', sql: (p: string) => `words @@ ${p}` },
  open: { code: 'o', sql: 'is_open' },
  span: { code: 's', sql: (first: string, last: string) => `day between ${first} and ${last}` },
  place: { code: 'p', sql: (p: string) => `(place = ${p} or near = ${p})` },
};

test('conditions are in table order, and each value is one parameter', () => {
  const { variantKey, where, parameters, parameter } = conditions(TABLE, { place: 'x', open: true, words: 'y' });
  expect({ variantKey, where, parameters }).toEqual({
    variantKey: 'wop',
    where: 'where words @@ $1 and is_open and (place = $2 or near = $2)',
    parameters: ['y', 'x'],
  });
  expect(parameter(1)).toBe('$3');
});

test('unset conditions are omitted', () => {
  expect(conditions(TABLE, { words: undefined, open: false })).toMatchObject({
    variantKey: '',
    where: '',
    parameters: [],
  });
});

test('a condition with two parameters takes a pair of values', () => {
  expect(conditions(TABLE, { span: ['a', ['b']], place: ['c', 'd'] })).toMatchObject({
    where: 'where day between $1 and $2 and (place = $3 or near = $3)',
    parameters: ['a', ['b'], ['c', 'd']],
  });
});

test('a statement keeps recently used variants and drops the others', () => {
  const built: string[] = [];
  const statement = filteredStatement(
    'test-variants',
    TABLE,
    ({ variantKey }) => {
      built.push(variantKey);
      return 'select 1 id';
    },
    { id: col.int },
  );
  const use = (variantKey: string) => statement.for({ ...conditions(TABLE, {}), variantKey });
  const used = use('used');
  for (let index = 0; index < 2 * MAX_VARIANTS; index += 1) {
    use(`variant ${index}`);
    expect(use('used')).toBe(used);
  }
  use('variant 0');
  expect(built.filter((key) => key === 'variant 0')).toHaveLength(2);
});
