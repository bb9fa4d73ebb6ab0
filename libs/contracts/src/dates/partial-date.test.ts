import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isPartialDate } from './edtf.ts';

test('every day, month and year from 1600 to 2100 is valid', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('1600-01-01'), max: new Date('2100-12-31'), noInvalidDate: true }), (date) => {
      const day = date.toISOString().slice(0, 10);
      expect([day, day.slice(0, 7), day.slice(0, 4)].map(isPartialDate)).toEqual([true, true, true]);
    }),
  );
});

test('dates that do not exist are invalid', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1600, max: 2100 }),
      fc.integer({ min: 0, max: 99 }),
      fc.integer({ min: 0, max: 99 }),
      (year, month, day) => {
        const pad = (number: number) => String(number).padStart(2, '0');
        const date = new Date(Date.UTC(year, month - 1, day));
        const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
        expect(isPartialDate(`${year}-${pad(month)}-${pad(day)}`)).toBe(exists);
      },
    ),
  );
});

test.each([
  '',
  '46',
  '1599',
  '2101',
  '1946-',
  '1946-00',
  '1946-13',
  '1946-3',
  '1946-03-7',
  '1946/03/07',
  ' 1946',
  '1946-03-07T00:00',
])('%j is not a date', (text) => {
  expect(isPartialDate(text)).toBe(false);
});
