// cspell:ignore abd squall breez hains
import { tableCells } from './label-cells.ts';
import { hasKnownGivenName } from './inverted-names.ts';
import { isTableRule } from './foreign-lines.ts';
import { isBlank, isHorizontalRule, isSeparator } from './lines.ts';
import { readLabel } from './labels.ts';
import { dateWithin, type LineDate } from './line-dates.ts';
import { type DatedLines, markedLines, readDatedLines } from './marks.ts';
import { isTitleWord } from './ranks.ts';
import { hasVerb, isSentence } from './sentences.ts';
import { excerpt } from './texts.ts';
import type { DocumentProblem } from './types.ts';

/** The passages between marks as the rows of a table, whose columns are the kinds of parts that they have. */
export interface MarkedTable {
  headings: string[];
  /** 1-based and inclusive lines. */
  rows: { cells: string[]; from: number; to: number }[];
  problems: DocumentProblem[];
}

/** The parts of one passage by their heading. */
type Parts = Map<string, string>;

const HEADING = {
  date: 'Date',
  time: 'Time',
  owner: 'Owner',
  people: 'Aboard',
  weather: 'Weather',
  place: 'Place',
  text: 'Text',
} as const;
const OTHER = 'Other';
const BELOW = 'Lines below';

const TIME = String.raw`(?:(?=[OoIl|:.]{0,3}\d)[\dOoIl|]{1,2}[:.]?[\dOo]{2}(?:\s?(?:hrs?|hours|h)\b\.?)?|\d{1,2}(?=\s?[ap]\.?\s?m))(?:\s?[ap]\.?\s?m\b\.?)?|\bnoon\b|\bmidnight\b`;
const LEAVE = String.raw`(?:(?:lv|left|dep|departed|sailed|out|underway)\.?:?\s+(?:at\s+|about\s+)?)`;
const RETURN = String.raw`(?:(?:ret|returned|return|back|arr|arrived|in|docked|moored)\.?:?\s+(?:at\s+|about\s+)?)`;
const BETWEEN = String.raw`(?:\s*(?:-|\u2013|\u2014|\bto\b|\buntil\b)\s*|[\s,;]+(?:and\s+)?(?=${RETURN}))`;
const TIMES = new RegExp(
  String.raw`^(?:${LEAVE})?(?<start>${TIME})(?:${BETWEEN}${RETURN}?(?<end>${TIME}))?(?=[\s.,;:\u2013\u2014)-]|$)[.,;:)]*`,
  'i',
);
const END_TIME = new RegExp(String.raw`^${RETURN}(?<end>${TIME})(?=[\s.,;]|$)[.,;]*`, 'i');

/** A time with the letters that text recognition takes for digits; unchanged if it has no digit. */
const clockOf = (text: string) =>
  /\d/.test(text)
    ? text.replaceAll(/(?<=[\dOoIl|:.])[Oo]|[Oo](?=[\d:.])/g, '0').replaceAll(/[Il|](?=[\dOoIl|])|(?<=\d)[Il|]/g, '1')
    : text;

const WEATHER =
  /\b(?:rain\w*|fog\w*|clear\w*|fair|cloud\w*|overcast|wind\w*|snow\w*|storm\w*|sunny|showers?|drizzle|breez\w+|gale|squalls?|haz[ye]\w*|humid|sleet|thunder\w*|weather|°)\b/i;
const PLACE =
  /\b(?:R|River|Bay|Isl?|Island|Yard|Navy|Creek|Landing|Harbor|Mt|Mount|Pt|Point|Pier|Chesapeake|Potomac|Anacostia|Quantico|Annapolis|Norfolk|Vernon|Cove|Beach|Light|Canal|Hains)\b/;
const PRESIDENTS = /\b(?:HH|FDR|HST|DDE|JFK|LBJ|RMN|GRF|President|Pres|Mr|Mrs|Miss|guests?|party of)\b\.?/;

type Kind = 'people' | 'weather' | 'place' | 'text';

/** What a part of a line is by its words; null if they don't show it. */
function kindOf(part: string): Kind | null {
  if (isSentence(part) || (hasVerb(part) && part.split(' ').length > 3)) return 'text';
  const items = part.split(/[;,&]|\band\b/).map((item) => item.trim());
  if (items.some((item) => PRESIDENTS.test(item) || isTitleWord(item.split(' ')[0] ?? ''))) return 'people';
  if (PLACE.test(part)) return 'place';
  if (items.some((item) => /^\p{Lu}\S* \p{Lu}/u.test(item) && hasKnownGivenName(item))) return 'people';
  return WEATHER.test(part) ? 'weather' : null;
}

