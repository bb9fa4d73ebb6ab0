import { voyageCreateSchema } from '@archive/contracts';
import { formatDate, isApproximate } from '@archive/contracts/dates';
import { QueryClient, QueryClientProvider } from '@archive/query';
import { describe, expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import fc from 'fast-check';
import { useEffect, useState } from 'react';
import { DatePlaceFields } from './components/date-place-fields.tsx';
import { NEW_VOYAGE, dateText, newVoyageBody } from './values.ts';
import { LatestValues } from './latest-values.ts';
import type { VoyageFormState } from './use-voyage-form.ts';
import { withCompletedDates, validate } from './validation.ts';

const latest = { values: NEW_VOYAGE };
const client = new QueryClient();

function Form() {
  const [current, setCurrent] = useState(NEW_VOYAGE);
  useEffect(() => {
    latest.values = current;
  }, [current]);
  const set = (name: string, value: unknown) => setCurrent((current) => ({ ...current, [name]: value }));
  const form = { values: current, latest: new LatestValues(current), set, type: set, errors: {} };
  return (
    <QueryClientProvider client={client}>
      <DatePlaceFields form={form as unknown as VoyageFormState} />
    </QueryClientProvider>
  );
}

const field = (name: RegExp | string) => screen.getByRole<HTMLInputElement>('textbox', { name });

/** Types into the fields of the form and leaves them. */
async function type(texts: Partial<Record<'Start Date' | 'End Date' | 'Start Time' | 'End Time', string>>) {
  const view = render(<Form />);
  const user = userEvent.setup();
  for (const [name, text] of Object.entries(texts)) {
    await user.type(field(new RegExp(`^${name}`)), text.replaceAll(/[[{]/g, '$&$&'));
    await user.tab();
  }
  return view;
}

/** The dates that Save sends, parsed by the API's schema; undefined if the form prevents saving. */
function storedDates() {
  const final = withCompletedDates(latest.values);
  if (Object.keys(validate(final)).length > 0) return undefined;
  return voyageCreateSchema.parse(newVoyageBody(final));
}

describe('the dates of the voyage form', () => {
  test.each([
    [{ 'Start Date': 'June 16–18, 1946' }, '1946-06-16', '1946-06-18'],
    [{ 'Start Date': 'c. 1946 – 1948' }, 'about 1946', '1948'],
    [{ 'End Date': '16–18 June 1946' }, '1946-06-16', '1946-06-18'],
    [{ 'Start Date': '1946-06-16', 'End Date': 'June 18' }, '1946-06-16', '1946-06-18'],
    [{ 'Start Date': 'June 16', 'End Date': '1946~' }, '1946-06-16', '1946~'],
    [{ 'Start Date': 'early 1950s', 'End Date': 'June 18' }, 'early 1950s', 'June 18'],
    [{ 'Start Date': '1946-06-16', 'End Date': 'June 16–18, 1946' }, '1946-06-16', '1946-06-18'],
    [{ 'Start Date': '1946-06-15', 'End Date': 'June 16–18, 1946' }, '1946-06-15', 'June 16–18, 1946'],
    [{ 'End Date': '1946-06-17', 'Start Date': 'June 16–18, 1946' }, 'June 16–18, 1946', '1946-06-17'],
    [{ 'Start Date': 'weekend of June 15-16, 1946' }, '1946-06-15', '1946-06-16'],
    [{ 'Start Date': 'evening of June 15, 1946' }, 'evening of June 15, 1946', ''],
  ])('%j become %s and %s', async (texts, start, end) => {
    await type(texts);
    expect([field(/^Start Date/).value, field('End Date').value]).toEqual([start, end]);
  });

  test('a part of the day is stored as written, and shown again', async () => {
    await type({ 'Start Date': 'Sat. evening, June 15, 1946' });
    const stored = { start_date: '1946-06-15', start_date_written: 'Sat. evening, June 15, 1946' };
    expect(storedDates()).toMatchObject(stored);
    expect(dateText(stored.start_date, stored.start_date_written)).toBe('Sat. evening, June 15, 1946');
  });

  test('a range never replaces the other date, and prevents saving', async () => {
    await type({ 'Start Date': '1946-06-15', 'End Date': 'June 16–18, 1946' });
    expect(field('End Date')).toBeInvalid();
    expect(storedDates()).toBeUndefined();
  });

  test('for any typed text, the stored date is the one that the form showed, or nothing is stored', async () => {
    const pieces = fc.array(
      fc.constantFrom(
        'June ',
        'c. ',
        '1950s',
        '16–18',
        ', ',
        '~',
        '?',
        'X',
        ' to ',
        '1946',
        '12',
        '/',
        ...'0123456789-. ',
      ),
      { maxLength: 5 },
    );
    const phrase = fc.tuple(
      fc.constantFrom('', '', 'c. ', 'possibly ', 'summer ', 'winter ', 'early ', 'between 1944 and '),
      fc.constantFrom('1946', 'June 1946', '1946-06', '6/16/1946', '1940s', 'Sept. 3rd', 'June 16'),
      fc.constantFrom('', '', '?', '~', '–18, 1946', ' to 1948', '/1947~'),
    );
    const text = fc.oneof({ arbitrary: phrase, weight: 4 }, pieces).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(text, text, async (start, end) => {
        const { unmount } = await type({ 'Start Date': start || ' ', 'End Date': end || ' ' });
        const body = storedDates();
        const shown = (name: RegExp) => {
          const description = document.getElementById(field(name).getAttribute('aria-describedby') ?? '')?.textContent;
          return description || field(name).value;
        };
        if (body) {
          expect(field(/^Start Date/)).toBeValid();
          expect(shown(/^Start Date/)).toBe(formatDate(body.start_date));
          expect(shown(/^End Date/)).toBe(formatDate(body.end_date ?? ''));
          for (const name of ['start_date', 'end_date'] as const) {
            const [value, written] = [body[name], body[`${name}_written`]];
            expect(written === null || (value !== null && isApproximate(value))).toBe(true);
            expect(dateText(value, written)).toBe(
              value !== null && isApproximate(value) ? (written ?? formatDate(value)) : (value ?? ''),
            );
          }
        }
        unmount();
      }),
      { numRuns: 30 },
    );
  }, 120_000);
});
