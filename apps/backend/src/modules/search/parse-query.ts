// cspell:ignore frühl sommer herbst printemps automne hiver primavera verano otoño invierno
import { earliestDay, latestDay, readDate } from '@archive/contracts/dates';
import { type Term, termOf } from './search-terms.ts';

/** A date in a query: its first and last day, and its text. */
export interface DateTerm {
  from: string;
  to: string;
  /** The date as it is spelled in records: "April 1943". */
  text: string;
}

/** A parsed query. A record must match all of its parts. */
export interface ParsedQuery {
  /** Words and phrases, dates not included. */
  terms: Term[];
  dates: DateTerm[];
  /** Words of dates, for searches that only look for words. */
  dateTerms: Term[];
  /** Whether the query ends in a date. */
  endsInDate: boolean;
  /** The values of `president:truman` and so on. */
  president: string[];
  person: string[];
  place: string[];
  tag: string[];
  /** Ranges of years such as 1946-1948, which are dates unless a record has them as written. */
  yearRanges: string[];
  /** Bounds from `after:` and `before:`. */
  from: string | null;
  to: string | null;
}

/** More terms take the database more time without narrowing the results. */
const MAX_TERMS = 16;
/** Enough for "Thursday, the 12th of June, 1947". */
const MAX_DATE_WORDS = 6;

