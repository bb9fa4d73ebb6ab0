/** Bounds of the years of a life, and of every date (SPEC section 9). */
export const FIRST_YEAR = 1600;
export const LAST_YEAR = 2100;

export const DATE_HELP = 'YYYY-MM-DD; a month or a year alone will do.';

/** Digits with the hyphens put in as they are typed: "19450412" is "1945-04-12" (SPEC section 5). */
export function dateDigits(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 8);
  return [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)].filter((part) => part !== '').join('-');
}

/** What is wrong with a day, a month or a year of the calendar; nothing with a blank. */
export function dateProblem(text: string): string | undefined {
  if (text === '') return undefined;
  const match = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text);
  const [year, month, day] = [Number(match?.[1]), Number(match?.[2] ?? 1), Number(match?.[3] ?? 1)];
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = match && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists && year >= FIRST_YEAR && year <= LAST_YEAR
    ? undefined
    : 'Give a date that exists, as YYYY-MM-DD, YYYY-MM or YYYY.';
}
