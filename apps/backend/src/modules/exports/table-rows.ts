import { escapeFormula } from '@archive/voyage-document';

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return Array.isArray(value) ? value.join(', ') : String(value);
};

/** Formats a record as a CSV row: lists are comma-separated, booleans are `true` or `false`, and formulas are escaped for spreadsheets. */
export const cellsOf = (record: object): Record<string, string> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, escapeFormula(textOf(value))]));
