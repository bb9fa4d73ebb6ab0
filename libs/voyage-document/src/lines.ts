import { labeledCells } from './label-cells.ts';
import { readLabel } from './labels.ts';
import { isFootnote, isHtmlLine, isReferenceDefinition, isTableRule, isUnderline } from './foreign-lines.ts';
import { findPairs } from './pairs.ts';
import { isCalendarDate } from './dates.ts';
import { isDatedHeading, isDateLine, isTitledDateLine, readBoldHeading, readDateLabel } from './date-lines.ts';
import { findDate, startsWithDate } from './voyage-heading.ts';

export function splitLines(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}

/** Returns the text of a range of lines; `to` is exclusive. */
export type JoinLines = (from: number, to: number) => string;

/** Returns a function that joins lines of a text. It copies nothing if the text has no carriage returns. */
export function lineJoiner(text: string, lines: readonly string[]): JoinLines {
  if (text.includes('\r')) return (from, to) => lines.slice(from, to).join('\n');
  const starts = new Uint32Array(lines.length + 1);
  for (const [index, line] of lines.entries()) starts[index + 1] = (starts[index] ?? 0) + line.length + 1;
  return (from, to) => text.slice(starts[from], (starts[to] ?? 0) - 1);
}

export function isBlank(line: string): boolean {
  return line.trim() === '';
}

const HEADING = /^(#{1,6})(?:\s|$)/;
const HASHES_AND_DATE = /^(#{1,6})[*_]{0,3}(\d{4}(?:-\d\d(?:-\d\d)?)?)(?![\d-])/;

export interface HeadingLine {
  level: number;
  text: string;
  /** Whether the space that Markdown requires after `#` is missing. */
  tight: boolean;
}

/** Reads a heading. Also accepts `##1976-06-16`, because the missing space would otherwise lose a voyage. */
export function readHeadingLine(line: string): HeadingLine | null {
  const text = line.trimStart();
  if (!text.startsWith('#')) return null;
  const spaced = HEADING.exec(text)?.[1];
  if (spaced !== undefined) return { level: spaced.length, text: text.slice(spaced.length).trim(), tight: false };
  const tight = HASHES_AND_DATE.exec(text);
  if (tight?.[1] === undefined || tight[2] === undefined || !isCalendarDate(tight[2])) return null;
  return { level: tight[1].length, text: text.slice(tight[1].length).trim(), tight: true };
}

/** Whether the line is a horizontal rule (`---`). Rules have no meaning here. */
export function isHorizontalRule(line: string): boolean {
  const text = line.trim();
  const mark = text[0];
  if (text.length < 3 || (mark !== '-' && mark !== '*' && mark !== '_')) return false;
  for (const character of text) if (character !== mark) return false;
  return true;
}

/** Whether a line is a heading without text, which word processors leave behind. */
export function isEmptyHeading(line: string): boolean {
  return readHeadingLine(line)?.text === '';
}

/** Whether the line only separates other lines. */
export function isSeparator(line: string): boolean {
  return isBlank(line) || isHorizontalRule(line) || isEmptyHeading(line);
}

const PICTURE = /^\[[^\]]{1,100}\]:\s*<?data:/i;

/** Whether the line is image data, which the Markdown export of a shared document appends for pasted images. */
export function isPastedPicture(line: string): boolean {
  return PICTURE.test(line.trimStart());
}

const ONLY_PICTURES = /^(?:!\[[^\]]*\]\([^)]*\)\s*)+$/;

/** Whether a line has nothing but Markdown images. */
export const isPicture = (line: string) => line.length < 2000 && ONLY_PICTURES.test(line.trim());

/** The groups of a line that consists only of `(…) (…)`; null for other lines. */
export function readParentheses(line: string): string[] | null {
  let text = line.trim();
  const emphasis = /^[*_]{1,3}(?=\()/.exec(text)?.[0];
  if (emphasis && text.endsWith(emphasis)) text = text.slice(emphasis.length, -emphasis.length).trim();
  if (!text.startsWith('(')) return null;
  const pairs = findPairs(text);
  const groups: string[] = [];
  for (let index = 0; index < text.length; index += 1) {
    if (/[\s,;]/.test(text[index] ?? '')) continue;
    const close = text[index] === '(' ? pairs.closes.get(index) : undefined;
    if (close === undefined) return null;
    groups.push(text.slice(index + 1, close));
    index = close;
  }
  return groups;
}

/** Whether a heading splits the document or is empty. Deeper headings without a date are part of the text. */
export function splitsDocument(heading: HeadingLine): boolean {
  return (
    heading.level <= 2 ||
    heading.text === '' ||
    heading.tight ||
    startsWithDate(heading.text) ||
    isDatedHeading(heading.text) ||
    findDate(heading.text) !== null
  );
}

function hasSyntax(text: string): boolean {
  const heading = readHeadingLine(text);
  return (
    (heading !== null && splitsDocument(heading)) ||
    readLabel(text) !== null ||
    readBoldHeading(text) !== null ||
    isDateLine(text) ||
    isTitledDateLine(text) ||
    readDateLabel(text) !== null ||
    isHorizontalRule(text) ||
    isHtmlLine(text) ||
    isFootnote(text) ||
    isReferenceDefinition(text.trim()) ||
    isUnderline(text.trim()) ||
    isTableRule(text) ||
    labeledCells(text) !== null ||
    isPastedPicture(text) ||
    readParentheses(text) !== null
  );
}

/** Position of the first non-space character, and of the first after leading backslashes. */
function marginOf(line: string): { text: number; content: number } {
  const text = line.length - line.trimStart().length;
  let content = text;
  while (line[content] === '\\') content += 1;
  return { text, content };
}

/**
 * Escapes a line of text: adds a backslash if the line, without its leading
 * backslashes, would be parsed as a heading, label, codes line or horizontal rule.
 */
export function escapeLine(line: string): string {
  const { text, content } = marginOf(line);
  return hasSyntax(line.slice(content)) ? `${line.slice(0, text)}\\${line.slice(text)}` : line;
}

/** The inverse of `escapeLine`. */
export function unescapeLine(line: string): string {
  const { text, content } = marginOf(line);
  if (content === text || !hasSyntax(line.slice(content))) return line;
  return line.slice(0, text) + line.slice(text + 1);
}
