import {
  earliestDay,
  endOfDate,
  isApproximate,
  isDay,
  isEdtfDate,
  isPartialDate,
  latestDay,
  neighborOf,
  parseEdtf,
  startOfDate,
} from './edtf.ts';
import { exactDate, twoDigits, YEAR_FIRST } from './exact-dates.ts';
import { withEnglishWords } from './foreign-words.ts';
import { formatDate, formatDateRange } from './format-date.ts';
import { readOtherEdtf, withoutNotes, withoutWrapping, withPlainSigns } from './notations.ts';
import { type DigitOrder, periodOrYears, startYear, withIsoDates } from './numeric-dates.ts';
import { PARTS_OF, readPeriod, readSingle, takeQualifier, WEEK_OF, withQualifier } from './single-dates.ts';
import { takeWeekdays, weekdayContradiction } from './weekdays.ts';

/** How a typed date was understood. `text` is that date in words. */
export type DateReading =
  /** One date as the archive stores it: `1947-06-12`, `1947-06`, `1947`, or EDTF such as `1947~`, `1946-22` and `[..1946]`. */
  | { kind: 'date'; value: string; text: string }
  /** The start and end of a voyage: "June 16–18, 1946". */
  | { kind: 'range'; start: string; end: string; text: string }
  /** A date or range beside another weekday than its own: "Thursday, June 5, 1946". `text` states both readings. */
  | { kind: 'weekday'; value: string; end: string | null; text: string }
  /** Text that means one of two dates: "5.6.1971", "1965-8", "1919-21". `text` states both. */
  | { kind: 'ambiguous'; text: string }
  /** A day without a year: "Sept. 3rd". */
  | { kind: 'no-year' }
  | { kind: 'unreadable' };

/** The longest dates are two ranges of approximate days. */
export const MAX_TYPED_LENGTH = 200;

/** Why text that has dates isn't one date; undefined for a date, and for text that can't be read. */
export function rejectionOf(reading: DateReading): string | undefined {
  if (reading.kind === 'range') return `“${reading.text}” is a range. Enter one date.`;
  return reading.kind === 'weekday' || reading.kind === 'ambiguous'
    ? `${reading.text} Enter the right one.`
    : undefined;
}

interface Context extends DigitOrder {
  /** The year to use for a date typed without one, four digits. */
  year?: string | undefined;
  /** Whether `1919-21` is a season, as programs send it, and not years. */
  isEdtf?: boolean | undefined;
}

type Reader = (text: string) => string | undefined;

/** The year of `1946–48`, `c. 1946/47`, `1946 or ’47` and `1930s-40s` after the hyphen, of the century before it. */
function readShortYear(left: string, right: string, reader: Reader): string | undefined {
  const century = /spring|summer|fall|autumn|winter/.test(left)
    ? undefined
    : /(?:^|[^\d-])(\d\d)\d\d(?:['’]?s)?[?~]?$/.exec(left)?.[1];
  const [, digits] = /^['’]?(\d{2}(?:['’]?s)?[?~]?)$/.exec(right) ?? [];
  return century && digits ? reader(century + digits) : undefined;
}

/** The start of a range in the year of its end, or in that before: `Dec. 30-Jan. 2, 1937`. */
function startBefore(left: string, end: string, reader: Reader): string | undefined {
  const last = earliestDay(end)!;
  const start = reader(`${left}, ${last.slice(0, 4)}`);
  if (start === undefined || end.length < 7) return start;
  const year = startYear(last.slice(0, 4), Number(earliestDay(start)!.slice(5, 7)), Number(last.slice(5, 7)));
  return reader(`${left}, ${year}`);
}

/** Two dates, where the first may lack its year or month, and the second its month: `june 16` and `18, 1946`. */
function readPair(left: string, right: string, reader: Reader): [string, string] | undefined {
  const day = /^(?:circa|ca?\.?|about|around|approximately|approx\.?)\s*(.+)$/.exec(left)?.[1] ?? '';
  if (/^(?:[a-z]{3,9}\.? )?\d{1,2}(?:st|nd|rd|th)?$/.test(day)) {
    const [start, end] = readPair(day, right, reader) ?? [];
    return start && end && isDay(start) && isDay(end) ? [`${start}~`, `${end}~`] : undefined;
  }
  const month = /^[a-z]+\.?\s/.exec(left)?.[0] ?? '';
  const end = reader(right) ?? reader(month + right) ?? readShortYear(left, right, reader);
  if (!end) return undefined;
  const isSameMonth = /^\d{1,2}(?:st|nd|rd|th)?$/.test(left) && isPartialDate(end) && end.length === 10;
  const start = isSameMonth
    ? reader(`${end.slice(0, 7)}-${twoDigits(Number.parseInt(left, 10))}`)
    : (reader(left) ?? startBefore(left, end, reader));
  return start && start !== end && earliestDay(start)! <= earliestDay(end)! ? [start, end] : undefined;
}

/** Whether the second date begins on the day after the first one. */
const isAdjacent = ([first, second]: readonly [string, string]) =>
  neighborOf(latestDay(first) ?? '', 1) === earliestDay(second);

