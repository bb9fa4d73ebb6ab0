/** Text of a field, and where the caret stands in it. */
export interface Typed {
  text: string;
  caret: number;
}

interface Pattern {
  /** Digits of each group. */
  groups: number[];
  separator: string;
  /** The group as it may stand, once it is whole. */
  capped(group: string, index: number): string;
  /** A pasted text in another notation, in this one. */
  pasted(text: string): string | undefined;
}

const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const two = (text: string | number) => String(text).padStart(2, '0');

function monthOf(word: string): number {
  const short = word.toLowerCase();
  return short.length < 3 ? 0 : MONTHS.findIndex((name) => name.startsWith(short)) + 1;
}

/** "1946/3/7", "3/7/1946", "March 7, 1946" and "7 March 1946" as "1946-03-07", "March 1946" as "1946-03". */
function pastedDate(text: string): string | undefined {
  const ordered = /^\D*(\d{4})[^\d]+(\d{1,2})(?:[^\d]+(\d{1,2}))?\D*$/.exec(text);
  if (ordered) return [ordered[1], two(ordered[2]!), ...(ordered[3] ? [two(ordered[3])] : [])].join('-');
  const american = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\s*$/.exec(text);
  if (american) return `${american[3]}-${two(american[1]!)}-${two(american[2]!)}`;
  const word = /[a-z]{3,}/i.exec(text)?.[0] ?? '';
  const year = /\b\d{4}\b/.exec(text)?.[0];
  const month = monthOf(word);
  if (!year || month === 0) return undefined;
  const day = /\b(\d{1,2})(?:st|nd|rd|th)?\b/.exec(text.replace(year, ''))?.[1];
  return [year, two(month), ...(day ? [two(day)] : [])].join('-');
}

/** "9:05 p.m." as "21:05", "9.05" as "09:05". */
function pastedTime(text: string): string | undefined {
  const match = /^\D*(\d{1,2})(?:[:.h](\d{2}))?\s*(a|p)?\.?\s*m?\.?\s*$/i.exec(text);
  if (!match || (match[2] === undefined && match[3] === undefined)) return undefined;
  const half = match[3]?.toLowerCase();
  const hour = Number(match[1]) % (half ? 12 : 24);
  return `${two(half === 'p' ? hour + 12 : hour)}:${match[2] ?? '00'}`;
}

const capAt = (most: number, group: string) => (group.length === 2 && Number(group) > most ? String(most) : group);

export const DATE: Pattern = {
  groups: [4, 2, 2],
  separator: '-',
  capped: (group) => group,
  pasted: pastedDate,
};

/** Hours to 23, minutes to 59 (SPEC section 5). */
export const TIME: Pattern = {
  groups: [2, 2],
  separator: ':',
  capped: (group, index) => capAt(index === 0 ? 23 : 59, group),
  pasted: pastedTime,
};

const digitsIn = (text: string) => text.replace(/\D/g, '');

function spelled(pattern: Pattern, digits: string): string {
  const parts: string[] = [];
  let rest = digits;
  for (const [index, length] of pattern.groups.entries()) {
    const group = rest.slice(0, length);
    rest = rest.slice(length);
    if (group !== '') parts.push(pattern.capped(group, index));
  }
  return parts.join(pattern.separator);
}

/** A separator typed after a single digit makes that digit a whole group: "1946-3-" is "1946-03", "9:" is "09". */
function padded(pattern: Pattern, text: string): string {
  const separator = pattern.separator === ':' ? '[:.]' : '[-/.]';
  return text.replace(new RegExp(`(^|\\D)(\\d)(?=${separator})`, 'g'), '$10$2');
}

/** Where the caret stands after so many digits. */
function caretAfter(text: string, digits: number): number {
  let seen = 0;
  for (const [index, sign] of [...text].entries()) {
    if (seen === digits) return index;
    if (/\d/.test(sign)) seen += 1;
  }
  return text.length;
}

/**
 * What a date or time field holds after a change: the digits as they are, the separators put in, no more than fit (SPEC section 5).
 * `raw` is what the browser made of the change, `before` what stood there. Taking away a separator takes the digit beyond it too: by
 * Backspace the one before, by Delete the one after.
 */
export function retyped(pattern: Pattern, raw: Typed, before: string, inputType = ''): Typed {
  if (inputType === 'insertFromPaste' || inputType === 'insertReplacementText') {
    const text = pattern.pasted(raw.text);
    if (text !== undefined) return { text, caret: text.length };
  }
  if (inputType === 'insertText' && raw.caret === raw.text.length) {
    const text = spelled(pattern, digitsIn(padded(pattern, raw.text)));
    return { text, caret: text.length };
  }
  let digits = digitsIn(raw.text);
  let ahead = digitsIn(raw.text.slice(0, raw.caret)).length;
  const onlySeparator =
    inputType.startsWith('delete') && digits === digitsIn(before) && raw.text.length < before.length;
  if (onlySeparator) {
    if (inputType === 'deleteContentForward') digits = digits.slice(0, ahead) + digits.slice(ahead + 1);
    else {
      digits = digits.slice(0, Math.max(0, ahead - 1)) + digits.slice(ahead);
      ahead = Math.max(0, ahead - 1);
    }
  }
  const text = spelled(pattern, digits);
  return { text, caret: caretAfter(text, ahead) };
}

/** A time as it is meant when the field is left: "9" is "09:00", "19" is "19:00". */
export function wholeTime(text: string): string {
  return /^\d{1,2}$/.test(text) ? `${spelled(TIME, two(text))}:00` : text;
}

export const isTime = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);
