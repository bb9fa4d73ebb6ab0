import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { earliestDay, isApproximate, isEdtfDate, latestDay } from './edtf.ts';
import { edtfDateSchema } from '../common.ts';
import { formatDate } from './format-date.ts';
import { readDate, writtenDate } from './read-date.ts';

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
  ['[1946]', '1946', '1946'],
  ['[June 5, 1941]', '1941-06-05', 'June 5, 1941'],
  ['1946 July 4', '1946-07-04', 'July 4, 1946'],
  ['1946, Jul. 4th', '1946-07-04', 'July 4, 1946'],
  ['1946 July', '1946-07', 'July 1946'],
  ['7-Mar-46', '1946-03-07', 'March 7, 1946'],
  ['07-Mar-1946', '1946-03-07', 'March 7, 1946'],
  ['3/7/46', '1946-03-07', 'March 7, 1946'],
  ["June '47", '1947-06', 'June 1947'],
  ['June 47', '1947-06', 'June 1947'],
  ['5 June 47', '1947-06-05', 'June 5, 1947'],
  ["Apr 23 '33", '1933-04-23', 'April 23, 1933'],
  ['1946-03-00', '1946-03', 'March 1946'],
  ['1946-00-00', '1946', '1946'],
  ['19460307', '1946-03-07', 'March 7, 1946'],
  ['3/7/1946 0:00', '1946-03-07', 'March 7, 1946'],
  ['1946-03-07T00:00:00', '1946-03-07', 'March 7, 1946'],
  ['March 7, 1946 (Thursday)', '1946-03-07', 'March 7, 1946'],
  ['Thurs. March 7, 1946', '1946-03-07', 'March 7, 1946'],
])('%s is parsed as the date %s, shown as %s', (typed, value, text) => {
  expect(readDate(typed)).toEqual({ kind: 'date', value, text });
  expect(isApproximate(value)).toBe(false);
  expect(writtenDate(typed, value)).toBeNull();
});

test.each([
  ['c. 1947', '1947~', 'about 1947'],
  ['c1947', '1947~', 'about 1947'],
  ['circa June 1947', '1947-06~', 'about June 1947'],
  ['about 6/12/1947', '1947-06-12~', 'about June 12, 1947'],
  ['1947~', '1947~', 'about 1947'],
  ['1947?', '1947?', 'possibly 1947'],
  ['perhaps May 1947', '1947-05?', 'possibly May 1947'],
  ['c. 1947?', '1947%', 'possibly about 1947'],
  ['summer 1946', '1946-22', 'Summer 1946'],
  ['Autumn of 1946', '1946-23', 'Fall 1946'],
  ['winter 1946', '1946-24', 'Winter 1946–1947'],
  ['winter 1946–47', '1946-24', 'Winter 1946–1947'],
  ['1950s', '195X', '1950s'],
  ['the 1950s', '195X', '1950s'],
  ['194x', '194X', '1940s'],
  ['early 1950s', '1950~/1953~', 'early 1950s'],
  ['mid-1950s', '1954~/1956~', 'mid-1950s'],
  ['in the late 1940s', '1947~/1949~', 'late 1940s'],
  ['1946-06-16/1946-06-18', '1946-06-16/1946-06-18', 'between June 16 and 18, 1946'],
  ['1946-06/1946-08', '1946-06/1946-08', 'between June and August 1946'],
  ['between June and August 1946', '1946-06/1946-08', 'between June and August 1946'],
  ['between 1946 and c. 1948', '1946/1948~', 'between 1946 and about 1948'],
  ['[ca. 1946]', '1946~', 'about 1946'],
  ['[1946?]', '1946?', 'possibly 1946'],
  ['June 12, 1947 or so', '1947-06-12~', 'about June 12, 1947'],
  ['194-', '194X', '1940s'],
  ['193X', '193X', '1930s'],
  ['194-?', '1940?/1949?', 'possibly the 1940s'],
  ['c. 1930s', '1930~/1939~', 'about the 1930s'],
  ['early 1946', '1946-01~/1946-04~', 'early 1946'],
  ['mid-1946', '1946-05~/1946-08~', 'mid-1946'],
  ['late 1946', '1946-09~/1946-12~', 'late 1946'],
  ['early June 1946', '1946-06-01~/1946-06-10~', 'early June 1946'],
  ['mid-Feb. 1948', '1948-02-11~/1948-02-20~', 'mid-February 1948'],
  ['late February 1948', '1948-02-21~/1948-02-29~', 'late February 1948'],
  ['1946 or 1947', '[1946,1947]', '1946 or 1947'],
  ['1945 or 1947', '[1945,1947]', '1945 or 1947'],
  ['1945, 1946 or 1948', '[1945,1946,1948]', '1945 or 1946 or 1948'],
  ['June 3 or 5, 1946', '[1946-06-03,1946-06-05]', 'June 3 or 5, 1946'],
  ['before 1950', '[..1949]', 'before 1950'],
  ['before June 1946', '[..1946-05]', 'before June 1946'],
  ['not after June 5, 1946', '[..1946-06-05]', 'before June 6, 1946'],
  ['after December 1946', '[1947-01..]', 'after December 1946'],
  ['../1946', '[..1946]', 'before 1947'],
  ['about summer 1946', '1946-06~/1946-08~', 'about Summer 1946'],
  ['June 30 or July 1, 1946', '[1946-06-30,1946-07-01]', 'June 30 or July 1, 1946'],
])('%s is parsed as the approximate date %s, shown as %s', (typed, value, text) => {
  expect(readDate(typed)).toEqual({ kind: 'date', value, text });
  expect(isApproximate(value)).toBe(true);
});

