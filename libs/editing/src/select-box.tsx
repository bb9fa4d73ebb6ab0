import type { Selection } from './selection.ts';

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
