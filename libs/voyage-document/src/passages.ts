// cspell:ignore shek
import { isTableRule } from './foreign-lines.ts';
import { tableCells } from './label-cells.ts';
import { readLabel } from './labels.ts';
import { dateWithin, type LineDate } from './line-dates.ts';
import { isSeparator } from './lines.ts';
import type { DatedLines } from './marks.ts';
import { isAbbreviation } from './prose.ts';
import { isClause } from './sentences.ts';

/** What begins at a mark and ends before the next one. */
export interface Passage {
  from: number;
  to: number;
  date: LineDate | null;
  /** The number of the voyage before its date: “Trip No. 14.” */
  number: string | null;
  owner: string | null;
  /** The first paragraph as one line, without its date unless that is a part of its first sentence. */
  first: string;
  isProse: boolean;
  /** The cells of a line of a table, without the date, by the table's headings. */
  cells: { heading: string; text: string }[];
  /** The other lines, with wrapped ones joined. */
  below: string[];
}

/** The heading of a part that has only its position. */
export const positionHeading = (index: number) => `Part ${index + 1}`;

export const isTableLine = (line: string) => line.trim().startsWith('|');

/** The cells above the rule of the Markdown table that each line is in. */
function tableHeadings(lines: readonly string[]): (readonly string[])[] {
  let headings: readonly string[] = [];
  return lines.map((line, index) => {
    if (!isTableLine(line)) headings = [];
    else if (isTableRule(line) && isTableLine(lines[index - 1] ?? '')) headings = tableCells(lines[index - 1] ?? '');
    return headings;
  });
}

