import { completeDate, dateValue, yearOfDate } from '@archive/editing';
import { formatDate, isApproximate, readDate, writtenDate } from '@archive/contracts/dates';

interface Dates {
  start_date: string;
  end_date: string;
}

type DateName = keyof Dates;

/** The year of the voyage's other date, for a date typed without one; undefined if it spans more than one year. */
export const otherYear = (values: Dates, name: DateName): string | undefined =>
  yearOfDate(values[name === 'start_date' ? 'end_date' : 'start_date']);

/**
 * Start and end of a range that is typed into one of the dates, as form values. Undefined if the other field already has a different date,
 * because a range never replaces it.
 */
function rangeOf(values: Dates): Dates | undefined {
  for (const [name, other] of [
    ['start_date', 'end_date'],
    ['end_date', 'start_date'],
  ] as const) {
    const reading = readDate(values[name], { year: otherYear(values, name) });
    if (reading.kind !== 'range') continue;
    const range = { start_date: reading.start, end_date: reading.end };
    if (values[other] !== '' && dateValue(values[other]) !== range[other]) return undefined;
    return { start_date: dateText(range.start_date, null), end_date: dateText(range.end_date, null) };
  }
  return undefined;
}

/** The dates in the format that the fields show on blur. */
export function completedDates<V extends Dates>(values: V): V {
  const dates = { ...values, ...rangeOf(values) };
  const complete = (name: DateName) => completeDate(dates[name], { approximate: true, year: otherYear(dates, name) });
  return { ...dates, start_date: complete('start_date'), end_date: complete('end_date') };
}

/** The text that the form shows for a stored date: an approximate date as written, or in words. */
export function dateText(value: string | null, sourceText: string | null): string {
  if (value === null || !isApproximate(value)) return value ?? '';
  return sourceText !== null && dateValue(sourceText) === value ? sourceText : formatDate(value);
}

/** The API fields for a date of the form: the value, and the text that an approximate date was parsed from. */
export const storedDate = <N extends DateName>(name: N, text: string) => {
  const value = dateValue(text);
  return { [name]: value, [`${name}_written`]: writtenDate(text, value) } as Record<N, string> &
    Record<`${N}_written`, string | null>;
};
