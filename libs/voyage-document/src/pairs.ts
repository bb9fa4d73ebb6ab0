import { isEscapable } from './texts.ts';

/** Positions of matching brackets, parentheses and quotation marks. */
export interface Pairs {
  closes: ReadonlyMap<number, number>;
  /** Whether a bracket or quotation mark is unmatched, or the text ends with a backslash, so that appended text could change the pairs. */
  unbalanced: boolean;
}

const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '”': '“', '»': '«' };
const OPENS_QUOTE_AFTER = /[\s([“—–-]/;
const NO_QUOTED_TEXT = /[\s,;.)\]]/;
const ENDS_QUOTE_BEFORE = /[\s.,;:!?)\]”—–-]/;

const codesOf = (characters: string) => new Set(Array.from(characters, (character) => character.charCodeAt(0)));
const SPECIAL = codesOf('\\()[]"“”«»');
const OPENING = codesOf('(["“«');
/** Checks for lowercase letters first, because most characters are. */
const isSpecial = (code: number) => (code < 97 || code > 122) && SPECIAL.has(code);
const isOpening = (code: number) => (code < 97 || code > 122) && OPENING.has(code);

/** The position where the pair that starts at `index` ends. */
export const closingIndex = (text: string, { closes }: Pairs, index: number): number | undefined =>
  isOpening(text.charCodeAt(index)) ? closes.get(index) : undefined;

/**
 * Finds pairs in one pass. Unmatched characters are plain text, so that a forgotten parenthesis affects only its item and not the rest of
 * the list. A straight quotation mark opens only at the start of a word, so 6" isn't a quotation.
 */
export function findPairs(text: string): Pairs {
  const closes = new Map<number, number>();
  const open: { character: string; index: number }[] = [];
  const waiting: Record<string, number> = { '(': 0, '[': 0, '“': 0, '«': 0, '"': 0 };
  let isUnbalanced = false;

  const push = (character: string, index: number) => {
    open.push({ character, index });
    waiting[character] = (waiting[character] ?? 0) + 1;
  };
  const pop = () => {
    const last = open.pop();
    if (last) waiting[last.character] = (waiting[last.character] ?? 0) - 1;
    return last;
  };

  for (let index = 0; index < text.length; index += 1) {
    if (!isSpecial(text.charCodeAt(index))) continue;
    const character = text[index] ?? '';
    if (character === '\\' && isEscapable(text[index + 1])) {
      index += 1;
    } else if (character === '\\' && index === text.length - 1) {
      isUnbalanced = true;
    } else if (character === '(' || character === '[' || character === '“' || character === '«') {
      push(character, index);
    } else if (character in CLOSING) {
      const opening = CLOSING[character] ?? '';
      if (!waiting[opening]) {
        isUnbalanced = true;
        continue;
      }
      let last = pop();
      while (last && last.character !== opening) {
        isUnbalanced = true;
        last = pop();
      }
      if (last) closes.set(last.index, index);
    } else if (character === '"') {
      const previousCharacter = text[index - 1];
      const nextCharacter = text[index + 1];
      const top = open.at(-1);
      const canClose =
        !/\s/.test(previousCharacter ?? ' ') && (nextCharacter === undefined || ENDS_QUOTE_BEFORE.test(nextCharacter));
      if (top?.character === '"' && canClose) {
        pop();
        closes.set(top.index, index);
      } else if (
        (previousCharacter === undefined || OPENS_QUOTE_AFTER.test(previousCharacter)) &&
        nextCharacter !== undefined &&
        !NO_QUOTED_TEXT.test(nextCharacter)
      ) {
        push(character, index);
      } else {
        isUnbalanced = true;
      }
    }
  }
  return { closes, unbalanced: isUnbalanced || open.length > 0 };
}

/** Visits unescaped positions outside of pairs, and the opening character of each pair. */
export function forEachOutside(text: string, pairs: Pairs, visit: (index: number, close: number | null) => void): void {
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === '\\' && isEscapable(text[index + 1])) {
      index += 1;
      continue;
    }
    const close = closingIndex(text, pairs, index) ?? null;
    visit(index, close);
    if (close !== null) index = close;
  }
}