/** Separators of the parts of a line, the surest one first. A sentence ends after a word, not after an abbreviation or initial. */
const SEPARATORS: readonly RegExp[] = [
  /\t+| {2,}/,
  /\s+[–—-]{1,2}\s+|—/,
  /(?<=[\p{L}\d)]{4}|[’']s|\b\d{1,2})[.!]\s+(?=[\p{Lu}“"(])|(?<=\b(?:R|Is|Pt|Md|Va|Yd)\.)\s+(?=(?:w\/|with\b|\p{Lu}))/u,
  /;\s+/,
];
const MOST = 0.5;

const LABEL_WORDS =
  'aboard|on board|guests?|passengers|party|present|who|with|weather|wx|remarks?|notes?|place|where|times?|from|to'
    .split('|')
    .map((word) => `[${word.charAt(0).toUpperCase()}${word.charAt(0)}]${word.slice(1)}`)
    .join('|');
/** A label within a line (“Aboard: …”), and the words before people: “with Adm. Leahy”, “w/ HST”. */
const INNER_LABEL = new RegExp(
  String.raw`[\s.,;(]+(?=(?:${LABEL_WORDS}):\s)|\s+(?=w\/\s?|(?:[Ww]ith|[Aa]board|[Aa]bd\.?)\s+(?:the\s+)?\p{Lu})`,
  'u',
);
const WITH = /^(?:w\/\s?|(?:[Ww]ith|[Aa]board|[Aa]bd\.?)\s+)(?=(?:the\s+)?\p{Lu})/u;
const NAMED = new RegExp(String.raw`^(?<label>${LABEL_WORDS}):\s+`);
const HEADING_OF: ReadonlyMap<string, string> = new Map([
  ...['aboard', 'on board', 'guest', 'guests', 'passengers', 'party', 'present', 'who', 'with'].map(
    (word) => [word, HEADING.people] as const,
  ),
  ...['weather', 'wx'].map((word) => [word, HEADING.weather] as const),
  ...['place', 'where'].map((word) => [word, HEADING.place] as const),
  ...['time', 'times'].map((word) => [word, HEADING.time] as const),
]);

const ABBREVIATED = /(?:^|[\s.])(?:\p{L}|Jr|Sr|Esq|Adm|Gen|Capt|Col|Yd|Is|Pt|Md|Va|etc|Co)\.$/u;
/** A part without the emphasis, brackets and period around it. */
const trimPart = (part: string) => {
  const text = part.replaceAll(/^[\s*_,;:–—-]+|[\s*_,;–—-]+$/g, '');
  return text.endsWith('.') && !ABBREVIATED.test(text) ? text.slice(0, -1) : text;
};

const add = (parts: Parts, heading: string, text: string, between = '; ') => {
  const first = parts.get(heading);
  if (text !== '') parts.set(heading, first === undefined ? text : first + between + text);
};

interface Passage {
  from: number;
  to: number;
  date: LineDate | null;
  owner: string | null;
  /** The first paragraph as one line, without its date. */
  first: string;
  /** The cells of a line of a table, without the date, by the table's headings. */
  cells: { heading: string; text: string }[];
  below: string[];
}

const isTableLine = (line: string) => line.trim().startsWith('|');

/** The headings of the Markdown table that a line is in. */
function headingsAbove(lines: readonly string[], index: number): string[] {
  let rule = index;
  while (rule > 0 && isTableLine(lines[rule] ?? '') && !isTableRule(lines[rule] ?? '')) rule -= 1;
  return isTableRule(lines[rule] ?? '') && isTableLine(lines[rule - 1] ?? '') ? tableCells(lines[rule - 1] ?? '') : [];
}

const unescape = (line: string) => line.replaceAll(/\\(?=[^\p{L}\p{N}\s])/gu, '');
const withoutLead = (line: string) => line.replace(/^[\s>#]*(?:[*+•–-]\s+)?(?:\(?\d{1,3}[.)]\s+)?/, '');

function passageAt(lines: readonly string[], from: number, next: number, reading: DatedLines): Passage {
  let to = next;
  while (to > from + 1 && (isSeparator(lines[to - 1] ?? '') || reading.contexts.has(to - 1))) to -= 1;
  const line = lines[from] ?? '';
  const context = reading.above[from] ?? { year: null, month: null, owner: null, yearLine: null };
  const { dates, isDayFirst } = reading;
  const date = dates.get(from) ?? dateWithin(line, { context, isDayFirst });
  const { owner } = context;
  if (isTableLine(line)) {
    const headings = headingsAbove(lines, from);
    const cells = tableCells(line).flatMap((text, index) => {
      const isDate = date !== null && index === tableCells(`${date.before}x`).length - 1;
      const rest = isDate ? text.replace(date.written, '') : text;
      return rest.trim() === '' ? [] : [{ heading: headings[index] || `Part ${index + 1}`, text: rest.trim() }];
    });
    return { from, to, date, owner, first: '', cells, below: lines.slice(from + 1, to) };
  }
  const before = withoutLead(date?.before ?? '').replaceAll(/^[\s*_"“([]+|[\s,;(]+(?:on\s*)?$/gi, '');
  const after = date ? date.after : withoutLead(line);
  let end = from + 1;
  let first = [before, after.replace(/^[\s*_)\].,:;–—-]+/, '')]
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('  ');
  const isBody = (index: number) => index < to && !isBlank(lines[index] ?? '') && !readLabel(lines[index] ?? '')?.field;
  if (first === '') while (end < to && isBlank(lines[end] ?? '')) end += 1;
  for (; isBody(end); end += 1) {
    const text = (lines[end] ?? '').trim();
    first = /\p{L}-$/u.test(first) && /^\p{Ll}/u.test(text) ? first.slice(0, -1) + text : `${first} ${text}`.trim();
  }
  return { from, to, date, owner, first: unescape(first), cells: [], below: lines.slice(end, to) };
}

/** Splits the times at the beginning of a text. */
function takeTimes(text: string, parts: Parts): string {
  const match = TIMES.exec(text);
  const { start, end } = match?.groups ?? {};
  const isYear = end === undefined && /^(?:1[89]|20)\d\d\s\S/.test(text);
  if (!match || start === undefined || isYear) return text;
  add(parts, HEADING.time, [start, end].flatMap((time) => (time === undefined ? [] : [clockOf(time)])).join('–'), ', ');
  return text.slice(match[0].length);
}

/** Splits a first line into its parts at this separator, and its parts at their labels. */
const splitParts = (text: string, separator: RegExp | null) =>
  (separator ? text.split(separator) : [text])
    .flatMap((part) => part.split(INNER_LABEL))
    .map((part) => part.trim())
    .filter((part) => /[\p{L}\p{N}]/u.test(part));

interface Columns {
  separator: RegExp | null;
  /** The heading of the part at each position. */
  headings: string[];
}

/** The positions of parts without a label: what most of them are. */
function columnsIn(texts: readonly string[], separator: RegExp | null): Columns {
  const rows = texts.map((text) => splitParts(text, separator).filter((part) => !NAMED.test(part) && !WITH.test(part)));
  const counts = [...Map.groupBy(rows, (row) => row.length)].toSorted(([, a], [, b]) => b.length - a.length);
  const usual = counts[0]?.[1] ?? [];
  const headings: string[] = [];
  for (let index = 0; index < (counts[0]?.[0] ?? 0); index += 1) {
    const kinds = Map.groupBy(
      usual.flatMap((row) => kindOf(row[index] ?? '') ?? []),
      (kind) => kind,
    );
    const [kind, same] = [...kinds].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
    const heading =
      kind !== undefined && (same?.length ?? 0) >= MOST * usual.length ? HEADING[kind] : `Part ${index + 1}`;
    headings.push(headings.includes(heading) ? `Part ${index + 1}` : heading);
  }
  return { separator, headings };
}

/** The parts of a passage. Those in unusual numbers are found by their words; what stays unclear is kept as “Other”. */
function partsOf(
  { date, owner, first, cells, below }: Passage,
  { separator, headings }: Columns,
): { parts: Parts; unclear: string[] } {
  const parts: Parts = new Map([[HEADING.date, date?.text ?? '']]);
  const unclear: string[] = [];
  if (owner !== null) parts.set(HEADING.owner, owner);
  for (const { heading, text } of cells) add(parts, heading, text);
  const all = splitParts(takeTimes(first, parts), separator);
  const unnamed = all.filter((part) => !NAMED.test(part) && !WITH.test(part));
  for (const part of all) {
    const label = NAMED.exec(part);
    const name = label?.groups?.label?.toLowerCase();
    const end = END_TIME.exec(part);
    const rest = takeTimes(part, new Map());
    if (name !== undefined && label)
      add(parts, HEADING_OF.get(name) ?? sentenceCase(name), trimPart(part.slice(label[0].length)));
    else if (WITH.test(part)) add(parts, HEADING.people, trimPart(part.replace(WITH, '')));
    else if (end && trimPart(part.slice(end[0].length)) === '')
      parts.set(HEADING.time, `${parts.get(HEADING.time) ?? ''}–${clockOf(end.groups?.end ?? '')}`);
    else if (rest !== part && trimPart(rest) === '') takeTimes(part, parts);
    else {
      const kind = kindOf(part);
      const known = kind === null ? undefined : HEADING[kind];
      const atPlace = unnamed.length === headings.length ? headings[unnamed.indexOf(part)] : undefined;
      const heading =
        known !== undefined && (headings.includes(known) || atPlace === undefined) ? known : (atPlace ?? OTHER);
      if (heading === OTHER) unclear.push(part);
      add(parts, heading, trimPart(part), kind === 'text' ? '. ' : '; ');
    }
  }
  for (const line of below.map((text) => (isTableLine(text) ? tableCells(text).join(' | ') : text))) {
    const label = readLabel(line);
    const name = label?.label.toLowerCase() ?? '';
    if (isHorizontalRule(line) || isTableRule(line)) continue;
    if (label?.field) add(parts, HEADING_OF.get(name) ?? label.label, label.rest.trim());
    else if (!isBlank(line)) add(parts, BELOW, line.trim(), '\n');
  }
  return { parts, unclear };
}

const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The separator that most of the first lines have. */
function separatorOf(texts: readonly string[]): RegExp | null {
  const long = texts.filter((text) => text !== '');
  return (
    SEPARATORS.find((separator) => long.filter((text) => separator.test(text)).length > MOST * long.length) ?? null
  );
}

/**
 * Reads the passages that begin at marked lines as the rows of a table. Dates without a year have that of the lines above. Every word of a
 * passage is in a cell; a problem tells what was taken from elsewhere, corrected, or left out.
 */
export function readMarked(text: string, marks: readonly number[]): MarkedTable {
  const lines = markedLines(text);
  const reading = readDatedLines(lines, marks);
  const starts = [...new Set(marks)].filter((mark) => mark >= 1 && mark <= lines.length).toSorted((a, b) => a - b);
  const passages = starts.map((mark, index) =>
    passageAt(lines, mark - 1, (starts[index + 1] ?? lines.length + 1) - 1, reading),
  );
  const firsts = passages.map(({ first }) => takeTimes(first, new Map()));
  const columns = columnsIn(
    firsts.filter((first) => first !== ''),
    separatorOf(firsts),
  );
  const problems: DocumentProblem[] = [];
  const warn = (line: number, message: string) =>
    problems.push({ line: line + 1, voyage: null, field: null, severity: 'warning', message, suggestion: null });
  for (let index = 0; index < (starts[0] ?? 1) - 1; index += 1) {
    const line = lines[index] ?? '';
    const isHead = isTableLine(line) && isTableRule(lines[index + 1] ?? '');
    if (isSeparator(line) || isTableRule(line) || isHead || reading.contexts.has(index)) continue;
    warn(index, `The text “${excerpt(line)}” is above the first mark, so it’s skipped.`);
  }
  let reportedLine: number | null = null;
  const rows = passages.map((passage) => {
    const { parts, unclear } = partsOf(passage, columns);
    const { from, date } = passage;
    const yearLine = reading.above[from]?.yearLine ?? null;
    if (date?.isCorrected) warn(from, `“${date.written}” is read as ${date.text}.`);
    if (date?.year != null && yearLine !== null && yearLine !== reportedLine && !/\d{4}/.test(date.written)) {
      reportedLine = yearLine;
      warn(
        from,
        yearLine === from
          ? `The year ${date.year} is assumed, because the month is before that of the date above.`
          : `The year ${date.year} is taken from line ${yearLine + 1}: “${excerpt(lines[yearLine] ?? '')}”.`,
      );
    }
    if (date?.year === null) warn(from, `“${date.written}” has no year. Write it in a line of its own above.`);
    for (const part of unclear)
      warn(from, `It isn’t clear what “${excerpt(part)}” is. It’s kept in Additional Information.`);
    return { parts, from: from + 1, to: passage.to };
  });
  const found = new Set(rows.flatMap(({ parts }) => [...parts.keys()]));
  const order = [HEADING.date, HEADING.owner, HEADING.time, ...columns.headings].filter((heading) =>
    found.delete(heading),
  );
  const last = [OTHER, BELOW].filter((heading) => found.delete(heading));
  const headings = [...order, ...found, ...last];
  return {
    headings,
    rows: rows.map(({ parts, from, to }) => ({ cells: headings.map((heading) => parts.get(heading) ?? ''), from, to })),
    problems,
  };
}
