// cspell:ignore Jnne Mav Jnl diuy SBZG
import { MONTHS, readDate } from './dates.ts';
import { toSingleLine } from './texts.ts';

/** What the lines above a line say about its date. */
export interface DateContext {
  year: number | null;
  /** 1 to 12. */
  month: number | null;
}

/** A date in a line, with what it doesn't say taken from the lines above. */
export interface LineDate {
  written: string;
  /** As the reader of dates takes it: `1947-03-16`, `1947-03-16 to 1947-03-18`; as written where the year is unknown. */
  text: string;
  month: number;
  year: number | null;
  /** Whether the date itself says the year. */
  hasYear: boolean;
  /** Whether letters were read as digits, or a misspelled month as a month. */
  isCorrected: boolean;
  /** Both readings of `3.4.47`, if no line shows the order of day and month. */
  ambiguity?: string | undefined;
  before: string;
  after: string;
}

/** A number of one or two digits. Letters that text recognition takes for digits count if one is a digit. */
const DAY = String.raw`(?=[OoIl|]?\d)[\dOoIl|]{1,2}(?:st|nd|rd|th)?`;
const YEAR = String.raw`(?:(?:,\s*|\.?\s)(?:(?<year>(?=[OoIl|]*\d)[12Il|][\dOoIl|]{3})|['\u2019](?<short>\d\d))(?![\p{L}\d]|\s?[-\u2013\u2014]\s?\d))?`;
const WEEKDAY = String.raw`(?:(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*\.?,?\s+)?`;
const RANGE = String.raw`\s*(?:-|\u2013|\u2014|\bto\b|&|\band\b)\s*`;
const MONTH = String.raw`(?<month>(?=\d?\p{L})[\p{L}\d|]{3,9})\.?`;
const DOT = String.raw`\s?[./\u2013-]\s?`;
const END = String.raw`(?![\p{L}\d])`;

/** The forms of a date with its month, at the start of a text. Whether a word is a month is checked afterward. */
const FORMS = [
  String.raw`${WEEKDAY}${MONTH},?\s+(?<day>${DAY})(?:${RANGE}(?:(?<month2>[\p{L}\d|]{3,9})\.?\s+)?(?<day2>${DAY}))?${END}(?!:\d)${YEAR}`,
  String.raw`${WEEKDAY}(?<day>${DAY})\.?(?:${RANGE}(?<day2>${DAY})\.?)?\s+(?:of\s+)?${MONTH}${END}${YEAR}`,
  String.raw`${WEEKDAY}(?<day>${DAY})${DOT}(?<month>[IVX]{1,4}|\p{L}{3,4})${DOT}(?<year>\d{4}|\d\d)${END}`,
  String.raw`${WEEKDAY}(?<day>${DAY})[./-](?<roman>[IVX]{1,4})(?![\p{L}\d./-])`,
  String.raw`${WEEKDAY}(?<year>[12]\d{3})-(?<number>\d{1,2})-(?<day>\d{1,2})${END}`,
  String.raw`${WEEKDAY}(?<first>\d{1,2})(?:\/(?<second>\d{1,2})(?:\/(?<year>\d{4}|\d\d))?|(?<dot>[.-])(?<second>\d{1,2})\k<dot>(?<year>\d{4}|\d\d))(?![\p{L}\d/])`,
].map((form) => new RegExp(form, 'diuy'));
/** A day below the name of its month: `16  Potomac River`. */
const ONLY_DAY = new RegExp(String.raw`${WEEKDAY}(?<day>${DAY})(?=\s{2,}|\t|[.)]?\s*[-\u2013\u2014|:]\s|$)`, 'diuy');

const asDigits = (text: string) =>
  text
    .replaceAll(/[Oo]/g, '0')
    .replaceAll(/[Il|]/g, '1')
    .replace(/(?:st|nd|rd|th)$/, '');
const numberOf = (text: string) => Number(asDigits(text));
const hasLetters = (text: string) => /[OoIl|]/.test(text.replace(/(?:st|nd|rd|th)$/, ''));

const differences = (a: string, b: string) => [...a].filter((letter, index) => letter !== b[index]).length;

/** Letters and digits that text recognition takes for each other, as one of them. */
const INTERCHANGEABLE: readonly [RegExp, string][] = [
  [/[1i|!]/g, 'l'],
  [/0/g, 'o'],
  [/5/g, 's'],
  [/[86]/g, 'b'],
  [/v/g, 'y'],
  [/c/g, 'e'],
  [/[q9]/g, 'g'],
  [/u/g, 'n'],
];
const comparableForm = (word: string) =>
  INTERCHANGEABLE.reduce((text, [form, letter]) => text.replaceAll(form, letter), word);
const NAMES = MONTHS.flatMap((name, index) =>
  [name, name.slice(0, 3), ...(name === 'September' ? ['Sept'] : [])].map((form) => ({
    month: index + 1,
    form: comparableForm(form.toLowerCase()),
  })),
);
const ROMAN = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII'];

/**
 * The number of a month, 1 to 12, by its name or Roman numeral. Misread letters count (“Ju1y”, “Mav”), and one wrong letter in a name of four
 * letters or more (“Jnne”); null for another word.
 */