export const unescape = (line: string) => line.replaceAll(/\\(?=[^\p{L}\p{N}\s])/gu, '');
export const withoutLead = (line: string) => line.replace(/^[\s>#]*(?:[*+•–-]\s+)?(?:\(?\d{1,3}[.)]\s+)?/, '');

/** Lines that are longer don’t show where a typist ended lines. */
export const LONGEST_LINE = 100;
const SHORTEST_LINE = 40;
const COLUMNS = /[^.!?\s](?:\t| {2,})\S/;
const CONTINUES = /(?:[,;&(–—]|[\p{L}\d]-|\b(?:and|with|of|the|to|at|by|for|from|aboard))$/u;

/** Whether a line continues the one above, because that is incomplete or had no room for its first word. */
function isWrapped(above: string, line: string, width: number): boolean {
  const text = line.trim();
  if (/^\p{Ll}/u.test(text)) return true;
  if (withoutLead(line) !== text) return false;
  const last = above.trimEnd();
  const [word = ''] = text.split(' ', 1);
  return (
    CONTINUES.test(last) ||
    isAbbreviation(last.split(/\s/).at(-1) ?? '') ||
    (last.length > SHORTEST_LINE && isClause(last) && !/[.!?]["”)]?$/.test(last)) ||
    (width >= SHORTEST_LINE && !COLUMNS.test(last) && last.length + 1 + word.length > width)
  );
}

/** How a document writes its lines. */
interface Typing {
  /** The length of its longest line. */
  width: number;
  /** Words with a hyphen within a line, in lower case: `kai-shek`. */
  hyphenated: ReadonlySet<string>;
}

const HYPHENATED = /(?<!\p{L})\p{L}{1,40}-\p{L}{1,40}/gu;
/** First parts of words that keep their hyphen: “well-known”, “ex-Governor”. */
const KEEPS_HYPHEN =
  /^(?:well|self|ex|half|vice|non|semi|anti|mid|all|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty|sixty|great|grand|step|brother|sister|mother|father|son|daughter|in|by|attorney|secretary|under|major|lieutenant|rear|al|el|ul|bin|abd)$/i;
const DIVIDED = /([\p{L}\d]+)-$/u;
const LONGEST_WORD = 40;

/** Joins a line with the one that continues it. A hyphen at its end stays, unless it divides a word. */
function joinLines(above: string, text: string, { hyphenated }: Typing): string {
  const [, word] = DIVIDED.exec(above.slice(-LONGEST_WORD)) ?? [];
  if (word === undefined) return `${above} ${text}`;
  const [next = ''] = /^[\p{L}\d]*/u.exec(text) ?? [];
  const isCapital = /^\p{Lu}{2,}$/u.test(word) && /^\p{Lu}{2,}/u.test(next);
  const isDivided = isCapital || /^Ma?c$/.test(word) || (/^\p{Ll}/u.test(next) && !KEEPS_HYPHEN.test(word));
  return isDivided && !hyphenated.has(`${word}-${next}`.toLowerCase()) ? above.slice(0, -1) + text : above + text;
}

/** The lines of a passage without separators, and with wrapped lines joined. */
function unwrapped(lines: readonly string[], typing: Typing): string[] {
  const joined: string[] = [];
  let above = '';
  for (const line of lines) {
    if (isSeparator(line) || isTableRule(line)) above = '';
    else if (isTableLine(line)) joined.push((above = tableCells(line).join(' | ')));
    else if (above !== '' && !readLabel(line)?.field && isWrapped(above, line, typing.width)) {
      joined.push(joinLines(joined.pop() ?? '', line.trim(), typing));
      above = line;
    } else joined.push((above = line.trimEnd()));
  }
  return joined;
}

const NUMBER = /^(?:(?:trip|cruise|voyage)\s+)?(?:no\.?|nr\.?|#)\s*(\d{1,4})[.:)\s]*$/i;
const SUBJECT = /^,?\s+(?:the|a|an|we|they|he|she|it|all|our)\s/;
const ONLY_INTRODUCES = /^date:?\s*|[\s,;(]*\b(?:on(?:\s+the)?|the)\s*$|[\s,;(]+$/gi;

/** The passages that begin at these 0-based lines. */
export function readPassages(lines: readonly string[], starts: readonly number[], reading: DatedLines): Passage[] {
  const typing: Typing = {
    width: lines.reduce((widest, { length }) => (length > LONGEST_LINE ? widest : Math.max(widest, length)), 0),
    hyphenated: new Set(lines.flatMap((line) => line.match(HYPHENATED) ?? []).map((word) => word.toLowerCase())),
  };
  const headings = tableHeadings(lines);
  return starts.map((from, index) => {
    let to = starts[index + 1] ?? lines.length;
    while (to > from + 1 && (isSeparator(lines[to - 1] ?? '') || reading.contexts.has(to - 1))) to -= 1;
    const line = lines[from] ?? '';
    const context = reading.above[from] ?? { year: null, month: null, owner: null, yearLine: null };
    const date = reading.dates.get(from) ?? dateWithin(line, { context, isDayFirst: reading.isDayFirst });
    const passage = { from, to, date, number: null, owner: context.owner, first: '', isProse: false, cells: [] };
    if (!isTableLine(line)) return { ...passage, ...readLines(lines.slice(from, to), date, typing) };
    const cells = tableCells(line).flatMap((text, position) => {
      const isDate = date !== null && position === tableCells(`${date.before}x`).length - 1;
      const rest = isDate ? text.replace(date.written, '') : text;
      return rest.trim() === ''
        ? []
        : [{ heading: headings[from]?.[position] || positionHeading(position), text: rest.trim() }];
    });
    return { ...passage, cells, below: lines.slice(from + 1, to) };
  });
}

function readLines(
  lines: readonly string[],
  date: LineDate | null,
  typing: Typing,
): Pick<Passage, 'number' | 'first' | 'isProse' | 'below'> {
  const [line = ''] = lines;
  const before = withoutLead(date?.before ?? '').replace(/^[\s*_"“([]+/, '');
  const after = date ? date.after : withoutLead(line);
  const [head = '', ...below] = unwrapped(lines, typing);
  const whole = unescape(withoutLead(head));
  const isProse =
    date !== null && (/^[\s,]*\p{L}/u.test(before.replace(/^date:?\s/i, '')) || SUBJECT.test(after)) && isClause(whole);
  if (isProse) return { number: null, first: whole, isProse, below };
  const number = NUMBER.exec(before)?.[1] ?? null;
  const rest = [
    number === null ? before.replace(ONLY_INTRODUCES, '') : '',
    // The first line may have lost its hyphen, so that what follows it is found from the start.
    head.slice(line.length - after.length).replace(/^[\s*_)\].,:;–—-]+/, ''),
  ];
  const first = rest.map((text) => text.trim()).filter((text) => text !== '');
  // A date in a line of its own is followed by the first paragraph.
  if (first.length === 0 && below[0] !== undefined && !readLabel(below[0])?.field) first.push(below.shift() ?? '');
  return { number, first: unescape(first.join('  ')), isProse, below };
}
