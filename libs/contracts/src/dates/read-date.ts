// cspell:ignore augt jahre mdcxxxv mdclxvi onths
import { MONTHS } from '../format.ts';
import {
  daysInMonth,
  earliestDay,
  endOfDate,
  FIRST_SEASON,
  isApproximate,
  isDay,
  isEdtfDate,
  isPartialDate,
  latestDay,
  neighborOf,
  parseEdtf,
  parsePartialDate,
  type Qualifier,
  startOfDate,
} from './edtf.ts';
import { withEnglishWords } from './foreign-words.ts';
import { DECADE_PARTS, formatDate, formatDateRange, MONTH_PARTS, YEAR_PARTS } from './format-date.ts';
import { nthWeekday, readHoliday } from './holidays.ts';
import { takeWeekdays, weekdayContradiction } from './weekdays.ts';

/** How a typed date was understood. `text` is that date in words. */
export type DateReading =
  /** One date as the archive stores it: `1947-06-12`, `1947-06`, `1947`, or EDTF such as `1947~`, `1946-22` and `[..1946]`. */
  | { kind: 'date'; value: string; text: string }
  /** The start and end of a voyage: "June 16–18, 1946". */
  | { kind: 'range'; start: string; end: string; text: string }
  /** A date or range beside another weekday than its own: "Thursday, June 5, 1946". `text` states both readings. */
  | { kind: 'weekday'; value: string; end: string | null; text: string }
  /** Text that means one of two dates: "5.6.1971", "1965-8". `text` states both. */
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

interface Context {
  /** The year to use for a date typed without one, four digits. */
  year?: string | undefined;
  /** Whether `7/4/1948` is in April, as the other dates of a document show. */
  dayFirst?: boolean | undefined;
  /** Whether years of two digits below 25 are of this century, in documents whose reading is shown before it is saved. */
  allYears?: boolean | undefined;
}

const SEASONS = ['spring', 'summer', 'fall', 'winter'];

/** 7 for "july" or "jul"; 0 for any other word, or one shorter than three letters. */
const monthNumber = (word: string) =>
  word.length < 3 ? 0 : MONTHS.findIndex((name) => name.toLowerCase().startsWith(word === 'sept' ? 'sep' : word)) + 1;

const twoDigits = (number: string | number) => String(number).padStart(2, '0');

const isoOf = (year: string, month?: number | string, day?: string): string =>
  [year, ...(month === undefined ? [] : [twoDigits(month)]), ...(day === undefined ? [] : [twoDigits(day)])].join('-');

/** `1946-3-7`, `1946/03/07`, `1946.3`, `1946`, `19460307`. A month or day of `00`, `XX` or `??` is unknown, as databases export it. */
function yearFirst(text: string): string | undefined {
  const [, year, month, day] =
    /^(\d{4})(?:([01]\d)([0-3]\d))$/.exec(text) ??
    /^(\d{4})(?:[-/. ](\d{1,2})(?:[-/. ](\d{1,2}))?)?$/.exec(text.replace(/(?:-(?:00|xx|\?\?)){1,2}$/, '')) ??
    [];
  return year && isoOf(year, month, day);
}

/** The years of two digits that can be read: the yacht was built in 1925, so `'25` to `'99` are 1925 to 1999. */
const FIRST_SHORT_YEAR = 25;

