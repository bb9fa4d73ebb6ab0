import { expect, test } from '@jest/globals';
import { dateDigits, dateProblem } from './dates.ts';

test.each([
  ['1945', '1945'],
  ['194504', '1945-04'],
  ['1945041', '1945-04-1'],
  ['1945-04-12', '1945-04-12'],
  ['1945/04/12 and more 99', '1945-04-12'],
])('%s is written %s', (typed, written) => {
  expect(dateDigits(typed)).toBe(written);
});

test.each(['', '1946', '1946-03', '1946-03-07', '1944-02-29', '1600', '2100-12-31'])('%j is a date', (text) => {
  expect(dateProblem(text)).toBeUndefined();
});

test.each(['19', '1946-13', '1946-02-30', '1945-02-29', '1599', '2101', '1946-3-7', 'May'])('%j is none', (text) => {
  expect(dateProblem(text)).toMatch(/^Give a date that exists/);
});