/** Two dates with a slash between them: `June/July 1946`, `1946/47`. */
const SLASH = /^(.*[a-z]\.?|(?:.* )?\d{4}) ?\/ ?([a-z].*|['’]?\d{2}(?:['’]?s)?|\d{4}s?)$/;

/** The first and last date of a period. Seasons and decades are not the ends of an interval. */
const endsOf = (first: string, last: string) =>
  `${first.includes('/') ? first.split('/')[0] : startOfDate(first)}/${last.includes('/') ? last.split('/')[1] : endOfDate(last)}`;

/** `between June and August 1946`, `June/July 1946`. */
function interval(text: string): string | undefined {
  const [, first, last, whole] = PARTS_OF.exec(text) ?? [];
  const [, left, right] = whole
    ? ['', `${first} ${whole}`, `${last} ${whole}`]
    : (/^between\s+(.+?)\s*(?:\band\b|[-–])\s*(.+)$/.exec(text) ??
      /^(?:not before|not? earlier than) (.+?),? (?:and|but|or) (?:not after|not? later than) (.+)$/.exec(text) ??
      SLASH.exec(text) ??
      []);
  const [from, to] = (left && right && readPair(left, right, readSingle)) || [];
  const value = from && to && (isEdtfDate(`${from}/${to}`) ? `${from}/${to}` : endsOf(from, to));
  return value && isEdtfDate(value) ? value : undefined;
}

