import { PRESIDENTIAL_INITIALS } from './codes.ts';
import { withoutLinks } from './links.ts';
import { findPairs } from './pairs.ts';
import { readTerm, isChronological, writeTerm, type Term } from './terms.ts';
import { escapeText, toSingleLine } from './texts.ts';
import type { OwnerSection } from './types.ts';

export interface OwnerHeading extends Omit<OwnerSection, 'line'> {
  /** The heading starts with "President" or "Owner". */
  marked: boolean;
  /** The heading ends with a term in parentheses. */
  dated: boolean;
  /** A term that is unreadable or ends before it starts, as written. */
  unusableTerm: string | null;
}

const SURNAMES =
  /(?:^|\s)(?:hoover|roosevelt|truman|eisenhower|kennedy|johnson|nixon|ford|carter|reagan|bush|clinton|obama|trump|biden)$/i;
const COMPANY = /\b(?:company|corporation|foundation|trust|motor|family|estate|mrs|miss|sons?|brothers|jr|sr)\b/i;

/** Whether a heading that says neither "President" nor "Owner" names a president of the yacht's time: `JFK`, `Harry S. Truman`. */
function isPresident(name: string): boolean {
  const initials = name.replaceAll(/[.\s]/g, '').toUpperCase();
  if (PRESIDENTIAL_INITIALS.includes(initials)) return true;
  return SURNAMES.test(name) && !COMPANY.test(name);
}

const KIND = /^(president|owner)(?:\s*:)?\s+(?=\S)/i;

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
    const written = text.slice(group + 1, -1);
    term = readTerm(written);
    if (/\d/.test(written) || term) {
      text = text.slice(0, group).trimEnd();
      if (!term || !isChronological(term)) unusableTerm = toSingleLine(written);
    }
  }
  text = text.replace(/^[*_]{2,3}(.*\S)[*_]{2,3}$/, '$1');
  const kind = KIND.exec(text);
  const name = toSingleLine(withoutLinks(kind ? text.slice(kind[0].length) : text));
  const usable = unusableTerm === null ? term : null;
  return {
    kind: kind?.[1]?.toLowerCase() === 'president' || (!kind && isPresident(name ?? '')) ? 'president' : 'owner',
    name: name ?? toSingleLine(heading) ?? '',
    term_start: usable?.start ?? null,
    term_end: usable?.end ?? null,
    marked: kind !== null,
    dated: term !== null,
    unusableTerm,
  };
}

export function writeOwnerHeading(section: Omit<OwnerSection, 'line'>): string {
  const term = writeTerm({ start: section.term_start, end: section.term_end });
  const kind = section.kind === 'president' ? 'President' : 'Owner';
  const compose = (name: string) => `${kind} ${name}${term ? ` (${term})` : ''}`;
  const unescaped = compose(section.name);
  const read = readOwnerHeading(unescaped);
  const same =
    read.name === section.name &&
    read.marked &&
    read.term_start === section.term_start &&
    read.term_end === section.term_end &&
    read.unusableTerm === null;
  return `# ${same ? unescaped : compose(escapeText(section.name))}`;
}
