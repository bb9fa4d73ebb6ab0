import { describe, expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import fc from 'fast-check';
import { useState } from 'react';
import { DateField, TimeField } from './date-field.tsx';
import { dateProblem } from './date-problem.ts';
import { readDate } from './read-date.ts';
import { formatTime, isTime, timeProblem } from './read-time.ts';

const FIELDS = { date: DateField, time: TimeField };

function Form({ kind }: { kind: keyof typeof FIELDS }) {
  const [value, setValue] = useState('');
  const Field = FIELDS[kind];
  return (
    <>
      <Field label="When" value={value} onChange={({ target }) => setValue(target.value)} />
      <output>{value}</output>
    </>
  );
}

const open = (kind: keyof typeof FIELDS) => {
  const view = render(<Form kind={kind} />);
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

  test('is read at once when pasted', async () => {
    const { user, field } = open(kind);
    await user.click(field);
    await user.paste(typed);
    if (typed !== '630') expect(value()).toBe(stored);
  });
});

test.each([
  ['date', 'c. 1947', /^“c\. 1947” can’t be saved yet\./],
  ['date', 'Sept. 3rd', /^Enter a valid date/],
  ['time', '12:3', /^Enter a time/],
] as const)('a %s typed as %s is kept as typed and flagged on blur', async (kind, typed, message) => {
  const { user, field } = open(kind);
  await user.type(field, typed);
  expect(field).toBeValid();
  await user.tab();
  expect(field).toBeInvalid();
  expect(field).toHaveValue(typed);
  expect(field).toHaveAccessibleDescription(message);
});

test.each(['date', 'time'] as const)(
  'for any typed text, the value of a %s is the one shown as understood, or is flagged',
  async (kind) => {
    const word = fc.constantFrom('June', 'Sept.', 'summer', 'c.', 'pm', 'a.m.', 'noon', '16–18', ',', '~');
    const text = fc
      .array(fc.oneof(fc.constantFrom(...'0123456789/-:. '), word, fc.integer({ min: 1, max: 2101 }).map(String)), {
        minLength: 1,
        maxLength: 7,
      })
      .map((parts) => parts.join(''))
      .filter((typed) => !/[[{]/.test(typed));
    await fc.assert(
      fc.asyncProperty(text, async (typed) => {
        const { user, field, unmount } = open(kind);
        await user.type(field, typed);
        await user.tab();
        const stored = value() ?? '';
        const problem = kind === 'date' ? dateProblem(stored) : timeProblem(stored);
        const reading = readDate(stored);
        const words = kind === 'date' ? (reading.kind === 'exact' ? reading.text : '') : formatTime(stored);
        const canBeStored = kind === 'date' ? reading.kind === 'exact' && reading.value === stored : isTime(stored);
        expect(field.value).toBe(stored);
        if (stored.trim() === '') expect(typed.trim().replaceAll(/[/\-:. ]/g, '')).toBe('');
        else if (canBeStored) {
          expect(field).toBeValid();
          expect(field).toHaveAccessibleDescription(words === stored ? '' : words);
        } else {
          expect(problem).toBeDefined();
          expect(field).toBeInvalid();
        }
        unmount();
      }),
      { numRuns: 25 },
    );
  },
  30_000,
);
