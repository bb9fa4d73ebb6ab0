import { describe, expect, test } from '@jest/globals';
import { formatDate, formatDateRange, parsePartialDate } from '@archive/contracts/dates';

describe('formatDate', () => {
  test.each([
    ['1976-06-16', 'June 16, 1976'],
    ['1945-05', 'May 1945'],
    ['1946', '1946'],
    ['1976-06-16T19:00:00', 'June 16, 1976'],
  ])('formats %s as %s', (iso, text) => expect(formatDate(iso)).toBe(text));

  test.each(['', 'spring 1945', '1945-13', '1945-00-01', '19456'])('returns %j unchanged', (text) => {
    expect(parsePartialDate(text)).toBeUndefined();
    expect(formatDate(text)).toBe(text);
  });
});

describe('formatDateRange', () => {
  test.each([
    ['1946-07-07', '1946-07-09', 'July 7–9, 1946'],
    ['1946-06-30', '1946-07-02', 'June 30 – July 2, 1946'],
    ['1946-12-31', '1947-01-02', 'December 31, 1946 – January 2, 1947'],
    ['1945-05', '1945-06', 'May – June 1945'],
    ['1945', '1947', '1945 – 1947'],
    ['1946-07-07', '1946-07-07', 'July 7, 1946'],
    ['1946-07-07', null, 'July 7, 1946'],
    ['1946-07-07', 'unknown', 'July 7, 1946'],
  ])('formats %s to %s as %s', (start, end, text) => expect(formatDateRange(start, end)).toBe(text));
});
