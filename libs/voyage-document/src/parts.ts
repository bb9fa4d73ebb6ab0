// cspell:ignore Blakistone
import { columnOf } from './columns.ts';
import { isTableRule } from './foreign-lines.ts';
import { areUnnamedGuests } from './guests.ts';
import { isImprobableName, PLACE } from './improbable-names.ts';
import { readLabel } from './labels.ts';
import { onlyReturn, timesAtStart, timesWithin } from './line-times.ts';
import { isSeparator } from './lines.ts';
import { markedLines, readDatedLines } from './marks.ts';
import {
  GAP,
  HEADING,
  HEADING_OF,
  kindOf,
  MOST,
  NAMED,
  separatorOf,
  splitParts,
  trimPart,
  WITH,
} from './part-kinds.ts';
import {
  isTableLine,
  LONGEST_LINE,
  type Passage,
  positionHeading,
  readPassages,
  unescape,
  withoutLead,
} from './passages.ts';
import { fromProse, routeOf, separated } from './prose.ts';
import { isClause } from './sentences.ts';
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

const OTHER = 'Unclear';
const BELOW = 'Other lines';

const add = (parts: Parts, heading: string, text: string, between = '; ') => {
  const first = parts.get(heading);
  if (text !== '') parts.set(heading, first === undefined ? text : first + between + text);
};

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
    const heading =
      kind !== undefined && (same?.length ?? 0) >= MOST * usual.length ? HEADING[kind] : positionHeading(index);
    headings.push(headings.includes(heading) ? positionHeading(index) : heading);
  }
  return { separator, headings };
}

const joinTexts = (texts: readonly string[]) =>
  texts
    .filter((text) => text !== '')
    .reduce((joined, text) => `${joined}${/[.!?]["”)]?$/.test(joined) ? '' : ';'} ${text.trim()}`);

/** Adds a part to the text of a voyage, with what it says about people, places and times if nothing else does. `taken` gets these. */
function addText(parts: Parts, text: string, taken: string[]): void {
  const { people, place } = fromProse(text);
  const { start, end } = timesWithin(text);
  const take = (heading: string, value: string) => {
    add(parts, heading, value);
    if (value !== '') taken.push(value);
  };
  if (!parts.has(HEADING.people)) take(HEADING.people, people);
  if (!parts.has(HEADING.place)) take(HEADING.place, place);
  if (!parts.has(HEADING.time) && start !== null) take(HEADING.time, [start, end].filter(Boolean).join('–'));
  else if (!parts.has(HEADING.time) && !parts.has(HEADING.end) && end !== null) take(HEADING.end, end);
  parts.set(HEADING.text, joinTexts([parts.get(HEADING.text) ?? '', text]));
}

/** Adds when someone returned. Its name is one of the end time, if nothing says when they left. */
const addEnd = (parts: Parts, end: string) =>
  parts.has(HEADING.time) ? parts.set(HEADING.time, `${parts.get(HEADING.time)}–${end}`) : parts.set(HEADING.end, end);

/** The people and the place of “HST and 6 guests to Quantico”; null if a part has only people. */
function peopleAndPlace(part: string): [people: string, place: string] | null {
  const word = /(?<=\S)\s(?:to|at|off)\s(?=\p{Lu})/u.exec(part);
  if (!word) return null;
  const place = part.slice(word.index + word[0].length);
  return PLACE.test(place) ? [part.slice(0, word.index), place] : null;
}

