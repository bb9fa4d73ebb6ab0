import { isCalendarDate } from './dates.ts';
import { readDate } from './read-date.ts';

/** Error message for a text that is neither blank nor a stored date. */
export function dateProblem(text: string): string | undefined {
  if (text === '' || isCalendarDate(text)) return undefined;
  const reading = readDate(text);
  return reading.kind === 'approximate'
    ? `“${reading.text}” can’t be saved yet. Enter a day, a month or a year, and put the rest in the notes.`
    : 'Enter a valid date: YYYY-MM-DD, YYYY-MM or YYYY.';
}
