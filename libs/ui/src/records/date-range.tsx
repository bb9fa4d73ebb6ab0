import { formatDateRange, isApproximate } from '../base/dates.ts';

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
