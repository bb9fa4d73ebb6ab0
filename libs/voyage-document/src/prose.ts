// cspell:ignore ccompanied oined uests Morgenthau Hains cancell quarrell
import { fold } from './folding.ts';
import { isImprobableName, PLACE } from './improbable-names.ts';
import { hasKnownGivenName } from './inverted-names.ts';
import { fullGivenName } from './name-words.ts';
import { isNobleWord, isTitleWord } from './ranks.ts';
import { isOrganization } from './surnames.ts';

const LONGEST = 2000;
const LONGEST_CLAUSE = 60;
const BEFORE_PEOPLE =
  /\b(?:[Ww]ith|[Aa]ccompanied by|[Jj]oined by|(?:[Gg]uests|[Pp]arty|[Aa]board)(?: (?:were|was|included)|:))\s+(?=(?:the\s+)?\p{Lu})/gu;
const CONNECTIVE = /^(?:and|&|the|of|de|van|von)$/;
const ENDS = /[.!?]$/;
const ABBREVIATION = /^(?:\p{Lu}\.)+$|^(?:Jr|Sr|Esq|St|Mrs?|Dr)\.$/u;

/** Whether a word with a period doesn’t end a sentence, because it is an initial, or a short form of a title or given name. */
export const isAbbreviation = (word: string): boolean =>
  word.endsWith('.') &&
  (ABBREVIATION.test(word) || isTitleWord(word) || fullGivenName(fold(word.slice(0, -1))) !== fold(word.slice(0, -1)));

/** Words before “with” that say that someone wasn’t aboard, or was met elsewhere. */
const NOT_ABOARD =
  /\b(?:not|never|cannot|\p{L}+n[’']t|ashore|instead|unable|declined|cancell?ed|met|meet|meeting|talk(?:s|ed)?|spoke|phoned|conferred|quarrell?ed|corresponded|letters?|telegrams?)\s+(?:\p{Ll}+\s+){0,4}$/iu;
/** Words after a name that show that it is of a ship. */
const AFTER_SHIP =
  /^[\s,]*(?:in tow|astern|alongside|abeam|following|in company|as escort|escorting|standing by|towing)\b/;
const NO_PERSON =
  /^(?:the\s+)?(?:U\.?S\.?S|U\.?S\.?C\.?G|H\.?M\.?S|S\.?S|M\.?V|Yacht|General (?:Motors|Electric|Mills|Foods|Assembly|Board|Staff))\b/;

/** Whether a name is a person’s by its words: a title, or a common given name. “Sequoia” and “Navy” could be anything. */
const isPersonByWords = (name: string) => {
  const words = name.replace(/^the\s/, '').split(' ');
  const [first = ''] = words;
  return (
    words.length > 1 &&
    !NO_PERSON.test(name) &&
    !isOrganization(words) &&
    !/['’]s?$/.test(name) &&
    (isTitleWord(first) || isNobleWord(first) || COURTESY.test(first) || hasKnownGivenName(name))
  );
};
const COURTESY = /^(?:Mrs?|Miss|Ms)\b/;

/** The names at the start of a text: words with capitals, and what joins them. */
function namesAtStart(text: string): string {
  const words: string[] = [];
  for (const word of text.slice(0, LONGEST).split(/\s+/)) {
    const plain = word.replace(/[.,;:!?]+$/, '');
    if (!/^\p{Lu}/u.test(plain) && !CONNECTIVE.test(word)) break;
    words.push(word);
    if (ENDS.test(word) && !isAbbreviation(word)) break;
  }
  while (CONNECTIVE.test(words.at(-1) ?? '')) words.pop();
  const names = words.join(' ');
  return /(?:^|\s)(?:\p{Lu}|Jr|Sr)\.$/u.test(names) ? names : names.replace(/[.,;:!?]+$/, '');
}

/** Names with commas instead of “and”, unless both sides share a surname: “Secretary and Mrs. Morgenthau”. */
export const separated = (names: string): string =>
  names.replaceAll(AND_BEFORE_NAME, (and: string, index: number) =>
    TWO_WORDS.test(names.slice(Math.max(0, index - LONGEST_NAME), index)) ? ', ' : and,
  );
const AND_BEFORE_NAME =
  /,? (?:and|&) (?!Mrs\b|(?:his|her|their)\b|(?:wife|husband|party|family|guests)\b)(?=\S{1,80} \S)/g;
const TWO_WORDS = /[^\s,;]+ [^\s,;]+$/;
const LONGEST_NAME = 80;

const NAME_OF_PLACE = String.raw`(?:the\s+)?(?<place>\p{Lu}[\p{L}'\u2019]*(?:(?:\s|(?<=\b(?:Mt|Ft|St|Pt|Is|Pot))\.\s?)\p{Lu}[\p{L}'\u2019]*){0,3})`;
const FROM = new RegExp(String.raw`\b(?:from|left|leaving)\s+${NAME_OF_PLACE}`, 'gu');
const TO = new RegExp(String.raw`\b(?:to|at|off|near|toward|for|up|down|on|as far as)\s+${NAME_OF_PLACE}`, 'gu');

function placeIn(text: string, form: RegExp): string | null {
  for (const { groups } of text.matchAll(form)) {
    const place = groups?.place ?? '';
    if (PLACE.test(place)) return place;
  }
  return null;
}

/** The people and places that sentences name: “sailed with Adm. Leahy and Clark Clifford from the Navy Yard to Quantico”. */
export function fromProse(sourceText: string): { people: string; place: string } {
  const text = sourceText.slice(0, LONGEST);
  const people = [...text.matchAll(BEFORE_PEOPLE)]
    .flatMap(({ index, 0: words }) => {
      const after = text.slice(index + words.length);
      const names = namesAtStart(after);
      if (NOT_ABOARD.test(text.slice(Math.max(0, index - LONGEST_CLAUSE), index))) return [];
      const people = separated(names).split(/,\s+/);
      return AFTER_SHIP.test(after.slice(names.length)) ? people.slice(0, -1) : people;
    })
    .filter((name) => isPersonByWords(name.replace(/^and\s/, '')) && !isImprobableName(name));
  const places = [placeIn(text, FROM), placeIn(text, TO)].filter((place) => place !== null);
  // “left the Navy Yard … returned to the Yard”
  const [start, end] = places;
  if (start !== undefined && end !== undefined && start.endsWith(end)) places.pop();
  return { people: people.join(', '), place: places.join('; ') };
}

/** A route as the start and end of a voyage: “Navy Yard to Hains Point”. */
export const routeOf = (place: string): string => {
  const [, start = '', end = ''] = ROUTE.exec(place) ?? [];
  return start === '' || /^(?:Overnight|Cruise|Trip|Sail|Sailed|Run|Ran|Return|Excursion|Down|Up)\b/.test(start)
    ? place
    : `${start.trim()}; ${end}`;
};
const ROUTE = /^(?:[Ff]rom\s+)?((?:\p{Lu}[\p{L}.'’]*\s){1,4})to\s+(?:the\s+)?((?:\p{Lu}[\p{L}.'’]*\s?){1,4})$/u;
