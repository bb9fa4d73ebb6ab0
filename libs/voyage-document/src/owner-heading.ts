import { findLinks, withoutLinks } from './links.ts';
import { findPairs } from './pairs.ts';
import { namedPresident } from './presidents.ts';
import { nearest } from './suggest.ts';
import { readTerm, isChronological, writeTerm, type Term } from './terms.ts';
import { escapeText, toSingleLine } from './texts.ts';
import type { OwnerSection } from './types.ts';

export interface OwnerHeading extends Omit<OwnerSection, 'line'> {
  /** Whether the heading starts with "President" or "Owner". */
  marked: boolean;
  /** Whether the heading ends with a term in parentheses. */
  hasDates: boolean;
  /** A term that is unreadable or ends before it starts, as written. */
  unusableTerm: string | null;
  /** Whether the heading was understood although it isn't in the standard format. */
  isLoose: boolean;
  /** The URL that the name links to. It can't be stored, because owners have no URL in a document. */
  url: string | null;
}

const KIND = /^(president|pres\.|owner)(?:\s*:)?\s+(?=\S)/i;
/** `Thomas Malloy, owner 1977-1981`, `Sequoia Presidential Yacht Group (owner)`. */
const KIND_AFTER = /^(.*\S),?\s+(?:\((president|owner)\)|(?<=,\s+)(president|owner))$/i;
const FIRST_WORD = /^(\p{L}{7,12})\s+(?=\S)/u;
/** A term without parentheses: `owner 1977-1981`. */
const TERM_AFTER = /(?<=\b(?:president|owner)\)?,?\s)(?:from\s+)?(\d{4}(?:\s*[-–]\s*|\s+to\s+)(?:\d{4}|present))$/i;

/** Splits the word for the kind (president or owner) from the text of a heading. */
function takeKind(text: string): { kind: 'president' | 'owner' | null; rest: string; isMisspelled: boolean } {
  const kindBefore = KIND.exec(text);
  if (kindBefore)
    return {
      kind: kindBefore[1]?.toLowerCase() === 'owner' ? 'owner' : 'president',
      rest: text.slice(kindBefore[0].length),
      isMisspelled: kindBefore[1]?.endsWith('.') === true,
    };
  const kindAfter = KIND_AFTER.exec(text);
  if (kindAfter) {
    const word = (kindAfter[2] ?? kindAfter[3] ?? '').toLowerCase();
    return {
      kind: word === 'owner' ? 'owner' : 'president',
      rest: (kindAfter[1] ?? '').replace(/,$/, ''),
      isMisspelled: true,
    };
  }
  const [match, word = ''] = FIRST_WORD.exec(text) ?? [];
  const isPresident = match !== undefined && nearest(word, ['President']) !== null && /^p/i.test(word);
  return isPresident
    ? { kind: 'president', rest: text.slice(match.length), isMisspelled: true }
    : { kind: null, rest: text, isMisspelled: false };
}

/** Position of the opening parenthesis of a group at the end of the text; -1 without one. */
function lastGroup(text: string): number {
  if (!text.endsWith(')')) return -1;
  for (const [open, close] of findPairs(text).closes) {
    if (close === text.length - 1 && text[open] === '(') return open;
  }
  return -1;
}

function unwrapEmphasis(text: string): string {
  const marks = /^[*_]{1,3}(?=\S)/.exec(text)?.[0] ?? '';
  return marks && text.length > 2 * marks.length && text.endsWith(marks)
    ? text.slice(marks.length, -marks.length).trim()
    : text;
}

/** Parses `President Ford (August 9, 1974 to January 20, 1977)` or `Owner NAME (1925 to 1928)`, without the `#`. */
export function readOwnerHeading(heading: string): OwnerHeading {
  let text = unwrapEmphasis(heading.trim());
  let term: Term | null = null;
  let unusableTerm: string | null = null;
  const group = lastGroup(text);
  if (group >= 0) {
    const sourceText = text.slice(group + 1, -1);
    term = readTerm(sourceText);
    if (/\d/.test(sourceText) || term) {
      text = text.slice(0, group).trimEnd();
      if (!term || !isChronological(term)) unusableTerm = toSingleLine(sourceText);
    }
  }
  text = text.replace(/^[*_]{2,3}(.*\S)[*_]{2,3}$/, '$1');
  const [link] = findLinks(text);
  const [, after] = term === null && unusableTerm === null ? (TERM_AFTER.exec(text) ?? []) : [];
  if (after !== undefined) term = readTerm(after);
  const isAfter = after !== undefined && term !== null && isChronological(term);
  const { kind, rest: raw, isMisspelled } = takeKind(isAfter ? text.slice(0, -(after ?? '').length).trimEnd() : text);
  const rest = toSingleLine(withoutLinks(raw)) ?? '';
  // Don't correct or reorder a name that is a link.
  const president = kind === 'owner' || link || rest === '' ? null : namedPresident(rest, kind === 'president');
  const usable = unusableTerm === null ? term : null;
  return {
    kind: kind ?? (president ? 'president' : 'owner'),
    name: (president?.name ?? rest) || (toSingleLine(heading) ?? ''),
    term_start: usable?.start ?? null,
    term_end: usable?.end ?? null,
    marked: kind !== null,
    hasDates: term !== null,
    unusableTerm,
    isLoose: isMisspelled || isAfter || (president !== null && president.name !== rest),
    url: toSingleLine(link?.url ?? null),
  };
}

export function writeOwnerHeading(section: Omit<OwnerSection, 'line'>): string {
  const term = writeTerm({ start: section.term_start, end: section.term_end });
  const kind = section.kind === 'president' ? 'President' : 'Owner';
  const compose = (name: string) => `${kind} ${name}${term ? ` (${term})` : ''}`;
  const isSame = (heading: string) => {
    const read = readOwnerHeading(heading);
    return (
      read.name === section.name &&
      read.kind === section.kind &&
      read.marked &&
      !read.isLoose &&
      read.url === null &&
      read.term_start === section.term_start &&
      read.term_end === section.term_end &&
      read.unusableTerm === null
    );
  };
  const escaped = escapeText(section.name);
  const candidates = [compose(section.name), compose(escaped), compose(`[${escaped}]()`)];
  return `# ${candidates.find(isSame) ?? candidates[1] ?? ''}`;
}