test.each([
  ['June 16–18, 1946', '1946-06-16', '1946-06-18', 'June 16–18, 1946'],
  ['June 16-18, 1946', '1946-06-16', '1946-06-18', 'June 16–18, 1946'],
  ['16–18 June 1946', '1946-06-16', '1946-06-18', 'June 16–18, 1946'],
  ['June 30 – July 2, 1946', '1946-06-30', '1946-07-02', 'June 30 – July 2, 1946'],
  ['from June to August 1946', '1946-06', '1946-08', 'June – August 1946'],
  ['1946 to 1948', '1946', '1948', '1946 – 1948'],
  ['1946-06-16 to 1946-06-18', '1946-06-16', '1946-06-18', 'June 16–18, 1946'],
  ['1946-06 to 1947-02', '1946-06', '1947-02', 'June 1946 – February 1947'],
  ['6/16/46 – 6/18/46', '1946-06-16', '1946-06-18', 'June 16–18, 1946'],
  ['7/8-9/33', '1933-07-08', '1933-07-09', 'July 8–9, 1933'],
  ['1946–48', '1946', '1948', '1946 – 1948'],
  ['c. 1946 – 1948', '1946~', '1948', 'about 1946 – 1948'],
  ['spring to fall 1946', '1946-21', '1946-23', 'Spring 1946 – Fall 1946'],
  ['4-10 July 1946', '1946-07-04', '1946-07-10', 'July 4–10, 1946'],
  ['July-September 1946', '1946-07', '1946-09', 'July – September 1946'],
  ['June 30-July 2, 1946', '1946-06-30', '1946-07-02', 'June 30 – July 2, 1946'],
  ['1946-1949', '1946', '1949', '1946 – 1949'],
  ['1946-48', '1946', '1948', '1946 – 1948'],
  ['c. 20-22 June 1969', '1969-06-20~', '1969-06-22~', 'about June 20, 1969 – about June 22, 1969'],
  ['Friday, June 14 – Sunday, June 16, 1946', '1946-06-14', '1946-06-16', 'June 14–16, 1946'],
])('%s is parsed as a range from %s to %s, shown as %s', (typed, start, end, text) => {
  expect(readDate(typed)).toEqual({ kind: 'range', start, end, text });
});

