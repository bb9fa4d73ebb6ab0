/** Bounds of the years of a life, and of every date (SPEC section 9). */
const FIRST_YEAR = 1600;
const LAST_YEAR = 2100;

export const DATE_HELP = 'YYYY-MM-DD; a month or a year alone will do.';

/** The digits of a year as it is typed. */
export const yearDigits = (text: string): string => text.replace(/\D/g, '').slice(0, 4);

/** Digits with the hyphens put in as they are typed: "19450412" is "1945-04-12" (SPEC section 5). */
export function dateDigits(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 8);
  return [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)].filter((part) => part !== '').join('-');
}

export const yearProblem = (year: string): string | undefined =>
  year === '' || (Number(year) >= FIRST_YEAR && Number(year) <= LAST_YEAR)
    ? undefined
    : `A year lies between ${FIRST_YEAR} and ${LAST_YEAR}.`;

/** What is wrong with a year of death, which the year of birth bounds too. */
export const deathProblem = (born: string, died: string): string | undefined =>
  yearProblem(died) ??
  (born !== '' && died !== '' && Number(died) < Number(born)
    ? 'The year of death lies before the year of birth.'
    : undefined);

/** What is wrong with a day, a month or a year of the calendar; nothing with a blank. */
export function dateProblem(text: string): string | undefined {
  if (text === '') return undefined;
  const match = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text);
  const [year, month, day] = [Number(match?.[1]), Number(match?.[2] ?? 1), Number(match?.[3] ?? 1)];
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = match && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists && !yearProblem(String(year)) ? undefined : 'Give a date that exists, as YYYY-MM-DD, YYYY-MM or YYYY.';
}

/** Whether the last day of `end` lies before the first of `start`; both as dateDigits writes them. */
export const endsBefore = (start: string, end: string): boolean =>
  start !== '' && end !== '' && `${end}-99-99`.slice(0, 10) < `${start}-01-01`.slice(0, 10);

export function addressProblem(text: string): string | undefined {
  const address = text.trim();
  if (address === '' || (/^https?:\/\/[^\s/]/.test(address) && URL.canParse(address))) return undefined;
  return 'Give a whole address, beginning with https://';
}
