import { monthName } from '@archive/contracts/format';

/** A full or partial date: a year, a month or a day. */
export type PartialDate = { year: number; month?: number; day?: number };

/** Parses "1946", "1945-05" or "1976-06-16", ignoring a time after it; undefined for anything else. */
export function parsePartialDate(iso: string): PartialDate | undefined {
  const match = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?![\d-])/.exec(iso);
  if (!match) return undefined;
  const [, year, month, day] = match.map(Number);
  if (match[2] !== undefined && (month! < 1 || month! > 12)) return undefined;
  return { year: year!, month: match[2] ? month : undefined, day: match[3] ? day : undefined };
}

const monthAndDay = ({ month, day }: PartialDate): string => [month && monthName(month), day].filter(Boolean).join(' ');

const formatParts = (date: PartialDate): string =>
  [monthAndDay(date), date.year].filter(Boolean).join(date.day ? ', ' : ' ');

/** "June 16, 1976", "May 1945", "1946"; returns other text unchanged. */
export function formatDate(iso: string): string {
  const date = parsePartialDate(iso);
  return date ? formatParts(date) : iso;
}

/** "July 7–9, 1946", "June 30 – July 2, 1946", "December 31, 1946 – January 2, 1947"; formats a missing or equal end like formatDate. */
export function formatDateRange(start: string, end?: string | null): string {
  const from = parsePartialDate(start);
  const to = end ? parsePartialDate(end) : undefined;
  if (!from || !to || start === end) return formatDate(start);
  if (from.year !== to.year) return `${formatParts(from)} – ${formatParts(to)}`;
  if (from.month === to.month && from.day && to.day) return `${monthAndDay(from)}–${to.day}, ${to.year}`;
  return `${monthAndDay(from)} – ${formatParts(to)}`;
}