/** Adds a place, or the words around it as text: “Overnight to Blakistone Island”, “Mount Vernon and return”. */
function addPlace(parts: Parts, text: string, taken: string[]): void {
  const [, place = ''] = /^(?:(?:to|at|off)\s)?(.+?),? and (?:return|back)$/i.exec(text) ?? [];
  const { place: found } = fromProse(text);
  if (place !== '') add(parts, HEADING.place, place);
  if (place !== '' || (found !== '' && routeOf(text) === text)) addText(parts, text, taken);
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

/** Headings of parts that are known by their words. */
const BY_WORDS: ReadonlySet<string> = new Set([HEADING.people, HEADING.weather, HEADING.place, HEADING.text]);

/** The parts of a passage. Those in unusual numbers are found by their words; what stays unclear is kept as “Unclear”. */
function partsOf(
  { date, number, owner, first, isProse, cells, below }: Passage,
  { separator, headings, areWritten = false }: Columns,
): { parts: Parts; unclear: string[]; taken: string[] } {
  const parts: Parts = new Map([[HEADING.date, date?.text ?? '']]);
  const unclear: string[] = [];
  const taken: string[] = [];
  if (number !== null) parts.set('Number', number);
  if (owner !== null) parts.set(HEADING.owner, owner);
  for (const { heading, text } of cells) add(parts, heading, text);
  const written = areWritten ? first.split(GAP) : [];
  if (areWritten && written.length === headings.length) {
    for (const [index, text] of written.entries()) add(parts, headings[index] ?? '', text.trim());
    const people = headings.find((heading) => columnOf(heading) === 'passengers');
    for (const line of below) addLine(parts, line, people ?? HEADING.people);
    return { parts, unclear, taken };
  }
  const times = isProse ? null : timesAtStart(first);
  if (times) add(parts, HEADING.time, times.times);
  const all = isProse ? [] : splitParts(times?.rest ?? first, separator);
  if (isProse) addText(parts, first, taken);
  const unnamed = all.filter((part) => !NAMED.test(part) && !WITH.test(part));
  const texts: string[] = [];
  for (const part of all) {
    if (addStated(parts, part)) continue;
    const kind = kindOf(part);
    const known = kind === null ? undefined : HEADING[kind];
    const atPlace = unnamed.length === headings.length ? headings[unnamed.indexOf(part)] : undefined;
    // Words count more than the position: people aren't a place because most lines have one there.
    const isKnown = headings.includes(known ?? '') || atPlace === undefined || BY_WORDS.has(atPlace);
    const heading = known !== undefined && isKnown ? known : (atPlace ?? OTHER);
    if (heading === OTHER) unclear.push(part);
    if (heading === HEADING.text) texts.push(part);
    else if (heading === HEADING.place) addPlace(parts, trimPart(part), taken);
    else if (heading === HEADING.people && peopleAndPlace(part)) {
      const [people, place] = peopleAndPlace(part) ?? ['', ''];
      add(parts, HEADING.people, trimPart(people));
      addPlace(parts, trimPart(place), taken);
    } else if (heading === HEADING.people)
      for (const item of part.split(/;\s+/))
        add(parts, kindOf(item) === 'weather' ? HEADING.weather : heading, trimPart(item));
    else add(parts, heading, trimPart(part));
  }
  if (texts.length > 0) addText(parts, joinTexts(texts), taken);
  const people = parts.has(HEADING.people) || cells.length > 0 ? null : HEADING.people;
  for (const line of below) addLine(parts, line, people);
  return { parts, unclear, taken };
}

const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Reads the passages that begin at marked lines as the rows of a table. Dates without a year have that of the lines above. Every word of a
 * passage is in a cell; a problem tells what was taken from elsewhere, corrected, or left out.
 */
export function readMarked(text: string, marks: readonly number[]): MarkedTable {
  const lines = markedLines(text);
  const reading = readDatedLines(lines, marks);
  const starts = [...new Set(marks)].filter((mark) => mark >= 1 && mark <= lines.length).toSorted((a, b) => a - b);
  const passages = readPassages(
    lines,
    starts.map((mark) => mark - 1),
    reading,
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
    const { parts, unclear, taken } = partsOf(passage, columns);
    const { from, date } = passage;
    const yearLine = reading.above[from]?.yearLine ?? null;
    if (date?.isCorrected) warn(from, `“${date.written}” is read as ${date.text}.`);
    if (date?.ambiguity !== undefined) warn(from, `${date.ambiguity} It’s read as ${date.text}. Check the source.`);
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
    if (taken.length > 0)
      warn(
        from,
        `Read from the sentences: ${taken.map((value) => `“${excerpt(value)}”`).join(', ')}. Check these values.`,
      );
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
