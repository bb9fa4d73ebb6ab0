import { readCodesLine } from './codes.ts';
import { fold } from './folding.ts';
import { readLabel } from './labels.ts';
import { isSeparator } from './lines.ts';
import { withoutLayout } from './texts.ts';
import type { VoyageContent } from './types.ts';

/** Words of a line that are in no value of its voyage: characters `from` to `to`, exclusive. `line` is 0-based. */
export interface UnusedWords {
  line: number;
  from: number;
  to: number;
}

interface Source {
  /** Format of the lines. Table rows and entries of a JSON list have no headings and no labels. */
  format: 'markdown' | 'csv' | 'json';
  /** Other text that uses words of these lines, such as the heading of the owner. */
  also?: readonly string[];
}

/** A word, including invisible characters inside it. */
const WORD = /[\p{L}\p{N}\u00AD\u200B\u200E\u200F\u2060]*[\p{L}\p{N}][\p{L}\p{N}\u00AD\u200B\u200E\u200F\u2060]*/gu;
const wordsOf = (text: string) => fold(withoutLayout(text)).match(WORD) ?? [];

/** Keys of a record that aren't values of the voyage, such as line numbers. */
const NOT_STORED = new Set(['original_markdown', 'stated_values', 'line', 'end_line', 'section', 'number', 'groups']);

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => (NOT_STORED.has(name) ? [] : textsIn(member)));
}

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const ABBREVIATED = MONTHS.flatMap((month) => [month.slice(0, 3), month.slice(0, 4)]);
/** Words of dates and times, which are stored in another format. */
const DATE_WORDS = new RegExp(
  String.raw`^(?:${[...MONTHS, ...ABBREVIATED, ...DAYS].join('|')}|\d+(?:st|nd|rd|th|s)?|to|through|until|and|of|the|c|ca|circa|about|around|early|mid|late|spring|summer|fall|autumn|winter)$`,
);
const TIME_WORDS = /^(?:\d+(?:am|pm|h|hrs)?|a|p|m|am|pm|h|hrs|hours|noon|midnight|to|until|and)$/;
const NUMBERS_ONLY = /^\d+(?:st|nd|rd|th)?$/;
/** Words that join names or say who is crew. */
const JOINING = /^(?:and|plus|crew|guest)$/;

/** Replaces JSON keys, constants and escapes with spaces. */
const withoutJsonSyntax = (line: string) =>
  line
    .replaceAll(/"[\w-]+"\s*:/g, (key) => ' '.repeat(key.length))
    .replaceAll(/\\(?:u[\da-f]{4}|.)/gi, (escape) => ' '.repeat(escape.length))
    .replaceAll(/\b(?:true|false|null)\b/g, (constant) => ' '.repeat(constant.length));

const DATE_OR_TIME =
  /\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{1,2}:\d{2}|\b[A-Z][a-z]{2,8}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}\b/g;

/** Replaces the names of known codes with spaces, because they are stored as attributes. Keeps the text after the colon. */
const withoutKnownCodes = (line: string) =>
  line.replaceAll(/\([^()]*(?:\([^()]*\)[^()]*)*\)/g, (group) => {
    if (readCodesLine(group, 0)?.isKnown !== true) return group;
    const colon = group.indexOf(':');
    const name = colon < 0 ? group : group.slice(0, colon);
    return ' '.repeat(name.length) + group.slice(name.length);
  });

interface TextPart {
  text: string;
  /** Words that are never unused, although no value contains them. */
  ignored: RegExp | null;
}

/** The meaningful part of each line, in place, without the syntax around it. */
function partsOf(lines: readonly string[], format: Source['format']): TextPart[] {
  if (format === 'json') return lines.map((line) => tableCell(withoutJsonSyntax(line)));
  if (format === 'csv') return lines.map(tableCell);
  let isInHeading = true;
  let ignored: RegExp | null = null;
  return lines.map((line): TextPart => {
    if (isSeparator(line)) return { text: '', ignored: null };
    if (readCodesLine(line, 0)) return { text: withoutKnownCodes(line), ignored: null };
    if (isInHeading) {
      isInHeading = false;
      return { text: line, ignored: DATE_WORDS };
    }
    const label = readLabel(line);
    if (!label?.field) return { text: line.replace(/^\s*\d+[.)]/, blank), ignored };
    ignored = IGNORED[label.field] ?? null;
    const start = label.rest === '' ? line.length : line.lastIndexOf(label.rest);
    return { text: ' '.repeat(start) + line.slice(start), ignored };
  });
}

const IGNORED: Partial<Record<string, RegExp>> = {
  time: TIME_WORDS,
  passengers: JOINING,
  start_date_written: DATE_WORDS,
  end_date_written: DATE_WORDS,
};

const blank = (text: string) => ' '.repeat(text.length);

const tableCell = (line: string): TextPart => ({
  text: withoutKnownCodes(line).replaceAll(DATE_OR_TIME, blank),
  ignored: JOINING,
});

/**
 * Finds the words in a voyage's lines that are in none of its values. Consecutive words are one passage. A word that is written twice but
 * stored once is unused the second time. Labels, codes, dates and times that were parsed are not unused.
 */
export function unusedWords(
  lines: readonly string[],
  voyage: VoyageContent,
  { format, also = [] }: Source = { format: 'markdown' },
): UnusedWords[] {
  const counts = new Map<string, number>();
  for (const word of [...textsIn(voyage), ...also].flatMap(wordsOf)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const isUsed = (word: string, ignored: RegExp | null) => {
    const [folded = ''] = wordsOf(word);
    if (ignored?.test(folded) === true) return true;
    const count = counts.get(folded) ?? 0;
    if (count > 0) counts.set(folded, count - 1);
    if (count > 0) return true;
    // Rows may have dates and times in other formats: 6/16/76, 7:30.
    return format !== 'markdown' && NUMBERS_ONLY.test(folded);
  };
  return partsOf(lines, format).flatMap(({ text, ignored }, line) => {
    const unused = [...text.matchAll(WORD)].filter(([word]) => !isUsed(word, ignored));
    return unused.reduce<UnusedWords[]>((passages, { 0: word, index }) => {
      const last = passages.at(-1);
      if (last && !/[\p{L}\p{N}]/u.test(text.slice(last.to, index))) last.to = index + word.length;
      else passages.push({ line, from: index, to: index + word.length });
      return passages;
    }, []);
  });
}
