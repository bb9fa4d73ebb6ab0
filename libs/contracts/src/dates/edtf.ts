/** First and last accepted year, for births and deaths too (SPEC section 9). */
export const FIRST_YEAR = 1600;
export const LAST_YEAR = 2100;

/** `~` approximate, `?` uncertain, `%` both (EDTF level 1). */
export type Qualifier = '~' | '?' | '%';

/** A day, a month, or a year. */
export interface PartialDate {
  year: number;
  month?: number;
  day?: number;
}

export type QualifiedDate = { text: string; qualifier: Qualifier | undefined };

/** The subset of EDTF that the archive stores: of level 1, and of level 2 one of a set, and dates before or after another. */
export type EdtfDate =
  /** `1947`, `1947-06` or `1947-06-12`, optionally with a qualifier: `1947~`. */
  | ({ kind: 'date' } & QualifiedDate)
  /** `1946-21` to `1946-24`: spring, summer, fall, and the winter that starts in the year. */
  | { kind: 'season'; year: number; season: number }
  /** `194X`. */
  | { kind: 'decade'; year: number }
  /** `1946-06/1946-08`: some time between the two. */
  | { kind: 'interval'; from: QualifiedDate; to: QualifiedDate }
  /** `[1945,1947]`: one of these dates, in order. */
  | { kind: 'set'; dates: string[] }
  /** `[..1946]`: in 1946 or earlier. */
  | { kind: 'until'; bound: string }
  /** `[1951..]`: in 1951 or later. */
  | { kind: 'since'; bound: string };

const PARTIAL = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const leap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const twoDigits = (number: number) => String(number).padStart(2, '0');

export const daysInMonth = (year: number, month: number): number =>
  month === 2 && leap(year) ? 29 : (DAYS[month - 1] ?? 0);

/** Parses `1946`, `1946-03` or `1946-03-07`, in any year; undefined for other text and for dates that aren't in the calendar. */
export function parsePartialDate(text: string): PartialDate | undefined {
  const match = PARTIAL.exec(text);
  if (!match) return undefined;
  const year = Number(match[1]);
  if (match[2] === undefined) return { year };
  const month = Number(match[2]);
  if (month < 1 || month > 12) return undefined;
  if (match[3] === undefined) return { year, month };
  const day = Number(match[3]);
  return day >= 1 && day <= daysInMonth(year, month) ? { year, month, day } : undefined;
}

/**
 * Whether a string is an existing calendar date, known to the day, the month or
 * the year: `1946`, `1946-03` or `1946-03-07` (decision 0009).
 */
export function isPartialDate(text: string): boolean {
  const date = parsePartialDate(text);
  return date !== undefined && date.year >= FIRST_YEAR && date.year <= LAST_YEAR;
}

/** Whether a date is known to the day: `1946-03-07`. Two such dates can be compared as text. */
export const isDay = (text: string): boolean => text.length === 10 && isPartialDate(text);

function parseQualified(text: string): QualifiedDate | undefined {
  const [, date, qualifier] = /^([\d-]+)([~?%])?$/.exec(text) ?? [];
  if (date === undefined || !isPartialDate(date)) return undefined;
  return { text: date, qualifier: qualifier as Qualifier | undefined };
}

const firstDayOf = (partial: string) => `${partial}-01-01`.slice(0, 10);