const PREFIXES = { president: 'president', owner: 'president', person: 'person', place: 'place', tag: 'tag' } as const;
const BOUNDS = ['before', 'after'];
/** Prefixes that are followed by a name or word. The other prefixes are followed by a date. */
export const NAME_PREFIXES = Object.keys(PREFIXES);
export const ALL_PREFIXES = [...NAME_PREFIXES, ...BOUNDS];
const TOKEN =
  /(?<excluded>-(?=["“\p{L}\p{Nd}]))?(?:(?<prefix>\p{L}+):(?=\S)\s*)?(?:["“](?<phrase>[^"”]*)["”]?|(?<text>[Nn][Oo]\.\s+\p{Nd}\S*|\p{Nd}{4}\s+[-–—]\s+\p{Nd}{4}(?!\S)|\S+))/gu;
const BLANK_AFTER_PREFIX = new RegExp(String.raw`(?<=^|\s)(${ALL_PREFIXES.join('|')}):\s+`, 'giu');
/** "J. F. K." */
const SPACED_INITIALS = /(?<![\p{L}\p{M}\p{Nd}.])\p{L}\.(?:\s+\p{L}\.){2,4}(?=\s|$)/gu;
/** In English, German, French and Spanish. */
const MONTH_OR_SEASON =
  /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|jän|mär|mai|okt|dez|f[eé]v|avr|jui|ao[uû]|déc|ene|abr|ago|dic|spring|summer|fall|autumn|winter|frühl|sommer|herbst|printemps|été|automne|hiver|primavera|verano|otoño|invierno|early|mid|late|between|from|the|in|le$|el$|\d)/i;
/** Dates that are still being typed, and plain years, are treated as words. */
const PARTIAL_DATE = /^\d{4}(?:-\d{0,2}(?:-\d?)?)?$/;
/** With blanks, as in "1900 - 1981", it is text. */
const YEAR_RANGE = /^\d{4}(?:[-–—]|\s+[-–—]\s+)\d{4}$/;
const COMPLETE_DATE = /^\d{4}-\d\d(?:-\d\d)?$/;

interface Token {
  text: string;
  prefix: string;
  phrase: boolean;
  excluded: boolean;
}

function tokensOf(typed: string): Token[] {
  const normalized = typed
    .normalize('NFC')
    // Treats a blank after the colon as a typo.
    .replaceAll(BLANK_AFTER_PREFIX, '$1:')
    .replaceAll(SPACED_INITIALS, (initials) => initials.replaceAll(/\s/gu, ''));
  return [...normalized.matchAll(TOKEN)].map(({ groups }) => ({
    text: groups?.['phrase'] ?? groups?.['text'] ?? '',
    prefix: groups?.['prefix']?.toLowerCase() ?? '',
    phrase: groups?.['phrase'] !== undefined,
    excluded: groups?.['excluded'] !== undefined,
  }));
}

/** Parses a date or date range; undefined for a plain year, which is treated as a word, and for anything else. */
function datesOf(text: string): DateTerm | undefined {
  if (PARTIAL_DATE.test(text) && !COMPLETE_DATE.test(text)) return undefined;
  const reading = readDate(text);
  if (reading.kind !== 'date' && reading.kind !== 'range') return undefined;
  const [start, end] = reading.kind === 'date' ? [reading.value, reading.value] : [reading.start, reading.end];
  const [from, to] = [earliestDay(start), latestDay(end)];
  return from && to ? { from, to, text: reading.text } : undefined;
}

/** The longest sequence of tokens from the beginning that `read` parses as a date. */
function leadingDate(
  tokens: readonly Token[],
  read: (text: string) => DateTerm | undefined,
): { date: DateTerm; length: number } | undefined {
  const plain = tokens.findIndex(({ prefix, phrase, excluded }) => prefix !== '' || phrase || excluded);
  const limit = Math.min(plain === -1 ? tokens.length : plain, MAX_DATE_WORDS);
  for (let length = limit; length > 0; length -= 1) {
    const date = read(
      tokens
        .slice(0, length)
        .map(({ text }) => text)
        .join(' '),
    );
    if (date) return { date, length };
  }
  return undefined;
}

const laterDate = (current: string | null, right: string) => (current === null || right > current ? right : current);
const earlierDate = (current: string | null, right: string) => (current === null || right < current ? right : current);

function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/**
 * Parses a query: words, "phrases", -excluded words, dates and prefixes such as `president:`. Ranges of years are dates, or phrases if
 * `areYearsWritten`.
 */
export function parseQuery(typed: string, areYearsWritten = false): ParsedQuery {
  const query: ParsedQuery = {
    terms: [],
    dates: [],
    dateTerms: [],
    endsInDate: false,
    president: [],
    person: [],
    place: [],
    tag: [],
    yearRanges: [],
    from: null,
    to: null,
  };
  const terms: Term[] = [];
  const add = (term: Term | undefined) => term && terms.push(term);
  let tokens = tokensOf(typed);
  while (tokens[0]) {
    const [{ text, prefix, phrase, excluded }, ...otherTokens] = tokens;
    tokens = otherTokens;
    query.endsInDate = false;
    const name = Object.hasOwn(PREFIXES, prefix) && !excluded ? PREFIXES[prefix as keyof typeof PREFIXES] : undefined;
    const plain = { text, prefix: '', phrase: false, excluded: false };
    const isBound = BOUNDS.includes(prefix) && !excluded;
    const bound = isBound ? leadingDate([plain, ...otherTokens], readDateBound) : undefined;
    const areYears = prefix === '' && !phrase && !excluded && YEAR_RANGE.test(text);
    const mayBeDate = prefix === '' && !phrase && !excluded && MONTH_OR_SEASON.test(text);
    const date = mayBeDate ? leadingDate([plain, ...otherTokens], datesOf) : undefined;
    if (areYears) query.yearRanges.push(text);
    if (name && query[name].length < MAX_TERMS) query[name].push(text);
    else if (areYears && (areYearsWritten || /\s/.test(text))) add(termOf(text, { phrase: true }));
    else if (bound) {
      const { from, to } = bound.date;
      if (prefix === 'before') query.to = earlierDate(query.to, dayAfter(from, -1));
      else query.from = laterDate(query.from, dayAfter(to, 1));
      tokens = otherTokens.slice(bound.length - 1);
    } else if (date) {
      query.endsInDate = true;
      if (query.dates.length < MAX_TERMS) query.dates.push(date.date);
      for (const item of [text, ...otherTokens.slice(0, date.length - 1).map((token) => token.text)]) {
        const term = termOf(item);
        if (term) query.dateTerms.push(term);
      }
      tokens = otherTokens.slice(date.length - 1);
    } else
      add(
        termOf(prefix === '' || (excluded && NAME_PREFIXES.includes(prefix)) ? text : `${prefix}:${text}`, {
          ...(phrase && { phrase }),
          ...(excluded && { excluded }),
        }),
      );
  }
  query.terms = distinct(terms);
  return query;
}

function readDateBound(text: string): DateTerm | undefined {
  const reading = readDate(text);
  if (reading.kind !== 'date') return undefined;
  const [from, to] = [earliestDay(reading.value), latestDay(reading.value)];
  return from && to ? { from, to, text: reading.text } : undefined;
}

const keyOf = ({ text, excluded, phrase }: Term) => `${excluded ? '-' : ''}${phrase ? '"' : ''}${text.toLowerCase()}`;

/** Removes duplicate terms. Keeps the last one of equal terms, because the end of the query may be a word prefix. */
function distinct(terms: readonly Term[]): Term[] {
  const last = new Map(terms.map((term, index) => [keyOf(term), index]));
  return terms.filter((term, index) => last.get(keyOf(term)) === index).slice(0, MAX_TERMS);
}
