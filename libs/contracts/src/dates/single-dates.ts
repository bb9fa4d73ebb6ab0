import {
  daysInMonth,
  endOfDate,
  FIRST_SEASON,
  isDay,
  isEdtfDate,
  neighborOf,
  type Qualifier,
  startOfDate,
} from './edtf.ts';
import { exactDate, fullYear, isoOf, twoDigits, YEAR_FIRST } from './exact-dates.ts';
import { DECADE_PARTS, MONTH_PARTS, YEAR_PARTS } from './format-date.ts';
import { nthWeekday } from './holidays.ts';

// cspell:ignore onths
const SEASONS = ['spring', 'summer', 'fall', 'winter'];

const APPROXIMATE_PREFIX =
  /^(?:circa(?![a-z])|c\.\s?a\.|ca?\.|ca?\s|ca?(?=\d)|(?:(?:on or )?about|around|approximately|approx\.?|app\.|abt\.?|roughly|estimated|est\.?)\s|[~≈])\s*/;
/** `June c. 12, 1937`, `1937 ca. June`. */
const APPROXIMATE_WITHIN = /(?<=[\da-z.,]\s)(?:circa|ca?\.|about|approximately|approx\.?)\s(?=[\da-z])/;
const WORDS_OF_DOUBT =
  'possibly|poss\\.|perhaps|maybe|probably|prob\\.|likely|presumably|presumed|apparently|evidently|supposedly|(?:thought|believed) to be|inferred|conjectured|uncertain';
const UNCERTAIN_PREFIX = new RegExp(String.raw`^(?:(?:${WORDS_OF_DOUBT}):?\s+|\?\s?(?=[\da-z]))`);
const APPROXIMATE_SUFFIX =
  /(?:\s*[~≈]|,?\s\(?(?:circa|ca?\.|approximately|approximate|approx\.?|estimated|estimate|est\.?|more or less|or so|or thereabouts)\)?|(?<=\d)-?ish)$/;
const UNCERTAIN_SUFFIX = new RegExp(String.raw`(?:\s*\(?\?\)?|\?\?|,?\s\(?(?:${WORDS_OF_DOUBT})\)?)$`);

/** `June ?, 1938`, `June ??, 1938`, `[June?] 1938`. */
const UNKNOWN_DAY = /(?<=^[a-z]{3,9}\.?) ?\?{1,2},? (?=\d{4}$)/;

/** `June 5?, 1938`, `12? June 1938`, `June 5 (?), 1938`. */
const UNCERTAIN_WITHIN = /(?<=[\da-z.])(?: ?\(\?\)|\?)(?=,? [\da-z])/;

/** A period with a qualifier at both of its ends. */
export function withQualifier(period: string, qualifier: Qualifier): string {
  const ends = period.includes('/') ? period.split('/') : [startOfDate(period), endOfDate(period)];
  const qualified = ends.map((end = '') => {
    const own = /[~?%]$/.exec(end)?.[0];
    return own === undefined ? end + qualifier : end.slice(0, -1) + (own === qualifier ? own : '%');
  });
  return qualified.join('/');
}

/** A text without its words and signs of doubt, and their qualifier; undefined for text without. */
export function takeQualifier(text: string): { text: string; qualifier: Qualifier } | undefined {
  let remaining = text.replace(UNKNOWN_DAY, ' ').replace(UNCERTAIN_WITHIN, '');
  let [isUncertain, isApproximate] = [remaining !== text, false];
  const take = (pattern: RegExp): boolean => {
    const isMatch = pattern.test(remaining);
    if (isMatch) remaining = remaining.replace(pattern, '');
    return isMatch;
  };
  isUncertain = take(UNCERTAIN_PREFIX) || isUncertain;
  isApproximate = take(APPROXIMATE_PREFIX) || take(APPROXIMATE_WITHIN);
  isUncertain = take(UNCERTAIN_PREFIX) || isUncertain;
  isUncertain = take(UNCERTAIN_SUFFIX) || isUncertain;
  isApproximate = take(APPROXIMATE_SUFFIX) || isApproximate;
  isUncertain = take(UNCERTAIN_SUFFIX) || isUncertain;
  if (!(isUncertain || isApproximate)) return undefined;
  return { text: remaining, qualifier: isUncertain ? (isApproximate ? '%' : '?') : '~' };
}