function monthOf(word: string): { month: number; isCorrected: boolean } | null {
  const text = word.toLowerCase();
  if (ROMAN.includes(word)) return { month: ROMAN.indexOf(word) + 1, isCorrected: false };
  const month = MONTHS.findIndex((name) => name.toLowerCase() === text || text === name.slice(0, 3).toLowerCase()) + 1;
  if (month > 0) return { month, isCorrected: false };
  if (text === 'sept') return { month: 9, isCorrected: false };
  const misread = NAMES.find(({ form }) => form === comparableForm(text));
  if (misread) return { month: misread.month, isCorrected: true };
  if (text.length < 4) return null;
  const close = MONTHS.flatMap((name, index) =>
    name.length === text.length && differences(name.toLowerCase(), text) === 1 ? [index + 1] : [],
  );
  return close.length === 1 ? { month: close[0] ?? 0, isCorrected: true } : null;
}

/** Digits with letters that text recognition takes for them, or only such letters in the place of a day: `l946`, `2lst`, `June S, 1946`, `lO/3/46`. */
const MISREAD_NUMBER =
  /(?<![\p{L}\d])(?:(?=[OoIl|SBZG]*\d)[\dOoIl|SBZG]{2,}(?!(?!(?:st|nd|rd|th)\b)[\p{L}\d])|[OIl|SBZ]{1,2}(?=[/.][\dOIl|SBZ]))|(?<=\p{L}{3}\.? |[\dOIl|SBZ][/.])[OIl|SBZ]{1,2}(?=,? [\dOoIl|]{4}|[/.]\d)/gu;
const SIMILAR = new Map(Object.entries({ S: '5', B: '8', Z: '2', G: '6' }));

/** A cell with a date that text recognition misread, corrected: `Jnne l2, I946` is `June 12, 1946`. Other text is returned unchanged. */
export const withoutMisreadings = (cell: string): string =>
  cell
    .replaceAll(/\p{L}[\p{L}\d]{3,9}/gu, (word) => {
      const month = monthOf(word.replace('rn', 'm'));
      return month ? (MONTHS[month.month - 1] ?? word) : word;
    })
    .replaceAll(MISREAD_NUMBER, (number) =>
      asDigits(number).replaceAll(/[SBZG]/g, (letter) => SIMILAR.get(letter) ?? letter),
    );

