import { MONTHS } from '../format.ts';
import {
  earliestDay,
  FIRST_SEASON,
  isApproximate,
  isEdtfDate,
  isPartialDate,
  parseEdtf,
  type Qualifier,
} from './edtf.ts';
import { DECADE_PARTS, formatDate, formatDateRange } from './format-date.ts';

/** How a typed date was understood. `text` is that date in words. */
export type DateReading =
  /** One date as the archive stores it: `1947-06-12`, `1947-06`, `1947`, or EDTF level 1 such as `1947~` and `1946-22`. */
  | { kind: 'date'; value: string; text: string }
  /** The start and end of a voyage: "June 16–18, 1946". */
  | { kind: 'range'; start: string; end: string; text: string }
  /** A day without a year: "Sept. 3rd". */
  | { kind: 'no-year' }
  | { kind: 'unreadable' };

interface Context {
  /** The year to use for a date typed without one, four digits. */
  year?: string | undefined;
}

const SEASONS = ['spring', 'summer', 'fall', 'winter'];

/** 7 for "july" or "jul"; 0 for any other word, or one shorter than three letters. */
const monthNumber = (word: string) =>
  word.length < 3 ? 0 : MONTHS.findIndex((name) => name.toLowerCase().startsWith(word === 'sept' ? 'sep' : word)) + 1;

const twoDigits = (number: string | number) => String(number).padStart(2, '0');

const isoOf = (year: string, month?: number | string, day?: string): string =>
  [year, ...(month === undefined ? [] : [twoDigits(month)]), ...(day === undefined ? [] : [twoDigits(day)])].join('-');

/** `1946-3-7`, `1946/03/07`, `1946.3`, `1946`. */
function yearFirst(text: string): string | undefined {
  const [, year, month, day] = /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?$/.exec(text) ?? [];
  return year && isoOf(year, month, day);
}

/** `7/4/1948` is July 4, as Americans write. A first number above 12 can only be the day. */
function monthFirst(text: string): string | undefined {
  const [, first, second, year] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text) ?? [];
  if (!first || !second || !year) return undefined;
  return Number(first) > 12 ? isoOf(year, second, first) : isoOf(year, first, second);
}

/** `June 12, 1947`, `12 June 1947`, `Thursday, the 12th of June, 1947`, `June 1947`. */
function withMonthName(text: string): string | undefined {
  const words = text
    .replace(/^(?:mon|tues?|wed(?:nes)?|thur?s?|fri|sat(?:ur)?|sun)(?:day)?[.,]?\s+/, '')
    .replace(/\b(?:the|of)\s+/g, '')
    .replace(/(\d)(?:st|nd|rd|th)\b/g, '$1');
  const [, month, day, year] = /^([a-z]+)\.?\s*(?:(\d{1,2})\s*,?\s+|,?\s*)(\d{4})$/.exec(words) ?? [];
  if (month && year && monthNumber(month)) return isoOf(year, monthNumber(month), day);
  const [, first, name, last] = /^(\d{1,2})\s*([a-z]+)\.?,?\s*(\d{4})$/.exec(words) ?? [];
  return name && last && monthNumber(name) ? isoOf(last, monthNumber(name), first) : undefined;
}

function exactDate(text: string): string | undefined {
  const value = yearFirst(text) ?? monthFirst(text) ?? withMonthName(text);
  return value !== undefined && isPartialDate(value) ? value : undefined;
}

const APPROXIMATE_PREFIX = /^(?:circa\b|ca?\.|ca?\s|c(?=\d)|about\s|around\s|approximately\s|approx\.?\s|~)\s*/;
const UNCERTAIN_PREFIX = /^(?:possibly|perhaps|maybe|probably)\s+/;

/** `c. 1947`, `about June 1947`, `1947?`, `possibly about 1947`. */
function readQualified(text: string): string | undefined {
  let remaining = text;
  let [isUncertain, isApproximate] = [false, false];
  const take = (pattern: RegExp): boolean => {
    const isMatch = pattern.test(remaining);
    if (isMatch) remaining = remaining.replace(pattern, '');
    return isMatch;
  };
  isUncertain = take(UNCERTAIN_PREFIX);
  isApproximate = take(APPROXIMATE_PREFIX);
  isUncertain = take(/\s*(?:\?|\(\?\))$/) || isUncertain;
  isApproximate = take(/\s*~$/) || isApproximate;
  const date = exactDate(remaining);
  if (!date || !(isUncertain || isApproximate)) return undefined;
  const qualifier: Qualifier = isUncertain ? (isApproximate ? '%' : '?') : '~';
  return `${date}${qualifier}`;
}

