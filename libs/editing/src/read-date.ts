import { formatDate, formatDateRange, MONTHS } from '@archive/ui';
import { isCalendarDate } from './dates.ts';

/** How a typed date is understood. */
export type DateReading =
  /** A day, month or year as the archive stores it: `1947-06-12`, `1947-06` or `1947`. */
  | { kind: 'exact'; value: string; text: string }
  /** An approximate date or a range, as EDTF level 1 (`1947~`, `1946-22`, `1946-06-16/1946-06-18`). The archive cannot store it yet. */
  | { kind: 'approximate'; value: string; text: string }
  | { kind: 'unreadable' };

const UNREADABLE: DateReading = { kind: 'unreadable' };
const SEASONS = ['spring', 'summer', 'fall', 'winter'];
const FIRST_SEASON = 21;

/** 7 for "july" or "jul"; 0 for a word that is no month, or shorter than three letters. */
const monthNumber = (word: string) =>
  word.length < 3 ? 0 : MONTHS.findIndex((name) => name.toLowerCase().startsWith(word)) + 1;

const two = (number: string | number) => String(number).padStart(2, '0');
const capitalize = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

const isoOf = (year: string, month?: number | string, day?: string): string =>
  [year, ...(month === undefined ? [] : [two(month)]), ...(day === undefined ? [] : [two(day)])].join('-');

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
  return value !== undefined && isCalendarDate(value) ? value : undefined;
}

const approximate = (value: string, text: string): DateReading => ({ kind: 'approximate', value, text });

/** `c. 1947`, `about June 1947`, `1947?`. */
function qualified(text: string): DateReading | undefined {
  const circa = exactDate(/^(?:circa|ca?\.?|about|around|approximately|~)\s*(\S.*)$/.exec(text)?.[1] ?? '');
  if (circa) return approximate(`${circa}~`, `c. ${formatDate(circa)}`);
  const suffixed = exactDate(/^(.*\S)\s*~$/.exec(text)?.[1] ?? '');
  if (suffixed) return approximate(`${suffixed}~`, `c. ${formatDate(suffixed)}`);
  const uncertain = exactDate(/^(.*\S)\s*(?:\?|\(\?\))$/.exec(text)?.[1] ?? '');
  return uncertain ? approximate(`${uncertain}?`, `${formatDate(uncertain)} (uncertain)`) : undefined;
}

/** `summer 1946`, `1950s`, `early 1950s`. */
function period(text: string): DateReading | undefined {
  const [, name = '', seasonYear] = /^(spring|summer|fall|autumn|winter)\s*(?:of\s+)?,?\s*(\d{4})$/.exec(text) ?? [];
  if (seasonYear && isCalendarDate(seasonYear)) {
    const season = SEASONS.indexOf(name === 'autumn' ? 'fall' : name);
    return approximate(`${seasonYear}-${FIRST_SEASON + season}`, `${capitalize(name)} ${seasonYear}`);
  }
  const [, part, decade] = /^(?:(early|mid|late)[\s-]+)?(?:the\s+)?(\d{3})0['’]?s$/.exec(text) ?? [];
  if (!decade || !isCalendarDate(`${decade}0`)) return undefined;
  if (!part) return approximate(`${decade}X`, `${decade}0s`);
  const [from, to] = { early: [0, 3], mid: [4, 6], late: [7, 9] }[part] ?? [0, 9];
  return approximate(`${decade}${from}/${decade}${to}`, `${capitalize(part)} ${decade}0s`);
}

/** `June 16–18, 1946`, `June 30 – July 2, 1946`, `1946 to 1948`. */
function range(text: string): DateReading | undefined {
  const [, left, right] =
    /^(.+?)\s*(?:–|—|\bto\b|\buntil\b|\bthrough\b|\/|\s-\s|(?<=\d)-(?=\d{1,2},))\s*(.+)$/.exec(text) ?? [];
  if (!left || !right) return undefined;
  const month = /^[a-z]+\.?\s/.exec(left)?.[0] ?? '';
  const end = exactDate(right) ?? exactDate(month + right);
  if (!end) return undefined;
  const start = exactDate(left) ?? exactDate(`${left}, ${end.slice(0, 4)}`);
  return start && start < end ? approximate(`${start}/${end}`, formatDateRange(start, end)) : undefined;
}

/** Reads a date as people write it. Anything ambiguous or incomplete, such as `7/4/48` or `Sept. 3rd`, is unreadable. */
export function readDate(typed: string): DateReading {
  const text = typed.trim().replaceAll(/\s+/g, ' ').toLowerCase();
  const exact = exactDate(text);
  if (exact) return { kind: 'exact', value: exact, text: formatDate(exact) };
  return qualified(text) ?? period(text) ?? range(text) ?? UNREADABLE;
}

/** The stored form of an exact date; any other text is returned unchanged. */
export function completeDate(typed: string): string {
  const reading = readDate(typed);
  return reading.kind === 'exact' ? reading.value : typed;
}
