import { MONTHS } from '../format.ts';
import { parsePartialDate } from './edtf.ts';
import { readHoliday } from './holidays.ts';

// cspell:ignore augt jahre mcmxxxvii mdclxvi
/** 7 for "july" or "jul"; 0 for any other word, or one shorter than three letters. */
const monthNumber = (word: string) =>
  word.length < 3 ? 0 : MONTHS.findIndex((name) => name.toLowerCase().startsWith(word === 'sept' ? 'sep' : word)) + 1;

export const twoDigits = (number: string | number) => String(number).padStart(2, '0');

export const isoOf = (year: string, month?: number | string, day?: string): string =>
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
export function fullYear(digits: string): string | undefined {
  const year = digits.replace(/^['’]/, '');
  if (year.length === 4) return year;
  return Number(year) >= FIRST_SHORT_YEAR ? `19${year}` : undefined;
}

const LAST_DAY = 31;

/** What stands for a day or month that isn’t known. */
const UNKNOWN_PART = /(?<=^|[/.-])(?:(?:\?\?|\*{1,2}|[ux]{1,2}|--|__)[/-]|00?[/.-])/g;

/** `7/1948`, `7/48`, `7/??/1948` and `uu/7/1948` are July; `’48` is a year. A number up to 31 after a month may be a day. */
function monthAndYear(text: string): string | undefined {
  const known = text.replaceAll(UNKNOWN_PART, '');
  const [, month, year] =
    /^(?:(\d{1,2})[/.-])?(\d{4}|['’]\d\d)$/.exec(known) ?? /^(\d{1,2})[/-](\d\d)$/.exec(known) ?? [];
  const full = year && (month === undefined || year.length > 2 || Number(year) > LAST_DAY) && fullYear(year);
  return full ? isoOf(full, month) : undefined;
}

/** `1946 July 4`, `1946 4-10 July`, `1946 Spring`: the year before the rest. */
export const YEAR_FIRST = /^(\d{4})(?: ?,)?\s+((?=.*[a-z])(?:(?!\d{4}).)+)$/;

/** Months with their last letters raised: `Dec.r 8th`, `Feb.ry 12`, `Augt. 29`. */
const ABBREVIATED_MONTH =
  /\b(jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)(?:t|o|em|b|emb)?\.?(?:r?y|[te]?r|s?t)(?:\.\s*|\s+)/g;

const ORDINAL_WORDS = (
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth ' +
  'seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth ' +
  'twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first'
).split(' ');
const ORDINAL_WORD = new RegExp(String.raw`\b(?<!-)(?:${ORDINAL_WORDS.toReversed().join('|')})\b`);

const YEAR_IN_WORDS =
  /\bnineteen(?: hundred)?(?: and)?[ -](twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -](one|two|three|four|five|six|seven|eight|nine))?\b/;
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const ONES = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** `nineteen hundred and thirty-seven`, as invitations have it, in digits. */
const withYearInDigits = (text: string) =>
  text.replace(YEAR_IN_WORDS, (_, tens: string, ones = '') => `19${TENS.indexOf(tens) + 2}${ONES.indexOf(ones)}`);

const NUMERALS = { m: 1000, d: 500, c: 100, l: 50, x: 10, v: 5, i: 1 };

/** `MCMXXXVII`. */
function yearInNumerals(text: string): string | undefined {
  if (!/^m[mdclxvi]{3,}$/.test(text)) return undefined;
  const values = [...text].map((letter) => NUMERALS[letter as keyof typeof NUMERALS]);
  const year = values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
  return String(year);
}

/** `June 12, 1947`, `12 June 1947`, `the 12th of June, 1947`, `the twelfth day of June 1947`, `1947 June 12`, `1947-Jun-12`, `12-Jun-47`, `June 1947`, `June '47`. */
function withMonthName(text: string): string | undefined {
  const words = withYearInDigits(text)
    .replace(/\b(?:the|(?:day )?of)\s+/g, '')
    .replace(ORDINAL_WORD, (word) => String(ORDINAL_WORDS.indexOf(word) + 1))
    .replaceAll(ABBREVIATED_MONTH, '$1. ')
    .replaceAll(/(\d)\.?(?:st|nd|rd|th|d)\b(?:\.(?=\s))?/g, '$1')
    .replace(YEAR_FIRST, '$2, $1')
    .replace(/^([a-z]{3,9})[-/](\d{1,2})[-/](\d{2}|\d{4})$/, '$1 $2, $3')
    .replace(/^(\d{4})[\s.,/-]*([a-z]{3,9})(?:[\s.,/-]*(\d{1,2}))?$/, '$3 $2 $1')
    .trim();
  const [, month, day, digits] =
    /^([a-z]+)[\s.,/-]*(?:(\d{1,2})[\s.,/-]+)?(\d{4}|['’]\d{2})$/.exec(words) ??
    /^([a-z]+)\.?\s*(\d{1,2})\s*,\s*(\d{2})$/.exec(words) ??
    [];
  const year = digits && fullYear(digits);
  if (month && year && monthNumber(month)) return isoOf(year, monthNumber(month), day);
  const [, only, short] = /^([a-z]+)[-.]?\s*(\d{2})$/.exec(words) ?? [];
  if (only && short && monthNumber(only) && Number(short) > LAST_DAY) return isoOf(`19${short}`, monthNumber(only));
  const [, first, name, last] = /^(\d{1,2})[\s.,/-]*([a-z]+)[\s.,/-]*(\d{4}|['’]?\d{2})$/.exec(words) ?? [];
  const lastYear = last && fullYear(last);
  return name && lastYear && monthNumber(name) ? isoOf(lastYear, monthNumber(name), first) : undefined;
}

/** A day, month or year in the calendar. One outside the years of the archive can be a bound: "before 2101". */
export function exactDate(typed: string): string | undefined {
  const text = typed.replace(
    /^(?:(?:in|during|on) )?(?:the year |im jahre? |anno (?:dom(?:ini|\.) )?|the (?=\d))?/,
    '',
  );
  const value =
    yearFirst(text) ?? monthAndYear(text) ?? withMonthName(text) ?? readHoliday(text) ?? yearInNumerals(text);
  return value !== undefined && parsePartialDate(value) ? value : undefined;
}