test.each([
  ['Christmas 1943', '1943-12-25'],
  ['Christmas Eve, 1944', '1944-12-24'],
  ["New Year's Day 1938", '1938-01-01'],
  ['Fourth of July, 1936', '1936-07-04'],
  ['Labor Day 1938', '1938-09-05'],
  ['Thanksgiving 1934', '1934-11-29'],
  ['Thanksgiving 1939', '1939-11-23'],
  ['Thanksgiving 1951', '1951-11-22'],
  ['Memorial Day 1946', '1946-05-30'],
  ['Memorial Day 1971', '1971-05-31'],
  ['Washington’s Birthday 1932', '1932-02-22'],
  ['Easter 1943', '1943-04-25'],
  ['Easter Sunday 1951', '1951-03-25'],
  ['Easter 1954', '1954-04-18'],
  ['Veterans Day 1975', '1975-10-27'],
])('%s was %s', (typed, value) => {
  expect(readDate(typed)).toEqual({ kind: 'date', value, text: formatDate(value) });
});

test.each([
  ['Thursday, June 5, 1946', 'June 5, 1946 was a Wednesday. The nearest Thursday was June 6, 1946.'],
  ['June 5, 1946 (Sunday)', 'June 5, 1946 was a Wednesday. The nearest Sunday was June 2, 1946.'],
  ['c. Monday, July 1, 1940', undefined],
  ['Friday, June 14 – Monday, June 16, 1946', 'June 16, 1946 was a Sunday. The nearest Monday was June 17, 1946.'],
])('%s is compared with the calendar', (typed, text) => {
  const reading = readDate(typed);
  if (text === undefined) expect(reading.kind).toBe('date');
  else expect(reading).toMatchObject({ kind: 'weekday', text });
});

test.each([
  ['Sept. 3rd', '1947-09-03'],
  ['June', '1947-06'],
  ['summer', '1947-22'],
  ['c. June 12', '1947-06-12~'],
])('%s takes its year from the context, and is incomplete without one', (typed, value) => {
  expect(readDate(typed)).toEqual({ kind: 'no-year' });
  expect(readDate(typed, { year: '1947' })).toEqual({ kind: 'date', value, text: formatDate(value) });
});

test.each([
  '',
  'June 31, 1947',
  '1946-02-30',
  '1945-02-29',
  '7/4/20',
  '1/2/03',
  'Thursday, June 1947',
  'early June 3, 1946',
  '1946-03-07T18:30',
  '14/14/1946',
  '1599',
  '2101',
  '2101~',
  '0741-94-8',
  'Smarch 1946',
  'June 18–16, 1946',
  'between 1948 and 1946',
  'summer 1946–47',
  'June 31',
  '1946-29',
  '19XX',
  'x',
  '19',
  'Q5 1946',
  '1946 Q0',
  '6 p.m., June 1937',
  'at 10 am March 1946',
])('%j is not parsed as a date', (typed) => {
  expect(readDate(typed)).toEqual({ kind: 'unreadable' });
});

test.each([
  ['evening of June 12, 1937', '1937-06-12', 'evening of June 12, 1937'],
  ['6/12/37 (p.m.)', '1937-06-12', '6/12/37 (p.m.)'],
  ['June 12, 1937', '1937-06-12', null],
])('of %s as %s, %s is stored as written', (typed, value, written) => {
  expect(writtenDate(typed, value)).toBe(written);
});

test('every day can be parsed from each notation', () => {
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
        expect([text, readDate(text)]).toMatchObject([text, { kind: 'date', value: iso }]);
    }),
  );
});

const partial = fc
  .tuple(
    fc.date({ min: new Date('1600-01-01'), max: new Date('2100-12-31'), noInvalidDate: true }),
    fc.constantFrom(4, 7, 10),
  )
  .map(([date, length]) => date.toISOString().slice(0, length));
const qualified = fc.tuple(partial, fc.constantFrom('', '~', '?', '%')).map((parts) => parts.join(''));
const year = fc.integer({ min: 1600, max: 2100 }).map(String);
const edtf = fc
  .oneof(
    qualified,
    fc.tuple(qualified, qualified).map((parts) => parts.join('/')),
    fc.tuple(year, fc.integer({ min: 21, max: 24 })).map((parts) => parts.join('-')),
    year.map((text) => `${text.slice(0, 3)}X`),
    fc
      .tuple(year, fc.constantFrom('03', '46', '79'))
      .map(([text, [from, to]]) => `${text.slice(0, 3)}${from}~/${text.slice(0, 3)}${to}~`),
    partial.map((text) => `[..${text}]`),
    partial.map((text) => `[${text}..]`),
    fc.array(partial, { minLength: 2, maxLength: 3 }).map((dates) => `[${dates.toSorted().join(',')}]`),
    fc
      .tuple(year, fc.constantFrom('03~/05', '06?/08', '09%/11'))
      .map(([text, months]) => `${text}-${months.replace('/', `/${text}-`)}${months[2]}`),
  )
  .filter(isEdtfDate);

