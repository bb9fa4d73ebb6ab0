import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { completeTime, formatTime, isTime, readTime, timeProblem } from './read-time.ts';

test.each([
  ['6:30 pm', '18:30'],
  ['06:30 pm', '18:30'],
  ['6:30 p.m.', '18:30'],
  ['6.30pm', '18:30'],
  ['63:0pm', '18:30'],
  ['630', '06:30'],
  ['63:0', '06:30'],
  ['9', '09:00'],
  ['19', '19:00'],
  ['7 PM', '19:00'],
  ['12:10 AM', '00:10'],
  ['12 pm', '12:00'],
  ['18:30 pm', '18:30'],
  ['1830 hours', '18:30'],
  ['18h30', '18:30'],
  ['noon', '12:00'],
  ['midnight', '00:00'],
  ['19:30', '19:30'],
])('%s is parsed as %s', (typed, time) => {
  expect(readTime(typed)).toBe(time);
});

test.each([
  '12:3',
  '123',
  '23:0',
  '12:3 pm',
  '75',
  '97:5',
  '24:00',
  '13:00 am',
  '6:75',
  '0 pm',
  'dinner',
  'about 6',
  '19:30 or so',
  '',
])('%j is not parsed as a time', (typed) => {
  expect(readTime(typed)).toBeUndefined();
  expect(completeTime(typed)).toBe(typed);
  if (typed !== '') expect(timeProblem(typed)).toMatch(/^Enter a time, such as/);
});

test('a stored time can be parsed from its 12-hour form', () => {
  fc.assert(
    fc.property(fc.nat(23), fc.nat(59), (hour, minute) => {
      const time = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
      expect(readTime(formatTime(time))).toBe(time);
      expect(readTime(time)).toBe(time);
      expect(isTime(time)).toBe(true);
    }),
  );
});

test('only a stored time is shown in 12-hour form', () => {
  expect(['18:30', '00:05', '12:00', '24:00', '6'].map(formatTime)).toEqual([
    '6:30 PM',
    '12:05 AM',
    '12:00 PM',
    '',
    '',
  ]);
});
