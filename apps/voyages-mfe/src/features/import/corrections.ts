import type { LineRange } from './labels.ts';

/** New text that replaces lines of a document. */
export interface Correction extends LineRange {
  text: string;
}

const overlaps = (a: LineRange, b: LineRange) => a.from <= b.to && b.from <= a.to;

/** The text of a document with corrections applied. The corrections must be in order and must not overlap. */
export function correctedText(lines: readonly string[], corrections: readonly Correction[]): string {
  return textOf(lines, corrections, { from: 1, to: lines.length });
}

function textOf(lines: readonly string[], corrections: readonly Correction[], { from, to }: LineRange): string {
  const parts: string[] = [];
  let next = from;
  for (const correction of corrections) {
    if (!overlaps(correction, { from, to })) continue;
    parts.push(...lines.slice(next - 1, correction.from - 1), correction.text);
    next = correction.to + 1;
  }
  parts.push(...lines.slice(next - 1, to));
  return parts.join('\n');
}

/** The lines to correct, with their current text. The range is larger than `target` if earlier corrections overlap it. */
export function passageOf(lines: readonly string[], corrections: readonly Correction[], target: LineRange): Correction {
  const within = corrections.filter((correction) => overlaps(correction, target));
  const range = {
    from: Math.min(target.from, ...within.map(({ from }) => from)),
    to: Math.max(target.to, ...within.map(({ to }) => to)),
  };
  return { ...range, text: textOf(lines, corrections, range) };
}

/** Adds a correction, replacing those that it overlaps. A correction that changes nothing is not added. */
export function withCorrection(
  lines: readonly string[],
  corrections: readonly Correction[],
  added: Correction,
): Correction[] {
  const others = corrections.filter((correction) => !overlaps(correction, added));
  const original = lines.slice(added.from - 1, added.to).join('\n');
  return added.text === original ? others : [...others, added].toSorted((a, b) => a.from - b.from);
}
