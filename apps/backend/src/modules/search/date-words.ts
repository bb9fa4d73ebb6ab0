const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** A date as written in the archive, as a person reads it: `1946`, `March 1946`, `March 7, 1946`. */
export function dateInWords(written: string): string {
  const [year = written, month, day] = written.split('-');
  const name = MONTHS[Number(month) - 1];
  if (!name) return year;
  return day ? `${name} ${Number(day)}, ${year}` : `${name} ${year}`;
}
