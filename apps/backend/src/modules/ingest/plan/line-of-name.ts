import type { VoyageRecord } from '@archive/voyage-document';

type Lines = Pick<VoyageRecord, 'line' | 'end_line' | 'original_markdown'>;

/** The line of a voyage that has one of the texts, the first text first; the voyage's first line if none has. */
function lineOfText({ line, end_line, original_markdown }: Lines, texts: readonly string[]): number {
  const lines = original_markdown.split('\n');
  // A table or JSON has other line numbers than the converted voyage.
  if (lines.length !== end_line - line + 1) return line;
  for (const text of texts) {
    const index = lines.findIndex((sourceLine) => sourceLine.includes(text));
    if (index >= 0) return line + index;
  }
  return line;
}

/** The line of a voyage that has a name. "Nimitz, Chester W." is read as "Chester W. Nimitz", so the surname counts too. */
export function lineOfName(record: Lines, name: string): number {
  const surname = name.split(' ').findLast((word) => /\p{L}{3}/u.test(word));
  return lineOfText(record, surname === undefined ? [name] : [name, surname]);
}
