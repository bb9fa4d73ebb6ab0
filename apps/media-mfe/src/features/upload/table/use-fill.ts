import { formatCount } from '@archive/ui';
import { useState } from 'react';
import type { FileValues } from '../upload-draft.ts';
import { cellsOf, changesOf, type Column, type FilledColumn } from './paste-cells.ts';
import type { ChangeRow, TableRow } from './table-row.ts';

interface Change {
  id: string;
  values: Partial<FileValues>;
}

/** Changes of the last fill or paste, for undo. */
export interface UndoableFill {
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
