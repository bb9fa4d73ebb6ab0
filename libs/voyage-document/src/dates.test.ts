// cspell:disable
import { describe, expect, test } from '@jest/globals';
import { earliestDay, formatDate, isCalendarDate, latestDay } from './dates.ts';
import { guessDate, parseWrittenDate } from './written-dates.ts';
import { readTerm, writeTerm } from './terms.ts';
import { readTimes } from './times.ts';
import { dateAtStart, isDayFirstIn } from './line-dates.ts';
import { parseVoyageDocument } from './parse.ts';

describe('partial dates', () => {
  test.each([
    ['1946', '1946-01-01', '1946-12-31', '1946'],
    ['1946-03', '1946-03-01', '1946-03-31', 'March 1946'],
    ['1948-02', '1948-02-01', '1948-02-29', 'February 1948'],
    ['1976-06-16', '1976-06-16', '1976-06-16', 'June 16, 1976'],
  ])('%s spans %s to %s and is displayed as “%s”', (text, earliest, latest, shown) => {
    expect(earliestDay(text)).toBe(earliest);
    expect(latestDay(text)).toBe(latest);
    expect(formatDate(text)).toBe(shown);
    expect(isCalendarDate(text)).toBe(true);
  });

  test.each([
    '',
    '46',
    '1946-2',
    '1946-02-30',
    '1900-02-29',
    '1946-13',
    '1946-00',
    '1946-01-00',
    '0046',
    '1946-03-07 ',
    'x',
  ])('%j is not a date', (text) => {
    expect(isCalendarDate(text)).toBe(false);
    expect(earliestDay(text)).toBe(null);
    expect(latestDay(text)).toBe(null);
    expect(formatDate(text)).toBe(text);
  });

  test('handles leap years', () => {
    expect([isCalendarDate('1000-02-28'), isCalendarDate('2000-02-29')]).toEqual([true, true]);
    expect(latestDay('1900-02')).toBe('1900-02-28');
  });
});

describe('readSpokenDate and guessDate', () => {
  test.each([
    ['August 9, 1974', '1974-08-09'],
    ['Aug. 9th, 1974', '1974-08-09'],
    ['9 August 1974', '1974-08-09'],
    ['Sept 1974', '1974-09'],
    ['1974/8/9', '1974-08-09'],
    ['19740809', '1974-08-09'],
    ['1974', '1974'],
    ['February 30, 1946', null],
    ['Ma 1946', null],
    ['Smarch 1946', null],
    ['sometime', null],
  ])('%s is %s', (text, date) => expect(parseWrittenDate(text)).toBe(date));

  test.each([
    ['Dinner, June 16, 1976', '1976-06-16'],
    ['c. 1946', '1946'],
    ['Spring 1946: a trip', '1946'],
    ['No. 12345', null],
    ['Dinner', null],
  ])('guesses from the heading “%s” the date %s', (heading, date) => expect(guessDate(heading)).toBe(date));
});

