import { isPlaceholder } from './guests.ts';
import { findLinks, withoutLinks } from './links.ts';
import { findPairs } from './pairs.ts';
import { namedPresident } from './presidents.ts';
import { administrationName, hasTitleWord, isOwnerName, isWithoutPresident } from './owner-titles.ts';
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
  /** Whether the heading says that the voyages have no president, as the archive titles their section. */
  isNone: boolean;
  /** Whether the heading starts a section on any level: with a president and a term, or with a title as the archive writes them. */
  isSection: boolean;
  /** Whether the heading names an owner for certain: by a word for it, a president's name, or a term after what can be a name. */
  isCertain: boolean;
  /** The URL that the name links to. It can't be stored, because owners have no URL in a document. */
  url: string | null;
}

// cspell:ignore besitzer sident dueño eigentümer eigner präsident président presidente propietario propriétaire
const KIND =
  /^(?:(president|pres\.|präsident|président|presidente)|owner|eigentümer|eigner|besitzer|propriétaire|propietario|dueño)(?:\s*:)?\s+(?=\S)/iu;
/** `Thomas Malloy, owner 1977-1981`, `Sequoia Presidential Yacht Group (owner)`, `Harry Truman, 33rd President of the United States`. */
const KIND_AFTER =
  /^(.*\S),?\s+(?:\((president|owner)\)|(?<=,\s+)(?:(?:the )?\d\d?(?:st|nd|rd|th) )?(president|owner)(?: of the (?:United States|U\.?S\.?))?)$/i;
const FIRST_WORD = /^(\p{L}{7,12})\s+(?=\S)/u;
/** What stands before a term without parentheses: `Herbert Hoover, 1929–1933`, `owner 1977-1981`. */
const BEFORE_TERM = /[,:]?\s+(?:[-–—]\s+)?/g;

/** Splits a term without parentheses, which has two dates or is open, from the end of a heading. */
function takeTerm(text: string): { term: Term; rest: string } | null {
  if (!/\d/.test(text)) return null;
  for (const match of text.matchAll(BEFORE_TERM)) {
    const written = text.slice(match.index + match[0].length);
    const term = match.index > 0 && /^(?:\D{0,20}\d)/.test(written) ? readTerm(written) : null;
    if (term && term.start !== term.end && isChronological(term)) return { term, rest: text.slice(0, match.index) };
  }
  return null;
}

/** Splits the word for the kind (president or owner) from the text of a heading. */
function takeKind(text: string): { kind: 'president' | 'owner' | null; rest: string; isMisspelled: boolean } {
  const kindBefore = KIND.exec(text);
  if (kindBefore)
    return {
      kind: kindBefore[1] === undefined ? 'owner' : 'president',
      rest: text.slice(kindBefore[0].length),
      isMisspelled: !/^(?:president|owner)\b/i.test(text),
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
  const isPresident = match !== undefined && nearest(word, ['President']) !== null && /^p.*[^s]$/i.test(word);
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
  const termAfter = term === null && unusableTerm === null ? takeTerm(text) : null;
  if (termAfter) ({ term, rest: text } = termAfter);
  const { kind, rest: raw, isMisspelled } = takeKind(link?.start === 0 ? withoutLinks(text) : text);
  const written = toSingleLine(withoutLinks(raw)) ?? '';
  const administration = kind === null && !link ? administrationName(written) : null;
  const rest = administration ?? written;
  const named = kind === 'owner' || rest === '' ? null : namedPresident(rest, kind === 'president');
  // Don't correct or reorder a name that is a link.
  const president = named && link ? { ...named, name: rest } : named;
  const usable = unusableTerm === null ? term : null;
  const isTitle = administration !== null && president === null;
  const isNone = kind === null && isWithoutPresident(written);
  const certain = isCertain();
  return {
    kind: kind ?? (president ? 'president' : 'owner'),
    name: (isTitle ? written : (president?.name ?? rest)) || (toSingleLine(heading) ?? ''),
    term_start: usable?.start ?? null,
    term_end: usable?.end ?? null,
    marked: kind !== null,
    hasDates: term !== null,
    unusableTerm,
    isLoose: isMisspelled || termAfter !== null || (president !== null && president.name !== written),
    isNone,
    isSection: isNone || (certain && (administration !== null || (term !== null && (kind ?? president) !== null))),
    isCertain: certain,
    url: toSingleLine(link?.url ?? null),
  };

  function isCertain(): boolean {
    if (kind === 'owner') return true;
    // “President Roosevelt’s trips”
    if (kind === 'president') return !(hasTitleWord(rest) && /['’]s?\s/.test(rest));
    return isOwnerName(rest) && !isTitle && (president?.isFamiliar === true || usable !== null);
  }
}

/**
 * The owner that a field of a voyage states, as in `President: Gerald Ford`; null if the text isn't one name. It is certain if it names a
 * president, or an owner with a term.
 */
export function readStatedOwner(label: string, value: string): OwnerHeading | null {
  const text = toSingleLine(value.replace(/\s*\((?:potus|president|owner)\)\s*$/i, ''));
  if (text === null || isPlaceholder(text)) return null;
  const owner = readOwnerHeading(text);
  const isCouple = / (?:and|&|und|et) |[;]/.test(owner.name);
  if (owner.isNone || (owner.isCertain && !isCouple)) return owner;
  const isPresident = /^pr[eéä]sident/iu.test(label) && !label.includes('/') && !label.includes(' ');
  if (!isOwnerName(owner.name) || (isCouple && (isPresident || owner.kind === 'president'))) return null;
  return isPresident && !owner.marked ? { ...readOwnerHeading(`President ${text}`), isCertain: false } : owner;
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
