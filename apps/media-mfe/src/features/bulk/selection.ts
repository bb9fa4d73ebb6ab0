import type { StoredFile } from '@archive/contracts';
import { useMemo, useState } from 'react';

/** Selected paths, and the path where a range starts. */
export interface SelectionState {
  paths: ReadonlySet<string>;
  anchor: string | undefined;
}

export const EMPTY: SelectionState = { paths: new Set(), anchor: undefined };

/** Toggles a file, or selects the range from the anchor to it. `order` lists the visible paths. */
export function toggle(
  selected: SelectionState,
  path: string,
  range: boolean,
  order: readonly string[],
): SelectionState {
  const paths = new Set(selected.paths);
  const on = !paths.has(path);
  const from = range && selected.anchor !== undefined ? order.indexOf(selected.anchor) : -1;
  const to = order.indexOf(path);
  const affected = from === -1 || to === -1 ? [path] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
  for (const one of affected) {
    // A range only ever adds files.
    if (on || affected.length > 1) paths.add(one);
    else paths.delete(one);
  }
  return { paths, anchor: path };
}

export interface Selection {
  /** Selected files in folder order. */
  files: StoredFile[];
  has: (path: string) => boolean;
  toggle: (path: string, range: boolean) => void;
  /** Selects all visible files. */
  all: () => void;
  clear: () => void;
}

/** Selection state of a folder. `shown` are the files that match its search. */
export function useSelection(inFolder: StoredFile[], shown: StoredFile[]): Selection {
  const [selected, setSelected] = useState(EMPTY);
  const order = useMemo(() => shown.map(({ path }) => path), [shown]);
  const files = useMemo(() => inFolder.filter(({ path }) => selected.paths.has(path)), [inFolder, selected]);
  return {
    files,
    has: (path) => selected.paths.has(path),
    toggle: (path, range) => setSelected((now) => toggle(now, path, range, order)),
    all: () => setSelected(({ paths, anchor }) => ({ paths: new Set([...paths, ...order]), anchor })),
    clear: () => setSelected(EMPTY),
  };
}
