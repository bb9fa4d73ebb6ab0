import { describe, expect, test } from '@jest/globals';
import { urlOf, filtersOf, pageOf, queryOf } from './filters.ts';

const read = (address: string) => filtersOf(new URLSearchParams(address));

describe('filters in a URL', () => {
  test.each([
    'q=Nimitz+1949&date_from=1946-03&date_to=1949&president_slug=a&president_slug=b&significant=1&royalty=1&has_photo=1',
    'mention_rmd=1',
    '',
  ])('%j is parsed and written unchanged', (address) => {
    expect(urlOf(read(address)).toString()).toBe(new URLSearchParams(address).toString());
  });

  test.each(['president_slug=Not+A+Slug', 'significant=0', 'q=+', 'sort=x'])('%j is invalid and ignored', (address) => {
    expect(urlOf(read(address)).size).toBe(0);
  });

  test.each([
    ['June 12, 1937', '1937-06-12'],
    ['c. 1937', '1937~'],
    ['1946-02-30', '1946-02-30'],
    ['5.6.1971', '5.6.1971'],
    ['yesterday', 'yesterday'],
  ])('the date %j is passed to the API as %j, which refuses what isn’t one', (typed, value) => {
    expect(queryOf(read(String(new URLSearchParams({ date_to: typed }))))).toEqual({ date_to: value });
  });

  test('royalty is accepted under both parameter names', () => {
    expect(queryOf(read('has_royalty=1'))).toEqual({ royalty: '1' });
    expect(queryOf(read('royalty=true'))).toEqual({ royalty: '1' });
  });

  test('owners are passed to the API unchanged; none means all', () => {
    expect(queryOf(read('president_slug=a&president_slug=b&president_slug=a'))).toEqual({ president_slug: ['a', 'b'] });
    expect(queryOf(read('president_slug='))).toEqual({});
  });
});

test.each([
  ['', 1],
  ['page=3', 3],
  ['page=0', 1],
  ['page=-2', 1],
  ['page=two', 1],
  ['page=1.5', 1],
])('the page of %j is %d', (address, page) => {
  expect(pageOf(new URLSearchParams(address))).toBe(page);
});
