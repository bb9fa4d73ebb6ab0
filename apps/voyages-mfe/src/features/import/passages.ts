/** A part of a line. */
export interface Passage {
  text: string;
  unused: boolean;
}

/** Splits a line into used and unused passages. The unused ranges must be in order. */
export function passagesOf(line: string, unused: readonly { from: number; to: number }[]): Passage[] {
  const passages: Passage[] = [];
  let next = 0;
  for (const { from, to } of unused) {
    passages.push({ text: line.slice(next, from), unused: false }, { text: line.slice(from, to), unused: true });
    next = to;
  }
  passages.push({ text: line.slice(next), unused: false });
  return passages.filter(({ text }) => text !== '');
}
