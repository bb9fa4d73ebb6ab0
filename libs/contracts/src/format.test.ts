import { describe, expect, test } from '@jest/globals';
import {
  formatAgo,
  formatCount,
  formatDateTime,
  formatDuration,
  formatFileSize,
  formatList,
  formatMinimum,
  formatPercent,
  formatTotal,
  MONTHS,
  monthName,
  pluralize,
  today,
  weekdayName,
} from './format.ts';

describe('counts', () => {
  test.each([
    [0, '0 entries'],
    [1, '1 entry'],
    [2, '2 entries'],
    [1312, '1,312 entries'],
  ])('formats %i with the matching plural', (count, text) => expect(formatCount(count, 'entry', 'entries')).toBe(text));

  test('adds an s unless a plural is given', () => {
    expect(formatCount(2, 'voyage')).toBe('2 voyages');
    expect(pluralize(1, 'person', 'people')).toBe('person');
  });

  test('says "more than" when counting stopped early', () => {
    expect(formatTotal(1000, 'voyage', true)).toBe('more than 1,000 voyages');
    expect(formatTotal(1, 'voyage')).toBe('1 voyage');
  });

  test('spells out a minimum of one', () => {
    expect(formatMinimum(1, 'entry', 'entries')).toBe('one entry');
    expect(formatMinimum(3, 'entry', 'entries')).toBe('3 entries');
  });
});

test('formats lists', () => {
  expect(formatList([])).toBe('');
  expect(formatList(['Ford'])).toBe('Ford');
  expect(formatList(['Truman', 'Ford'])).toBe('Truman and Ford');
  expect(formatList(['Hoover', 'Truman', 'Ford'], 'or')).toBe('Hoover, Truman, or Ford');
});

test('formats a percentage', () => expect(formatPercent(0.05)).toBe('5%'));

test('names months', () => {
  expect(MONTHS).toHaveLength(12);
  expect([monthName(1), monthName(12), monthName(0), monthName(13)]).toEqual(['January', 'December', '', '']);
});

test('names weekdays', () => expect(weekdayName('1976-06-16')).toBe('Wednesday'));

test('today is a day in the time zone of the user', () => {
  const [year, month, day] = today().split('-').map(Number);
  expect(Date.now() - new Date(year!, month! - 1, day).getTime()).toBeLessThan(25 * 3_600_000);
});

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '0.98 KB'],
  [1023, '1.00 KB'],
  [1024, '1.00 KB'],
  [1_025_260, '0.98 MB'],
  [1_572_864, '1.50 MB'],
  [1024 ** 3, '1.00 GB'],
  [5 * 1024 ** 4, '5120.00 GB'],
])('formats %d bytes as %s', (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text);
});

test.each([
  [0.4, '0:00'],
  [7.4, '0:07'],
  [750, '12:30'],
  [3599.6, '1:00:00'],
  [36_123, '10:02:03'],
])('formats %d seconds as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

test('formats an instant', () => {
  expect(formatDateTime('1976-06-16T19:03:00Z', 'UTC').replace(/\s/g, ' ')).toBe('June 16, 1976 at 7:03 PM');
});

test.each([
  [59_000, 'just now'],
  [61_000, '1 minute ago'],
  [2 * 3_600_000, '2 hours ago'],
  [86_400_000, 'yesterday'],
])('formats %i ms ago as %s', (ms, text) => expect(formatAgo(ms)).toBe(text));
