import { MONTHS } from '../format.ts';
import {
  endOfDate,
  FIRST_SEASON,
  neighborOf,
  parseEdtf,
  parsePartialDate,
  startOfDate,
  type PartialDate,
  type QualifiedDate,
} from './edtf.ts';

export const SEASON_NAMES = ['Spring', 'Summer', 'Fall', 'Winter'] as const;

/** Words of the EDTF qualifiers. */
export const QUALIFIER_WORDS = { '~': 'about', '?': 'possibly', '%': 'possibly about' } as const;

/** The parts of a decade, each as the last digits of its first and last year. */
export const DECADE_PARTS = { early: '03', mid: '46', late: '79' } as const;

/** The parts of a year, each as its first and last month. */
export const YEAR_PARTS = { early: ['01', '04'], mid: ['05', '08'], late: ['09', '12'] } as const;

/** The parts of a month, each as its first and last day; the last part ends with the month. */
export const MONTH_PARTS = { early: ['01', '10'], mid: ['11', '20'], late: ['21', undefined] } as const;

const monthAndDay = ({ month, day }: PartialDate): string =>
  [month && MONTHS[month - 1], day].filter(Boolean).join(' ');

const formatParts = (date: PartialDate): string =>
  [monthAndDay(date), String(date.year).padStart(4, '0')].filter(Boolean).join(date.day ? ', ' : ' ');

/** Ignores a time after the day. */
function formatPartial(text: string): string {
  const date = parsePartialDate(text.replace(/(?<=^\d{4}-\d{2}-\d{2})T.*$/, ''));
  return date ? formatParts(date) : text;
}

const formatQualified = ({ text, qualifier }: QualifiedDate): string =>
  `${qualifier ? `${QUALIFIER_WORDS[qualifier]} ` : ''}${formatPartial(text)}`;

/** "early 1950s" for `1950~/1953~`. */
function partOfDecade(from: QualifiedDate, to: QualifiedDate): string | undefined {
  const [start, end] = [from.text, to.text];
  if (from.qualifier !== '~' || to.qualifier !== '~' || start.length + end.length !== 8) return undefined;
  if (start.slice(0, 3) !== end.slice(0, 3)) return undefined;
  const digits = `${start[3]}${end[3]}`;
  const part = Object.entries(DECADE_PARTS).find(([, years]) => years === digits)?.[0];
  return part && `${part}${part === 'mid' ? '-' : ' '}${start.slice(0, 3)}0s`;
}

/** "possibly 1940s" for `1940?/1949?`. */
function qualifiedDecade(from: QualifiedDate, to: QualifiedDate): string | undefined {
  const decade = /^(\d{3})0\/(?:\1)9$/.exec(`${from.text}/${to.text}`)?.[1];
  if (!decade || !from.qualifier || from.qualifier !== to.qualifier) return undefined;
  return `${QUALIFIER_WORDS[from.qualifier]} the ${decade}0s`;
}

function formatSeason(year: number, season: number): string {
  const name = SEASON_NAMES[season];
  return name === 'Winter' ? `Winter ${year}–${year + 1}` : `${name} ${year}`;
}

/** "about Summer 1946" for `1946-06~/1946-08~`. */
function qualifiedSeason(from: QualifiedDate, to: QualifiedDate): string | undefined {
  const year = Number(from.text.slice(0, 4));
  const season = SEASON_NAMES.findIndex((_, index) => {
    const text = `${year}-${FIRST_SEASON + index}`;
    return startOfDate(text) === from.text && endOfDate(text) === to.text;
  });
  if (season < 0 || !from.qualifier || from.qualifier !== to.qualifier) return undefined;
  return `${QUALIFIER_WORDS[from.qualifier]} ${formatSeason(year, season)}`;
}

