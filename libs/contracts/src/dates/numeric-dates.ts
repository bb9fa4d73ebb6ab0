import { isDay, parsePartialDate } from './edtf.ts';
import { fullYear, isoOf } from './exact-dates.ts';
import { formatDate } from './format-date.ts';

/** A hyphen beside slashes or dots is that of a range: `5/3/1937-4/5/1938`. `4-6/7/1964` can be in June or July. */
const NUMERIC =
  /(?<![\d/.]|^\d{1,2}\s?[-–&]\s?|-(?!\d{1,2}[/.]\d))(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?![\d/]|\.\d|-(?!\d{1,2}[/.]\d))/g;
/** `7/8-9/33`, `7/8-7/9/33`: two days of one year. */
const NUMERIC_DAYS = /^(\d{1,2})\/(\d{1,2})(?:\s*[-–&]\s*|\s(?:and|to)\s)(?:(\d{1,2})\/)?(\d{1,2})\/(\d{4}|\d{2})$/;
/** `3.-5.6.1946`, `3.6.-5.6.1946`: a period after a day before a hyphen is usual only where the day comes first. */
const DOTTED_DAYS = /^(\d{1,2})\.(?:(\d{1,2})\.)?\s*[-–]\s*(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})$/;

/** The most months from the start to the end of a voyage around New Year. */
const MONTHS_AROUND_NEW_YEAR = 4;

/** The year in which a range starts, of which only the year of its end is written: `12/30-1/2/37` starts in 1936. */
export function startYear(year: string, startMonth: number, endMonth: number): string {
  const isAroundNewYear = startMonth > endMonth && 12 - startMonth + endMonth <= MONTHS_AROUND_NEW_YEAR;
  return isAroundNewYear ? String(Number(year) - 1) : year;
}

/** The order of day and month that a text shows: one of its dates can be read in no other. Undefined if none shows it. */
export function dayOrderIn(text: string): 'day' | 'month' | undefined {
  let order: 'day' | undefined;
  for (const [, first, , second] of text.matchAll(NUMERIC)) {
    if (Number(second) > 12) return 'month';
    if (Number(first) > 12) order = 'day';
  }
  return order;
}

/** Whether the dates of a table have the day first: `16.6.1976`. If none shows it, those with dots do, and those that are usual so. */
export function dayFirstIn(cells: readonly string[], isUsual = false): boolean {
  const text = cells.join('\n');
  const hasDots = /^\d{1,2}\.\d{1,2}\.\d/m.test(text) && !/^\d{1,2}[/-]\d{1,2}[/-]\d/m.test(text);
  const order = dayOrderIn(text);
  return order === undefined ? hasDots || isUsual : order === 'day';
}

/** How the digits of dates are read. */
export interface DigitOrder {
  /** Whether `7/4/1948` is in April, as the other dates of a document show. */
  dayFirst?: boolean | undefined;
  /** Whether years of two digits below 25 are of this century, in documents whose reading is shown before it is saved. */
  allYears?: boolean | undefined;
}

const yearOf = (digits: string, allYears: boolean | undefined) =>
  fullYear(digits) ?? (allYears ? `20${digits}` : undefined);

/** Two days that share their year, as two dates. */
function withTwoDates(text: string, { dayFirst, allYears }: DigitOrder): string {
  return text
    .replace(
      NUMERIC_DAYS,
      (written, first: string, second: string, other: string | undefined, last: string, digits) => {
        const year = yearOf(digits, allYears);
        if (year === undefined) return written;
        const isDayFirst = dayFirst ?? [first, other].some((month) => Number(month) > 12);
        const start = isDayFirst
          ? startYear(year, Number(second), Number(last))
          : startYear(year, Number(first), Number(other ?? first));
        return `${first}/${second}/${start} to ${other ?? first}/${last}/${year}`;
      },
    )
    .replace(DOTTED_DAYS, (written, first: string, other: string | undefined, last: string, month: string, digits) => {
      const year = yearOf(digits, allYears);
      if (year === undefined) return written;
      const start = startYear(year, Number(other ?? month), Number(month));
      return [isoOf(start, other ?? month, first), isoOf(year, month, last)].join(' to ');
    });
}

/**
 * `7/4/1948` and `7/4/48` as ISO dates: July 4, as Americans write, or April 7 with the day first. A number above 12 is the day, and shows
 * the order of the others. `ambiguity` states both readings of `5.6.1971`, if nothing shows the order.
 */
export function withIsoDates(typed: string, order: DigitOrder): { text: string; ambiguity?: string } {
  let ambiguity: string | undefined;
  const shown = dayOrderIn(typed);
  const dayFirst = order.dayFirst ?? (shown && shown === 'day');
  const text = withTwoDates(typed, { ...order, dayFirst }).replaceAll(
    NUMERIC,
    (written: string, first: string, sign: string, second: string, digits: string) => {
      const year = yearOf(digits, order.allYears);
      if (year === undefined) return written;
      const dates = [isoOf(year, first, second), isoOf(year, second, first)];
      if (sign === '.' && dayFirst === undefined && first !== second && dates.every(isDay))
        ambiguity ??= `“${written}” can be ${formatDate(dates[0]!)}, or ${formatDate(dates[1]!)}.`;
      return (dayFirst ? dates.toReversed() : dates).find((date) => parsePartialDate(date)) ?? written;
    },
  );
  return ambiguity === undefined ? { text } : { text, ambiguity };
}

/** `1919-21`, where the year is below the season, and so can be the first of years. */
const SEASON_OR_YEARS = /^(\d\d)(\d\d)-(2[1-4])\??$/;

/** States both readings of `1965-8`, a month or years, and of `1919-21`, a season in EDTF or years. */
export function periodOrYears(text: string): string | undefined {
  const [, century, year, last] = SEASON_OR_YEARS.exec(text) ?? [];
  if (century && year && last && year < last)
    return `“${text}” can be ${formatDate(`${century}${year}-${last}`)}, or ${century}${year} to ${century}${last}.`;
  const [, decade, from, to] = /^(\d{3})(\d)-([1-9])$/.exec(text) ?? [];
  if (!decade || !from || !to || to <= from) return undefined;
  return `“${text}” can be ${formatDate(`${decade}${from}-0${to}`)}, or ${decade}${from} to ${decade}${to}.`;
}
