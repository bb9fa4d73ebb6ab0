import { findPairs, forEachOutside } from './pairs.ts';

export interface ListItem {
  text: string;
  /** Number of lines between the start of the list and the item. */
  lineOffset: number;
  /** The separator after the item: a line feed at the end of a line, empty at the end of the list. */
  end: string;
}

const BULLET = /^(?:[*+•–-]|\d{1,3}\\?[.)])\s+/;

export interface ListOptions {
  separators: string;
  /** Whether the list starts on its own line, so that its first item may have a bullet. */
  ownLine: boolean;
}

/**
 * Splits a list into items. Separators inside links, brackets, parentheses and quotation marks are ignored. A line break separates items
 * before a bullet, at a blank line, after a complete item, or anywhere if the list has no other separator. Otherwise it is a wrapped line.
 */
export function splitList(text: string, { separators, ownLine }: ListOptions): ListItem[] {
  const pairs = findPairs(text);
  let hasSeparator = false;
  forEachOutside(text, pairs, (index) => {
    if (separators.includes(text[index] ?? '')) hasSeparator = true;
  });

  const items: ListItem[] = [];
  let start = 0;
  let line = 0;
  let count = 0;
  let previous = '';
  let skipTo = 0;
  let isBullet = ownLine;

  const addItem = (end: number, next: number, bulletNext: boolean) => {
    const raw = text.slice(start, end);
    const lead = raw.length - raw.trimStart().length;
    for (; count < start + lead; count += 1) if (text[count] === '\n') line += 1;
    const trimmed = raw.trim();
    const item = isBullet ? trimmed.replace(BULLET, '') : trimmed;
    if (item !== '') items.push({ text: item, lineOffset: line, end: text[end] ?? '' });
    start = next;
    isBullet = bulletNext;
  };

  forEachOutside(text, pairs, (index, close) => {
    if (index < skipTo) return;
    const character = text[index] ?? '';
    if (separators.includes(character)) {
      let next = index + 1;
      while (next < text.length && /[^\S\n]/.test(text[next] ?? '')) next += 1;
      addItem(index, index + 1, text[next] === '\n');
      previous = character;
    } else if (character === '\n') {
      let next = index + 1;
      let afterBlank = false;
      while (next < text.length && /\s/.test(text[next] ?? '')) {
        if (text[next] === '\n') afterBlank = true;
        next += 1;
      }
      const starts = text[next] ?? '';
      const isBulleted = BULLET.test(text.slice(next, next + 8));
      const isFinished = previous === ')' && starts !== '(';
      if (afterBlank || isBulleted || isFinished || !hasSeparator) addItem(index, next, true);
      skipTo = next;
    } else if (!/\s/.test(character)) {
      previous = close === null ? character : (text[close] ?? '');
    }
  });
  addItem(text.length, text.length, false);
  return items;
}

const MARK = /\s*\{([a-z ]{1,20})\}$/;

/** Removes a word in braces at the end of an item, such as `{crew}` or `{book}`, which adds information. Other words are text. */
export function takeMarker<Word extends string>(
  text: string,
  words: readonly Word[],
): { text: string; mark: Word | null } {
  if (!text.endsWith('}')) return { text, mark: null };
  const tail = text.slice(-40);
  const match = MARK.exec(tail);
  const mark = words.find((word) => word === match?.[1]);
  if (!match || mark === undefined) return { text, mark: null };
  return { text: text.slice(0, text.length - match[0].length), mark };
}
