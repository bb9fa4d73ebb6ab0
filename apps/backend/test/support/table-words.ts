import { columnOf, unusedWords, type VoyageDocument, type VoyageRecord } from '@archive/voyage-document';

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const textsIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [String(value ?? '')];

/** Matches each word with one occurrence in the texts, and returns the words without one. */
function missing(words: readonly string[], texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of texts.flatMap(wordsOf)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return words.filter((word) => {
    const count = counts.get(word) ?? 0;
    counts.set(word, count - 1);
    return count <= 0;
  });
}

/** Whether a word is a key of a JSON list of voyages, or occurs only in table headings. */
const isSyntax = (word: string) => /^(?:voyages|null|true|false)$/.test(word) || columnOf(word) !== undefined;

/**
 * The words of a table or a JSON document that are stored neither in the voyage of their row or entry nor quoted in a problem there. A word
 * that occurs twice must be stored or quoted twice.
 */
export function lostTableWords(
  text: string,
  format: 'csv' | 'json',
  { voyages, rejected, sections, problems }: VoyageDocument,
): string[] {
  // A cell without a value is reported once for its column.
  const noValues = problems.flatMap(
    ({ message }) => /^“(.*)” in the column .* is read as an empty cell\.$/s.exec(message)?.[1] ?? [],
  );
  const isNoValue = new Set(noValues.flatMap(wordsOf));
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const isOwn = new Set<number>();
  const messagesIn = (from: number, to: number) =>
    problems.filter(({ line }) => line >= from && line <= to).flatMap(({ message, field }) => [message, field ?? '']);
  const ownerOf = ({ section }: VoyageRecord) => (section === null ? [] : textsIn(sections[section]));
  const lost: string[] = [];
  for (const [, group] of Map.groupBy(voyages, ({ line, end_line }) => `${line} ${end_line}`)) {
    const [first, ...others] = group as [VoyageRecord, ...VoyageRecord[]];
    const { line: from, end_line: to } = first;
    for (let line = from; line <= to; line += 1) isOwn.add(line);
    const also = [
      ...ownerOf(first),
      ...others.flatMap(({ original_markdown: _lines, ...other }) => [
        ...textsIn(other),
        ...ownerOf(other as VoyageRecord),
      ]),
    ];
    const sourceLines = lines.slice(from - 1, to);
    const unused = unusedWords(sourceLines, first, { format, also }).flatMap((passage) =>
      wordsOf((sourceLines[passage.line] ?? '').slice(passage.from, passage.to)),
    );
    lost.push(...missing(unused, messagesIn(from, to)));
  }
  for (const { line, end_line } of rejected) for (let index = line; index <= end_line; index += 1) isOwn.add(index);
  for (const [index, written] of lines.entries()) {
    if (isOwn.has(index + 1)) continue;
    const words = missing(wordsOf(written), messagesIn(index + 1, index + 1));
    // Headings that the format defines.
    const headings = new Set(
      written
        .split(/[,;\t:"{]+/)
        .filter((heading) => columnOf(heading))
        .flatMap(wordsOf),
    );
    lost.push(...words.filter((word) => !isSyntax(word) && !headings.has(word)));
  }
  return lost.filter((word) => !isNoValue.has(word));
}