/** "late 1946" for `1946-09~/1946-12~`, "early June 1946" for `1946-06-01~/1946-06-10~`. */
function partOfYearOrMonth(from: QualifiedDate, to: QualifiedDate): string | undefined {
  const [start, end] = [from.text, to.text];
  if (from.qualifier !== '~' || to.qualifier !== '~' || start.length !== end.length || start.length < 7)
    return undefined;
  const whole = start.slice(0, -3);
  if (!end.startsWith(`${whole}-`)) return undefined;
  const isLastDay = start.length === 10 && !parsePartialDate(`${whole}-${Number(end.slice(-2)) + 1}`);
  const part = Object.entries(start.length === 7 ? YEAR_PARTS : MONTH_PARTS).find(
    ([, [first, last]]) => first === start.slice(-2) && (last === undefined ? isLastDay : last === end.slice(-2)),
  )?.[0];
  return part && `${part}${part === 'mid' ? '-' : ' '}${formatPartial(whole)}`;
}

/** Two dates with a word between them: "June 16 and 18, 1946", "June and August 1946". */
function formatPair(from: QualifiedDate, to: QualifiedDate, word: 'and' | 'or'): string {
  const [start, end] = [parsePartialDate(from.text), parsePartialDate(to.text)];
  const isSameYear = start?.month && end?.month && start.year === end.year && !from.qualifier;
  const isSameMonth = isSameYear && start.month === end.month && start.day && end.day && !to.qualifier;
  if (isSameMonth) return `${monthAndDay(start)} ${word} ${end.day}, ${end.year}`;
  const first = isSameYear && !to.qualifier ? monthAndDay(start) : formatQualified(from);
  return `${first} ${word} ${formatQualified(to)}`;
}

const certain = (text: string): QualifiedDate => ({ text, qualifier: undefined });

function formatSet(dates: readonly string[]): string {
  const [first, second, ...others] = dates;
  if (first !== undefined && second !== undefined && others.length === 0)
    return formatPair(certain(first), certain(second), 'or');
  return dates.map(formatPartial).join(' or ');
}

/**
 * A stored date as people write it: "June 16, 1976", "May 1945", "1946", "about 1947", "Summer 1946", "early 1950s", "1940s",
 * "possibly the 1940s", "late 1946", "early June 1946", "between June and August 1946", "1945 or 1947", "before 1947", "after 1950"; returns
 * other text unchanged. `readDate` can parse each of these formats.
 */
export function formatDate(text: string): string {
  const date = parseEdtf(text);
  if (!date) return formatPartial(text);
  switch (date.kind) {
    case 'date':
      return formatQualified(date);
    case 'season':
      return formatSeason(date.year, date.season - FIRST_SEASON);
    case 'decade':
      return `${date.year}s`;
    case 'set':
      return formatSet(date.dates);
    case 'until':
      return `before ${formatPartial(neighborOf(date.bound, 1))}`;
    case 'since':
      return `after ${formatPartial(neighborOf(date.bound, -1))}`;
    case 'interval':
      return (
        partOfDecade(date.from, date.to) ??
        qualifiedDecade(date.from, date.to) ??
        qualifiedSeason(date.from, date.to) ??
        partOfYearOrMonth(date.from, date.to) ??
        `between ${formatPair(date.from, date.to, 'and')}`
      );
  }
}

/**
 * "July 7–9, 1946", "June 30 – July 2, 1946", "December 31, 1946 – January 2, 1947", "about 1947 – 1948"; formats a missing or equal end
 * like formatDate.
 */
export function formatDateRange(start: string, end?: string | null): string {
  if (!end || start === end) return formatDate(start);
  const [from, to] = [parsePartialDate(start), parsePartialDate(end)];
  if (!from || !to)
    return parseEdtf(start) && parseEdtf(end) ? `${formatDate(start)} – ${formatDate(end)}` : formatDate(start);
  if (from.year !== to.year) return `${formatParts(from)} – ${formatParts(to)}`;
  if (from.month === to.month && from.day && to.day) return `${monthAndDay(from)}–${to.day}, ${to.year}`;
  return `${monthAndDay(from)} – ${formatParts(to)}`;
}
