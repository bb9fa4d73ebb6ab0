/** Text of a field and its caret position. */
export interface TextWithCaret {
  text: string;
  caret: number;
}

/** An input mask: how the digits of a field are grouped. */
export interface Mask {
  /** Digits per group. */
  groups: number[];
  separator: string;
  /** Limits a group of digits in a complete value. */
  capGroup(group: string, index: number): string;
  /** Whether a string is left as typed, to be parsed when the field loses focus. `atEnd` is true for a character typed at the end. */
  isFreeText(text: string, previousText: string, atEnd: boolean): boolean;
}

/** Longest text a field accepts in another notation. */
export const MAX_FREE_TEXT = 60;

const DAY_OR_MONTH_FIRST = /^\s*\d{1,3}[-/.\s]/;

/** A slash after the year, or after digits that already have hyphens, may start the second date of an interval. */
const SLASH_AFTER_YEAR = /^\s*\d{4}(?:-\d{2}){0,2}\//;

/** A blank after a digit starts another notation: "1946 March 7", "1946 or 1947". */
const BLANK_AFTER_DIGIT = /\d\s/;

/** Two digits after the year above 12 can only start another year: "1946-1948". */
const YEAR_AFTER_YEAR = /^\s*\d{4}-(?:1[3-9]|[2-9]\d)\d/;

/** `YYYY-MM-DD`. Words, ranges, dates that start with the day or month, and dates with slashes are free text. */
export const DATE: Mask = {
  groups: [4, 2, 2],
  separator: '-',
  capGroup: (group) => group,
  isFreeText: (text, previousText, atEnd) => {
    if (/[^\d\-/.]/.test(text.trim()) || SLASH_AFTER_YEAR.test(text)) return true;
    if (BLANK_AFTER_DIGIT.test(text) || YEAR_AFTER_YEAR.test(text)) return true;
    // Deleting in "1946-03-07" can leave three digits before the hyphen; that is still the digit notation.
    return (
      DAY_OR_MONTH_FIRST.test(text) && (DAY_OR_MONTH_FIRST.test(previousText) || (atEnd && !previousText.includes('-')))
    );
  },
};

const capAt = (max: number, group: string) => (group.length === 2 && Number(group) > max ? String(max) : group);

/** `HH:MM`; hours are capped at 23 and minutes at 59 (SPEC section 5). Anything with letters or spaces is free text. */
export const TIME: Mask = {
  groups: [2, 2],
  separator: ':',
  capGroup: (group, index) => capAt(index === 0 ? 23 : 59, group),
  isFreeText: (text) => /[^\d:.]/.test(text.trimStart()),
};

const digitsIn = (text: string) => text.replace(/\D/g, '');

/** Digits with separators. Only a complete value is capped: "63" may become "6:30". */
function formatDigits(mask: Mask, digits: string): string {
  const parts: string[] = [];
  const isComplete = digits.length >= mask.groups.reduce((sum, length) => sum + length, 0);
  let remainingDigits = digits;
  for (const [index, length] of mask.groups.entries()) {
    const group = remainingDigits.slice(0, length);
    remainingDigits = remainingDigits.slice(length);
    if (group !== '') parts.push(isComplete ? mask.capGroup(group, index) : group);
  }
  return parts.join(mask.separator);
}

/** A separator after a single digit completes its group: "1946-3-" becomes "1946-03", "9:" becomes "09". */
function padGroups(mask: Mask, text: string): string {
  const separator = mask.separator === ':' ? '[:.]' : '[-/.]';
  return text.replace(new RegExp(`(^|\\D)(\\d)(?=${separator})`, 'g'), '$10$2');
}

/** The digits with separators, and a separator at the end if it was typed there, because words may follow it. */
function formatAtEnd(mask: Mask, text: string): TextWithCaret {
  const digits = digitsIn(text);
  const formatted = formatDigits(mask, digits);
  const isAfterGroup = formatDigits(mask, `${digits}0`) === `${formatted}${mask.separator}0`;
  const result = isAfterGroup && text.endsWith(mask.separator) ? `${formatted}${mask.separator}` : formatted;
  return { text: result, caret: result.length };
}

/** Caret position after a number of digits. */
function caretAfter(text: string, digits: number): number {
  let count = 0;
  for (const [index, character] of [...text].entries()) {
    if (count === digits) return index;
    if (/\d/.test(character)) count += 1;
  }
  return text.length;
}

/**
 * The text of a date or time field after an edit: digits with separators (SPEC section 5), or free text in another notation.
 * Deleting a separator also deletes the digit next to it: Backspace the one before, Delete the one after.
 *
 * @param raw Text and caret as the browser left them.
 * @param previousText Text before the edit.
 * @param inputType `InputEvent.inputType`.
 */
export function applyMask(mask: Mask, raw: TextWithCaret, previousText: string, inputType = ''): TextWithCaret {
  const isPaste = inputType === 'insertFromPaste' || inputType === 'insertReplacementText';
  const isAtEnd = (inputType === 'insertText' || isPaste) && raw.caret === raw.text.length;
  if (isPaste || mask.isFreeText(raw.text, previousText, isAtEnd)) {
    if (isPaste && /^\d+$/.test(raw.text)) return formatAtEnd(mask, raw.text);
    if (isPaste || !/^\s*$/.test(raw.text)) return { text: raw.text.slice(0, MAX_FREE_TEXT), caret: raw.caret };
  }
  if (inputType === 'insertText' && raw.caret === raw.text.length) {
    return formatAtEnd(mask, padGroups(mask, raw.text));
  }
  // A separator at the end stands for no digit yet.
  if (inputType.startsWith('delete') && `${raw.text}${mask.separator}` === previousText) return raw;
  let digits = digitsIn(raw.text);
  let digitsBeforeCaret = digitsIn(raw.text.slice(0, raw.caret)).length;
  const isOnlySeparator =
    inputType.startsWith('delete') && digits === digitsIn(previousText) && raw.text.length < previousText.length;
  if (isOnlySeparator) {
    if (inputType === 'deleteContentForward')
      digits = digits.slice(0, digitsBeforeCaret) + digits.slice(digitsBeforeCaret + 1);
    else {
      digits = digits.slice(0, Math.max(0, digitsBeforeCaret - 1)) + digits.slice(digitsBeforeCaret);
      digitsBeforeCaret = Math.max(0, digitsBeforeCaret - 1);
    }
  }
  const text = formatDigits(mask, digits);
  return { text, caret: caretAfter(text, digitsBeforeCaret) };
}
