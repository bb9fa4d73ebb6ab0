import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { dateProblem } from './date-problem.ts';
import { completeDate, readDate } from './read-date.ts';

describe('an exact date', () => {
  test.each([
    ['1946', '1946', '1946'],
    ['1946-3', '1946-03', 'March 1946'],
    ['1946/03/07', '1946-03-07', 'March 7, 1946'],
    ['7/4/1948', '1948-07-04', 'July 4, 1948'],
    ['07-04-1948', '1948-07-04', 'July 4, 1948'],
    ['13/7/1946', '1946-07-13', 'July 13, 1946'],
    ['June 12, 1947', '1947-06-12', 'June 12, 1947'],
    ['june 12 1947', '1947-06-12', 'June 12, 1947'],
    ['12 June 1947', '1947-06-12', 'June 12, 1947'],
    ['Sept. 3rd, 1946', '1946-09-03', 'September 3, 1946'],
    ['Thursday, the 12th of June, 1947', '1947-06-12', 'June 12, 1947'],
    ['May 1945', '1945-05', 'May 1945'],
    ['May, 1945', '1945-05', 'May 1945'],
    [' 2 Feb 1951 ', '1951-02-02', 'February 2, 1951'],
  ])('%s is read as %s, shown as %s', (typed, value, text) => {
    expect(readDate(typed)).toEqual({ kind: 'exact', value, text });
    expect(completeDate(typed)).toBe(value);
  });
});

describe('an approximate date or a range', () => {
  test.each([
    ['c. 1947', '1947~', 'c. 1947'],
    ['circa June 1947', '1947-06~', 'c. June 1947'],
    ['about 6/12/1947', '1947-06-12~', 'c. June 12, 1947'],
    ['1947~', '1947~', 'c. 1947'],
    ['1947?', '1947?', '1947 (uncertain)'],
    ['summer 1946', '1946-22', 'Summer 1946'],
    ['Autumn of 1946', '1946-23', 'Autumn 1946'],
    ['1950s', '195X', '1950s'],
    ['early 1950s', '1950/1953', 'Early 1950s'],
    ['late 1940s', '1947/1949', 'Late 1940s'],
    ['June 16–18, 1946', '1946-06-16/1946-06-18', 'June 16–18, 1946'],
    ['June 16-18, 1946', '1946-06-16/1946-06-18', 'June 16–18, 1946'],
    ['June 30 – July 2, 1946', '1946-06-30/1946-07-02', 'June 30 – July 2, 1946'],
    ['1946 to 1948', '1946/1948', '1946 – 1948'],
  ])('%s is read as EDTF %s, shown as %s, and not stored', (typed, value, text) => {
    expect(readDate(typed)).toEqual({ kind: 'approximate', value, text });
    expect(completeDate(typed)).toBe(typed);
    expect(dateProblem(typed)).toContain(`“${text}” can’t be saved yet.`);
  });
});

test.each([
  'June 31, 1947',
  '1946-02-30',
  '1945-02-29',
  '7/4/48',
  'Sept. 3rd',
  '14/14/1946',
  '1599',
  '2101',
  '0741-94-8',
  'Smarch 1946',
  'June 12, 1947 or so',
  'June 18–16, 1946',
  'x',
  '19',
])('%s is unreadable', (typed) => {
  expect(readDate(typed)).toEqual({ kind: 'unreadable' });
  expect(completeDate(typed)).toBe(typed);
  expect(dateProblem(typed)).toBe('Enter a valid date: YYYY-MM-DD, YYYY-MM or YYYY.');
});

test.each(['', '1946', '1946-03', '1946-03-07', '1944-02-29', '1600', '2100-12-31'])('%j can be stored', (text) => {
  expect(dateProblem(text)).toBeUndefined();
});

test('every day reads back from each notation it is written in', () => {
  const day = fc.date({ min: new Date('1600-01-01'), max: new Date('2100-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(day, (date) => {
      const iso = date.toISOString().slice(0, 10);
      const written = (options: Intl.DateTimeFormatOptions, locale = 'en-US') =>
        date.toLocaleDateString(locale, { timeZone: 'UTC', ...options });
      for (const text of [
        written({ dateStyle: 'full' }),
        written({ dateStyle: 'long' }),
        written({ dateStyle: 'medium' }),
        written({ dateStyle: 'long' }, 'en-GB'),
        written({ year: 'numeric', month: 'numeric', day: 'numeric' }),
      ])
        expect([text, completeDate(text)]).toEqual([text, iso]);
    }),
  );
});
