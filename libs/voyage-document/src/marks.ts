import {
  contextOf,
  dateAtStart,
  type DateContext,
  dateWithin,
  isDayFirstIn,
  type LineDate,
  yearIn,
} from './line-dates.ts';
import { isOfMail, ownerOf } from './find-outline.ts';
import { isTableRule } from './foreign-lines.ts';
import { isSeparator, readHeadingLine } from './lines.ts';

const LONGEST_TITLE = 60;

/** What the lines above a line say. */
export interface LinesAbove extends DateContext {
  owner: string | null;
  /** The line that the year is taken from, unless it has nothing else. */
  yearLine: number | null;
}

/** The dates and owners of a document without headings, by 0-based line. */
export interface DatedLines {
  dates: ReadonlyMap<number, LineDate>;
  above: readonly LinesAbove[];
  /** Lines that say only the year, month or owner of those below. */
  contexts: ReadonlySet<number>;
  isDayFirst: boolean | undefined;
}

const NUMBERED = /^\s*(?:\(?\d{1,3}[.)]|[*+•–-])\s+/;
/** Months back, as from December to January, that show that a year has ended. */
export const NEW_YEAR = 6;

/**
 * Reads the dates of lines from top to bottom: a year or month in a line of its own holds for the lines below it. If no line begins with a
 * date, dates within the first lines of paragraphs count. Between marked lines, the turn of a year is recognized.
 */
export function readDatedLines(lines: readonly string[], marks?: readonly number[]): DatedLines {
  const marked = marks && new Set(marks);
  const atStart = readWith(lines, dateAtStart, marked);
  return atStart.dates.size > 0 ? atStart : readWith(lines, dateWithin, marked);
}

function readWith(
  lines: readonly string[],
  dateIn: typeof dateAtStart,
  marked: ReadonlySet<number> | undefined,
): DatedLines {
  const isDayFirst = isDayFirstIn(lines);
  const dates = new Map<number, LineDate>();
  const contexts = new Set<number>();
  const above: LinesAbove[] = [];
  let current: LinesAbove = { year: null, month: null, owner: null, yearLine: null };
  let lastMonth: number | null = null;
  const isEdge = (index: number) => isSeparator(lines[index] ?? '');
  for (const [index, line] of lines.entries()) {
    above.push(current);
    if (isSeparator(line) || isTableRule(line) || isOfMail(lines, index)) continue;
    const stated = contextOf(line);
    if (stated) {
      contexts.add(index);
      current = {
        ...current,
        month: stated.month,
        ...(stated.year === null ? {} : { year: stated.year, yearLine: /\d{4}|['’]\d\d/.test(line) ? null : index }),
      };
      if (stated.year !== null) lastMonth = null;
      continue;
    }
    const isFirst = isEdge(index - 1) || NUMBERED.test(line) || line.trim().startsWith('|');
    const date = dateIn === dateAtStart || isFirst ? dateIn(line, { context: current, isDayFirst }) : null;
    if (date) {
      const isVoyage = marked?.has(index + 1) ?? true;
      const isNewYear: boolean =
        isVoyage && date.year === current.year && lastMonth !== null && lastMonth - date.month >= NEW_YEAR;
      if (isNewYear && current.year !== null) current = { ...current, year: current.year + 1, yearLine: index };
      const dated: LineDate = isNewYear ? (dateIn(line, { context: current, isDayFirst }) ?? date) : date;
      dates.set(index, dated);
      if (isVoyage) lastMonth = dated.month;
      if (dated.year !== current.year) current = { ...current, year: dated.year, yearLine: index };
      above[index] = current;
      continue;
    }
    const heading = readHeadingLine(line);
    const owner = ownerOf(heading?.text ?? line.trim());
    if (owner !== null) {
      contexts.add(index);
      current = { ...current, owner };
      continue;
    }
    const isTitle = dates.size === 0 || (line.length <= LONGEST_TITLE && isEdge(index - 1) && isEdge(index + 1));
    const year = isTitle ? yearIn(line) : null;
    if (year !== null) current = { ...current, year, yearLine: index };
  }
  return { dates, above, contexts, isDayFirst };
}

/** The lines, from 1, at which voyages probably begin: those with a date at their start, or else in the first line of a paragraph. */
export const proposeMarks = (text: string): number[] =>
  [...readDatedLines(markedLines(text)).dates.keys()].map((index) => index + 1);

/** The lines of a document, with the numbers that marks refer to. */
export const markedLines = (text: string): string[] => text.split(/\r\n|\r|\n/);

/** The marks after a part of the document was edited: those above it stay, those below it move, and those in it are found again. */
export function moveMarks(before: string, after: string, marks: readonly number[]): number[] {
  const [old, edited] = [markedLines(before), markedLines(after)];
  const shortest = Math.min(old.length, edited.length);
  let start = 0;
  while (start < shortest && old[start] === edited[start]) start += 1;
  let end = 0;
  while (end < shortest - start && old.at(-1 - end) === edited.at(-1 - end)) end += 1;
  const shift = edited.length - old.length;
  const isEdited = (mark: number) => mark > start && mark <= edited.length - end;
  return [
    ...marks.filter((mark) => mark <= start),
    ...proposeMarks(after).filter(isEdited),
    ...marks.filter((mark) => mark > old.length - end).map((mark) => mark + shift),
  ];
}
