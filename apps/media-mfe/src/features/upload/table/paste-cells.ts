import { completeDate } from '@archive/editing';
import { MEDIA_TYPE_OPTIONS, type MediaType } from '../../file-kinds.ts';
import type { FileValues } from '../upload-draft.ts';

/** Columns into which cells can be pasted, in the order on screen. */
export const COLUMNS = ['title', 'date', 'media_type', 'alt_text'] as const satisfies (keyof FileValues)[];
export type Column = (typeof COLUMNS)[number];
/** Columns that can be filled down. People are excluded, because a name alone may be ambiguous. */
export const FILLED_COLUMNS = [...COLUMNS, 'people'] as const satisfies (keyof FileValues)[];
export type FilledColumn = (typeof FILLED_COLUMNS)[number];

export const COLUMN_LABELS: Record<FilledColumn, string> = {
  title: 'Title',
  date: 'Date',
  media_type: 'Media Type',
  alt_text: 'Alternative Text',
  people: 'People',
};

/** A cell and its separator. In a quoted cell, quotation marks are doubled. */
const CELL = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r?\n|$)/y;

/** The cells of text copied from a spreadsheet, by row. */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  CELL.lastIndex = 0;
  for (let match = CELL.exec(text); match; match = CELL.exec(text)) {
    const [, quoted, plain = '', end] = match;
    rows.at(-1)!.push(quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"').trim());
    if (end === '' || end === undefined) break;
    if (end !== '\t') rows.push([]);
  }
  // Spreadsheets end the last row with a line break.
  if (rows.at(-1)!.join('') === '') rows.pop();
  return rows;
}

function typeOf(text: string): MediaType | undefined {
  const typed = text.toLowerCase();
  return MEDIA_TYPE_OPTIONS.find(({ value, label }) => value === typed || label.toLowerCase() === typed)?.value;
}

/** The value of a pasted cell; undefined if the column doesn't accept it. */
function valueOf(column: Column, text: string): Partial<FileValues> | undefined {
  if (column === 'media_type') {
    const type = typeOf(text);
    return type && { media_type: type };
  }
  return { [column]: column === 'date' ? completeDate(text, { approximate: true }) : text };
}

/** The changes that pasted cells make to consecutive files, starting at a column. */
export function changesOf(cells: readonly string[][], first: Column): Partial<FileValues>[] {
  const start = COLUMNS.indexOf(first);
  return cells.map((row) =>
    Object.assign(
      {},
      ...row.map((text, index) => {
        const column = COLUMNS[start + index];
        return column && valueOf(column, text);
      }),
    ),
  );
}
