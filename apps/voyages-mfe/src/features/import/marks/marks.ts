/** The lines at which voyages begin, in order. */
export type Marks = readonly number[];

/** Adds a mark at a line, or removes the one that it has. */
export const toggled = (marks: Marks, line: number): Marks =>
  marks.includes(line) ? marks.filter((mark) => mark !== line) : [...marks, line].toSorted((a, b) => a - b);

/** Moves the mark of a line to another line; unchanged if the line has none, or if the other has one or doesn’t exist. */
export function moved(marks: Marks, line: number, to: number, lines: number): Marks {
  if (!marks.includes(line) || marks.includes(to) || to < 1 || to > lines) return marks;
  return toggled(toggled(marks, line), to);
}

/** The index of the passage that a line belongs to; -1 above the first mark. */
export const passageOf = (marks: Marks, line: number): number => marks.findLastIndex((mark) => mark <= line);
