// cspell:ignore abd Chas Keldin Blakistone
import { tableCells } from './label-cells.ts';
import { hasKnownGivenName } from './inverted-names.ts';
import { columnOf } from './columns.ts';
import { areUnnamedGuests } from './guests.ts';
import { isImprobableName, PLACE, WEATHER } from './improbable-names.ts';
import { isTableRule } from './foreign-lines.ts';
import { isSeparator } from './lines.ts';
import { readLabel } from './labels.ts';
import { dateWithin, type LineDate } from './line-dates.ts';
import { type DatedLines, markedLines, readDatedLines } from './marks.ts';
import { isTitleWord } from './ranks.ts';
import { isClause } from './sentences.ts';
import { onlyReturn, splitReturn, timesAtStart, timesWithin } from './line-times.ts';
import { fromProse, isAbbreviation, routeOf, separated } from './prose.ts';
import { excerpt } from './texts.ts';
import type { DocumentProblem } from './types.ts';

/** The passages between marks as the rows of a table, whose columns are the kinds of parts that they have. */
export interface MarkedTable {
  headings: string[];
  /** Those of them that only number the parts, or say that they are text. What they head is kept without them. */
  unnamed: ReadonlySet<string>;
  /** 1-based and inclusive lines. */
  rows: { cells: string[]; from: number; to: number }[];
  problems: DocumentProblem[];
}

const UNNAMED = /^(?:Part \d+|Sentences|Unclear|Other lines)$/;

/** The parts of one passage by their heading. */
type Parts = Map<string, string>;

const HEADING = {
  date: 'Date',
  time: 'Time',
  end: 'Returned',
  owner: 'Owner',
  people: 'Aboard',
  weather: 'Weather',
  place: 'Place',
  text: 'Sentences',
} as const;
const OTHER = 'Unclear';
const BELOW = 'Other lines';
const PART = (index: number) => `Part ${index + 1}`;

const PRESIDENTS = /\b(?:HH|FDR|HST|DDE|JFK|LBJ|RMN|GRF|President|Pres|Mr|Mrs|Miss|guests?|party of)\b\.?/;

type Kind = 'people' | 'weather' | 'place' | 'text';

/** What a part of a line is by its words; null if they don't show it. */
function kindOf(part: string): Kind | null {
  if (isClause(part)) return 'text';
  const items = part.split(/[;,&]|\band\b/).map((item) => item.trim());
  if (items.some((item) => PRESIDENTS.test(item) || isTitleWord(item.split(' ')[0] ?? ''))) return 'people';
  if (PLACE.test(part)) return 'place';
  if (items.some((item) => /^\p{Lu}\S* \p{Lu}/u.test(item) && hasKnownGivenName(item))) return 'people';
  return WEATHER.test(part) ? 'weather' : null;
}

