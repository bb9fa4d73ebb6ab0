import { defuseCell } from '@archive/voyage-document';

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return Array.isArray(value) ? value.join(', ') : String(value);
};

/** A record as a row: lists with commas, yes and no as `true` and `false`, nothing that a spreadsheet would run. */
export const cellsOf = (record: object): Record<string, string> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, defuseCell(textOf(value))]));
