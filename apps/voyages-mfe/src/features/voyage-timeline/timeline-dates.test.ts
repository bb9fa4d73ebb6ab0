import { describe, expect, test } from '@jest/globals';
import { TimelineDates } from './timeline-dates.ts';

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
