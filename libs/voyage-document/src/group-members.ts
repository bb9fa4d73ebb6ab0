// cspell:ignore épouse familie famille femme frau herr Kissingers madame mann mari monsieur präsident président presidente seine señora smathers
import { inReadingOrder } from './names.ts';
import { countTitleWords, singularTitle } from './ranks.ts';
import { suffixOf } from './suffixes.ts';

/** Someone that an entry for more than one person names. */
export type GroupMember =
  | { kind: 'person'; name: string }
  /** "the President", "Senator Smathers": an office with the surname, if the entry has one. */
  | { kind: 'office'; title: string; surname: string }
  /** "Mrs. Nixon", "Mrs. John Doe". */
  | { kind: 'wife'; name: string; surname: string }
  /** "the Kissingers": everyone with one of these surnames. */
  | { kind: 'family'; surnames: string[] };

const AND = String.raw`\s*(?:\+|&|\/|\||;|\b(?:and|und|et|y)\b)\s*`;
const COUPLE = new RegExp(`^(.+?)${AND}(.+)$`, 'iu');
const WIFE = /^(?:mrs|mme|madame|frau|señora|sra)\b\.?\s+(.+)$/iu;
const HUSBAND = /^(?:mr|m|herr|monsieur|señor|sr)\.?$/iu;
const SPOUSE = /^(?:(?:his|her|seine?|ihr|sa|son)\s+)?(?:wife|husband|spouse|frau|mann|femme|épouse|mari)\s*(.*)$/iu;
const FAMILY =
  /^(?:the\s+|die\s+|la\s+|les\s+)?(?:family\s+|familie\s+|famille\s+)?(\p{Lu}[\p{L}'’-]*?)(s['’]?|['’]s|['’])?(?:\s+family)?(?:\s*\(([^()]+)\))?$/iu;
const PRESIDENT = /^(?:the |der |le |el )?(?:president|präsident|président|presidente)$/iu;
/** Others aboard whom nobody names: "and party". */
const UNNAMED =
  /^(?:(?:his|her|their|the)\s)?(?:family|Family|party|Party|staff|Staff|guests?|Guests?|sons?|daughters?|children|aides?|friends?|others|company|entourage|parents|escort|valet|nurse|secretary|agents?|first lady|First Lady)\b/u;
const NAME_WORD = /^\p{Lu}[\p{L}.'’-]*$/u;

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '');
const isName = (text: string) => wordsOf(text).length > 0 && wordsOf(text).every((word) => NAME_WORD.test(word));
const surnameOf = (text: string) => wordsOf(text).at(-1) ?? '';
const withoutArticle = (text: string) => text.replace(/^(?:the|der|le|el)\s+/iu, '');
/** "Gen. and Mrs. Doe and their sons Tom and Bob", "John Doe with his daughter Ann". */
const RELATIVES =
  /^(.+?),? (?:and|&|with) (?:\p{Ll}+ ){0,2}(?:sons?|daughters?|children|brothers?|sisters?) (\p{Lu}.*)$/u;

/** Given names before commas and "and": "Bill, Adele and Tom". */
const namesIn = (text: string) =>
  text
    .split(new RegExp(`\\s*,\\s*|${AND}`, 'iu'))
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** Whether text is the given names of people and no surname, to which the surname of the entry belongs. */
const areGivenNames = (names: readonly string[]) => names.every((name) => isName(name) && wordsOf(name).length <= 2);

/** Readings of a plural or possessive surname: "Rogers'" can be of Rogers or of Roger. */
function surnamesOf(stem: string, ending: string): string[] {
  if (!ending.startsWith('s')) return [stem];
  const singular = /(?:s|x|z|ch|sh)e$/i.test(stem) ? [stem.slice(0, -1)] : [];
  return [...singular, stem, `${stem}s`];
}

