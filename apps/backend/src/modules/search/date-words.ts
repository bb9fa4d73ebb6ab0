import { monthName } from '@archive/contracts/format';

/** A stored date as text: `1946`, `March 1946`, `March 7, 1946`. */
export function dateInWords(written: string): string {
  const [year = written, month, day] = written.split('-');
  const name = monthName(Number(month));
  if (!name) return year;
  return day ? `${name} ${Number(day)}, ${year}` : `${name} ${year}`;
}
