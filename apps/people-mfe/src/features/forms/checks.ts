import { FIRST_YEAR, LAST_YEAR } from '@archive/editing';

/** The digits of a year as it is typed. */
export const yearDigits = (text: string): string => text.replace(/\D/g, '').slice(0, 4);

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

/** Whether the last day of `end` lies before the first of `start`; both as dateDigits writes them. */
export const endsBefore = (start: string, end: string): boolean =>
  start !== '' && end !== '' && `${end}-99-99`.slice(0, 10) < `${start}-01-01`.slice(0, 10);

export function addressProblem(text: string): string | undefined {
  const address = text.trim();
  if (address === '' || (/^https?:\/\/[^\s/]/.test(address) && URL.canParse(address))) return undefined;
  return 'Give a whole address, beginning with https://';
}
