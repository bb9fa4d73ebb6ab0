import { monthName } from '@archive/contracts/format';
import { cx } from '../base/cx.ts';
import { formatDate, formatDateRange, isApproximate, parsePartialDate } from '@archive/contracts/dates';

export type DateBlockProps = {
  /** A stored date: "1976-06-16", "1945-05", "1946", "1947~". */
  date: string;
  /** End date, in the same format. */
  end?: string | null;
  className?: string;
};

type Parts = { large: string; small?: string; tail?: string };

function partsOf(date: string, end?: string | null): Parts {
  const from = parsePartialDate(date);
  if (!from) return { large: date };
  const to = end && end !== date ? parsePartialDate(end) : undefined;
  const isSameMonth = to?.year === from.year && to.month === from.month;
  const tail = to && !(isSameMonth && to.day && from.day) ? `to ${tailOf(end!, from.year, to.year)}` : undefined;
  if (!from.month) return { large: `${from.year}`, tail };
  if (!from.day) return { large: monthName(from.month), small: `${from.year}`, tail };
  const days = to && !tail && to.day ? `${from.day}–${to.day}` : `${from.day}`;
  return { large: days, small: `${monthName(from.month)} ${from.year}`, tail };
}

const tailOf = (end: string, fromYear: number, toYear: number) =>
  fromYear === toYear ? formatDate(end).replace(/,? ?\d{4}$/, '') || formatDate(end) : formatDate(end);

/** A date with a large day and small month and year. Shows only the known parts of partial dates, and approximate dates in words. */
export function DateBlock({ date, end, className }: DateBlockProps) {
  if (isApproximate(date) || (end && isApproximate(end)))
    return (
      <p
        className={cx(
          'ui:w-24 ui:shrink-0 ui:font-serif ui:text-17 ui:leading-6 ui:font-semibold ui:text-balance',
          className,
        )}
      >
        <DateRange start={date} end={end} />
      </p>
    );
  const { large, small, tail } = partsOf(date, end);
  return (
    <time dateTime={date} className={cx('ui:flex ui:w-24 ui:shrink-0 ui:flex-col', className)}>
      <span className="ui:sr-only">{formatDateRange(date, end)}</span>
      <span
        aria-hidden
        className={cx(
          'ui:font-serif ui:leading-none ui:font-semibold ui:whitespace-nowrap',
          large.length > 2 ? 'ui:pt-1.5 ui:text-27' : 'ui:text-35',
          large.length > 5 && 'ui:text-21 ui:pt-2',
        )}
      >
        {large}
      </span>
      {small && (
        <span aria-hidden className="ui:mt-1 ui:text-13 ui:leading-4 ui:text-faded">
          {small}
        </span>
      )}
      {tail && (
        <span aria-hidden className="ui:text-13 ui:leading-4 ui:text-faded">
          {tail}
        </span>
      )}
    </time>
  );
}

export type DateRangeProps = {
  /** A stored date: "1976-06-16", "1945-05", "1946", "1947~". */
  start: string;
  end?: string | null;
};

/** A date or range in words. If the start is exact, it is a `<time>` element with a machine-readable date. */
export function DateRange({ start, end }: DateRangeProps) {
  const text = formatDateRange(start, end);
  return isApproximate(start) ? <span>{text}</span> : <time dateTime={start}>{text}</time>;
}