const isoOf = (year: number, month: number, day: number) =>
  [String(year), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');

const fullYear = (year: string, context: DateContext): number =>
  year.length > 2 ? numberOf(year) : Math.floor((context.year ?? 1900) / 100) * 100 + Number(year);

/** Both readings of a date in digits with dots: `3.4.47`. */
function ambiguityOf(written: string): string | undefined {
  const reading = /^\d+\.\d+\.\d+$/.test(written) ? readDate(written) : null;
  return reading?.kind === 'ambiguous' ? reading.text : undefined;
}

const isDay = (day: number) => day >= 1 && day <= 31;

interface Options {
  context: DateContext;
  /** Undefined if no line shows the order. */
  isDayFirst: boolean | undefined;
}

type Parts = Record<string, string | undefined>;

/** The numbers of the month and day that a form matched; null if they can't be a date. */
function partsOf(groups: Parts, { context, isDayFirst }: Options) {
  const {
    first,
    second,
    number,
    roman,
    month: name = roman,
    month2: name2,
    day: dayText = '',
    day2: day2Text,
  } = groups;
  if (first !== undefined && second !== undefined) {
    const [month, day] = isDayFirst ? [Number(second), Number(first)] : [Number(first), Number(second)];
    return { month, day, month2: month, day2: null, isCorrected: false };
  }
  const month =
    name !== undefined
      ? monthOf(name)
      : { month: number === undefined ? (context.month ?? 0) : Number(number), isCorrected: false };
  const end = name2 === undefined ? month : monthOf(name2);
  if (!month || !end) return null;
  return {
    month: month.month,
    day: numberOf(dayText),
    month2: end.month,
    day2: day2Text === undefined ? null : numberOf(day2Text),
    isCorrected:
      month.isCorrected ||
      end.isCorrected ||
      [dayText, day2Text ?? '', groups.year ?? ''].some((text) => hasLetters(text)),
  };
}

/** Years that are further apart are not of one document: 1830 beside 1947 is a time. */
const FAR = 50;

function dateAt(line: string, at: number, options: Options, forms: readonly RegExp[]): LineDate | null {
  const { context } = options;
  for (const form of forms) {
    form.lastIndex = at;
    const match = form.exec(line);
    const parts = match?.groups && partsOf(match.groups, options);
    if (!match || !parts) continue;
    const { month, day, month2, day2: end, isCorrected } = parts;
    if (month < 1 || month > 12 || !isDay(day)) continue;
    const { year: yearText, short } = match.groups ?? {};
    const stated = yearText ?? short;
    const written = match[0];
    const statedYear = stated === undefined ? null : fullYear(stated, context);
    const isTime =
      statedYear !== null &&
      context.year !== null &&
      Math.abs(statedYear - context.year) > FAR &&
      !/[,/.’'-]\s*\S+$/.test(written);
    // “Mar. 16 - 2 guests” isn’t a range.
    const isRange = end !== null && isDay(end) && (month2 !== month || end > day);
    const [, endOfDay = 0] = match.indices?.groups?.day ?? [];
    const length =
      end !== null && !isRange ? endOfDay - at : isTime ? written.length - (stated?.length ?? 0) : written.length;
    const isOverNewYear = isRange && month2 < month;
    const isStated = statedYear !== null && !isTime;
    // The year of “Dec. 30-Jan. 2, 1937” is that of its end.
    const year = isStated ? statedYear - (isOverNewYear ? 1 : 0) : context.year;
    const start = year === null ? written.slice(0, length).trim() : isoOf(year, month, day);
    const range = year === null || !isRange ? '' : ` to ${isoOf(isOverNewYear ? year + 1 : year, month2, end)}`;
    const [before, after] = [line.slice(0, at), line.slice(at + length)];
    return {
      written: written.slice(0, length).trim(),
      text: start + range,
      month,
      year,
      hasYear: isStated,
      isCorrected,
      ambiguity: options.isDayFirst === undefined ? ambiguityOf(written) : undefined,
      before,
      after,
    };
  }
  return null;
}

/** Bullets, numbers, emphasis, quotation marks and words before a date: “- On the 9th of July”. */
const LEAD =
  /^[\s>|#"“]*(?:[*+•–-]\s+)?(?:(?:(?:trip|cruise|voyage)\s+)?(?:no\.?|nr\.?|#)?\s*\(?\d{1,4}[.):]\s+(?=[*_\p{L}\d]))?[\s*_"“([]*(?:date:?\s+)?(?:on\s+)?(?:the\s+)?/iu;

/** The date at the start of a line. A number can be the number of a voyage or the day below the name of its month. */
export function dateAtStart(line: string, options: Options): LineDate | null {
  const lead = LEAD.exec(line)?.[0].length ?? 0;
  const plain = /^[\s>|*_#]*/.exec(line)?.[0].length ?? 0;
  const days = options.context.month === null ? [] : [ONLY_DAY];
  return (
    dateAt(line, lead, options, FORMS) ??
    (lead === plain ? null : dateAt(line, plain, options, FORMS)) ??
    dateAt(line, plain, options, days)
  );
}

const LONGEST = 2000;

/** The first date of a line, at any of its words. */
export function dateWithin(line: string, options: Options): LineDate | null {
  const text = line.slice(0, LONGEST);
  for (const { index } of text.matchAll(/(?<![\p{L}\d/.-])[\p{L}\d]/gu)) {
    const date = dateAt(text, index, options, FORMS);
    if (date) return { ...date, after: date.after + line.slice(LONGEST) };
  }
  return null;
}

const YEAR_ALONE = /^(?<year>(?:1[6-9]|20)\d\d|['’]\d\d)$/;
const MONTH_ALONE = /^(?<month>\p{L}{3,9})\.?,?(?:\s+(?<year>(?:1[6-9]|20)\d\d))?$/u;
/** With the signs around it. */
const LONGEST_CONTEXT = 200;
const NO_CONTEXT: DateContext = { year: null, month: null };
const YEARS = /(?<![\d/.-])(?:1[6-9]|20)\d\d(?![\d/-])/g;

/** The year and month of a line that has nothing else, such as “1947” or “MARCH 1947”; null for other lines. */
export function contextOf(line: string): { year: number | null; month: number | null } | null {
  if (line.length > LONGEST_CONTEXT) return null;
  const text = (toSingleLine(line) ?? '').replaceAll(/^[\s#*_>|=(–—-]+|[\s*_|=).:,–—-]+$/g, '');
  const groups = (YEAR_ALONE.exec(asDigits(text)) ?? MONTH_ALONE.exec(text))?.groups;
  if (!groups) return null;
  const month = groups.month === undefined ? null : monthOf(groups.month);
  if (groups.month !== undefined && (!month || month.isCorrected)) return null;
  return {
    year: groups.year === undefined ? null : fullYear(groups.year.replace(/\D/g, ''), NO_CONTEXT),
    month: month?.month ?? null,
  };
}

/** The only year that a line has. */
export function yearIn(line: string): number | null {
  const years = new Set(line.slice(0, LONGEST).match(YEARS));
  const [year] = years;
  return years.size === 1 && year !== undefined ? Number(year) : null;
}

/** Whether dates such as 16/3 or 16.3.47 have the day first: one has more than twelve in its first place, and none in its second. Undefined if none shows it. */
export function isDayFirstIn(lines: readonly string[]): boolean | undefined {
  const pairs = lines.flatMap((line) => {
    const [, first, second] = /^\W*(\d{1,2})(?:\/|[.-](?=\d{1,2}[.-]\d))(\d{1,2})(?!\d)/.exec(line) ?? [];
    return first === undefined ? [] : [[Number(first), Number(second)] as const];
  });
  if (pairs.some(([, second]) => second > 12)) return false;
  return pairs.some(([first]) => first > 12) || undefined;
}
