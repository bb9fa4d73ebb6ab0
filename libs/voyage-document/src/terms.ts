import { earliestDay, formatDate, latestDay } from './dates.ts';
import { parseWrittenDate } from './written-dates.ts';

export interface Term {
  start: string | null;
  end: string | null;
}

const OPEN_END_PREFIX = /^(?:since|from)\s/i;
const OPEN_START_PREFIX = /^(?:to|until|before)\s/i;
const OPEN_END = /^(?:present|now|today|date)?$/i;
const RANGE_SEPARATOR = /\s(?:to|until|through|bis|hasta|au|à)\s|\s?[–—]\s?|\s-\s|(?<=\d{4})-(?=\d{4}$)/i;

/** `61-63`, `'61–'63`: two-digit years of the 20th century. */
const SHORT_YEARS = /^['’]?([2-9]\d)\s?[-–/]\s?['’]?([2-9]\d)$/;
/** `1933-36`. */
const SHORT_END = /^(\d{2})(\d{2})\s?[-–/]\s?(\d{2})$/;

/** Reads a term in a heading: "August 9, 1974 to January 20, 1977", "1925–1928", "since 1977"; null for other text. */
export function readTerm(sourceText: string): Term | null {
  const text = sourceText.replace(/\s+/g, ' ').trim().replace(SHORT_YEARS, '19$1–19$2').replace(SHORT_END, '$1$2–$1$3');
  if (text === '' || text.length > 90) return null;
  if (OPEN_START_PREFIX.test(text)) {
    const end = parseWrittenDate(text.replace(OPEN_START_PREFIX, ''));
    return end === null ? null : { start: null, end };
  }
  const hasSince = OPEN_END_PREFIX.test(text);
  const [first = '', second, ...extra] = text.replace(OPEN_END_PREFIX, '').split(RANGE_SEPARATOR);
  const start = parseWrittenDate(first);
  if (start === null || extra.length > 0) return null;
  if (second === undefined) return { start, end: hasSince ? null : start };
  const end = OPEN_END.test(second.trim()) ? null : parseWrittenDate(second);
  return end === null && !OPEN_END.test(second.trim()) ? null : { start, end };
}

/** False only if the end is certainly before the start. */
export function isChronological({ start, end }: Term): boolean {
  if (start === null || end === null) return true;
  return (latestDay(end) ?? '') >= (earliestDay(start) ?? '');
}

/** The inverse of `readTerm`; empty for an unknown term. */
export function writeTerm({ start, end }: Term): string {
  if (start !== null && end !== null) return `${formatDate(start)} to ${formatDate(end)}`;
  if (start !== null) return `since ${formatDate(start)}`;
  return end === null ? '' : `until ${formatDate(end)}`;
}
