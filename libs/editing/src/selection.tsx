import { useMemo, useState } from 'react';

/** Selected keys, and the key where a range starts. */
export interface SelectionState {
  keys: ReadonlySet<string>;
  anchor: string | undefined;
}

export const EMPTY_SELECTION: SelectionState = { keys: new Set(), anchor: undefined };

/** Toggles an item, or selects the range from the anchor to it. `order` lists the visible keys. */
export function toggleSelection(
  selected: SelectionState,
  key: string,
  range: boolean,
  order: readonly string[],
): SelectionState {
  const keys = new Set(selected.keys);
  const willSelect = !keys.has(key);
  const from = range && selected.anchor !== undefined ? order.indexOf(selected.anchor) : -1;
  const to = order.indexOf(key);
  const affected = from === -1 || to === -1 ? [key] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
  for (const item of affected) {
    // A range only adds items, and never deselects any.
    if (willSelect || affected.length > 1) keys.add(item);
    else keys.delete(item);
  }
  return { keys, anchor: key };
}

export interface Selection<T> {
  /** Selected items in the list's order. */
  items: T[];
  has: (key: string) => boolean;
  toggle: (key: string, range: boolean) => void;
  /** Selects all visible items. */
  all: () => void;
  /** Selects items, even if they are not visible. */
  select: (items: readonly T[]) => void;
  clear: () => void;
  /** Deselects some items, for example after they were processed. */
  deselect: (items: readonly T[]) => void;
}

/**
 * Selection among the items of a list.
 *
 * @param keyOf must be the same function on each render, such as one defined at module level
 * @param shownItems the visible items, if a search hides some
 */
export function useSelection<T>(items: readonly T[], keyOf: (item: T) => string, shownItems = items): Selection<T> {
  const [selected, setSelected] = useState(EMPTY_SELECTION);
  const order = () => shownItems.map(keyOf);
  const chosenItems = useMemo(() => items.filter((item) => selected.keys.has(keyOf(item))), [items, selected, keyOf]);
  const select = (addedKeys: readonly string[]) =>
    setSelected(({ keys, anchor }) => ({ keys: new Set([...keys, ...addedKeys]), anchor }));
  return {
    items: chosenItems,
    has: (key) => selected.keys.has(key),
    toggle: (key, range) => setSelected((current) => toggleSelection(current, key, range, order())),
    all: () => select(order()),
    select: (addedKeys) => select(addedKeys.map(keyOf)),
    clear: () => setSelected(EMPTY_SELECTION),
    deselect: (doneKeys) => {
      const deselected = new Set(doneKeys.map(keyOf));
      setSelected(({ keys, anchor }) => ({ keys: new Set([...keys].filter((key) => !deselected.has(key))), anchor }));
    },
  };
}

interface SelectBoxProps {
  /** Key of the item in the selection. */
  item: string;
  /** Accessible name of the item. */
  name: string;
  selection: Pick<Selection<unknown>, 'has' | 'toggle'>;
}

/** Checkbox on a thumbnail. With Shift, a click or Space selects the range from the last one. */
export function SelectBox({ item, name, selection }: SelectBoxProps) {
  return (
    <label className="absolute top-1 left-1 z-1 grid size-9 cursor-pointer place-items-center rounded bg-leaf/90 select-none print:hidden">
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        checked={selection.has(item)}
        className="size-5 cursor-pointer accent-navy"
        onChange={() => undefined}
        onClick={({ shiftKey }) => selection.toggle(item, shiftKey)}
      />
    </label>
  );
}