/** A sentence ends after a word, not after an initial. */
const SENTENCES =
  /(?<=(?:[\p{L}\d)]{4}|[’']s|\b\d{1,2})[.!])\s+(?=[\p{Lu}“"(])|(?<=\b(?:R|Is|Pt|Md|Va|Yd)\.)\s+(?=(?:w\/|with\b|\p{Lu}))/u;
/** Separators of the parts of a line, the surest one first. */
const GAP = /\t+| {2,}/;
const AFTER_PLACE =
  /(?<!\b(?:aboard|guests|passengers|party|present|who|with|weather|remarks|notes|place|where|times?)):\s+(?=\p{Lu})/iu;
const SEPARATORS: readonly RegExp[] = [GAP, /\s+[–—-]{1,2}\s+|—/, SENTENCES, /;\s+/, AFTER_PLACE];
/** How many of them separate parts even in a single line. */
const SURE = 2;
const MOST = 0.5;

const LABEL_WORDS =
  'aboard|on board|guests?|passengers|party|present|who|with|weather|wx|remarks?|notes?|place|where|times?|from|to'
    .split('|')
    .map((word) => `[${word.charAt(0).toUpperCase()}${word.charAt(0)}]${word.slice(1)}`)
    .join('|');
/** A label within a line (“Aboard: …”), and the words before people: “with Adm. Leahy”, “w/ HST”. */
const INNER_LABEL = new RegExp(String.raw`[\s.,;(]+(?=(?:${LABEL_WORDS}):\s|[Ww]x\.?\s)`, 'u');
const BEFORE_NAMES = String.raw`(?:w\/\s?|(?:[Ww]ith|[Aa]board|[Aa]bd\.?)\s+(?=(?:the\s+)?(?!U\.?S\.?S|Sequoia|Potomac|Williamsburg)\p{Lu}))`;
const INNER_WITH = new RegExp(String.raw`\s+(?=${BEFORE_NAMES})`, 'u');
const WITH = new RegExp(`^${BEFORE_NAMES}`, 'u');
const NAMED = new RegExp(String.raw`^(?<label>${LABEL_WORDS}|[Ww]x(?=\.?\s))[:.]?\s+(?<=:\s+|[Ww]x\.?\s+)`);
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

const isTableLine = (line: string) => line.trim().startsWith('|');

/** The headings of the Markdown table that a line is in. */
function headingsAbove(lines: readonly string[], index: number): string[] {
  let rule = index;
  while (rule > 0 && isTableLine(lines[rule] ?? '') && !isTableRule(lines[rule] ?? '')) rule -= 1;
  return isTableRule(lines[rule] ?? '') && isTableLine(lines[rule - 1] ?? '') ? tableCells(lines[rule - 1] ?? '') : [];
}

const unescape = (line: string) => line.replaceAll(/\\(?=[^\p{L}\p{N}\s])/gu, '');
const withoutLead = (line: string) => line.replace(/^[\s>#]*(?:[*+•–-]\s+)?(?:\(?\d{1,3}[.)]\s+)?/, '');

/** Lines that are longer don’t show where a typist ended lines. */
const LONGEST_LINE = 100;
const SHORTEST_LINE = 40;
const COLUMNS = /[^.!?\s](?:\t| {2,})\S/;
const CONTINUES = /(?:[,;&(–—]|\p{L}-|\b(?:and|with|of|the|to|at|by|for|from|aboard))$/u;

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

/** The lines of a passage without separators, and with wrapped lines joined. */
function unwrapped(lines: readonly string[], width: number): string[] {
  const joined: string[] = [];
  let above = '';
  for (const line of lines) {
    if (isSeparator(line) || isTableRule(line)) above = '';
    else if (isTableLine(line)) joined.push((above = tableCells(line).join(' | ')));
    else if (above !== '' && !readLabel(line)?.field && isWrapped(above, line, width)) {
      const [text, last] = [line.trim(), joined.pop() ?? ''];
      joined.push(/\p{L}-$/u.test(last) && /^\p{Ll}/u.test(text) ? last.slice(0, -1) + text : `${last} ${text}`);
      above = line;
    } else joined.push((above = line.trimEnd()));
  }
  return joined;
}

function passageAt(lines: readonly string[], from: number, next: number, reading: DatedLines, width: number): Passage {
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
      return rest.trim() === '' ? [] : [{ heading: headings[index] || PART(index), text: rest.trim() }];
    });
    return { from, to, date, number: null, owner, first: '', isProse: false, cells, below: lines.slice(from + 1, to) };
  }
  const before = withoutLead(date?.before ?? '').replace(/^[\s*_"“([]+/, '');
  const after = date ? date.after : withoutLead(line);
  const [head = '', ...below] = unwrapped(lines.slice(from, to), width);
  const whole = unescape(withoutLead(head));
  const isProse =
    date !== null && (/^[\s,]*\p{L}/u.test(before.replace(/^date:?\s/i, '')) || SUBJECT.test(after)) && isClause(whole);
  if (isProse) return { from, to, date, number: null, owner, first: whole, isProse, cells: [], below };
  const number = NUMBER.exec(before)?.[1] ?? null;
  const rest = [
    number === null ? before.replace(ONLY_INTRODUCES, '') : '',
    after.replace(/^[\s*_)\].,:;–—-]+/, '') + head.slice(line.trimEnd().length),
  ];
  const first = rest.map((text) => text.trim()).filter((text) => text !== '');
  // A date in a line of its own is followed by the first paragraph.
  if (first.length === 0 && below[0] !== undefined && !readLabel(below[0])?.field) first.push(below.shift() ?? '');
  return { from, to, date, number, owner, first: unescape(first.join('  ')), isProse, cells: [], below };
}

const NUMBER = /^(?:(?:trip|cruise|voyage)\s+)?(?:no\.?|nr\.?|#)\s*(\d{1,4})[.:)\s]*$/i;
const SUBJECT = /^,?\s+(?:the|a|an|we|they|he|she|it|all|our)\s/;
const ONLY_INTRODUCES = /^date:?\s*|[\s,;(]*\b(?:on(?:\s+the)?|the)\s*$|[\s,;(]+$/gi;

/** Joins parts again that were split after an abbreviation: “Capt. Brown”, “Chas. Ross”. */
const joinAbbreviated = (parts: readonly string[]) =>
  parts.reduce<string[]>((joined, part) => {
    const before = joined.at(-1) ?? '';
    if (/\p{L}{4}\.$/u.test(before) && isAbbreviation(before.split(/\s/).at(-1) ?? ''))
      joined[joined.length - 1] = `${before} ${part}`;
    else joined.push(part);
    return joined;
  }, []);

/** Splits a first line into its parts at this separator, or at a sure one that only it has, and its parts at their labels. */
function splitParts(text: string, separator: RegExp | null): string[] {
  const own = separator?.test(text) ? separator : SEPARATORS.slice(0, SURE).find((form) => form.test(text));
  const split = own ? text.split(own) : [text];
  return (
    (own === SENTENCES ? joinAbbreviated(split) : split)
      .flatMap((part) => part.split(INNER_LABEL))
      .flatMap((part) => (isClause(part) ? [part] : part.split(INNER_WITH).flatMap(splitReturn)))
      // “w/ Gov. McKeldin. Left 0830, back 1900.”
      .flatMap((part) => (WITH.test(part) && !isClause(part) ? joinAbbreviated(part.split(SENTENCES)) : [part]))
      .map((part) => part.trim())
      .filter((part) => /[\p{L}\p{N}]/u.test(part))
  );
}

interface Columns {
  separator: RegExp | null;
  /** The heading of the part at each position. */
  headings: readonly string[];
  /** Whether the text has these headings, above its columns. */
  areWritten?: boolean;
}

/** The headings that a text has above columns of tabs or spaces, without the one of the date; null if it has none. */
function headingsOfColumns(line: string): string[] | null {
  const [date = '', ...headings] = line.trim().split(GAP);
  const isHead = headings.length > 1 && new Set(headings).size === headings.length && line.length <= 2 * LONGEST_LINE;
  return isHead && columnOf(date) === 'start_date' ? headings : null;
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
    const heading = kind !== undefined && (same?.length ?? 0) >= MOST * usual.length ? HEADING[kind] : PART(index);
    headings.push(headings.includes(heading) ? PART(index) : heading);
  }
  return { separator, headings };
}

const joinTexts = (texts: readonly string[]) =>
  texts
    .filter((text) => text !== '')
    .reduce((joined, text) => `${joined}${/[.!?]["”)]?$/.test(joined) ? '' : ';'} ${text.trim()}`);

/** Adds a part to the text of a voyage, with what it says about people, places and times if nothing else does. */
function addText(parts: Parts, text: string): void {
  const { people, place } = fromProse(text);
  const { start, end } = timesWithin(text);
  if (!parts.has(HEADING.people)) add(parts, HEADING.people, people);
  if (!parts.has(HEADING.place)) add(parts, HEADING.place, place);
  if (!parts.has(HEADING.time) && start !== null) add(parts, HEADING.time, [start, end].filter(Boolean).join('–'));
  else if (!parts.has(HEADING.time) && !parts.has(HEADING.end) && end !== null) add(parts, HEADING.end, end);
  parts.set(HEADING.text, joinTexts([parts.get(HEADING.text) ?? '', text]));
}

/** Adds when someone returned. Its name is one of the end time, if nothing says when they left. */
const addEnd = (parts: Parts, end: string) =>
  parts.has(HEADING.time) ? parts.set(HEADING.time, `${parts.get(HEADING.time)}–${end}`) : parts.set(HEADING.end, end);

/** “HST and 6 guests to Quantico” */
const PEOPLE_AND_PLACE = new RegExp(String.raw`^(.+?)\s(?:to|at|off)\s(?=\p{Lu})(?=.*${PLACE.source})(.+)$`, 'u');

/** Adds a place, or the words around it as text: “Overnight to Blakistone Island”, “Mount Vernon and return”. */
function addPlace(parts: Parts, text: string): void {
  const [, place = ''] = /^(?:(?:to|at|off)\s)?(.+?),? and (?:return|back)$/i.exec(text) ?? [];
  const { place: found } = fromProse(text);
  if (place !== '') add(parts, HEADING.place, place);
  if (place !== '' || (found !== '' && routeOf(text) === text)) addText(parts, text);
  else add(parts, HEADING.place, routeOf(text));
}

/** Adds a part with a label, or one that is only a time. Returns whether it is one of these. */
function addStated(parts: Parts, part: string): boolean {
  const label = NAMED.exec(part);
  const name = label?.groups?.label?.toLowerCase();
  const end = onlyReturn(part);
  const times = timesAtStart(part);
  if (name !== undefined && label)
    add(parts, HEADING_OF.get(name) ?? sentenceCase(name), trimPart(part.slice(label[0].length)));
  else if (WITH.test(part) && !isClause(part)) add(parts, HEADING.people, separated(trimPart(part.replace(WITH, ''))));
  else if (end !== null) addEnd(parts, end);
  else if (times && trimPart(times.rest) === '') add(parts, HEADING.time, times.times, ', ');
  else return false;
  return true;
}

/** Whether a line of its own names someone, as in a list of guests. */
const isNameLine = (text: string) => {
  const [name = ''] = text.split(',');
  if (areUnnamedGuests(text)) return true;
  return (
    /^(?:(?:the|and)\s)?\p{Lu}/u.test(name) &&
    name.split(' ').length <= LONGEST_NAME &&
    !isClause(text) &&
    !isImprobableName(name) &&
    name.split(' ').every((word) => /^[\p{Lu}"“(]/u.test(word) || NAME_WORD.test(word))
  );
};
const LONGEST_NAME = 7;
const NAME_WORD = /^(?:and|&|of|the|de|la|van|von|der|y|wife|husband|party)$/;

/** Adds a line below the first paragraph: by its label, as the next of a list of guests, or as text. */
function addLine(parts: Parts, line: string, people: string | null): void {
  const label = readLabel(line);
  if (label?.field) return add(parts, HEADING_OF.get(label.label.toLowerCase()) ?? label.label, label.rest.trim());
  const text = unescape(withoutLead(line)).trim();
  if (addStated(parts, text)) return undefined;
  const kind = kindOf(text);
  const { start, end } = timesWithin(text);
  if (start !== null && !parts.has(HEADING.time)) add(parts, HEADING.time, start);
  if (end !== null && !parts.get(HEADING.time)?.includes('–') && !parts.has(HEADING.end)) addEnd(parts, end);
  if (people !== null && (kind === 'people' || (kind === null && isNameLine(text))))
    return add(parts, people, separated(trimPart(text)));
  if (start === null && end === null && (kind === 'weather' || (kind === 'place' && !parts.has(HEADING.place))))
    return add(parts, HEADING[kind], trimPart(text));
  return add(parts, BELOW, line.trim(), '\n');
}

/** The parts of a passage. Those in unusual numbers are found by their words; what stays unclear is kept as “Unclear”. */
function partsOf(
  { date, number, owner, first, isProse, cells, below }: Passage,
  { separator, headings, areWritten = false }: Columns,
): { parts: Parts; unclear: string[] } {
  const parts: Parts = new Map([[HEADING.date, date?.text ?? '']]);
  const unclear: string[] = [];
  if (number !== null) parts.set('Number', number);
  if (owner !== null) parts.set(HEADING.owner, owner);
  for (const { heading, text } of cells) add(parts, heading, text);
  const written = areWritten ? first.split(GAP) : [];
  if (areWritten && written.length === headings.length) {
    for (const [index, text] of written.entries()) add(parts, headings[index] ?? '', text.trim());
    const people = headings.find((heading) => columnOf(heading) === 'passengers');
    for (const line of below) addLine(parts, line, people ?? HEADING.people);
    return { parts, unclear };
  }
  const times = isProse ? null : timesAtStart(first);
  if (times) add(parts, HEADING.time, times.times);
  const all = isProse ? [] : splitParts(times?.rest ?? first, separator);
  if (isProse) addText(parts, first);
  const unnamed = all.filter((part) => !NAMED.test(part) && !WITH.test(part));
  const texts: string[] = [];
  for (const part of all) {
    if (addStated(parts, part)) continue;
    const kind = kindOf(part);
    const known = kind === null ? undefined : HEADING[kind];
    const atPlace = unnamed.length === headings.length ? headings[unnamed.indexOf(part)] : undefined;
    const isKnown =
      headings.includes(known ?? '') ||
      atPlace === undefined ||
      atPlace === HEADING.text ||
      (atPlace === HEADING.people && isImprobableName(part));
    const heading = known !== undefined && isKnown ? known : (atPlace ?? OTHER);
    if (heading === OTHER) unclear.push(part);
    if (heading === HEADING.text) texts.push(part);
    else if (heading === HEADING.place) addPlace(parts, trimPart(part));
    else if (heading === HEADING.people && PEOPLE_AND_PLACE.test(part)) {
      const [, people = '', place = ''] = PEOPLE_AND_PLACE.exec(part) ?? [];
      add(parts, HEADING.people, trimPart(people));
      addPlace(parts, trimPart(place));
    } else if (heading === HEADING.people)
      for (const item of part.split(/;\s+/))
        add(parts, kindOf(item) === 'weather' ? HEADING.weather : heading, trimPart(item));
    else add(parts, heading, trimPart(part));
  }
  if (texts.length > 0) addText(parts, joinTexts(texts));
  const people = parts.has(HEADING.people) || cells.length > 0 ? null : HEADING.people;
  for (const line of below) addLine(parts, line, people);
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
  const width = lines.reduce((widest, { length }) => (length > LONGEST_LINE ? widest : Math.max(widest, length)), 0);
  const starts = [...new Set(marks)].filter((mark) => mark >= 1 && mark <= lines.length).toSorted((a, b) => a - b);
  const passages = starts.map((mark, index) =>
    passageAt(lines, mark - 1, (starts[index + 1] ?? lines.length + 1) - 1, reading, width),
  );
  const firsts = passages.flatMap(({ first, isProse }) => (isProse ? [] : [timesAtStart(first)?.rest ?? first]));
  const head = lines
    .slice(0, (starts[0] ?? 1) - 1)
    .findLastIndex((line, index) => !isSeparator(line) && !reading.contexts.has(index));
  const written = headingsOfColumns(lines[head] ?? '');
  const columns: Columns = written
    ? { separator: GAP, headings: written, areWritten: true }
    : columnsIn(
        firsts.filter((first) => first !== ''),
        separatorOf(firsts),
      );
  const problems: DocumentProblem[] = [];
  const warn = (line: number, message: string) =>
    problems.push({ line: line + 1, voyage: null, field: null, severity: 'warning', message, suggestion: null });
  for (let index = 0; index < (starts[0] ?? 1) - 1; index += 1) {
    const line = lines[index] ?? '';
    const isHead = isTableLine(line) && isTableRule(lines[index + 1] ?? '');
    if (isSeparator(line) || isTableRule(line) || isHead || (written && index === head) || reading.contexts.has(index))
      continue;
    warn(index, `The text “${excerpt(line)}” is above the first mark, so it’s skipped.`);
  }
  let reportedYear: number | null = null;
  const rows = passages.map((passage) => {
    const { parts, unclear } = partsOf(passage, columns);
    const { from, date } = passage;
    const yearLine = reading.above[from]?.yearLine ?? null;
    if (date?.isCorrected) warn(from, `“${date.written}” is read as ${date.text}.`);
    if (date?.year != null && yearLine !== null && yearLine !== reportedYear && !date.hasYear) {
      reportedYear = yearLine;
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
  const order = [HEADING.date, HEADING.owner, HEADING.time, HEADING.end, ...columns.headings].filter((heading) =>
    found.delete(heading),
  );
  const last = [OTHER, BELOW].filter((heading) => found.delete(heading));
  const headings = [...order, ...found, ...last];
  const named = new Set([...(written ?? []), ...passages.flatMap(({ cells }) => cells.map(({ heading }) => heading))]);
  const unnamed = headings.filter((heading) => UNNAMED.test(heading) && !named.has(heading));
  return {
    headings,
    unnamed: new Set(unnamed),
    rows: rows.map(({ parts, from, to }) => ({ cells: headings.map((heading) => parts.get(heading) ?? ''), from, to })),
    problems,
  };
}
