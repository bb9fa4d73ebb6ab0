// cspell:ignore abd Chas Keldin
import { areUnnamedGuests, isGroupWord } from './guests.ts';
import { PLACE, WEATHER } from './improbable-names.ts';
import { hasGivenNameOfAnyLanguage } from './inverted-names.ts';
import { splitReturn } from './line-times.ts';
import { isAbbreviation } from './prose.ts';
import { isTitleWord } from './ranks.ts';
import { isClause } from './sentences.ts';

/** The headings of parts that are known by their words or labels. */
export const HEADING = {
  date: 'Date',
  time: 'Time',
  end: 'Returned',
  owner: 'Owner',
  people: 'Aboard',
  weather: 'Weather',
  place: 'Place',
  text: 'Sentences',
} as const;

const PRESIDENTS = /\b(?:HH|FDR|HST|DDE|JFK|LBJ|RMN|GRF|President|Pres|Mr|Mrs|Miss|guests?|party of)\b\.?/;

type Kind = 'people' | 'weather' | 'place' | 'text';

/** Who was not aboard: “Without Mr. Ross”. */
const ABSENT = /^(?:without|except|minus|not aboard|absent|regrets|declined)\b/i;
const RANK = /\b(?:Adm|Amb|Capt|Cdr|Cmdr|Col|Dr|Gen|Gov|Lt|Maj|Msgr|Rep|Rev|Sec|Sen|Sgt)\.\s\p{Lu}/u;

const arePeople = (item: string) => {
  const words = item.split(' ');
  return (
    PRESIDENTS.test(item) ||
    RANK.test(item) ||
    isTitleWord(words[0] ?? '') ||
    (areUnnamedGuests(item) && words.some(isGroupWord))
  );
};

/** What a part of a line is by its words; null if they don't show it. */
export function kindOf(part: string): Kind | null {
  if (isClause(part) || ABSENT.test(part)) return 'text';
  const items = part.split(/[;,&]|\band\b/).map((item) => item.trim());
  if (items.some(arePeople)) return 'people';
  if (PLACE.test(part)) return 'place';
  if (items.some((item) => /^\p{Lu}\S* \p{Lu}/u.test(item) && hasGivenNameOfAnyLanguage(item))) return 'people';
  return WEATHER.test(part) ? 'weather' : null;
}

/** A sentence ends after a word, not after an initial. */
const SENTENCES =
  /(?<=(?:[\p{L}\d)]{4}|[’']s|\b\d{1,2})[.!])\s+(?=[\p{Lu}“"(])|(?<=\b(?:R|Is|Pt|Md|Va|Yd)\.)\s+(?=(?:w\/|with\b|\p{Lu}))/u;
/** Separators of the parts of a line, the surest one first. */
export const GAP = /\t+| {2,}/;
const AFTER_PLACE =
  /(?<!\b(?:aboard|guests|passengers|party|present|who|with|weather|remarks|notes|place|where|times?)):\s+(?=\p{Lu})/iu;
export const SEPARATORS: readonly RegExp[] = [GAP, /\s{1,20}[–—-]{1,2}\s+|—/, SENTENCES, /;\s+/, AFTER_PLACE];
/** How many of them separate parts even in a single line. */
const SURE = 2;
export const MOST = 0.5;

const LABEL_WORDS =
  'aboard|on board|guests?|passengers|party|present|who|with|weather|wx|remarks?|notes?|place|where|times?|from|to'
    .split('|')
    .map((word) => `[${word.charAt(0).toUpperCase()}${word.charAt(0)}]${word.slice(1)}`)
    .join('|');
/** A label within a line (“Aboard: …”), and the words before people: “with Adm. Leahy”, “w/ HST”. */
const INNER_LABEL = new RegExp(String.raw`[\s.,;(]{1,20}(?=(?:${LABEL_WORDS}):\s|[Ww]x\.?\s)`, 'u');
const BEFORE_NAMES = String.raw`(?:w\/\s?|(?:[Ww]ith|[Aa]board|[Aa]bd\.?)\s+(?=(?:the\s+)?(?!U\.?S\.?S|Sequoia|Potomac|Williamsburg)\p{Lu}))`;
const INNER_WITH = new RegExp(String.raw`\s{1,20}(?=${BEFORE_NAMES})`, 'u');
export const WITH = new RegExp(`^${BEFORE_NAMES}`, 'u');
export const NAMED = new RegExp(String.raw`^(?<label>${LABEL_WORDS}|[Ww]x(?=\.?\s))[:.]?\s+(?<=:\s+|[Ww]x\.?\s+)`);
export const HEADING_OF: ReadonlyMap<string, string> = new Map([
  ...['aboard', 'on board', 'guest', 'guests', 'passengers', 'party', 'present', 'who', 'with'].map(
    (word) => [word, HEADING.people] as const,
  ),
  ...['weather', 'wx'].map((word) => [word, HEADING.weather] as const),
  ...['place', 'where'].map((word) => [word, HEADING.place] as const),
  ...['time', 'times'].map((word) => [word, HEADING.time] as const),
]);

const ABBREVIATED = /(?:^|[\s.])(?:\p{L}|Jr|Sr|Esq|Adm|Gen|Capt|Col|Yd|Is|Pt|Md|Va|etc|Co)\.$/u;
const LONGEST_ABBREVIATION = 8;
/** A part without the emphasis, brackets and period around it. */
export const trimPart = (part: string) => {
  let [start, end] = [0, part.length];
  while (start < end && /[\s*_,;:–—-]/.test(part[start] ?? '')) start += 1;
  while (end > start && /[\s*_,;–—-]/.test(part[end - 1] ?? '')) end -= 1;
  const text = part.slice(start, end);
  return text.endsWith('.') && !ABBREVIATED.test(text.slice(-LONGEST_ABBREVIATION)) ? text.slice(0, -1) : text;
};

const LONGEST_WORD = 40;

/** Joins parts again that were split after an abbreviation: “Capt. Brown”, “Chas. Ross”. */
function joinAbbreviated(parts: readonly string[]): string[] {
  const joined: string[][] = [];
  let last = '';
  for (const part of parts) {
    if (/\p{L}{4}\.$/u.test(last) && isAbbreviation(last.split(/\s/).at(-1) ?? '')) joined.at(-1)?.push(part);
    else joined.push([part]);
    last = part.slice(-LONGEST_WORD);
  }
  return joined.map((pieces) => pieces.join(' '));
}

/** Splits a first line into its parts at this separator, or at a sure one that only it has, and its parts at their labels. */
export function splitParts(text: string, separator: RegExp | null): string[] {
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

/** The separator that most of the first lines have. */
export function separatorOf(texts: readonly string[]): RegExp | null {
  const long = texts.filter((text) => text !== '');
  return (
    SEPARATORS.find((separator) => long.filter((text) => separator.test(text)).length > MOST * long.length) ?? null
  );
}
