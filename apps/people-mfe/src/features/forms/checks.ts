import { FIRST_YEAR, LAST_YEAR } from '@archive/editing';

/** The first four digits of the typed text. */
export const yearDigits = (text: string): string => text.replace(/\D/g, '').slice(0, 4);

export const yearProblem = (year: string): string | undefined =>
  year === '' || (Number(year) >= FIRST_YEAR && Number(year) <= LAST_YEAR)
    ? undefined
    : `Enter a year between ${FIRST_YEAR} and ${LAST_YEAR}.`;

/** Checks the year of death, which must not be before the year of birth. */
export const deathProblem = (born: string, died: string): string | undefined =>
  yearProblem(died) ??
  (born !== '' && died !== '' && Number(died) < Number(born) ? 'Death year can’t be before birth year.' : undefined);

export function urlProblem(text: string): string | undefined {
  const url = text.trim();
  if (url === '' || (/^https?:\/\/[^\s/]/.test(url) && URL.canParse(url))) return undefined;
  return 'Enter a full web address (https://…)';
}