describe('headings as catalogers write them', () => {
  const readHeading = (heading: string) => {
    const { voyages, problems } = parseVoyageDocument(`# President Truman\n\n## ${heading}\n\nLocation: Pier 9\n`);
    const { start_date, end_date, title } = voyages[0] ?? {};
    return { read: [start_date, end_date, title], messages: problems.map(({ message }) => message) };
  };

  test.each([
    ['c. 20-22 June 1949: Races', '1949-06-20~', '1949-06-22~', 'Races'],
    ['June 47: Dinner', '1947-06', null, 'Dinner'],
    ['5 June 47: Dinner', '1947-06-05', null, 'Dinner'],
    ['[ca. 1946]: Dinner', '1946~', null, 'Dinner'],
    ['194-: Dinner', '194X', null, 'Dinner'],
    ['March 7, 1946 (Thursday): Regatta', '1946-03-07', null, 'Regatta'],
    ['March 7, 1946 (Thursday) Regatta', '1946-03-07', null, 'Regatta'],
    ['early March 1946: Regatta', '1946-03-01~/1946-03-10~', null, 'Regatta'],
    ['4-10 July 1946: Cruise', '1946-07-04', '1946-07-10', 'Cruise'],
    ['1946 July 4', '1946-07-04', null, null],
    ['Christmas 1948: Party', '1948-12-25', null, 'Party'],
    ['3/7/1946 0:00: Regatta', '1946-03-07', null, 'Regatta'],
    ['1946-03-07T00:00:00: Regatta', '1946-03-07', null, 'Regatta'],
    ['1946-03-00: Regatta', '1946-03', null, 'Regatta'],
    ['before 1947: Dinner', '[..1946]', null, 'Dinner'],
    ['1946 or 1948: Dinner', '[1946,1948]', null, 'Dinner'],
    ['7. März 1946: Regatta', '1946-03-07', null, 'Regatta'],
    ['7. März 1946 Regatta', '1946-03-07', null, 'Regatta'],
    ['le 7 mars 1946 – Régate', '1946-03-07', null, 'Régate'],
    ['7 de marzo de 1946: Regata', '1946-03-07', null, 'Regata'],
    ['Juni 1947', '1947-06', null, null],
    ['6/5/12: Dinner', '2012-06-05', null, 'Dinner'],
    ['7/8-9/33: Dinner', '1933-07-08', '1933-07-09', 'Dinner'],
  ])('“%s” is %s to %s, %s', (heading, start, end, title) => {
    expect(readHeading(heading).read).toEqual([start, end, title]);
  });

  test('a number before a month is a day in a document with German days, and the number of the voyage in others', () => {
    const read = (heading: string) =>
      parseVoyageDocument(heading).voyages.map(({ number, start_date, title }) => [number, start_date, title]);
    expect(read('## 7. April 1946: Regatta')).toEqual([[7, '1946-04', 'Regatta']]);
    expect(read('## 1. Mai 1946: Tee\n\n## 7. April 1946: Regatta')).toEqual([
      [null, '1946-05-01', 'Tee'],
      [null, '1946-04-07', 'Regatta'],
    ]);
    expect(read('## 1. 1946-05-01: Mai 1946')).toEqual([[1, '1946-05-01', 'Mai 1946']]);
  });

  test.each([
    'Regatta am 7. März 1946',
    'Dîner du 7 mars 1946',
    'Cena del 7 de marzo de 1946',
    'Dinner of March 7, 1946',
  ])('the date in “%s” is found', (heading) => {
    const [, voyage] = parseVoyageDocument(`## 1946-03-01\n\n## ${heading}\n`).voyages;
    expect([voyage?.start_date, voyage?.title]).toEqual(['1946-03-07', heading]);
  });

  test('two digits before a title without a colon aren’t read as a year', () => {
    expect(readHeading('12 June 33 guests').read[0]).toBeUndefined();
  });

  test.each(['Thursday, June 5, 1946: Regatta', '1946-06-05 (Thursday): Regatta'])(
    '“%s” is reported with both readings',
    (heading) => {
      const { read, messages } = readHeading(heading);
      expect(read).toEqual(['1946-06-05', null, 'Regatta']);
      expect(messages.join()).toContain('June 5, 1946 was a Wednesday. The nearest Thursday was June 6, 1946.');
    },
  );
});

describe('terms', () => {
  test.each([
    ['August 9, 1974 to January 20, 1977', '1974-08-09', '1977-01-20'],
    ['1925-1928', '1925', '1928'],
    ['1925 – present', '1925', null],
    ['until 1999', null, '1999'],
    ['1931', '1931', '1931'],
  ])('“%s” is %s to %s', (text, start, end) => {
    expect(readTerm(text)).toEqual({ start, end });
    expect(readTerm(writeTerm({ start, end }))).toEqual({ start, end });
  });

  test.each(['', 'the younger', '1974 to the end', '1974 to 1975 to 1976', 'to'])('“%s” is not a term', (text) => {
    expect(readTerm(text)).toBe(null);
  });
});

