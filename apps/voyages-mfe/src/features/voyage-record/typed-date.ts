/** What a date field says of a value that is no date. */
export const DATE_HELP = 'Give a date that exists, as YYYY-MM-DD, YYYY-MM or YYYY.';

/** Digits as they are typed, with the hyphens put in: "19460307" is "1946-03-07" (SPEC section 5). */
export function withHyphens(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 8);
  return [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8)].filter(Boolean).join('-');
}

/** Whether a text is a whole date, month or year of the calendar between 1600 and 2100 (SPEC section 9). */
export function isDate(text: string): boolean {
  const match = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2] ?? 1), Number(match[3] ?? 1)];
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1600 && year <= 2100 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
