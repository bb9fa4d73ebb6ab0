import { formatDate, formatDateRange } from '@archive/contracts/dates';
import { fold } from '../src/folding.ts';
import { isReferenceDefinition, readReferenceDefinition } from '../src/foreign-lines.ts';
import { CODE_WORDS } from '../src/codes.ts';
import { readLabel } from '../src/labels.ts';
import { withoutMarkup } from '../src/markup.ts';
import { parseVoyageDocument } from '../src/parse.ts';
import type { DocumentProblem, OwnerSection, VoyageDocument, VoyageRecord } from '../src/types.ts';

/** A word of a document that is neither stored nor reported at its line. */
export interface LostWord {
  line: number;
  word: string;
}

const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Separator words of lists and ranges, which records do not store. */
const SEPARATOR_WORDS = ['and', 'plus', 'to', 'through', 'until', 'amp', 'nbsp'];
const CLOCK = /^(?:\d{1,4}|am|pm|a|p|m|to|until|h|hrs?|hours)$/;
/** Names of elements, attributes, anchors and plurals of codes. */
const MARKUP = /\((?:Photo|Video)(?:s|\(s\))\)|<\/?[a-z][a-z\d]*(?:\s[^>]*?)?\/?>|\{#[^}]*\}|&(?:[a-z]+|#\d+);/gi;
const ADDRESS = /(?:href|src)="([^"]*)"/gi;
/** Marks of list items: `1.`, `2)`, `A.`, `IV.`. */
const MARKER = /^\s*(?:>\s*)?(?:\(?\d{1,3}\\?[.)]|[A-Z]\.|[IVX]+\.)\s+/;
const NUMBERING = /(?<=^|[\s,;:])\(?\d{1,2}[.)](?=\s)/g;
const QUOTED = /“((?:[^“”]|“[^”]*”)*)”/g;

/** A multiset of words: each can be taken as often as it occurs. */
class Pool {
  readonly #counts = new Map<string, number>();

  add(text: string | null | undefined): void {
    for (const word of wordsOf(text ?? '')) this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
  }

  take(word: string): boolean {
    const count = this.#counts.get(word) ?? 0;
    if (count > 0) this.#counts.set(word, count - 1);
    return count > 0;
  }
}

function addDates(pool: Pool, start: string | null, end: string | null): void {
  pool.add(start);
  pool.add(end);
  if (start !== null) pool.add(formatDate(start));
  if (end !== null) pool.add(formatDate(end));
  if (start !== null && end !== null) pool.add(formatDateRange(start, end));
}

function addValues(pool: Pool, value: unknown): void {
  if (typeof value === 'string' || typeof value === 'number') pool.add(String(value));
  else if (Array.isArray(value)) for (const item of value) addValues(pool, item);
  else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) addValues(pool, item);
}

/** Everything that a record stores, except the lines that it was parsed from. */
function storedIn(voyage: VoyageRecord): Pool {
  const {
    original_markdown: _lines,
    stated_values: _statedValues,
    line: _line,
    end_line: _end,
    section: _section,
    groups: _groups,
    ...content
  } = voyage;
  const pool = new Pool();
  addValues(pool, content);
  addDates(pool, voyage.start_date, voyage.end_date);
  for (const [name, words] of Object.entries(CODE_WORDS)) if (content[name as keyof typeof CODE_WORDS]) pool.add(words);
  if (voyage.royalty_details !== null) pool.add('no royalty');
  if (voyage.foreign_leader_country !== null) pool.add('no foreign leader');
  for (const { is_crew } of voyage.passengers) pool.add(is_crew ? 'crew' : 'guest');
  return pool;
}

function storedInSection({ kind, name, term_start, term_end }: OwnerSection): Pool {
  const pool = new Pool();
  pool.add(`${kind} ${name} since until present`);
  addDates(pool, term_start, term_end);
  return pool;
}

