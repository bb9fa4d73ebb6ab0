import { describe, expect, test } from '@jest/globals';
import { goesOn, TimelineDates } from './timeline-dates.ts';

const on = (date: string, voyages = 1, media = 0) => ({ date, voyages, media });
const dates = new TimelineDates([
  on('1946-07-07'),
  on('1946'),
  on('1946-03'),
  on('1946-03-09', 0, 4),
  on('1949-05-01', 2, 1),
]);

test('every year from the first to the last has a bar', () => {
  expect(dates.years()).toEqual([
    { year: 1946, voyages: 3, media: 4 },
    { year: 1947, voyages: 0, media: 0 },
    { year: 1948, voyages: 0, media: 0 },
    { year: 1949, voyages: 2, media: 1 },
  ]);
  expect(new TimelineDates([]).years()).toEqual([]);
});

test('a year sorts before its months and a month before its days', () => {
  const walk = ['1946'];
  for (let date: string | undefined = '1946'; date; date = dates.next(date, 'voyages')) walk.push(date);
  expect(walk.slice(1)).toEqual(['1946', '1946-03', '1946-07-07', '1949-05-01']);
});

describe('previous and next', () => {
  test('skip dates without records, for voyages and media separately', () => {
    expect(dates.next('1946-07-07', 'voyages')).toBe('1949-05-01');
    expect(dates.previous('1949-05-01', 'media')).toBe('1946-03-09');
    expect(dates.previous('1948', 'voyages')).toBe('1946-07-07');
  });
  test('are undefined at the ends', () => {
    expect(dates.next('1949-05-01', 'voyages')).toBeUndefined();
    expect(dates.previous('1946', 'voyages')).toBeUndefined();
  });
});

test('a date is shown as exact only if a record of its kind is certainly of it', () => {
  const dates = new TimelineDates([
    { date: '1946-06', voyages: 2, media: 1, approximate: ['1946-06~', '1946-22'] },
    { date: '1947', voyages: 1, media: 0, approximate: ['1947~'] },
    { date: '1950', voyages: 1, media: 2, approximate_media: ['1950~', '195X'] },
    on('1948'),
  ]);
  expect(dates.textOf('1946-06', 'voyages')).toBe('about June 1946 and Summer 1946');
  expect(dates.textOf('1946-06', 'media')).toBe('June 1946');
  expect(dates.textOf('1947', 'voyages')).toBe('about 1947');
  expect(dates.textOf('1948', 'voyages')).toBe('1948');
  expect(dates.textOf('1950', 'voyages')).toBe('1950');
  expect(dates.textOf('1950', 'media')).toBe('about 1950 and 1950s');
});

test('a period opens at its first day with records, or at the period itself if it has none', () => {
  expect(['1946', '1946-03', '1946-07', '1947'].map((period) => dates.firstDateIn(period))).toEqual([
    '1946-03-09',
    '1946-03-09',
    '1946-07-07',
    '1947',
  ]);
});

test('a record goes on after the period in which it starts, until the one in which it ends', () => {
  expect(['1939', '1940', '1941', '1942'].filter((year) => goesOn(year, '1939', '1941'))).toEqual(['1940', '1941']);
});

describe('records of more than one day, month or year', () => {
  const longer = new TimelineDates([
    { ...on('1939'), voyages_until: ['1941'] },
    { ...on('1949-12-30', 2), voyages_until: ['1950-01-02'] },
    { ...on('1975-05'), voyages_until: ['1975-07-04'] },
    { ...on('1976-02-28', 0, 1), media_until: ['1976-03-01'] },
  ]);
  const voyagesIn = (period: string) => longer.countsIn(period).voyages;

  test('are marked in each, and counted once in each longer period', () => {
    expect(['1949-12-29', '1949-12-30', '1949-12-31', '1950-01-01', '1950-01-02', '1950-01-03'].map(voyagesIn)).toEqual(
      [0, 2, 1, 1, 1, 0],
    );
    expect(['1949-12', '1950-01', '1949', '1950'].map(voyagesIn)).toEqual([2, 1, 2, 1]);
    expect(['1938', '1939', '1940', '1941', '1942', '1940-01'].map(voyagesIn)).toEqual([0, 1, 1, 1, 0, 0]);
    expect(['1975', '1975-05', '1975-06', '1975-07', '1975-08', '1975-06-01'].map(voyagesIn)).toEqual([
      1, 1, 1, 1, 0, 0,
    ]);
    expect(['1976-02-28', '1976-02-29', '1976-03-01', '1976-03-02'].map((day) => longer.countsIn(day).media)).toEqual([
      1, 1, 1, 0,
    ]);
    expect(longer.countsIn('1976')).toEqual({ voyages: 0, media: 1 });
  });

  test('open at their first day in a period, and are jumped to once', () => {
    expect(longer.firstDateIn('1950')).toBe('1950-01-01');
    expect(longer.firstDateIn('1941')).toBe('1941');
    expect(longer.next('1949-12-30', 'voyages')).toBe('1975-05');
    expect(longer.years().map(({ year }) => year)).toContain(1950);
  });
});

test('twenty thousand dates are traversed within a second', () => {
  const days = Array.from({ length: 20_000 }, (_, day) =>
    on(new Date(Date.UTC(1925, 0, 1 + day)).toISOString().slice(0, 10)),
  );
  const before = process.cpuUsage();
  const many = new TimelineDates(days);
  let steps = 0;
  for (let date = many.firstDate(); date; date = many.next(date, 'voyages')) steps += 1;
  const { user } = process.cpuUsage(before);
  expect(steps).toBe(20_000);
  // Iterating over all dates in each of the twenty thousand steps would take a hundred times as long.
  expect(user).toBeLessThan(1_000_000);
});
