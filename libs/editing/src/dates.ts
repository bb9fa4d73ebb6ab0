/** Range of valid years (SPEC section 9). */
export const FIRST_YEAR = 1600;
export const LAST_YEAR = 2100;

export const DATE_HELP = 'YYYY-MM-DD, YYYY-MM or YYYY';

/** Whether a text is a stored date: an existing day, month or year as `1946-03-07`, `1946-03` or `1946`. */
export function isCalendarDate(text: string): boolean {
  const match = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2] ?? 1), Number(match[3] ?? 1)];
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= FIRST_YEAR && year <= LAST_YEAR && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
