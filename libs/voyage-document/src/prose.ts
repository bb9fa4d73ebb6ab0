// cspell:ignore ccompanied oined uests Morgenthau Hains
import { isImprobableName, PLACE } from './improbable-names.ts';
import { fold } from './folding.ts';
import { fullGivenName } from './name-words.ts';
import { isTitleWord } from './ranks.ts';

const LONGEST = 2000;
const BEFORE_PEOPLE =
  /\b(?:[Ww]ith|[Aa]ccompanied by|[Jj]oined by|(?:[Gg]uests|[Pp]arty|[Aa]board)(?: (?:were|was|included)|:))\s+(?=(?:the\s+)?\p{Lu})/gu;
const CONNECTIVE = /^(?:and|&|the|of|de|van|von)$/;
const ENDS = /[.!?]$/;
const ABBREVIATION = /^(?:\p{Lu}\.)+$|^(?:Jr|Sr|Esq|St|Mrs?|Dr)\.$/u;

/** Whether a word with a period doesn’t end a sentence, because it is an initial, or a short form of a title or given name. */
export const isAbbreviation = (word: string): boolean =>
  word.endsWith('.') &&
  (ABBREVIATION.test(word) || isTitleWord(word) || fullGivenName(fold(word.slice(0, -1))) !== fold(word.slice(0, -1)));

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
  names.replaceAll(
    /([^\s,;]+ [^\s,;]+),? (?:and|&) (?!Mrs\b|(?:his|her|their)\b|(?:wife|husband|party|family|guests)\b)(?=\S+ \S)/g,
    '$1, ',
  );

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
    .map(({ index, 0: words }) => namesAtStart(text.slice(index + words.length)))
    .filter((names) => names !== '' && !isImprobableName(names))
    .map(separated);
  const places = [placeIn(text, FROM), placeIn(text, TO)].filter((place) => place !== null);
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
