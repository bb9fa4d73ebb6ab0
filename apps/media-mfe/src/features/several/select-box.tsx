import type { Selection } from './selection.ts';

interface SelectBoxProps {
  path: string;
  /** Of the file, for who does not see it. */
  name: string;
  selection: Selection;
}

/** The box in the corner of a print. With Shift, by a press or by the space bar, it reaches from the last one to this. */
export function SelectBox({ path, name, selection }: SelectBoxProps) {
  return (
    <label className="absolute top-1 left-1 z-1 grid size-9 cursor-pointer place-items-center rounded bg-leaf/90 select-none">
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        checked={selection.has(path)}
        className="size-5 cursor-pointer accent-navy"
        onChange={() => undefined}
        onClick={({ shiftKey }) => selection.toggle(path, shiftKey)}
      />
    </label>
  );
}
