import { isFootnote } from './foreign-lines.ts';

const DEFINITION = /^\s*\[\^([^\]\s]{1,40})\]:\s*(.*)$/;
const REFERENCE = /\[\^([^\]\s]{1,40})\](?!:)/g;

/** The footnotes of a document, which voyages refer to from anywhere. */
export class Footnotes {
  readonly #texts = new Map<string, string>();
  readonly #lines = new Map<number, string>();
  readonly #usedLabels = new Set<string>();

  /** @param voyages the lines of each voyage */
  constructor(lines: readonly string[], voyages: readonly (readonly string[])[]) {
    for (const [index, line] of lines.entries()) {
      if (!isFootnote(line)) continue;
      const [, id = '', text = ''] = DEFINITION.exec(line) ?? [];
      if (this.#texts.has(id)) continue;
      this.#texts.set(id, text);
      this.#lines.set(index, id);
    }
    if (this.#texts.size === 0) return;
    for (const voyage of voyages) for (const id of this.#referencesIn(voyage)) this.#usedLabels.add(id);
  }

  /** Whether the line is a footnote that is moved to the voyages that refer to it. */
  isMoved(index: number): boolean {
    const id = this.#lines.get(index);
    return id !== undefined && this.#usedLabels.has(id);
  }

  /** The footnotes that the lines of a voyage refer to. */
  notesOf(lines: readonly string[]): string[] {
    if (this.#texts.size === 0) return [];
    return this.#referencesIn(lines).map((id) => `[^${id}]: ${this.#texts.get(id) ?? ''}`);
  }

  #referencesIn(lines: readonly string[]): string[] {
    const notes = lines
      .filter((line) => line.includes('[^') && !isFootnote(line))
      .flatMap((line) => [...line.matchAll(REFERENCE)].map(([, id = '']) => id));
    return [...new Set(notes)].filter((id) => this.#texts.has(id));
  }
}
