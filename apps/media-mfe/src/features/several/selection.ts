import type { StoredFile } from '@archive/contracts';
import { useMemo, useState } from 'react';

/** Files that are chosen, by their paths, and the one from which a range begins. */
export interface Chosen {
  paths: ReadonlySet<string>;
  anchor: string | undefined;
}

export const NONE: Chosen = { paths: new Set(), anchor: undefined };

/** Chooses a file, or no longer; what is done to one of a range is done to all from the anchor on. `order` is as they are shown. */
export function toggled(chosen: Chosen, path: string, range: boolean, order: readonly string[]): Chosen {
  const paths = new Set(chosen.paths);
  const on = !paths.has(path);
  const from = range && chosen.anchor !== undefined ? order.indexOf(chosen.anchor) : -1;
  const to = order.indexOf(path);
  const met = from === -1 || to === -1 ? [path] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
  for (const one of met) {
    // A range that is drawn anew from a chosen file adds to it, whatever its last one was.
    if (on || met.length > 1) paths.add(one);
    else paths.delete(one);
  }
  return { paths, anchor: path };
}

export interface Selection {
  /** The chosen files that are there, in the order of the folder. */
  files: StoredFile[];
  has: (path: string) => boolean;
  toggle: (path: string, range: boolean) => void;
  /** Chooses all that are shown. */
  all: () => void;
  clear: () => void;
}

/** The selection in a folder; `shown` are the files that its search leaves. */
export function useSelection(inFolder: StoredFile[], shown: StoredFile[]): Selection {
  const [chosen, setChosen] = useState(NONE);
  const order = useMemo(() => shown.map(({ path }) => path), [shown]);
  const files = useMemo(() => inFolder.filter(({ path }) => chosen.paths.has(path)), [inFolder, chosen]);
  return {
    files,
    has: (path) => chosen.paths.has(path),
    toggle: (path, range) => setChosen((now) => toggled(now, path, range, order)),
    all: () => setChosen(({ paths, anchor }) => ({ paths: new Set([...paths, ...order]), anchor })),
    clear: () => setChosen(NONE),
  };
}
