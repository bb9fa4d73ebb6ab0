import { readCodesLine, type CodesLine } from './codes.ts';
import { readLabel } from './labels.ts';
import { isBlank, splitsDocument, isSeparator, readHeadingLine, type HeadingLine } from './lines.ts';
import { readListLabel } from './list-labels.ts';
import { readOwnerHeading } from './owner-heading.ts';
import {
  isDatedHeading,
  isDateLine,
  isTitledDateLine,
  readBoldHeading,
  readDateLabel,
  readUndatedHeading,
} from './date-lines.ts';
import { findDate, hasDate, startsWithDate } from './voyage-heading.ts';

/** A heading with the lines up to the next heading. Line numbers are 0-based here. */
export interface HeadedBlock {
  kind: 'preamble' | 'voyage' | 'section';
  heading: string;
  /** Whether the heading has the wrong level for its kind, or no space after `#`. */
  misplaced: boolean;
  /** First line of the block: its heading, or 0 for the preamble. */
  start: number;
  /** First line below the heading. */
  bodyStart: number;
  /** Exclusive end of the block, before any codes of the next voyage. */
  bodyEnd: number;
  /** Codes at the end of the block, which belong to the next voyage. */
  codesAfter: CodesLine[];
}

function isNextLineField(lines: readonly string[], from: number): boolean {
  for (let index = from; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (!isBlank(line)) return startsField(lines, index) || readCodesLine(line, index)?.isKnown === true;
  }
  return false;
}

/** Accepts an owner or voyage heading of the wrong level. A year in a deeper heading starts a voyage only if fields follow. */
function kindOf(heading: HeadingLine, lines: readonly string[], index: number): 'voyage' | 'section' | null {
  if (heading.text === '' || !splitsDocument(heading)) return null;
  const isDated = startsWithDate(heading.text);
  if (heading.level === 2 && !isDated) return readOwnerHeading(heading.text).isSection ? 'section' : 'voyage';
  if (heading.level === 2 || (isDated && (heading.tight || isNextLineField(lines, index + 1)))) return 'voyage';
  if (isDatedHeading(heading.text)) return 'voyage';
  if (heading.level > 2 && findDate(heading.text) !== null && isNextLineField(lines, index + 1)) return 'voyage';
  return heading.level === 1 ? 'section' : null;
}

/** Splits off the codes at the end of a block. */
function takeCodes(lines: readonly string[], from: number, to: number): { bodyEnd: number; codes: CodesLine[] } {
  const codes: CodesLine[] = [];
  let bodyEnd = to;
  for (let index = to - 1; index >= from; index -= 1) {
    const line = lines[index] ?? '';
    if (isSeparator(line)) continue;
    const codesLine = readCodesLine(line, index + 1);
    const isSeparate =
      index === from || isBlank(lines[index - 1] ?? '') || readCodesLine(lines[index - 1] ?? '', 0) !== null;
    if (!codesLine || (!codesLine.isKnown && !isSeparate)) break;
    codes.push(codesLine);
    bodyEnd = index;
  }
  return { bodyEnd, codes: codes.reverse() };
}

/** The heading of a voyage in a line without a heading mark: a bold date, or a date alone between a blank line and fields. */
function unmarkedHeading(lines: readonly string[], index: number): string | null {
  const line = lines[index] ?? '';
  const bold = readBoldHeading(line);
  if (bold !== null) return bold;
  const isSeparate =
    index === 0 || isSeparator(lines[index - 1] ?? '') || readHeadingLine(lines[index - 1] ?? '') !== null;
  if (!isSeparate) return null;
  const labeled = readDateLabel(line);
  if (labeled !== null) return labeled;
  const isDate = isDateLine(line)
    ? isNextLineField(lines, index + 1)
    : isTitledDateLine(line) && startsField(lines, index + 1);
  return isDate ? line.trim() : null;
}

/** Whether a line, or a list item, starts with the label of a field. */
const startsField = (lines: readonly string[], index: number) => {
  const line = lines[index] ?? '';
  return Boolean(readLabel(line)?.field) || readListLabel(line) !== null;
};

