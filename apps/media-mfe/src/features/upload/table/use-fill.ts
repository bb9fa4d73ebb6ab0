import { completeDate } from '@archive/editing';
import { type MediaKind, formatCount } from '@archive/ui';
import { useState } from 'react';
import { MEDIA_TYPE_OPTIONS, type MediaType } from '../../stored-file.ts';
import type { FileValues } from '../upload-draft.ts';

interface Change {
  id: string;
  values: Partial<FileValues>;
}

/** Changes of the last fill or paste, for undo. */
interface UndoableFill {
  message: string;
  undo: () => void;
}

const pick = (values: FileValues, changes: Partial<FileValues>): Partial<FileValues> =>
  Object.fromEntries(Object.keys(changes).map((name) => [name, values[name as keyof FileValues]]));

/** Changes multiple files at once, with undo. */
export function useFill(rows: readonly TableRow[], onChange: ChangeRow) {
  const [filled, setFilled] = useState<UndoableFill>();
  const apply = (changes: readonly Change[], rest = '') => {
    const before = changes.flatMap(({ id, values }) => {
      const row = rows.find((item) => item.id === id);
      return row ? [{ id, values: pick(row.values, values) }] : [];
    });
    for (const { id, values } of changes) onChange(id, values);
    setFilled({
      message: `${formatCount(changes.length, 'file')} changed.${rest}`,
      undo: () => {
        for (const { id, values } of before) onChange(id, values);
        setFilled(undefined);
      },
    });
  };
  const from = (id: string) => rows.slice(rows.findIndex((row) => row.id === id)).filter((row) => !row.isReadOnly);
  return {
    filled,
    /** Copies the value of a file to all files below it. */
    fillDown: (id: string, column: FilledColumn) => {
      const source = rows.find((row) => row.id === id);
      const below = from(id).filter((row) => row.id !== id);
      if (source) apply(below.map((row) => ({ id: row.id, values: { [column]: source.values[column] } })));
    },
    /** Pastes multiple cells into this file and the files below. Returns false for a single value, which the field handles itself. */
    paste: (id: string, column: Column, text: string): boolean => {
      const cells = cellsOf(text);
      if (cells.length === 0 || (cells.length === 1 && cells[0]!.length === 1 && !/[\t\r\n]/.test(text.trim())))
        return false;
      const targets = from(id);
      const changes = changesOf(cells, column).slice(0, targets.length);
      const left = cells.length - changes.length;
      apply(
        changes.map((values, index) => ({ id: targets[index]!.id, values })),
        left > 0 ? ` ${formatCount(left, 'row')} didn’t fit.` : '',
      );
      return true;
    },
  };
}

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
function cellsOf(text: string): string[][] {
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
function changesOf(cells: readonly string[][], first: Column): Partial<FileValues>[] {
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

/** A file in the table. */
export interface TableRow {
  id: string;
  name: string;
  size: number;
  preview: string | null;
  kind: MediaKind;
  values: FileValues;
  status: string;
  /** Whether the status says that something is wrong. */
  hasProblem: boolean;
  isReadOnly: boolean;
}

export type ChangeRow = (id: string, changes: Partial<FileValues>) => void;
