import { expect, test } from '@jest/globals';
import { isDate, withHyphens } from './typed-date.ts';

test.each([
  ['19460307', '1946-03-07'],
  ['194603', '1946-03'],
  ['1946', '1946'],
  ['1946-', '1946'],
  ['1946/3', '1946-3'],
  ['194603071', '1946-03-07'],
  ['March', ''],
])('%j typed is %j', (typed, shown) => {
  expect(withHyphens(typed)).toBe(shown);
});

test.each(['1946', '1946-03', '1946-03-07', '1944-02-29', '1600', '2100-12-31'])('%s is a date', (text) => {
  expect(isDate(text)).toBe(true);
});

test.each(['', '194', '1946-3', '1946-00', '1946-13', '1946-02-30', '1945-02-29', '1599', '2101', '1946-03-071'])(
  '%j is none',
  (text) => {
    expect(isDate(text)).toBe(false);
  },
);
