import { MONTHS, parsePartialDate, writePartialDate } from './dates.ts';

const DAY = String.raw`(\d{1,2})(?:st|nd|rd|th)?`;
const MONTH = String.raw`(\p{L}{3,9})\.?`;
const MONTH_FIRST = new RegExp(String.raw`^${MONTH}(?: ${DAY})?,? (\d{4})$`, 'u');
const DAY_FIRST = new RegExp(String.raw`^${DAY} ${MONTH},? (\d{4})$`, 'u');
const DIGITS = /^(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?$/;
const COMPACT_DATE = /^(\d{4})(\d\d)(\d\d)$/;

function monthNumber(name: string): number | null {
  const prefix = name.toLowerCase();
  const index = MONTHS.findIndex((month) => month.toLowerCase().startsWith(prefix));
  if (index >= 0) return index + 1;
  return prefix === 'sept' ? 9 : null;
}

function compose(year: string | undefined, month: number | null, day: string | undefined): string | null {
  const date = { year: Number(year), month, day: day === undefined ? null : Number(day) };
  const text = writePartialDate(date);
  return parsePartialDate(text) ? text : null;
}

/**
 * Parses a date as people write it ("August 9, 1974", "9 Aug. 1974", "March 1946", "1946") into YYYY, YYYY-MM or YYYY-MM-DD; null for other
 * text.
 */
export function parseWrittenDate(sourceText: string): string | null {
  const text = sourceText.trim();
  if (text.length > 40) return null;
  if (parsePartialDate(text)) return text;
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst) {
    const month = monthNumber(monthFirst[1] ?? '');
    return month === null ? null : compose(monthFirst[3], month, monthFirst[2]);
  }
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst) {
    const month = monthNumber(dayFirst[2] ?? '');
    return month === null ? null : compose(dayFirst[3], month, dayFirst[1]);
  }
  const digits = DIGITS.exec(text) ?? COMPACT_DATE.exec(text);
  return digits ? compose(digits[1], Number(digits[2]), digits[3]) : null;
}

const YEAR = /(?<!\d)[12]\d{3}(?!\d)/;

/** The date that a heading probably means. Used only for suggestions, never imported. */
export function guessDate(heading: string): string | null {
  const words = heading
    .slice(0, 200)
    .split(/[\s:;()[\]*_]+/)
    .filter((word) => word !== '')
    .slice(0, 24);
  for (let length = 3; length >= 1; length -= 1) {
    for (let start = 0; start + length <= words.length; start += 1) {
      const text = words
        .slice(start, start + length)
        .join(' ')
        .replace(/[,.]$/, '');
      const date = parseWrittenDate(text);
      if (date !== null && (length > 1 || date.length > 4)) return date;
    }
  }
  return YEAR.exec(heading.slice(0, 200))?.[0] ?? null;
}

const NUMERIC = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{2}|\d{4})$/;
const NUMERIC_ANYWHERE = /(?<![\d/.-])(\d{1,2})([-/.])(\d{1,2})\2(?:\d{4}|\d{2})(?![\d/.-])/g;
/** Two-digit years are in the range from 1925, when the yacht was built, to 2024. */
const FIRST_SHORT_YEAR = 25;

/** Parses a numeric date as people write it, `6/16/76`: month first, unless `dayFirst`. Null for other text. */
export function readNumericDate(text: string, dayFirst: boolean): string | null {
  const [, first, , second, digits = ''] = NUMERIC.exec(text) ?? [];
  if (first === undefined || second === undefined) return null;
  const year = digits.length === 4 ? digits : `${Number(digits) < FIRST_SHORT_YEAR ? '20' : '19'}${digits}`;
  const [month, day] = dayFirst ? [second, first] : [first, second];
  return compose(year, Number(month), day) ?? compose(year, Number(day), month);
}

/** The order of day and month that a document shows: one of its dates can be read in no other. Null if none shows it. */
export function readDayOrder(text: string): 'day' | 'month' | null {
  let order: 'day' | null = null;
  for (const [, first, , second] of text.matchAll(NUMERIC_ANYWHERE)) {
    if (Number(second) > 12) return 'month';
    if (Number(first) > 12) order = 'day';
  }
  return order;
}

const DAYS_OF_MONTH = /^(\d{1,2})\/(\d{1,2})\s*[-–]\s*(\d{1,2})\/(\d{4}|\d{2})$/;

/** `7/8-9/33`: two days of one month. Null for other text. */
export function readNumericDays(text: string): [string, string] | null {
  const [, month, first, last, year] = DAYS_OF_MONTH.exec(text) ?? [];
  const [from, to] = [first, last].map((day) => readNumericDate(`${month}/${day}/${year}`, false));
  return from && to ? [from, to] : null;
}
