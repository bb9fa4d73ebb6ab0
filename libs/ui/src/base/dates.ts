const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** A date as far as it is known: a year, a year and a month, or a day. */
export type PartialDate = { year: number; month?: number; day?: number };

/** Reads "1946", "1945-05" or "1976-06-16" (a time behind it is left aside); anything else is undefined. */
export function parsePartialDate(iso: string): PartialDate | undefined {
  const match = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?![\d-])/.exec(iso);
  if (!match) return undefined;
  const [, year, month, day] = match.map(Number);
  if (match[2] !== undefined && (month! < 1 || month! > 12)) return undefined;
  return { year: year!, month: match[2] ? month : undefined, day: match[3] ? day : undefined };
}

/** "July"; an empty text for a number outside 1 to 12. */
export function monthName(month: number): string {
  return MONTHS[month - 1] ?? '';
}

const monthAndDay = ({ month, day }: PartialDate): string => [month && monthName(month), day].filter(Boolean).join(' ');

const written = (date: PartialDate): string =>
  [monthAndDay(date), date.year].filter(Boolean).join(date.day ? ', ' : ' ');

/** "June 16, 1976", "May 1945", "1946"; a text that is no date comes back as it is. */
export function formatDate(iso: string): string {
  const date = parsePartialDate(iso);
  return date ? written(date) : iso;
}

/** "July 7–9, 1946", "June 30 – July 2, 1946", "December 31, 1946 – January 2, 1947"; without an end, or the same, as formatDate. */
export function formatDateRange(start: string, end?: string | null): string {
  const from = parsePartialDate(start);
  const to = end ? parsePartialDate(end) : undefined;
  if (!from || !to || start === end) return formatDate(start);
  if (from.year !== to.year) return `${written(from)} – ${written(to)}`;
  if (from.month === to.month && from.day && to.day) return `${monthAndDay(from)}–${to.day}, ${to.year}`;
  return `${monthAndDay(from)} – ${written(to)}`;
}