/** `c. 1947`, `about June 1947`, `1947?`, `possibly about 1947`, `June ?, 1947`. */
function readQualified(typed: string): string | undefined {
  const qualified = takeQualifier(typed);
  if (!qualified) return undefined;
  const { text, qualifier } = qualified;
  const date = exactDate(text);
  if (date) return `${date}${qualifier}`;
  const decade = readDecade(text);
  if (decade) return `${decade}0${qualifier}/${decade}9${qualifier}`;
  const period = readPeriod(text) ?? readPart(text) ?? readFraction(text) ?? readWeek(text);
  return period && withQualifier(period, qualifier);
}

const TENS = ['twenties', 'thirties', 'forties', 'fifties', 'sixties', 'seventies', 'eighties', 'nineties'];

/** The first three digits of `1950s`, `the 1950s`, `the ’50s`, `the 50s`, `the fifties`, `195-`, `195X`. */
function readDecade(text: string): string | undefined {
  const [, digits, short, tens] =
    /^(?:(?:in|during)\s+)?(?:the\s+)?(?:(\d{3})(?:0['’]?s|[-–—x_?u*])|['’]?([2-9])0['’]?s|(?:nineteen[- ])?([a-z]+ies))$/.exec(
      text,
    ) ?? [];
  if (tens !== undefined) return TENS.includes(tens) ? `19${TENS.indexOf(tens) + 2}` : undefined;
  return short === undefined ? digits : `19${short}`;
}

const PARTS = {
  early: 'early',
  beginning: 'early',
  start: 'early',
  mid: 'mid',
  middle: 'mid',
  late: 'late',
  later: 'late',
  latter: 'late',
  end: 'late',
} as const;
type PartName = keyof typeof PARTS;
export const PARTS_OF = /^(?:the\s+)?(early|mid)(?:-|-?\s?to[-\s])(mid|late)[-\s](.+)$/;

/** `early summer 1946`: the first, second or third of its months. */
function readPartOfSeason(name: keyof typeof YEAR_PARTS, text: string): string | undefined {
  const season = readPeriod(text);
  const first = season?.length === 7 ? startOfDate(season) : undefined;
  return first && `${neighborOf(first, ['early', 'mid', 'late'].indexOf(name))}~`;
}

/** `early June 1946`, `late 1946`, `mid-1946`, `the end of June 1946`, `1946 (late)`, `early 1950s`: days, months or years between two approximate dates. */
function readPart(text: string): string | undefined {
  const [, part, noun, whole] =
    /^(?:(?:in|during|at|towards?)\s+)?(?:the\s+)?(?:(?:very )?(beginning|start|middle|end|(?:early|middle|later?|latter)(?= part)) (?:part )?of (?:the )?|(early|mid|later?|middle|beginning|end)(?:\s+|-)(?:in\s+)?)(.+)$/.exec(
      text
        .replace(/^(\d{4}),? (early|mid|late)\b(.*[a-z].*)$/, '$2$3 $1')
        .replace(/\bmid(?=[a-z]{3}|\d{4})(?!dle)/, 'mid-')
        .replace(/^(.+?),? \(?(early|mid|late)\)?$/, '$2 $1'),
    ) ?? [];
  const name = PARTS[(part ?? noun) as PartName];
  const date = whole === undefined ? undefined : exactDate(whole);
  const decade = whole && readDecade(whole);
  if (decade) {
    const [first, last] = DECADE_PARTS[name];
    return `${decade}${first}~/${decade}${last}~`;
  }
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
  /^(?:(?:in|during)\s+)?(?:the\s+)?(first|1(?:st)?|second|2(?:nd)?|third|3(?:rd)?|fourth|4(?:th)?|last|latter)\s+(half|quarter|week|week-?end)(?:,| of| in)? (?:the )?(.+)$/;
const ORDINALS: readonly (string | undefined)[] = [
  'first',
  'second',
  'third',
  'fourth',
  '1st',
  '2nd',
  '3rd',
  '4th',
  '1',
  '2',
  '3',
  '4',
];

/** `the second half of 1946`, `1st quarter of 1946`, `first half of June 1946`, `last week of June 1946`, `first weekend in June 1946`. */
function readFraction(text: string): string | undefined {
  const [, ordinal, unit = '', whole = ''] =
    FRACTION.exec(
      text
        .replace(/^(\d{4})[- ]?(q[1-4])$/, '$2 $1')
        .replace(/^q([1-4]),? /, (_, at) => `${ORDINALS[Number(at) - 1]} quarter `),
    ) ?? [];
  const decade = unit === 'half' ? readDecade(whole) : undefined;
  if (decade)
    return ordinal?.startsWith('1') || ordinal === 'first' ? `${decade}0/${decade}4` : `${decade}5/${decade}9`;
  const date = exactDate(whole);
  if (!date || date.length > 7) return undefined;
  const count = unit === 'half' ? 2 : 4;
  const isLast = ordinal === 'last' || ordinal === 'latter';
  const at = isLast ? count - 1 : ORDINALS.indexOf(ordinal) % 4;
  if (at >= count || (unit !== 'half' && unit.startsWith('week') !== (date.length === 7))) return undefined;
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5))];
  if (month === 0) {
    const months = 12 / count;
    return `${isoOf(date, at * months + 1)}/${isoOf(date, (at + 1) * months)}`;
  }
  const lastDay = daysInMonth(year, month);
  if (unit === 'half') return at === 0 ? `${date}-01/${date}-15` : `${date}-16/${date}-${lastDay}`;
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

export const WEEK_OF =
  /^(?:(?:on|over|during) )?(?:the )?(week|week-?end)(?: (of|from|beginning|starting|commencing|ending|ended))?,? /;

/** `week of June 10, 1946`, `week ending June 12, 1937`, `weekend of June 12, 1937`, `Labor Day weekend, 1937`. */
function readWeek(text: string): string | undefined {
  const holiday = text
    .replace(YEAR_FIRST, '$2, $1')
    .replace(/^w\/([ec])\b/, (_, side) => `week ${side === 'e' ? 'ending' : 'beginning'}`)
    .replace(/^(.+) week-?end(?: of)?,? (['’]?\d+)$/, 'weekend of $1 $2');
  const [phrase = '', unit, side] = WEEK_OF.exec(holiday) ?? [];
  const day = unit && exactDate(holiday.slice(phrase.length));
  if (!day || !isDay(day)) return undefined;
  if (unit === 'week') return side?.startsWith('end') ? daysAround(day, -6, 0) : daysAround(day, 0, 6);
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

/** `summer 1946`, `winter 1946–47`, `1950s`. */
export function readPeriod(text: string): string | undefined {
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
  const decade = readDecade(text);
  return decade && `${decade}X`;
}

const BEFORE = /^(?:(?:before|prior to|earlier than|ante|terminus ante(?: quem)?) |pre[- ]|< ?)(.+)$/;
const AFTER = /^(?:(?:after|later than|terminus post(?: quem)?) |post[- ]|> ?)(.+)$/;
/** The bound is possible itself. */
const UNTIL =
  /^(?:(?:not after|not? later than|(?:in|on) or before|before or (?:in|on)|at the latest|by|until|till|through|thru|to|up to|up until|(?:unknown|\?)(?: to | ?[-–/] ?)) ?(.+)|(.+?),? (?:(?:or|and) (?:before|earlier)|at the latest)|[-–] ?(\d{4}(?:-\d\d){0,2}|\d{1,2}\/\d{4}|.*[a-z].*\d{4}))$/;
const SINCE =
  /^(?:(?:not before|not? earlier than|(?:in|on) or after|after or (?:in|on)|at the earliest|as early as|since) (.+)|(.+?),? (?:(?:or|and) (?:after|later)|at the earliest)|(?:from )?(.+) on(?:wards?)?|(?:from )?(.+?)(?: to | ?[-–/] ?)(?:unknown|\?)|(.*\d{4})(?:\?? ?[-–]|\+)|from (.+))$/;

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

export const readSingle = (text: string): string | undefined => {
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
