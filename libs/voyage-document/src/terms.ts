import { earliestDay, formatPartialDate, latestDay } from './dates.ts';
import { readSpokenDate } from './spoken-dates.ts';

export interface Term {
  start: string | null;
  end: string | null;
}

const SINCE = /^(?:since|from)\s/i;
const UNTIL = /^(?:to|until|before)\s/i;
const RUNNING = /^(?:present|now|today|date)?$/i;
const BETWEEN = /\s(?:to|until|through)\s|\s?[–—]\s?|\s-\s|(?<=\d{4})-(?=\d{4}$)/i;

/** A term as headings give it: "August 9, 1974 to January 20, 1977", "1925–1928", "since 1977". Null when it is none. */
export function readTerm(written: string): Term | null {
  const text = written.replace(/\s+/g, ' ').trim();
  if (text === '' || text.length > 90) return null;
  if (UNTIL.test(text)) {
    const end = readSpokenDate(text.replace(UNTIL, ''));
    return end === null ? null : { start: null, end };
  }
  const since = SINCE.test(text);
  const [first = '', second, ...more] = text.replace(SINCE, '').split(BETWEEN);
  const start = readSpokenDate(first);
  if (start === null || more.length > 0) return null;
  if (second === undefined) return { start, end: since ? null : start };
  const end = RUNNING.test(second.trim()) ? null : readSpokenDate(second);
  return end === null && !RUNNING.test(second.trim()) ? null : { start, end };
}

/** False only when the end is surely before the start. */
export function termIsInOrder({ start, end }: Term): boolean {
  if (start === null || end === null) return true;
  return (latestDay(end) ?? '') >= (earliestDay(start) ?? '');
}

/** The inverse of `readTerm`; an empty text for a term of which nothing is known. */
export function writeTerm({ start, end }: Term): string {
  if (start !== null && end !== null) return `${formatPartialDate(start)} to ${formatPartialDate(end)}`;
  if (start !== null) return `since ${formatPartialDate(start)}`;
  return end === null ? '' : `until ${formatPartialDate(end)}`;
}
