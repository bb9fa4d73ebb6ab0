import type { VoyageRecord } from '@archive/voyage-document';

type Lines = Pick<VoyageRecord, 'line' | 'end_line' | 'original_markdown'>;

interface LineIndex {
  lines: readonly string[];
  /** Positions in `lines` that have a word. */
  positions: ReadonlyMap<string, readonly number[]>;
}

/** Lines with the surname that are searched for the full name, so that a long list of namesakes takes no longer. */
const MAX_LINES = 50;

/** A voyage may list thousands of names, so its lines are read once. */
const indexes = new WeakMap<Lines, LineIndex | undefined>();

const wordsIn = (text: string) => text.match(/\p{L}+/gu) ?? [];

function indexOf(record: Lines): LineIndex | undefined {
  if (indexes.has(record)) return indexes.get(record);
  const lines = record.original_markdown.split('\n');
  // A table or JSON has other line numbers than the converted voyage.
  const index =
    lines.length === record.end_line - record.line + 1 ? { lines, positions: positionsOf(lines) } : undefined;
  indexes.set(record, index);
  return index;
}

function positionsOf(lines: readonly string[]): Map<string, number[]> {
  const positions = new Map<string, number[]>();
  for (const [position, line] of lines.entries())
    for (const word of new Set(wordsIn(line))) {
      const found = positions.get(word);
      if (found) found.push(position);
      else positions.set(word, [position]);
    }
  return positions;
}

/**
 * The line of a voyage that has a name; its first line if none has. "Nimitz, Chester W." is read as "Chester W. Nimitz", so a line with
 * only the surname counts if none has the full name.
 */
export function lineOfName(record: Lines, name: string): number {
  const index = indexOf(record);
  const words = wordsIn(name);
  // Not "Jr".
  const surname = words.findLast((word) => word.length >= 3) ?? words.at(-1) ?? '';
  const positions = index?.positions.get(surname)?.slice(0, MAX_LINES) ?? [];
  const position = positions.find((at) => index?.lines[at]?.includes(name)) ?? positions[0] ?? 0;
  return record.line + position;
}
