import { escapeFormula } from '@archive/voyage-document';

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return Array.isArray(value) ? value.join(', ') : String(value);
};

/** A record as a CSV row: comma-separated lists, `true` or `false`, and no cell that a spreadsheet would run as a formula. */
export const cellsOf = (record: object): Record<string, string> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, escapeFormula(textOf(value))]));