function lastDayOf(partial: string): string {
  const { year, month = 12, day } = parsePartialDate(partial) ?? { year: 0 };
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day ?? daysInMonth(year, month))}`;
}

/** The day, month or year after a date with `1` steps, or before it with `-1`: `1946-04` for `1946-03`. */
export function neighborOf(partial: string, steps: number): string {
  const { year = 0, month, day } = parsePartialDate(partial) ?? {};
  const length = partial.length;
  if (month === undefined) return String(year + steps);
  const date = new Date(Date.UTC(year, month - 1, day ?? 1));
  if (day === undefined) date.setUTCMonth(date.getUTCMonth() + steps);
  else date.setUTCDate(date.getUTCDate() + steps);
  return date.toISOString().slice(0, length);
}

/** Months in which each season starts and ends. Winter ends in the following year. */
const SEASONS = [
  ['03', '05'],
  ['06', '08'],
  ['09', '11'],
  ['12', '02'],
] as const;

export const FIRST_SEASON = 21;

/** The longest date that is stored. */
const MAX_DATE_LENGTH = 30;

/** An open date is sorted, counted and found in the ten years before or after its bound. */
const OPEN_YEARS = 10;
const otherYear = (bound: string, years: number) => String(Number(bound.slice(0, 4)) + years);

function startOf(date: EdtfDate): string {
  switch (date.kind) {
    case 'set':
      return date.dates[0]!;
    case 'until':
      return otherYear(date.bound, -OPEN_YEARS);
    case 'since':
      return date.bound;
    case 'date':
      return date.text;
    case 'season':
      return `${date.year}-${SEASONS[date.season - FIRST_SEASON]![0]}`;
    case 'interval':
      return date.from.text;
    default:
      return String(date.year);
  }
}

function endOf(date: EdtfDate): string {
  switch (date.kind) {
    case 'set':
      return date.dates.at(-1)!;
    case 'until':
      return date.bound;
    case 'since':
      return otherYear(date.bound, OPEN_YEARS);
    case 'date':
      return date.text;
    case 'season': {
      const [first, last] = SEASONS[date.season - FIRST_SEASON]!;
      return `${last < first ? date.year + 1 : date.year}-${last}`;
    }
    case 'interval':
      return date.to.text;
    default:
      return String(date.year + 9);
  }
}

/** Whether one date starts and ends after another. */
const isLater = (next: string, previous: string) =>
  firstDayOf(next) > firstDayOf(previous) && lastDayOf(next) > lastDayOf(previous);

/** `[..1946]`, `[1951..]`, `[1945,1947]`. */
function parseBrackets(text: string): EdtfDate | undefined {
  const [, inner = ''] = /^\[([\d,.-]+)\]$/.exec(text) ?? [];
  const bound = inner.replace('..', '');
  if (isPartialDate(bound) && inner === `..${bound}`) return { kind: 'until', bound };
  if (isPartialDate(bound) && inner === `${bound}..`) return { kind: 'since', bound };
  const dates = inner.split(',');
  const isSet = dates.every((date, index) => isPartialDate(date) && (index === 0 || isLater(date, dates[index - 1]!)));
  return isSet && dates.length > 1 ? { kind: 'set', dates } : undefined;
}

function parseShape(text: string): EdtfDate | undefined {
  if (text.startsWith('[')) return parseBrackets(text);
  const [, seasonYear, season] = /^(\d{4})-(2[1-4])$/.exec(text) ?? [];
  if (seasonYear) return { kind: 'season', year: Number(seasonYear), season: Number(season) };
  const [, decade] = /^(\d{3})X$/.exec(text) ?? [];
  if (decade) return { kind: 'decade', year: Number(decade) * 10 };
  const [left = '', right, ...extra] = text.split('/');
  const from = parseQualified(left);
  if (right === undefined) return from && { kind: 'date', ...from };
  const to = parseQualified(right);
  if (!from || !to || extra.length > 0 || from.text === to.text) return undefined;
  const isInOrder = firstDayOf(from.text) <= firstDayOf(to.text) && lastDayOf(from.text) <= lastDayOf(to.text);
  return isInOrder ? { kind: 'interval', from, to } : undefined;
}

/** Parses a date as the archive stores it; undefined for any other text, and for dates outside 1600 to 2100. */
export function parseEdtf(text: string): EdtfDate | undefined {
  const date = text.length <= MAX_DATE_LENGTH ? parseShape(text) : undefined;
  return date && isPartialDate(startOf(date)) && isPartialDate(endOf(date)) ? date : undefined;
}

/** Whether a string is a date that a voyage or media item can have. The database has the same rule in `is_edtf_date`. */
export const isEdtfDate = (text: string): boolean => isPartialDate(text) || parseEdtf(text) !== undefined;

/** Whether a string is a date that is not known for certain: `1947~`, `1946-22`, `194X`, `1946-06/1946-08`, `[..1946]`. */
export const isApproximate = (text: string): boolean => !isPartialDate(text) && parseEdtf(text) !== undefined;

/** The day, month or year in which a date starts: `1946-06` for `1946-22`. Used to sort approximate dates among exact ones. */
export function startOfDate(text: string): string | undefined {
  const date = parseEdtf(text);
  return date && startOf(date);
}

/** The day, month or year in which a date ends: `1946-08` for `1946-22`. */
export function endOfDate(text: string): string | undefined {
  const date = parseEdtf(text);
  return date && endOf(date);
}

/** The first possible day of a date, YYYY-MM-DD; undefined for a string that isn't one. */
export function earliestDay(text: string): string | undefined {
  const date = parseEdtf(text);
  return date && firstDayOf(startOf(date));
}

/** The last possible day of a date, YYYY-MM-DD; undefined for a string that isn't one. */
export function latestDay(text: string): string | undefined {
  const date = parseEdtf(text);
  return date && lastDayOf(endOf(date));
}

/** Whether a voyage or term ends before it starts: the last day of its end is before the first day of its start. */
export function endsBefore(end: string, start: string): boolean {
  const [last, first] = [latestDay(end), earliestDay(start)];
  return last !== undefined && first !== undefined && last < first;
}