function family(text: string): GroupMember[] | null {
  const isGroup = /^(?:the|die|la|les|familie|famille)\s|\sfamily\b|\(/iu.test(text);
  const [, stem = '', ending = '', inside] = (isGroup && FAMILY.exec(text)) || [];
  if (stem === '') return null;
  const surnames = surnamesOf(stem, ending.toLowerCase());
  if (inside === undefined) return [{ kind: 'family', surnames }];
  const names = namesIn(inside);
  // “the Rogers’”: the surname has the letter, unless it is a plural as in “the Kissingers”.
  const surname =
    /^s['’]$/.test(ending) || ending === '' ? `${stem}${ending.replace(/['’]/g, '')}` : (surnames[0] ?? stem);
  return areGivenNames(names) ? names.map((name) => ({ kind: 'person', name: `${name} ${surname}` })) : null;
}

/** Given names with the surname of the last one, unless they have their own. */
const withSurname = (names: readonly string[], surname: string): string[] =>
  names.map((name) => (wordsOf(name).length > 1 ? name : `${name} ${surname}`));

/** "Messrs. Poe and Ray", "the Misses Ann and Mary Poe", "Senators Scott (R-PA), Griffin and Tower": the title of each. */
function titled(text: string): GroupMember[] | null {
  const [plural = '', ...list] = wordsOf(text.replaceAll(/\([^()]*\)|^the\s/giu, ' '));
  const title = singularTitle(plural);
  const names = title === undefined ? [] : namesIn(list.join(' '));
  if (title === undefined || names.length < 2 || !names.every(isName)) return null;
  const last = names.at(-1) ?? '';
  if (title === 'Miss' && wordsOf(last).length > 1)
    return withSurname(names, surnameOf(last)).map((name) => ({ kind: 'person', name }));
  return names.map((name) =>
    wordsOf(name).length > 1 ? { kind: 'person', name } : { kind: 'office', title, surname: name },
  );
}

function relatives(text: string): GroupMember[] | null {
  const [, parents = '', list = ''] = RELATIVES.exec(text) ?? [];
  const names = namesIn(list);
  if (parents === '' || !areGivenNames(names)) return null;
  const single = holder(parents, '');
  const members = groupMembers(parents) ?? (single?.kind === 'person' ? [single] : null);
  const last = members?.at(-1);
  if (!members || !last || last.kind === 'family') return null;
  const surname = last.kind === 'person' ? surnameOf(last.name) : last.surname;
  return [...members, ...withSurname(names, surname).map((name): GroupMember => ({ kind: 'person', name }))];
}

/** Whether an entry is people with one title in the plural: "the Misses Ann and Mary Poe". */
export const hasPluralTitle = (text: string): boolean => titled(text) !== null;

/** Reads the name after an office: "Senator Smathers", "Dr. Henry Kissinger", "the President". */
function holder(text: string, surname: string): GroupMember | null {
  const plain = withoutArticle(text);
  if (PRESIDENT.test(text)) return { kind: 'office', title: 'President', surname };
  const words = wordsOf(plain);
  const titles = countTitleWords(words);
  const name = words.slice(titles);
  if (titles > 0 && name.length <= 1)
    return { kind: 'office', title: words.slice(0, titles).join(' '), surname: name[0] ?? surname };
  if (/\b(?:of|for)\b/.test(plain)) return { kind: 'office', title: plain, surname };
  return isName(plain) ? { kind: 'person', name: plain } : null;
}

/** Full names between commas: "Ann Roe, Bob Poe", but not "Poe, Ann" or "Ann Poe, Captain USN". */
function list(text: string): GroupMember[] | null {
  const names = text.split(/\s*,\s*/);
  const areFull = names.every(
    (name) => isName(name) && wordsOf(withoutTitles(name)).length > 1 && suffixOf(name) === undefined,
  );
  return names.length > 1 && areFull && inReadingOrder(text) === undefined
    ? names.map((name) => ({ kind: 'person', name }))
    : null;
}

/** The people that an entry for more than one person names, or for the President, in order; null if nobody can tell, as in "Senator Smathers and party". */
export function groupMembers(text: string): GroupMember[] | null {
  const written = text.replaceAll(/\s+/g, ' ').trim();
  if (written.length > 200) return null;
  if (PRESIDENT.test(written)) return [{ kind: 'office', title: 'President', surname: '' }];
  const members = relatives(written) ?? titled(written) ?? family(written) ?? list(written);
  if (members) return members;
  const [, left = '', right = ''] = COUPLE.exec(written) ?? [];
  if (left === '' || right === '' || UNNAMED.test(right)) return null;
  const wife = WIFE.exec(right)?.[1];
  if (wife !== undefined) {
    if (!isName(wife)) return null;
    const surname = surnameOf(wife);
    const husband = HUSBAND.test(left) ? ({ kind: 'office', title: 'Mr.', surname } as const) : holder(left, surname);
    if (!husband) return null;
    // “Senator and Mrs. George Smathers”
    const isNamed = husband.kind === 'office' && wordsOf(wife).length > 1;
    return [isNamed ? { kind: 'person', name: wife } : husband, { kind: 'wife', name: `Mrs. ${wife}`, surname }];
  }
  const spouse = SPOUSE.exec(right)?.[1];
  if (spouse !== undefined) {
    const surname = surnameOf(left);
    const first = holder(left, surname);
    if (!first || (spouse !== '' && !isName(spouse))) return null;
    if (spouse === '') return [first, { kind: 'wife', name: `Mrs. ${withoutTitles(left)}`, surname }];
    return [first, { kind: 'person', name: wordsOf(spouse).length > 1 ? spouse : `${spouse} ${surname}` }];
  }
  const given = namesIn(left);
  if (areGivenNames(given) && isName(right) && wordsOf(right).length > 1) {
    const surname = surnameOf(right);
    return [...withSurname(given, surname), right].map((name): GroupMember => ({ kind: 'person', name }));
  }
  const holders = [left, right].map((part) => holder(part, ''));
  return holders.every(
    (member) => member !== null && (member.kind !== 'office' || member.surname !== '' || member.title === 'President'),
  )
    ? (holders as GroupMember[])
    : null;
}

const withoutTitles = (text: string) => {
  const words = wordsOf(withoutArticle(text));
  return words.slice(Math.min(countTitleWords(words), words.length - 1)).join(' ');
};
