import { isReferenceDefinition, readReferenceDefinition } from './foreign-lines.ts';

/** `[text][id]`, `[text][]` and `[id]` alone. */
const REFERENCE = /(?<![\\\]])\[([^[\]]{1,200})\](?:\[([^[\]]{0,60})\])?(?![(:])/g;

const keyOf = (id: string) => id.toLowerCase().replaceAll(/\s+/g, ' ').trim();

/** Converts reference links, `[text][1]` and `[1]: URL`, to inline links. Keeps the number of lines. */
export function withInlineLinks(lines: readonly string[]): readonly string[] {
  if (!lines.some(isReferenceDefinition)) return lines;
  const targets = new Map<string, string>();
  for (const line of lines) {
    const definition = readReferenceDefinition(line);
    if (!definition || targets.has(keyOf(definition.id))) continue;
    const { url, tooltip } = definition;
    targets.set(keyOf(definition.id), tooltip === null ? url : `${url} "${tooltip}"`);
  }
  const usedLabels = new Set<string>();
  const rewritten = lines.map((line) =>
    isReferenceDefinition(line)
      ? line
      : line.replaceAll(REFERENCE, (reference, text: string, id: string | undefined) => {
          const key = keyOf(id || text);
          const target = targets.get(key);
          if (target === undefined) return reference;
          usedLabels.add(key);
          return `[${text}](${target})`;
        }),
  );
  const isUsed = (line: string) => usedLabels.has(keyOf(readReferenceDefinition(line)?.id ?? ''));
  return rewritten.map((line) => (isReferenceDefinition(line) && isUsed(line) ? '' : line));
}