/** `summer 1946`, `winter 1946–47`, `1950s`, `early 1950s`. */
function readPeriod(text: string): string | undefined {
  const [, name = '', year, next] =
    /^(spring|summer|fall|autumn|winter)(?:\s+of)?\s*,?\s*(\d{4})(?:\s*[-–/]\s*(\d{2}|\d{4}))?$/.exec(text) ?? [];
  if (year) {
    const season = SEASONS.indexOf(name === 'autumn' ? 'fall' : name);
    const isNextYear = next === undefined || (name === 'winter' && String(Number(year) + 1).endsWith(next));
    return isNextYear ? `${year}-${FIRST_SEASON + season}` : undefined;
  }
  const [, part, decade] =
    /^(?:(?:in|during)\s+)?(?:the\s+)?(?:(early|mid|late)[\s-]+)?(?:the\s+)?(\d{3})0['’]?s$/.exec(text) ?? [];
  if (!decade) return undefined;
  if (!part) return `${decade}X`;
  const years = DECADE_PARTS[part as keyof typeof DECADE_PARTS];
  return `${decade}${years[0]}~/${decade}${years[1]}~`;
}

const readSingle = (text: string): string | undefined => {
  const value = exactDate(text) ?? readQualified(text) ?? readPeriod(text);
  return value !== undefined && isEdtfDate(value) ? value : undefined;
};

type Reader = (text: string) => string | undefined;

/** Two dates, where the first may lack its year or month, and the second its month: `june 16` and `18, 1946`. */
function readPair(left: string, right: string, reader: Reader): [string, string] | undefined {
  const month = /^[a-z]+\.?\s/.exec(left)?.[0] ?? '';
  const end =
    reader(right) ??
    reader(month + right) ??
    (/^\d{4}$/.test(left) && /^\d{2}$/.test(right) ? reader(left.slice(0, 2) + right) : undefined);
  if (!end) return undefined;
  const year = earliestDay(end)!.slice(0, 4);
  const isSameMonth = /^\d{1,2}(?:st|nd|rd|th)?$/.test(left) && isPartialDate(end) && end.length === 10;
  const start = isSameMonth
    ? reader(`${end.slice(0, 7)}-${twoDigits(Number.parseInt(left, 10))}`)
    : (reader(left) ?? reader(`${left}, ${year}`));
  return start && start !== end && earliestDay(start)! <= earliestDay(end)! ? [start, end] : undefined;
}

/** `between June and August 1946`. */
function interval(text: string): string | undefined {
  const [, left, right] = /^between\s+(.+?)\s+and\s+(.+)$/.exec(text) ?? [];
  const dates = left && right ? readPair(left, right, readSingle) : undefined;
  const value = dates?.join('/');
  return value && isEdtfDate(value) ? value : undefined;
}

/** `June 16–18, 1946`, `June 30 – July 2, 1946`, `1946 to 1948`. */
function range(text: string): [string, string] | undefined {
  const [, left, right] =
    /^(?:from\s+)?(.+?)\s*(?:–|—|\bto\b|\buntil\b|\bthrough\b|\s-\s|(?<=\d)-(?=\d{1,2},))\s*(.+)$/.exec(text) ?? [];
  return left && right ? readPair(left, right, (text) => readSingle(text) ?? interval(text)) : undefined;
}

function parseDate(text: string): DateReading | undefined {
  const value = readSingle(text) ?? interval(text);
  if (value) return { kind: 'date', value, text: formatDate(value) };
  const [start, end] = range(text) ?? [];
  return start && end ? { kind: 'range', start, end, text: formatDateRange(start, end) } : undefined;
}

const ANY_LEAP_YEAR = '2000';

/**
 * Parses a date as people write it, or as EDTF. Rejects anything ambiguous, such
 * as `7/4/48`. A date without a year takes the year of the context.
 */
export function readDate(typed: string, { year }: Context = {}): DateReading {
  const plain = typed.trim().replaceAll(/\s+/g, ' ');
  const edtf = plain.toUpperCase();
  if (parseEdtf(edtf)) return { kind: 'date', value: edtf, text: formatDate(edtf) };
  const text = plain.toLowerCase();
  const reading = parseDate(text);
  if (reading) return reading;
  if (/\d{4}/.test(text) || !parseDate(`${text}, ${ANY_LEAP_YEAR}`)) return { kind: 'unreadable' };
  return year === undefined ? { kind: 'no-year' } : (parseDate(`${text}, ${year}`) ?? { kind: 'unreadable' });
}

/**
 * The text to store with a typed date: the text itself, if it says more than the
 * value. Null for certain dates and for text that `formatDate` would write.
 */
export function writtenDate(typed: string, value: string): string | null {
  const text = typed.trim();
  const isPlain = !isApproximate(value) || text.toUpperCase() === value;
  return isPlain || text.toLowerCase() === formatDate(value).toLowerCase() ? null : text;
}