/** Adds the date to a heading without one, if the line directly below is `Date: …`. */
function completeHeading(
  heading: string,
  lines: readonly string[],
  index: number,
): { heading: string; index: number } | null {
  if (hasDate(heading)) return null;
  let dateIndex = index + 1;
  while (dateIndex < lines.length && isBlank(lines[dateIndex] ?? '')) dateIndex += 1;
  const date = readDateLabel(lines[dateIndex] ?? '');
  return date === null ? null : { heading: `${date}: ${heading}`, index: dateIndex };
}

/** How a document marks voyages if not with the headings of the format. */
interface VoyageStyle {
  levels: ReadonlySet<number>;
  bold: boolean;
  labeled: boolean;
}

function styleOf(lines: readonly string[]): VoyageStyle {
  const levels = new Set<number>();
  let [bold, labeled] = [false, false];
  for (const [index, line] of lines.entries()) {
    const heading = readHeadingLine(line);
    if (heading) {
      if (heading.level > 2 && kindOf(heading, lines, index) === 'voyage') levels.add(heading.level);
    } else {
      bold ||= readBoldHeading(line) !== null;
      labeled ||= readDateLabel(line) !== null;
    }
  }
  return { levels, bold, labeled };
}

/** The heading of a voyage whose date can't be read, in a document whose other voyages have the same marks. */
function undatedHeading(lines: readonly string[], index: number, style: VoyageStyle): string | null {
  const line = lines[index] ?? '';
  const heading = readHeadingLine(line);
  if (heading) {
    const isField = readLabel(`${heading.text.replace(/:$/, '')}: x`)?.field;
    const isUndated = heading.text !== '' && !startsWithDate(heading.text) && !isField;
    return style.levels.has(heading.level) && isUndated ? heading.text : null;
  }
  if (!style.bold && !style.labeled) return null;
  const headingText = readUndatedHeading(line);
  if (!headingText || !style[headingText.kind] || readLabel(line)?.field) return null;
  const isSeparate = index === 0 || isSeparator(lines[index - 1] ?? '');
  return isSeparate && (headingText.kind === 'labeled' || isNextLineField(lines, index + 1)) ? headingText.text : null;
}

/** Splits a document at its headings. */
export function readBlocks(lines: readonly string[]): HeadedBlock[] {
  const starts: { index: number; kind: HeadedBlock['kind']; text: string; misplaced: boolean; bodyStart?: number }[] = [
    { index: 0, kind: 'preamble', text: '', misplaced: false },
  ];
  const completed = new Set<number>();
  const style = styleOf(lines);
  for (const [index, line] of lines.entries()) {
    if (completed.has(index)) continue;
    const heading = readHeadingLine(line);
    const titleLine =
      heading && heading.level > 1 && heading.text !== '' ? completeHeading(heading.text, lines, index) : null;
    if (titleLine) {
      completed.add(titleLine.index);
      starts.push({ index, kind: 'voyage', text: titleLine.heading, misplaced: true, bodyStart: titleLine.index + 1 });
      continue;
    }
    const kind = heading && kindOf(heading, lines, index);
    const unmarked =
      (heading ? null : unmarkedHeading(lines, index)) ?? (kind ? null : undatedHeading(lines, index, style));
    if (unmarked !== null) starts.push({ index, kind: 'voyage', text: unmarked, misplaced: true });
    if (!heading || !kind) continue;
    const isMisplaced = heading.tight || heading.level !== (kind === 'voyage' ? 2 : 1);
    starts.push({ index, kind, text: heading.text, misplaced: isMisplaced });
  }
  return starts.map(({ index, kind, text, misplaced, bodyStart: startOfBody }, position) => {
    const end = starts[position + 1]?.index ?? lines.length;
    const bodyStart = startOfBody ?? (kind === 'preamble' ? index : index + 1);
    const { bodyEnd, codes } = takeCodes(lines, bodyStart, end);
    const isLast = end === lines.length;
    if (isLast && kind === 'voyage' && lines.slice(bodyStart, bodyEnd).every(isBlank)) {
      return { kind, heading: text, misplaced, start: index, bodyStart, bodyEnd: end, codesAfter: [] };
    }
    return { kind, heading: text, misplaced, start: index, bodyStart, bodyEnd, codesAfter: codes };
  });
}