describe('times', () => {
  test.each([
    ['19:00', '19:00', undefined],
    ['9:05 to 10.15', '09:05', '10:15'],
    ['7 – 9:30 p.m.', '19:00', '21:30'],
    ['11:00 – 1:00 PM', '11:00', '13:00'],
    ['12:30am', '00:30', undefined],
    ['1900 hrs until 2100', '19:00', '21:00'],
    ['– 21:03', undefined, '21:03'],
    ['19:00 –', '19:00', undefined],
    ['18h30 – 21 h 05', '18:30', '21:05'],
    ['0.770833', '18:30', undefined],
    ['20:00 – 24:00', '20:00', '00:00'],
  ])('“%s” are %s and %s', (text, start, end) => {
    const times = readTimes(text);
    expect([times.start?.time, times.end?.time]).toEqual([start, end]);
  });

  test.each(['25:10', '24:10', '12:60', '13:00 pm', '0:30 am', '2401', 'evening', '7', '190:00', '19:0'])(
    '“%s” is not a time',
    (text) => {
      expect(readTimes(text).start).toEqual({ written: text, time: null });
    },
  );
});

describe('dates in digits with dots', () => {
  const read = (...dates: string[]) => parseVoyageDocument(dates.map((date) => `## ${date}: Dinner\n`).join('\n'));
  const datesOf = ({ voyages }: ReturnType<typeof read>) =>
    voyages.map(({ start_date, start_date_written }) => [start_date, start_date_written]);

  test('have the month first with a warning that states both readings, and are kept as written', () => {
    const document = read('3.4.47');
    expect(datesOf(document)).toEqual([['1947-03-04', '3.4.47']]);
    expect(document.problems).toMatchObject([
      { line: 1, severity: 'warning', message: expect.stringContaining('can be March 4, 1947, or April 3, 1947.') },
    ]);
  });

  test('have the order that another date of the document shows', () => {
    const document = read('3.4.47', '15.4.47');
    expect(datesOf(document)).toEqual([
      ['1947-04-03', null],
      ['1947-04-15', null],
    ]);
  });

  test.each([
    [[], 'March 4, 1947, or April 3, 1947'],
    [['3.15.47 Lunch'], undefined],
    [['15.3.47 Lunch'], undefined],
  ])('begin lines beside %j with both readings unless a line shows the order', (others, readings) => {
    const lines = ['3.4.47 Dinner', ...others];
    const date = dateAtStart(lines[0]!, { context: { year: null, month: null }, isDayFirst: isDayFirstIn(lines) });
    expect(date?.ambiguity).toEqual(readings && expect.stringContaining(readings));
  });
});

test.each([
  ['Dec. 30-Jan. 2, 1937  Cruise', '1936-12-30 to 1937-01-02'],
  ['Dec. 30-Jan. 2  Cruise', '1938-12-30 to 1939-01-02'],
  ['June 30-July 2, 1937  Cruise', '1937-06-30 to 1937-07-02'],
])('%s is from %s below the year 1938', (line, text) => {
  expect(dateAtStart(line, { context: { year: 1938, month: null }, isDayFirst: false })?.text).toBe(text);
});

test('a year that a table takes from the row above is reported at its row', () => {
  const rows = ['June 9, 1938 | Cole', 'Dec 30 | Cole', 'Jan 2 | Cole'].map((row) => `| ${row} |`);
  const document = parseVoyageDocument(['# 1937', '', '| Date | Guests |', '|---|---|', ...rows].join('\n'));
  expect(document.voyages.map(({ start_date }) => start_date)).toEqual(['1938-06-09', '1938-12-30', '1939-01-02']);
  const years = document.problems.filter(({ message }) => message.includes('has no year'));
  expect(years.map(({ line, severity }) => [line, severity])).toEqual([
    [6, 'warning'],
    [7, 'warning'],
  ]);
});