/** `1945 or 1947`, `June 3 or 5, 1946`, `1945, 1946 or 1947`; seasons only if nothing lies between them. */
function readSet(text: string): string | undefined {
  const items = text
    .replace(/^either\s+/, '')
    .replace(/(?<!\d)(\d\d)(\d\d) or ['’]?(\d\d)$/, '$1$2 or $1$3')
    .replace(/^(\d{4}) (?=[a-z])((?:(?!\d{4}).)+)$/, '$2, $1')
    .split(/,?\s+or\s+/);
  const [first = '', second] = items;
  // The month of "1964 or 1965 November" may be that of both years.
  if (/^\d{4} or \d{4} (?!or )[a-z]/.test(text)) return undefined;
  if (second === undefined) return undefined;
  const years = items.flatMap((item) => item.split(/,\s*/));
  const dates =
    items.length === 2 && years.some((year) => !/^\d{4}$/.test(year)) ? readPair(first, second, readSingle) : years;
  const set = dates && `[${(items.length > 2 ? items.map((item) => exactDate(item)) : dates).join(',')}]`;
  if (set && isEdtfDate(set)) return set;
  return dates?.length === 2 && isAdjacent([dates[0]!, dates[1]!])
    ? interval(`between ${first} and ${second}`)
    : undefined;
}

/** What may be between the start and end of a range. */
const BETWEEN = /\s*(?:[\u2013\u2014-]|\.{2,3}|(?<=\s)\/(?=\s)|\b(?:to|until|till|through|thru)\b)\s*/g;
/** A list of days of a month: `June 1, 2 and 3, 1946`. */
const LISTED_DAYS =
  /(?<![\d/-])\d{1,2}(?:st|nd|rd|th)?(?:(?:[,-] ?(?:(?:and|&) )?| (?:and|&) )\d{1,2}(?:st|nd|rd|th)?(?![\d/:-])){2,}/;

/** The first and last of listed days that follow each other: `June 1-3, 1946`. */
const withoutListedDays = (text: string) =>
  text.replace(LISTED_DAYS, (list) => {
    const days = [...list.matchAll(/\d+/g)].map(Number);
    return days.every((day, index) => day === days[0]! + index) ? `${days[0]}-${days.at(-1)}` : list;
  });

/** Two days, months or seasons that follow each other: `June 1 and 2, 1946`, `3/4 June 1946`, `March and April 1946`, `summer and fall 1946`. */
const TWO_DAYS =
  /^(.*\d|[a-z]{3,9}\.?)(?:st|nd|rd|th)?\s*(?:\band\b|&|\+|(?<=(?:^|\s)\d{1,2})\/(?=\d{1,2}(?:,|\s)))\s*(.+)$/;

/** Two dates in digits have five. */
const MAX_SIGNS = 5;

/** `June 16–18, 1946`, `June 30 – July 2, 1946`, `1946 to 1948`, `4-10 July 1946`, `1946 July 4-10`. */
function range(typed: string): [string, string] | undefined {
  const [, year, others] = YEAR_FIRST.exec(typed) ?? [];
  const found = rangeIn(year === undefined ? typed : `${others}, ${year}`);
  // "1937 Dec. 30-Jan. 2" starts in 1937, and "Dec. 30-Jan. 2, 1937" in 1936.
  return year !== undefined && found && earliestDay(found[0])! < year
    ? rangeIn(`${others}, ${Number(year) + 1}`)
    : found;
}

function rangeIn(typed: string): [string, string] | undefined {
  const text = withoutListedDays(
    typed
      .replace(/^from\s+/, '')
      .replace(WEEK_OF, '')
      .replaceAll(/(\d)(?:st|nd|rd|th)\b/g, '$1'),
  );
  for (const { 0: sign, index } of [...text.matchAll(BETWEEN)].slice(0, MAX_SIGNS)) {
    const [left, right] = [text.slice(0, index), text.slice(index + sign.length)];
    const found = left && right && readPair(left, right, (side) => readSingle(side) ?? interval(side));
    if (found && !found.some((date) => date.startsWith('['))) return found;
  }
  const [, first, second] = TWO_DAYS.exec(text) ?? [];
  const days = first && second ? readPair(first, second, (side) => exactDate(side) ?? readPeriod(side)) : undefined;
  return days && !/^\d{4}$/.test(days[0]) && isAdjacent(days) ? days : undefined;
}

/** `probably between 1946 and 1948`, `[1946 or 1948?]`. */
function readQualifiedInterval(typed: string): string | undefined {
  const { text = '', qualifier } = takeQualifier(typed) ?? {};
  const value = interval(text) ?? readSet(text);
  return value && qualifier && withQualifier(value, qualifier);
}

function parseDate(text: string): DateReading | undefined {
  const value = readSingle(text) ?? interval(text) ?? readSet(text) ?? readQualifiedInterval(text);
  if (value) return { kind: 'date', value, text: formatDate(value) };
  const [start, end] = range(text) ?? [];
  return start && end ? { kind: 'range', start, end, text: formatDateRange(start, end) } : undefined;
}

const ANY_LEAP_YEAR = '2000';

/**
 * Parses a date as people write it, or as EDTF. Rejects anything that could be two
 * dates: a year of two digits below 25, and a weekday that the date does not have.
 * A date without a year takes the year of the context.
 */
export function readDate(typed: string, context: Context = {}): DateReading {
  const plain = typed.trim().replaceAll(/\s+/g, ' ');
  if (plain.length > MAX_TYPED_LENGTH) return { kind: 'unreadable' };
  const readings = periodOrYears(plain);
  if (readings && !(context.isEdtf && isEdtfDate(plain))) return { kind: 'ambiguous', text: readings };
  const upper = plain.toUpperCase();
  const edtf = parseEdtf(upper) ? upper : readOtherEdtf(upper);
  if (edtf && parseEdtf(edtf)) return { kind: 'date', value: edtf, text: formatDate(edtf) };
  const { text: date, isPartOfDay } = withoutNotes(withPlainSigns(plain));
  const { text: inDigits, ambiguity } = withIsoDates(withEnglishWords(withoutWrapping(date)), context);
  const { text, weekdays } = takeWeekdays(inDigits);
  const reading = readWithoutWeekdays(text, context.year);
  if (ambiguity !== undefined && reading.kind !== 'unreadable') return { kind: 'ambiguous', text: ambiguity };
  const checked = weekdays.length === 0 ? reading : checkWeekdays(reading, weekdays);
  return isPartOfDay && !hasDays(checked) ? { kind: 'unreadable' } : checked;
}

/** Whether a reading is of days, which have mornings and evenings. */
const hasDays = (reading: DateReading) =>
  reading.kind === 'date'
    ? isDay(reading.value.slice(0, 10))
    : reading.kind !== 'range' || isDay(reading.start.slice(0, 10));

function checkWeekdays(reading: DateReading, weekdays: readonly number[]): DateReading {
  if (reading.kind !== 'date' && reading.kind !== 'range') return reading;
  const days = (reading.kind === 'date' ? reading.value.split('/') : [reading.start, reading.end]).map((date) =>
    date.replace(/[~?%]$/, ''),
  );
  // "the week ending Saturday, June 12, 1937"
  if (reading.kind === 'date' && days.length > 1 && days.every(isDay))
    return weekdays.every((weekday) => days.some((day) => !weekdayContradiction(day, weekday)))
      ? reading
      : { kind: 'unreadable' };
  if (weekdays.length > days.length || !days.slice(0, weekdays.length).every(isDay)) return { kind: 'unreadable' };
  const text = weekdays.map((weekday, index) => weekdayContradiction(days[index]!, weekday)).find(Boolean);
  if (text === undefined) return reading;
  return reading.kind === 'date'
    ? { kind: 'weekday', value: reading.value, end: null, text }
    : { kind: 'weekday', value: reading.start, end: reading.end, text };
}

function readWithoutWeekdays(text: string, year: string | undefined): DateReading {
  const reading = parseDate(text);
  if (reading) return reading;
  if (/\d{4}/.test(text) || !parseDate(`${text}, ${ANY_LEAP_YEAR}`)) return { kind: 'unreadable' };
  return year === undefined ? { kind: 'no-year' } : (parseDate(`${text}, ${year}`) ?? { kind: 'unreadable' });
}

/**
 * The text to store with a typed date: the text itself, if it says more than the
 * value, such as the part of a day. Null for other certain dates and for text that
 * `formatDate` would write.
 */
export function writtenDate(typed: string, value: string): string | null {
  const text = typed.trim();
  const isPlain = (!isApproximate(value) && withoutNotes(text).text === text) || text.toUpperCase() === value;
  return isPlain || text.toLowerCase() === formatDate(value).toLowerCase() ? null : text;
}
