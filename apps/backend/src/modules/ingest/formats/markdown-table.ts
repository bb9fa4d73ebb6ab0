import { markdownCells } from '@archive/voyage-document';
import { type Table, tableOf } from './table.ts';

/** The first table in a Markdown document; undefined if there is none. The lines around it are not part of it. */
export function markdownTable(text: string): Table | undefined {
  const rows = text
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ cells: markdownCells(line), from: index + 1, to: index + 1 }));
  const start = rows.findIndex(({ cells }, index) => cells !== null && rows[index + 1]?.cells?.length === 0);
  if (start < 0) return undefined;
  const end = rows.findIndex(({ cells }, index) => index > start && cells === null);
  const table = rows.slice(start, end < 0 ? rows.length : end);
  return tableOf(table.flatMap(({ cells, ...span }) => (cells && cells.length > 0 ? [{ cells, ...span }] : [])));
}
