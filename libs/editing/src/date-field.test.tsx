import { describe, expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import fc from 'fast-check';
import { useState } from 'react';
import { DateField, TimeField } from './date-field.tsx';
import { isApproximate, isEdtfDate, isPartialDate, readDate } from '@archive/contracts/dates';
import { dateProblem, dateValue } from './date-problem.ts';
import { completeTime, formatTime, isTime, timeProblem } from './read-time.ts';

const FIELDS = { date: DateField, time: TimeField };

function Form({ kind, ...options }: { kind: keyof typeof FIELDS; approximate?: boolean; year?: string }) {
  const [value, setValue] = useState('');
  const Field = FIELDS[kind];
  return (
    <>
      <Field label="When" value={value} onChange={({ target }) => setValue(target.value)} {...options} />
      <output>{value}</output>
    </>
  );
}

const open = (kind: keyof typeof FIELDS, options: { approximate?: boolean; year?: string } = {}) => {
  const view = render(<Form kind={kind} {...options} />);
  return { ...view, user: userEvent.setup(), field: screen.getByRole<HTMLInputElement>('textbox', { name: 'When' }) };
};
const value = () => screen.getByRole('status').textContent;

describe.each([
  ['date', 'June 12, 1947', '1947-06-12', 'June 12, 1947'],
  ['date', '7/4/1948', '1948-07-04', 'July 4, 1948'],
  ['date', '19460307', '1946-03-07', 'March 7, 1946'],
  ['time', '6:30 pm', '18:30', '6:30 PM'],
  ['time', '630', '06:30', '6:30 AM'],
  ['time', '2575', '23:59', '11:59 PM'],
] as const)('a %s typed as %s', (kind, typed, stored, shown) => {
  test(`is stored as ${stored} and shown as ${shown} on blur`, async () => {
    const { user, field } = open(kind);
    await user.type(field, typed);
    await user.tab();
    expect(value()).toBe(stored);
    expect(field).toHaveValue(stored);
    expect(field).toHaveAccessibleDescription(shown);
  });

  test('is parsed immediately when pasted', async () => {
    const { user, field } = open(kind);
    await user.click(field);
    await user.paste(typed);
    if (typed !== '630') expect(value()).toBe(stored);
  });
});

test.each([
  ['date', 'c. 1947', /^Approximate dates such as “about 1947” can’t be used here\. Enter a day, a month, or a year\./],
  ['date', 'Sept. 3rd', /^Which year\? Add it, such as “Sept\. 3rd, 1947”\./],
  ['date', 'June 16–18, 1946', /^“June 16–18, 1946” is a range\. Enter one date\./],
  ['date', '5.6.1971', /^“5\.6\.1971” can be May 6, 1971, or June 5, 1971\. Enter the right one\./],
  ['date', '1965-8', /^“1965-8” can be August 1965, or 1965 to 1968\./],
  ['date', '1946-06/1946-08', /^Approximate dates such as “between June and August 1946” can’t be used here/],
  ['time', '12:3', /^Enter a time/],
] as const)('a %s typed as %s stays as typed and is marked as invalid on blur', async (kind, typed, message) => {
  const { user, field } = open(kind);
  await user.type(field, typed);
  expect(field).toBeValid();
  await user.tab();
  expect(field).toBeInvalid();
  expect(field).toHaveValue(typed);
  expect(field).toHaveAccessibleDescription(message);
});

test.each([
  ['c. 1947', 'c. 1947', 'about 1947'],
  ['Summer 1946', 'Summer 1946', 'Summer 1946'],
  ['early 1950s ', 'early 1950s', 'early 1950s'],
  ['1946-06/1946-08', '1946-06/1946-08', 'between June and August 1946'],
  ['1950/1953~', '1950/1953~', 'between 1950 and about 1953'],
  ['July 3d, 1946', '1946-07-03', 'July 3, 1946'],
  ['mid-to-late 1950s', 'mid-to-late 1950s', 'between about 1954 and about 1959'],
  ['Sept. 3rd', '1947-09-03', 'September 3, 1947'],
  ['c. Sept. 3rd', 'about September 3, 1947', 'about September 3, 1947'],
])('an approximate date typed as %j stays as %j, shown as %j', async (typed, text, shown) => {
  const { user, field } = open('date', { approximate: true, year: '1947' });
  await user.type(field, typed);
  await user.tab();
  expect(field).toHaveValue(text);
  expect(field).toBeValid();
  expect(field).toHaveAccessibleDescription(shown);
});

describe.each([
  ['date', {}],
  ['date', { approximate: true }],
  ['time', {}],
] as const)('for any text typed into a %s with %j', (kind, options) => {
  test('the stored value is the one that the field shows in words, or the field is marked as invalid', async () => {
    const word = fc.constantFrom(
      'June',
      'Sept.',
      'summer ',
      'c. ',
      'about ',
      'early ',
      '1950s',
      'pm',
      'a.m.',
      'noon',
      '16–18',
      ',',
      '~',
      '?',
      'X',
      '194',
      ' to ',
    );
    const text = fc
      .array(fc.oneof(fc.constantFrom(...'0123456789/-:. '), word, fc.integer({ min: 1, max: 2101 }).map(String)), {
        minLength: 1,
        maxLength: 7,
      })
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(text, async (typed) => {
        const { user, field, unmount } = open(kind, options);
        await user.type(field, typed);
        await user.tab();
        const text = value() ?? '';
        expect(field.value).toBe(text);
        const stored = kind === 'date' ? dateValue(text) : text;
        const canBeStored =
          kind === 'time' ? isTime(stored) : 'approximate' in options ? isEdtfDate(stored) : isPartialDate(text);
        if (text.trim() === '') expect(typed.trim().replaceAll(/[/\-:. ]/g, '')).toBe('');
        else if (canBeStored) {
          const reading = readDate(text);
          const words = kind === 'time' ? formatTime(text) : reading.kind === 'date' ? reading.text : '';
          expect(field).toBeValid();
          expect(field).toHaveAccessibleDescription(words === text && !isApproximate(stored) ? '' : words);
          // The displayed words parse to the stored value, and pm never becomes am.
          expect(kind === 'time' ? completeTime(words) : dateValue(words)).toBe(stored);
          if (kind === 'time' && /p/i.test(typed)) expect(Number(stored.slice(0, 2))).toBeGreaterThanOrEqual(12);
        } else {
          expect(kind === 'time' ? timeProblem(text) : dateProblem(text, options)).toBeDefined();
          expect(field).toBeInvalid();
        }
        unmount();
      }),
      { numRuns: 40 },
    );
  }, 30_000);
});