/** The words of a line that are quoted in its problems. A shortened quote covers the rest of the line. */
function reportedIn(line: string, problems: readonly DocumentProblem[]): { pool: Pool; rest: string } {
  const pool = new Pool();
  let remaining = line;
  for (const { message, field } of problems) {
    if (/image|picture/i.test(message)) remaining = '';
    pool.add(field);
    for (const [, quoted = ''] of message.matchAll(QUOTED)) {
      const start = quoted.slice(0, -1).split(/\s+/).slice(0, 3).join(' ');
      const index = quoted.endsWith('…') ? line.replaceAll(/\s+/g, ' ').indexOf(start) : -1;
      if (index >= 0) remaining = remaining.slice(0, index);
      pool.add(quoted);
    }
    for (const [, group = ''] of message.matchAll(/\(([^()]*)\)/g)) pool.add(group);
    for (const [, date = ''] of message.matchAll(/: (\S+)\.$/g)) pool.add(date);
  }
  return { pool, rest: remaining };
}

const isTimeLine = (line: string) => readLabel(line)?.field === 'time' || /\btime:/i.test(line);

/** The words of a document that are neither stored in a record nor quoted in a problem at their line. */
export function lostWords(text: string, document: VoyageDocument = parseVoyageDocument(text)): LostWord[] {
  if (document.fatal !== null) return [];
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const problems = Map.groupBy(document.problems, ({ line }) => line);
  const pools = new Map<number, Pool>();
  for (const voyage of document.voyages) {
    const pool = storedIn(voyage);
    for (let line = voyage.line; line <= voyage.end_line; line += 1) pools.set(line, pool);
  }
  for (const section of document.sections) pools.set(section.line, storedInSection(section));
  const rejected = new Set<number>();
  for (const { line, end_line } of document.rejected)
    for (let index = line; index <= end_line; index += 1) rejected.add(index);

  const everywhere = new Pool();
  for (const voyage of document.voyages) everywhere.add(voyage.additional_information);
  const definitions = lines.filter(isReferenceDefinition);
  const linked = new Pool();
  for (const voyage of definitions.length > 0 ? document.voyages : [])
    addValues(linked, { ...voyage, original_markdown: '' });
  // Ignore the number of a link or footnote definition.
  for (const line of definitions) linked.add(readReferenceDefinition(line)?.id);
  return lines.flatMap((written, index) => {
    const line = index + 1;
    if (rejected.has(line)) return [];
    const { pool: reported, rest } = reportedIn(written, problems.get(line) ?? []);
    const stored = pools.get(line);
    const free = new Pool();
    for (const part of written.split(/<br\s*\/?>/i)) {
      const label = readLabel(
        withoutMarkup(part)
          .trim()
          .replace(MARKER, '')
          .replace(/^\s*[*+•-]\s+/, ''),
      );
      if (label?.field) free.add(label.field === 'spin' ? 'spin spins from' : label.label);
    }
    if (written.startsWith('|')) free.add('date passengers notes');
    if (stored && /^\W*dates?\W*:/i.test(written)) free.add('date');
    const isTime = isTimeLine(written) && stored !== undefined;
    const addresses = [...rest.matchAll(ADDRESS)].map(([, address]) => address).join(' ');
    const visible = `${rest.replace(MARKUP, ' ').replace(MARKER, '').replaceAll(NUMBERING, ' ')} ${addresses}`;
    if (isReferenceDefinition(written))
      return wordsOf(visible).flatMap((word) => (linked.take(word) ? [] : { line, word }));
    for (const [, id = ''] of visible.matchAll(/\]\[([^\]]+)\]/g)) if (definitions.length > 0) free.add(id);
    return wordsOf(visible)
      .filter((word) => !(free.take(word) || reported.take(word) || stored?.take(word)))
      .filter((word) => !SEPARATOR_WORDS.includes(word) && !(isTime && CLOCK.test(word)))
      .filter((word) => !(written.startsWith('[^') && everywhere.take(word)))
      .map((word) => ({ line, word }));
  });
}
