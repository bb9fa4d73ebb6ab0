import { isDatedHeading, isDateLine, isTitledDateLine } from './date-lines.ts';
import { readLabel } from './labels.ts';
import { dateAtStart } from './line-dates.ts';
import { readOwnerHeading } from './owner-heading.ts';

/** The lines of a document, with its outline converted to headings. */
export interface OutlinedDocument {
  lines: string[];
  /** 0-based numbers of the lines that were converted to headings. */
  headings: number[];
}

/** The bullet or number of an item in an outline or list. */
const MARKER = /^\s*(?:[*+•–-]|\(?(?:\d{1,3}|[A-Za-z]|[IVX]{1,5}|[ivx]{1,5})[.)])\s+/;
const PRESIDENT = /^(?:president|pres\.)\s+((?:\p{Lu}[\p{L}.'’]*\s?){1,4}?)(?:['’]s\s.*)?(\s*\([^()]*\d[^()]*\))?:?$/iu;
const INDENTED = /^(?: {2,}|\t)\s*[*+•–-]\s/;
/** A date in bold at the start of an item. */
const BOLD_START = /^\*\*([^*]*\d[^*]*)\*\*:?/;
/** A wide gap of spaces or tabs, as between the columns of a table typed with the space bar. */
const GAP = / {3,}|\t+/g;

export function ownerOf(text: string): string | null {
  if (text.length > 80 || /[.!?]$/.test(text.replace(/\b\p{Lu}\.$/u, ''))) return null;
  const [, name, term = ''] = PRESIDENT.exec(text) ?? [];
  if (name !== undefined) return `President ${name.replace(/['’]s\b.*$/, '').trim()}${term}`;
  const owner = readOwnerHeading(text.replace(/:$/, ''));
  return owner.isSection ? text : null;
}

const isDate = (text: string) =>
  isDateLine(text) || isTitledDateLine(text) || (text.length < 60 && isDatedHeading(text) && /\d{4}\W*$/.test(text));

const MAIL_DATE = /^(?:date|sent):/i;
const MAIL_ADDRESS = /^(?:from|to|cc|reply-to):.*@/i;
const MAIL_LINES = 4;

/** Whether a line says when an e-mail was sent: `Date: Tue, 14 Mar 2023 09:12:44 -0500` near the address of its sender. */
export const isOfMail = (lines: readonly string[], index: number) =>
  MAIL_DATE.test(lines[index] ?? '') &&
  lines.slice(Math.max(0, index - MAIL_LINES), index + MAIL_LINES).some((line) => MAIL_ADDRESS.test(line));

/** Whether a list item begins with a whole date, and so may be a voyage like the items beside it. */
const isDatedItem = (line: string) =>
  MARKER.test(line) &&
  !INDENTED.test(line) &&
  dateAtStart(line, { context: { year: null, month: null }, isDayFirst: undefined })?.hasYear === true;

/**
 * Finds the outline of a document without headings: dates known to the day, presidents, and fields after bullets or numbers. Null if it has
 * neither two dates nor a date with a field, and if some items of a list of dates would become the text of others.
 */
export function findOutline(lines: readonly string[]): OutlinedDocument | null {
  const headings: number[] = [];
  let dates = 0;
  let fields = 0;
  let [datedItems, otherItems] = [0, 0];
  const outlined = lines.map((line, index) => {
    const text = line.replace(MARKER, '').trim().replace(BOLD_START, '$1');
    if (text === '' || isOfMail(lines, index)) return line;
    const spaced = text.replaceAll(GAP, ' – ');
    if (text.length < 200 && (isDate(text) || isDate(spaced))) {
      dates += 1;
      if (MARKER.test(line)) datedItems += 1;
      headings.push(index);
      return `## ${isDate(text) ? text : spaced}`;
    }
    if (isDatedItem(line)) otherItems += 1;
    // "Pres. Ford" in a list is a passenger.
    const owner = INDENTED.test(line) ? null : ownerOf(text);
    if (owner !== null) {
      headings.push(index);
      return `# ${owner}`;
    }
    const label = readLabel(text);
    if (label?.field) fields += 1;
    return label ? text : line;
  });
  const isWhole = datedItems === 0 || otherItems === 0;
  return isWhole && (dates > 1 || (dates === 1 && fields > 0)) ? { lines: outlined, headings } : null;
}