/** `1946`, `46` or `'46` as four digits; undefined for a year of two digits that could be in either century. */
function fullYear(digits: string): string | undefined {
  const year = digits.replace(/^['’]/, '');
  if (year.length === 4) return year;
  return Number(year) >= FIRST_SHORT_YEAR ? `19${year}` : undefined;
}

const UNKNOWN_PART = /(?<=^|\/)(?:\?\?|\*{1,2}|[ux]{1,2})\//g;

/** `7/1948`, `7/??/1948` and `uu/7/1948` are July; `’48` is a year. */
function monthAndYear(text: string): string | undefined {
  const [, month, year] = /^(?:(\d{1,2})[/.])?(\d{4}|['’]\d\d)$/.exec(text.replaceAll(UNKNOWN_PART, '')) ?? [];
  const full = year && fullYear(year);
  return full && isoOf(full, month);
}

/** A hyphen beside slashes is that of a range: `5/3/1937-4/5/1938`. */
const NUMERIC = /(?<![\d/.]|-(?!\d{1,2}\/\d))(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?![\d/]|\.\d|-(?!\d{1,2}\/\d))/g;
/** `7/8-9/33`, `7/8-7/9/33`: two days of one year. */
const NUMERIC_DAYS = /^(\d{1,2})\/(\d{1,2})(?:\s*[-–&]\s*|\s(?:and|to)\s)(?:(\d{1,2})\/)?(\d{1,2})\/(\d{4}|\d{2})$/;
/** `3.-5.6.1946`, `3.6.-5.6.1946`: a period after a day before a hyphen is usual only where the day comes first. */
const DOTTED_DAYS = /^(\d{1,2})\.(?:(\d{1,2})\.)?\s*[-–]\s*(\d{1,2})\.(\d{1,2})\.(\d{4})$/;

/** `7/4/1948` and `7/4/48` as ISO dates: July 4, as Americans write, or April 7 with the day first. A number above 12 is the day. */
function withIsoDates(text: string, { dayFirst, allYears }: Context): string {
  return text
    .replace(NUMERIC_DAYS, (_, month: string, first: string, other: string | undefined, last: string, year: string) =>
      [`${month}/${first}/${year}`, `${other ?? month}/${last}/${year}`].join(' to '),
    )
    .replace(DOTTED_DAYS, (_, first: string, other: string | undefined, last: string, month: string, year: string) =>
      [isoOf(year, other ?? month, first), isoOf(year, month, last)].join(' to '),
    )
    .replaceAll(NUMERIC, (written: string, first: string, _sign: string, second: string, digits: string) => {
      const year = fullYear(digits) ?? (allYears ? `20${digits}` : undefined);
      if (year === undefined) return written;
      const dates = [isoOf(year, first, second), isoOf(year, second, first)];
      return (dayFirst ? dates.toReversed() : dates).find((date) => parsePartialDate(date)) ?? written;
    });
}

const LAST_DAY = 31;

/** `1946 July 4`, `1946 4-10 July`, `1946 Spring`: the year before the rest. */
const YEAR_FIRST = /^(\d{4})(?: ?,)?\s+((?=.*[a-z])(?:(?!\d{4}).)+)$/;

/** Months with their last letters raised: `Dec.r 8th`, `Feb.ry 12`, `Augt. 29`. */
const ABBREVIATED_MONTH =
  /\b(jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)(?:t|o|em|b|emb)?\.?(?:r?y|[te]?r|s?t)(?:\.\s*|\s+)/g;

const ORDINAL_WORDS = (
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth ' +
  'seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth ' +
  'twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first'
).split(' ');
const ORDINAL_WORD = new RegExp(String.raw`\b(?<!-)(?:${ORDINAL_WORDS.toReversed().join('|')})\b`);

/** `June 12, 1947`, `12 June 1947`, `the 12th of June, 1947`, `the twelfth of June 1947`, `1947 June 12`, `1947-Jun-12`, `12-Jun-47`, `June 1947`, `June '47`. */
function withMonthName(text: string): string | undefined {
  const words = text
    .replace(/\b(?:the|of)\s+/g, '')
    .replace(ORDINAL_WORD, (word) => String(ORDINAL_WORDS.indexOf(word) + 1))
    .replaceAll(ABBREVIATED_MONTH, '$1. ')
    .replaceAll(/(\d)\.?(?:st|nd|rd|th|d)\b(?:\.(?=\s))?/g, '$1')
    .replace(YEAR_FIRST, '$2, $1')
    .replace(/^(\d{1,2})[-/.,]([a-z]{3,9})[-/.,](\d{2}|\d{4})$/, '$1 $2 $3')
    .replace(/^([a-z]{3,9})[-/](\d{1,2})[-/](\d{2}|\d{4})$/, '$1 $2, $3')
    .replace(/^(\d{4})[-/]?([a-z]{3,9})(?:[-/]?(\d{1,2}))?$/, '$3 $2 $1')
    .trim();
  const [, month, day, digits] =
    /^([a-z]+)[.,]?\s*(?:(\d{1,2})(?:\s*[.,]\s*|\s+)|,?\s*)(\d{4}|['’]\d{2})$/.exec(words) ??
    /^([a-z]+)\.?\s*(\d{1,2})\s*,\s*(\d{2})$/.exec(words) ??
    [];
  const year = digits && fullYear(digits);
  if (month && year && monthNumber(month)) return isoOf(year, monthNumber(month), day);
  const [, only, short] = /^([a-z]+)[-.]?\s*(\d{2})$/.exec(words) ?? [];
  if (only && short && monthNumber(only) && Number(short) > LAST_DAY) return isoOf(`19${short}`, monthNumber(only));
  const [, first, name, last] = /^(\d{1,2})[.,]?\s*([a-z]+)\.?,?\s*(\d{4}|['’]?\d{2})$/.exec(words) ?? [];
  const lastYear = last && fullYear(last);
  return name && lastYear && monthNumber(name) ? isoOf(lastYear, monthNumber(name), first) : undefined;
}

/** A day, month or year in the calendar. One outside the years of the archive can be a bound: "before 2101". */
function exactDate(typed: string): string | undefined {
  const text = typed.replace(
    /^(?:(?:in|during|on) )?(?:the year |im jahre? |anno (?:dom(?:ini|\.) )?|the (?=\d))?/,
    '',
  );
  const value = yearFirst(text) ?? monthAndYear(text) ?? withMonthName(text) ?? readHoliday(text);
  return value !== undefined && parsePartialDate(value) ? value : undefined;
}

const APPROXIMATE_PREFIX =
  /^(?:circa(?![a-z])|c\.\s?a\.|ca?\.|ca?\s|ca?(?=\d)|(?:on or )?about\s|around\s|approximately\s|approx\.?\s|abt\.?\s|~)\s*/;
const UNCERTAIN_PREFIX = /^(?:possibly|perhaps|maybe|probably|likely|presumably|uncertain:)\s+/;
const APPROXIMATE_SUFFIX = /(?:\s*~|,?\s(?:\(?(?:circa|approximately|approximate|approx\.?)\)?))$/;
const UNCERTAIN_SUFFIX = /(?:\s*\(?\?\)?|\?\?|\s\(uncertain\)|,?\s\(?(?:maybe|probably|possibly|perhaps)\)?)$/;

/** `June ?, 1938`, `June ??, 1938`, `[June?] 1938`. */
const UNKNOWN_DAY = /(?<=^[a-z]{3,9}\.?) ?\?{1,2},? (?=\d{4}$)/;

/** `June 5?, 1938`. */
const UNCERTAIN_DAY = /(?<=^[a-z]{3,9}\.? )(\d{1,2})\?,? (?=\d{4}$)/;

/** `c. 1947`, `about June 1947`, `1947?`, `possibly about 1947`, `June ?, 1947`. */
function readQualified(text: string): string | undefined {
  let remaining = text.replace(UNKNOWN_DAY, ' ').replace(UNCERTAIN_DAY, '$1, ');
  let [isUncertain, isApproximate] = [remaining !== text, false];
  const take = (pattern: RegExp): boolean => {
    const isMatch = pattern.test(remaining);
    if (isMatch) remaining = remaining.replace(pattern, '');
    return isMatch;
  };
  isUncertain = take(UNCERTAIN_PREFIX) || isUncertain;
  isApproximate = take(APPROXIMATE_PREFIX);
  isUncertain = take(UNCERTAIN_SUFFIX) || isUncertain;
  isApproximate = take(APPROXIMATE_SUFFIX) || isApproximate;
  isUncertain = take(UNCERTAIN_SUFFIX) || isUncertain;
  if (!(isUncertain || isApproximate)) return undefined;
  const qualifier: Qualifier = isUncertain ? (isApproximate ? '%' : '?') : '~';
  const date = exactDate(remaining);
  if (date) return `${date}${qualifier}`;
  const decade = readDecade(remaining);
  if (decade) return `${decade}0${qualifier}/${decade}9${qualifier}`;
  const season = readPeriod(remaining) ?? readPart(remaining);
  if (!isUncertain && season?.includes('~')) return season;
  const [first, last] = season?.length === 7 ? [startOfDate(season), endOfDate(season)] : [];
  return first && last && `${first}${qualifier}/${last}${qualifier}`;
}

const TENS = ['thirties', 'forties', 'fifties', 'sixties', 'seventies', 'eighties', 'nineties'];

/** The first three digits of `1950s`, `the 1950s`, `the ’50s`, `the fifties`, `195-`, `195X`. */
function readDecade(text: string): string | undefined {
  const [, digits, short, tens] =
    /^(?:(?:in|during)\s+)?(?:the\s+)?(?:(\d{3})(?:0['’]?s|[-x_?u*])|['’]([3-9])0s|([a-z]+ies))$/.exec(text) ?? [];
  if (tens !== undefined) return TENS.includes(tens) ? `19${TENS.indexOf(tens) + 3}` : undefined;
  return short === undefined ? digits : `19${short}`;
}

const PARTS = {
  early: 'early',
  beginning: 'early',
  start: 'early',
  mid: 'mid',
  middle: 'mid',
  late: 'late',
  end: 'late',
} as const;
const PARTS_OF = /^(?:the\s+)?(early|mid)(?:-|-?\s?to[-\s])(mid|late)[-\s](.+)$/;

/** `early summer 1946`: the first, second or third of its months. */
function readPartOfSeason(name: keyof typeof YEAR_PARTS, text: string): string | undefined {
  const season = readPeriod(text);
  const first = season?.length === 7 ? startOfDate(season) : undefined;
  return first && `${neighborOf(first, ['early', 'mid', 'late'].indexOf(name))}~`;
}

/** `early June 1946`, `late 1946`, `mid-1946`, `the end of June 1946`, `1946 (late)`: days or months between two approximate dates. */
function readPart(text: string): string | undefined {
  const [, part, noun, whole] =
    /^(?:(?:in|during|at)\s+)?(?:the\s+)?(?:(early|mid|late|middle)(?:\s+|-)(?:in\s+)?|(beginning|start|middle|end) of )(.+)$/.exec(
      text.replace(/^(.+?),? \(?(early|mid|late)\)?$/, '$2 $1'),
    ) ?? [];
  const name = PARTS[(part ?? noun) as keyof typeof PARTS];
  const date = whole === undefined ? undefined : exactDate(whole);
  if (whole !== undefined && !date) return readPartOfSeason(name, whole);
  if (!date || date.length > 7) return undefined;
  if (date.length === 4) {
    const [first, last] = YEAR_PARTS[name];
    return `${date}-${first}~/${date}-${last}~`;
  }
  const [first, last] = MONTH_PARTS[name];
  const lastDay = last ?? daysInMonth(Number(date.slice(0, 4)), Number(date.slice(5)));
  return `${date}-${first}~/${date}-${lastDay}~`;
}

const FRACTION =
  /^(?:(?:in|during)\s+)?(?:the\s+)?(first|1st|second|2nd|third|3rd|fourth|4th|last)\s+(half|quarter|week|week-?end)(?:,| of| in)? (.+)$/;
const ORDINALS: readonly (string | undefined)[] = ['first', 'second', 'third', 'fourth', '1st', '2nd', '3rd', '4th'];

/** `the second half of 1946`, `1st quarter of 1946`, `first half of June 1946`, `last week of June 1946`, `first weekend in June 1946`. */
function readFraction(text: string): string | undefined {
  const [, ordinal, unit = '', whole = ''] =
    FRACTION.exec(
      text
        .replace(/^(\d{4})[- ]?(q[1-4])$/, '$2 $1')
        .replace(/^q([1-4]),? /, (_, at) => `${ORDINALS[Number(at) - 1]} quarter `),
    ) ?? [];
  const date = exactDate(whole);
  if (!date || date.length > 7) return undefined;
  const count = unit === 'half' ? 2 : 4;
  const at = ordinal === 'last' ? count - 1 : ORDINALS.indexOf(ordinal) % 4;
  if (at >= count || (unit !== 'half' && unit.startsWith('week') !== (date.length === 7))) return undefined;
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5))];
  if (month === 0) {
    const months = 12 / count;
    return `${isoOf(date, at * months + 1)}/${isoOf(date, (at + 1) * months)}`;
  }
  const lastDay = daysInMonth(year, month);
  if (unit === 'half') return at === 0 ? `${date}-01/${date}-15` : `${date}-16/${date}-${lastDay}`;
  const isLast = ordinal === 'last';
  if (unit !== 'week')
    return daysAround(`${date}-${twoDigits(nthWeekday(year, month, SATURDAY, isLast ? -1 : at + 1))}`, 0, 1);
  const first = isLast ? lastDay - 6 : at * 7 + 1;
  return `${date}-${twoDigits(first)}/${date}-${twoDigits(first + 6)}`;
}

/** The days from so many before a day, as a negative number, to so many after it. */
const daysAround = (day: string, first: number, last: number) => `${neighborOf(day, first)}/${neighborOf(day, last)}`;

const SATURDAY = 6;
/** The first and last day of a weekend around a day, by its weekday. */
const WEEKENDS = new Map([
  [SATURDAY, [0, 1]],
  [0, [-1, 0]],
  [5, [0, 2]],
  [1, [-2, 0]],
]);

const WEEK_OF = /^(?:(?:on|over|during) )?(?:the )?(week|week-?end)(?: (of|from|beginning|starting|ending))?,? /;

/** `week of June 10, 1946`, `week ending June 12, 1937`, `weekend of June 12, 1937`, `Labor Day weekend, 1937`. */
function readWeek(text: string): string | undefined {
  const holiday = text.replace(/^(.+) week-?end(?: of)?,? (['’]?\d+)$/, 'weekend of $1 $2');
  const [phrase = '', unit, side] = WEEK_OF.exec(holiday) ?? [];
  const day = unit && exactDate(holiday.slice(phrase.length));
  if (!day || !isDay(day)) return undefined;
  if (unit === 'week') return side === 'ending' ? daysAround(day, -6, 0) : daysAround(day, 0, 6);
  const weekday = new Date(day).getUTCDay();
  // A holiday on a Thursday, as Thanksgiving.
  const [first, last] = WEEKENDS.get(weekday) ?? (weekday === 4 && holiday !== text ? [0, 3] : []);
  return first === undefined ? undefined : daysAround(day, first, last!);
}

/** `1937 ± 2`, `1937 ~ 3y`, `June 10, 1937 +/- 10 days`: a date with a margin in its own unit. */
function readMargin(text: string): string | undefined {
  const [, whole = '', margin, unit] =
    /^(.+?)\s*(?:±|~|\+\s?\/?\s?-)\s*(\d{1,2})(?:\s?(y|m|d)(?:(?:ea)?rs?|onths?|ays?)?)?$/.exec(text) ?? [];
  const date = exactDate(whole);
  if (!date || (unit !== undefined && 'y..m..d'[date.length - 4] !== unit)) return undefined;
  return daysAround(date, -Number(margin), Number(margin));
}

/** `summer 1946`, `winter 1946–47`, `1950s`, `early 1950s`. */
function readPeriod(text: string): string | undefined {
  const [, name = '', digits, next] =
    /^(?:in\s+)?(?:the\s+)?(spring|spr\.?|summer|sum\.?|fall|autumn|aut\.?|winter|win\.?)(?:\s+of)?\s*,?\s*(\d{4}|['’]\d{2})(?:\s*[-–/]\s*(\d{2}|\d{4}))?$/.exec(
      text.replace(YEAR_FIRST, '$2 $1').replace(/^(\d{4}\s*[-–/]\s*\d+),?\s+([a-z.]+)$/, '$2 $1'),
    ) ?? [];
  const year = digits && fullYear(digits);
  if (year) {
    const season = SEASONS.findIndex((season) => season.startsWith(name.startsWith('aut') ? 'fall' : name.slice(0, 3)));
    const isNextYear = next === undefined || (name === 'winter' && String(Number(year) + 1).endsWith(next));
    return isNextYear ? `${year}-${FIRST_SEASON + season}` : undefined;
  }
  const [, part, decade = text] = /^(?:(?:in|during)\s+)?(?:the\s+)?(early|mid|late)[\s-]+(.+s)$/.exec(text) ?? [];
  const firstDigits = readDecade(decade);
  if (!part || !firstDigits) return firstDigits && `${firstDigits}X`;
  const years = DECADE_PARTS[part as keyof typeof DECADE_PARTS];
  return `${firstDigits}${years[0]}~/${firstDigits}${years[1]}~`;
}

const BEFORE = /^(?:(?:before|prior to|earlier than|ante) |pre[- ]|< ?)(.+)$/;
const AFTER = /^(?:(?:after|later than) |post[- ]|> ?)(.+)$/;
/** The bound is possible itself. */
const UNTIL =
  /^(?:(?:not after|not? later than|(?:in|on) or before|before or (?:in|on)|at the latest|by|until|through|thru|up to|(?:unknown|\?)(?: to | ?[-–/] ?)) ?(.+)|(.+?),? (?:(?:or|and) (?:before|earlier)|at the latest)|[-–] ?(\d{4}(?:-\d\d){0,2}|\d{1,2}\/\d{4}|.*[a-z].*\d{4}))$/;
const SINCE =
  /^(?:(?:not before|not? earlier than|(?:in|on) or after|after or (?:in|on)|at the earliest|as early as|since) (.+)|(.+?),? (?:(?:or|and) (?:after|later)|at the earliest)|(?:from )?(.+) on(?:wards?)?|(?:from )?(.+?)(?: to | ?[-–/] ?)(?:unknown|\?)|(.*\d{4})(?:\?? ?[-–]|\+))$/;

/** `before 1947`, `after June 1950`, `before the 1930s`, `not after 1946`, `1951 or later`, `1951–`. */
function readOpen(text: string): string | undefined {
  const boundIn = (pattern: RegExp) =>
    pattern
      .exec(text)
      ?.slice(1)
      .find((bound) => bound !== undefined);
  const boundOf = (words: string, isLast: boolean) => {
    const decade = readDecade(words);
    if (decade) return `${decade}${isLast ? 9 : 0}`;
    const season = readPeriod(words);
    return season?.length === 7 ? (isLast ? endOfDate : startOfDate)(season) : exactDate(words);
  };
  const [before, after, until, since] = [BEFORE, AFTER, UNTIL, SINCE].map(boundIn);
  const next = before && boundOf(before, false);
  const previous = after && boundOf(after, true);
  const last = next ? neighborOf(next, -1) : until && boundOf(until, true);
  const first = previous ? neighborOf(previous, 1) : since && boundOf(since, false);
  if (last) return `[..${last}]`;
  return first && `[${first}..]`;
}

const readSingle = (text: string): string | undefined => {
  const value =
    exactDate(text) ??
    readQualified(text) ??
    readPeriod(text) ??
    readPart(text) ??
    readFraction(text) ??
    readWeek(text) ??
    readMargin(text) ??
    readOpen(text);
  return value !== undefined && isEdtfDate(value) ? value : undefined;
};

type Reader = (text: string) => string | undefined;

/** Two dates, where the first may lack its year or month, and the second its month: `june 16` and `18, 1946`. */
function readPair(left: string, right: string, reader: Reader): [string, string] | undefined {
  const qualified = APPROXIMATE_PREFIX.exec(left)?.[0];
  const day = qualified === undefined ? '' : left.slice(qualified.length);
  if (/^(?:[a-z]{3,9}\.? )?\d{1,2}(?:st|nd|rd|th)?$/.test(day)) {
    const [start, end] = readPair(day, right, reader) ?? [];
    return start && end && isDay(start) && isDay(end) ? [`${start}~`, `${end}~`] : undefined;
  }
  const month = /^[a-z]+\.?\s/.exec(left)?.[0] ?? '';
  const end =
    reader(right) ??
    reader(month + right) ??
    (/^\d{4}$/.test(left) && /^\d{2}$/.test(right) ? reader(left.slice(0, 2) + right) : undefined);
  if (!end) return undefined;
  const year = earliestDay(end)!.slice(0, 4);
  const isSameMonth = /^\d{1,2}(?:st|nd|rd|th)?$/.test(left) && isPartialDate(end) && end.length === 10;
  // "Dec. 30-Jan. 2, 1934"
  const startYear = left.startsWith('dec') && /^\d{4}-01/.test(end) ? Number(year) - 1 : year;
  const start = isSameMonth
    ? reader(`${end.slice(0, 7)}-${twoDigits(Number.parseInt(left, 10))}`)
    : (reader(left) ?? reader(`${left}, ${startYear}`));
  return start && start !== end && earliestDay(start)! <= earliestDay(end)! ? [start, end] : undefined;
}

/** Whether the second date begins on the day after the first one. */
const isAdjacent = ([first, second]: readonly [string, string]) =>
  neighborOf(latestDay(first) ?? '', 1) === earliestDay(second);

/** Two dates with a slash between them: `June/July 1946`, `1946/47`. */
const SLASH = /^(.*[a-z]\.?|(?:.* )?\d{4}) ?\/ ?([a-z].*|\d{2}|\d{4})$/;

/** `between June and August 1946`, `June/July 1946`. */
function interval(text: string): string | undefined {
  const [, first, last, whole] = PARTS_OF.exec(text) ?? [];
  const [, left, right] = whole
    ? ['', `${first} ${whole}`, `${last} ${whole}`]
    : (/^between\s+(.+?)\s*(?:\band\b|[-–])\s*(.+)$/.exec(text) ?? SLASH.exec(text) ?? []);
  const [from, to] = (left && right && readPair(left, right, readSingle)) || [];
  const ends = from && to && [startOfDate(from), endOfDate(to)];
  // Seasons are not the ends of an interval.
  const value = from && to && (isEdtfDate(`${from}/${to}`) ? `${from}/${to}` : ends && ends.join('/'));
  return value && isEdtfDate(value) ? value : undefined;
}

/** `1945 or 1947`, `June 3 or 5, 1946`, `1945, 1946 or 1947`; seasons only if nothing lies between them. */
function readSet(text: string): string | undefined {
  const items = text
    .replace(/^either\s+/, '')
    .replace(/^(\d{4}) (?=[a-z])((?:(?!\d{4}).)+)$/, '$2, $1')
    .split(/,?\s+or\s+/);
  const [first = '', second] = items;
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
const BETWEEN = /\s*(?:[\u2013\u2014-]|\.{2,3}|\b(?:to|until|through|thru)\b)\s*/g;
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
  /^(.*\d|[a-z]{3,9}\.?)(?:st|nd|rd|th)?\s*(?:\band\b|&|\+|(?<=(?:^|\s)\d{1,2})\/(?=\d{1,2}(?:,|\s+[a-z])))\s*(.+)$/;

/** Two dates in digits have five. */
const MAX_SIGNS = 5;

/** `June 16–18, 1946`, `June 30 – July 2, 1946`, `1946 to 1948`, `4-10 July 1946`, `1946 July 4-10`. */
function range(typed: string): [string, string] | undefined {
  const text = withoutListedDays(
    typed
      .replace(YEAR_FIRST, '$2, $1')
      .replace(/^from\s+/, '')
      .replace(WEEK_OF, ''),
  );
  for (const { 0: sign, index } of [...text.matchAll(BETWEEN)].slice(0, MAX_SIGNS)) {
    const [left, right] = [text.slice(0, index), text.slice(index + sign.length)];
    const found = left && right && readPair(left, right, (side) => readSingle(side) ?? interval(side));
    if (found && !found.some((date) => date.startsWith('['))) return found;
  }
  const [, first, second] = TWO_DAYS.exec(text) ?? [];
  const days = first && second ? readPair(first, second, (side) => exactDate(side) ?? readPeriod(side)) : undefined;
  return days && days[0].length > 4 && isAdjacent(days) ? days : undefined;
}

function parseDate(text: string): DateReading | undefined {
  const value = readSingle(text) ?? interval(text) ?? readSet(text);
  if (value) return { kind: 'date', value, text: formatDate(value) };
  const [start, end] = range(text) ?? [];
  return start && end ? { kind: 'range', start, end, text: formatDateRange(start, end) } : undefined;
}

const ANY_LEAP_YEAR = '2000';

/** A year of another calendar before that of ours, as archivists write them: `an 14 (i.e., 1805)`, `MDCXXXV [1635]`, `2628 (1968)`. */
const OTHER_CALENDAR =
  /^(?:(?:anno )?(?:l['’]?an \S+|an \S+|[mdclxvi]{4,}\.?)|2[2-9]\d\d|[3-9]\d{3}),?\s+\(?(?:i\.?\s?e\.?,?\s)?(?=\d{4}\b)/;

/**
 * Brackets around what a cataloger supplied, "undated" before that, a full stop, "A.D.", midnight, which spreadsheets add to a date, and a
 * date that is given twice, as its start and end.
 */
const withoutWrapping = (text: string): string =>
  text
    .replace(/^some ?time /, '')
    .replace(/,? (?:undated|n\.\s?d\.)$/, '')
    .replace(/^(?:undated|[ns]\.\s?[ad]\.)[,;]?\s+(?=[[(])/, '')
    .replaceAll(/[[\]]/g, '')
    .replace(OTHER_CALENDAR, '(')
    .replace(/^\(([^()]+)\)?$/, '$1')
    .replace(/(?<=[\d)])\.$/, '')
    .replaceAll(/(?<=\d(?:['’]?s)?) ?(?:a\.?d|c\.?e)\b\.?/g, '')
    .replace(/(?<=^\d{4})\.0$/, '')
    .replace(/(?<=\d)(?:t|\s)0?0:00(?::00(?:\.0+)?)?z?$/, '')
    .replace(/(?<![\d./-])(\d[\d./-]{3,})(?:\s*[/|]\s*|\s+-\s+|\s+)\1$/, '$1')
    .trim();

const FIRST_QUARTER = 33;

/** `1937-06~-11` and `?1937-06-11` as `1937-06-11~` and `1937-06-11?`: the archive stores a qualifier of the whole date. */
function withOneQualifier(date: string): string {
  const [text, ...qualifiers] = [date.replaceAll(/[?~%]/g, ''), ...date.replaceAll(/[^?~%]/g, '')];
  if (!/^[?~%]?\d{4}[?~%]?(?:-[?~%]?\d\d[?~%]?){0,2}$/.test(date)) return date;
  const [first = '', ...others] = new Set(qualifiers);
  return `${text}${others.length > 0 ? '%' : first}`;
}

/** Dates in EDTF that are stored in another form: `1946-XX`, `1946-1X`, `../1946`, `[1945, 1947]`, `[1945..1947]`, `1946-33`. */
function readOtherEdtf(text: string): string | undefined {
  const plain = text
    .replaceAll(/(?<=^[\d-]+|\/[\d-]+)(?:-XX){1,2}(?=$|\/)/g, '')
    .replaceAll(/(?<=[,\d])\s+(?=[\d,])/g, '')
    .split('/')
    .map(withOneQualifier)
    .join('/');
  const [, season, qualifier] = /^(\d{4}-2[1-4])([?~%])$/.exec(plain) ?? [];
  if (season) return [startOfDate(season), endOfDate(season)].map((month) => `${month}${qualifier}`).join('/');
  const [, year, quarter] = /^(\d{4})-(3[3-6])$/.exec(plain) ?? [];
  const first = 3 * (Number(quarter) - FIRST_QUARTER) + 1;
  if (year) return `${isoOf(year, first)}/${isoOf(year, first + 2)}`;
  const [, tens] = /^(\d{4}(?:-\d\d)?-\d)X$/.exec(plain) ?? [];
  const days = [...'0123456789'].map((digit) => `${tens}${digit}`).filter((day) => parsePartialDate(day));
  if (days.length > 0) return [...new Set([days[0], days.at(-1)])].join('/');
  const [, from, to] = /^\[(\d[\d-]*)\.\.(\d[\d-]*)\]$/.exec(plain) ?? [];
  if (from && to) return `${from}/${to}`;
  return plain.replace(/^(?:\.\.)?\/([\d-]+)$/, '[..$1]').replace(/^([\d-]+)\/(?:\.\.)?$/, '[$1..]');
}

/** The part of a day beside a date: `the evening of June 12, 1937`, `Sat. night, June 12, 1937`, `6/12/37 (p.m.)`, but not a time: `6 p.m., June 1937`. */
const NAME_OF_PART = String.raw`(?:early |late )?(?:morning|forenoon|afternoon|evening|(?:over)?night|(?<!^(?:at |about )?\d{1,2} ?)[ap]\.?m)\b`;
const PART_OF_DAY = new RegExp(
  String.raw`[,\s]*\(?\b(?:(?:in|on|at|during) )?(?:the )?${NAME_OF_PART}(?: (?:and|to) ${NAME_OF_PART})?\.?\)?(?: of\b)?,?\s*`,
  'i',
);

/**
 * Parses a date as people write it, or as EDTF. Rejects anything that could be two
 * dates: a year of two digits below 25, and a weekday that the date does not have.
 * A date without a year takes the year of the context.
 */
export function readDate(typed: string, context: Context = {}): DateReading {
  const plain = typed.trim().replaceAll(/\s+/g, ' ');
  if (plain.length > MAX_TYPED_LENGTH) return { kind: 'unreadable' };
  const ambiguity = bothReadings(plain, context);
  if (ambiguity) return { kind: 'ambiguous', text: ambiguity };
  const upper = plain.toUpperCase();
  const edtf = parseEdtf(upper) ? upper : readOtherEdtf(upper);
  if (edtf && parseEdtf(edtf)) return { kind: 'date', value: edtf, text: formatDate(edtf) };
  const { text, weekdays } = takeWeekdays(
    withIsoDates(withEnglishWords(withoutWrapping(plain.toLowerCase().replace(PART_OF_DAY, ' ').trim())), context),
  );
  const reading = readWithoutWeekdays(text, context.year);
  const checked = weekdays.length === 0 ? reading : checkWeekdays(reading, weekdays);
  return PART_OF_DAY.test(plain) && !hasDays(checked) ? { kind: 'unreadable' } : checked;
}

/** Whether a reading is of days, which have mornings and evenings. */
const hasDays = (reading: DateReading) =>
  reading.kind === 'date'
    ? isDay(reading.value.slice(0, 10))
    : reading.kind !== 'range' || isDay(reading.start.slice(0, 10));

/** States both readings of `5.6.1971`, where no other date shows the order, and of `1965-8`. */
function bothReadings(text: string, { dayFirst }: Context): string | undefined {
  const [, first, second, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d\d)$/.exec(text) ?? [];
  const full = year && fullYear(year);
  if (first && second && full && dayFirst === undefined && first !== second) {
    const days = [isoOf(full, first, second), isoOf(full, second, first)];
    if (days.every(isDay)) return `“${text}” can be ${formatDate(days[0]!)}, or ${formatDate(days[1]!)}.`;
  }
  const [, decade, from, to] = /^(\d{3})(\d)-([1-9])$/.exec(text) ?? [];
  if (!decade || !from || !to || to <= from) return undefined;
  return `“${text}” can be ${formatDate(`${decade}${from}-0${to}`)}, or ${decade}${from} to ${decade}${to}.`;
}

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
  const isPlain = (!isApproximate(value) && !PART_OF_DAY.test(text)) || text.toUpperCase() === value;
  return isPlain || text.toLowerCase() === formatDate(value).toLowerCase() ? null : text;
}
