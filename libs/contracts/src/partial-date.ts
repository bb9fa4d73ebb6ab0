const PARTIAL = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;

/** First and last accepted year, also of births and deaths (SPEC section 9). */
export const FIRST_YEAR = 1600;
export const LAST_YEAR = 2100;

/**
 * Whether a voyage or term ends before it starts: the last day of its end is before the first day of its start. Both are partial
 * dates as stored.
 */
export const endsBefore = (end: string, start: string) => `${end}-99-99`.slice(0, 10) < `${start}-01-01`.slice(0, 10);

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const leap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/**
 * Whether a text is a stored date: `1946`, `1946-03` or `1946-03-07`, and exists in the calendar
 * (01-decisions, "dates known only to the month or year").
 */
export function isPartialDate(text: string): boolean {
  const match = PARTIAL.exec(text);
  if (!match) return false;
  const year = Number(match[1]);
  if (year < FIRST_YEAR || year > LAST_YEAR) return false;
  if (match[2] === undefined) return true;
  const month = Number(match[2]);
  if (month < 1 || month > 12) return false;
  if (match[3] === undefined) return true;
  const day = Number(match[3]);
  const last = month === 2 && leap(year) ? 29 : DAYS[month - 1]!;
  return day >= 1 && day <= last;
}