describe('every stored date', () => {
  test('can be parsed from its displayed text, and is displayed as exact only if it is exact', () => {
    fc.assert(
      fc.property(edtf, (value) => {
        const text = formatDate(value);
        expect([text, readDate(text)]).toEqual([text, { kind: 'date', value, text }]);
        expect(readDate(value, { isEdtf: true })).toMatchObject({ value });
        expect(
          /about|possibly|between|before|after|\bor\b|spring|summer|fall|winter|early|mid|late|s$/i.test(text),
        ).toBe(isApproximate(value));
      }),
    );
  });

  test('starts before it ends', () => {
    fc.assert(
      fc.property(edtf, (value) => {
        expect(isEdtfDate(earliestDay(value)!) && isEdtfDate(latestDay(value)!)).toBe(true);
        expect(earliestDay(value)! <= latestDay(value)!).toBe(true);
      }),
    );
  });
});

test.each([
  ['1947~', '1947-01-01', '1947-12-31'],
  ['1946-06~', '1946-06-01', '1946-06-30'],
  ['1946-22', '1946-06-01', '1946-08-31'],
  ['1947-24', '1947-12-01', '1948-02-29'],
  ['194X', '1940-01-01', '1949-12-31'],
  ['1950~/1953~', '1950-01-01', '1953-12-31'],
  ['1946-06-16/1946-08', '1946-06-16', '1946-08-31'],
  ['[1945,1947-06]', '1945-01-01', '1947-06-30'],
  ['[..1946-05]', '1936-01-01', '1946-05-31'],
  ['[1951-02-03..]', '1951-02-03', '1961-12-31'],
])('%s spans %s to %s', (value, first, last) => {
  expect([earliestDay(value), latestDay(value)]).toEqual([first, last]);
});

test.each([
  ['c. 1947', '1947~', 'c. 1947'],
  ['About 1947', '1947~', null],
  ['1947~', '1947~', null],
  ['June 12, 1947', '1947-06-12', null],
  ['June 5 [i.e. 6], 1946', '1946-06-06', 'June 5 [i.e. 6], 1946'],
])('for %j, parsed as %s, the stored source text is %j', (typed, value, sourceText) => {
  expect(writtenDate(typed, value)).toBe(sourceText);
});

test.each([
  ['1919-21', '“1919-21” can be Spring 1919, or 1919 to 1921.'],
  ['1920-22?', '“1920-22?” can be Summer 1920'],
  ['1900-24', '“1900-24” can be Winter 1900'],
])('%s can be a season or years, unless it is EDTF', (typed, text) => {
  expect(readDate(typed)).toMatchObject({ kind: 'ambiguous', text: expect.stringContaining(text) });
});

test.each([
  ['1919–21', '1919', '1921'],
  ['1965–8', '1965', '1968'],
])('%s with a dash is years', (typed, start, end) => {
  expect(readDate(typed)).toMatchObject({ kind: 'range', start, end });
});

test.each(['June 1937 [i.e. July]', '5 June 1937 [i.e. 6]', 'June 12 [i.e. July 14], 1937'])(
  'a correction that could be that of more than one word is refused: %s',
  (typed) => expect(readDate(typed)).toEqual({ kind: 'unreadable' }),
);

test.each([
  ['1919-21', true],
  ['1919-21~', false],
  ['1946-22', false],
])('%s is a season where the text or the place shows it', (typed, isEdtf) => {
  expect(readDate(typed, { isEdtf })).toMatchObject({ kind: 'date' });
});

test('a program sends a season of a year that is below it', () => {
  expect(edtfDateSchema.parse('1919-21')).toBe('1919-21');
});
