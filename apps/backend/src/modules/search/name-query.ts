import { formsOf, nameParts, type NameParts, phoneticKey, withoutUmlauts } from '@archive/voyage-document';

/** Maximum length of initials that can mean a full name: FDR, GHWB. */
const MAX_INITIALS = 5;
/** Letters at the beginning of a given name that its spellings share: Stephen and Steven. */
const BEGINNING = 3;
/** The beginning of "3rd", while it is typed. */
const UNFINISHED_NUMBER = / \d[a-z]?$/i;

const exact = (word: string) => `'${word}'`;
const prefix = (word: string) => `${exact(word)}:*`;
const anyOf = (queries: readonly string[]) => `(${[...new Set(queries)].join(' | ')})`;

/** A full given name also matches an initial in the archive, and an initial matches full given names. */
const givenNameQuery = (word: string) =>
  word.length === 1 ? prefix(word) : anyOf([prefix(word), exact(word.charAt(0)), ...formsOf(word).map(exact)]);

/** A surname of more than one word, such as "van Kirk", is also found as one, and one with an umlaut in both spellings. */
function surnameQuery({ family, surname }: NameParts): string {
  const others = surname.slice(0, -1).map(exact);
  const separate = others.length > 0 ? [`(${[...others, prefix(surname.at(-1) ?? '')].join(' & ')})`] : [];
  return anyOf([prefix(family), prefix(withoutUmlauts(family)), ...separate]);
}

/** Ways to write the words of a name with two neighbors joined: "lady bird johnson" as "ladybird johnson". */
function joinedQueries({ given, surname, isFirst }: NameParts): string[] {
  const words = isFirst ? [...surname, ...given] : [...given, ...surname];
  return words.slice(1).map((word, index) => {
    const joined = words.toSpliced(index, 2, `${words[index] ?? ''}${word}`);
    return `(${[...joined.slice(0, -1).map(exact), prefix(joined.at(-1) ?? '')].join(' & ')})`;
  });
}

/** The name document has the phonetic key of each word. Short ones are too frequent. */
const phoneticQuery = (word: string) => (word.length > 2 ? [exact(`~${phoneticKey(word)}`)] : []);

/** Any of the given names, and a surname, in forms or spellings that may mean the same person. */
function similarQuery({ given, family, surname, nickname }: NameParts, full: readonly string[]): string {
  const familyQuery = anyOf([
    exact(family),
    exact(withoutUmlauts(family)),
    exact(surname.at(-1) ?? ''),
    ...phoneticQuery(family),
  ]);
  if (given.length === 0) return familyQuery;
  const names = [...full, ...(nickname === '' ? [] : nickname.split(' '))];
  const givenNames = names.flatMap((word) => [
    ...[word, word.charAt(0), ...formsOf(word)].map(exact),
    ...phoneticQuery(word),
    ...(word.length > BEGINNING ? [prefix(word.slice(0, BEGINNING))] : []),
  ]);
  return `${anyOf(givenNames.length > 0 ? givenNames : given.slice(0, 1).map(prefix))} & ${familyQuery}`;
}

/** A typed name as values of type tsquery for `person.names`. */
export interface NameQuery {
  /** Finds equal forms of the name, and longer names. */
  query: string;
  /** Finds other spellings, and names with fewer or more given names, too. */
  similar: string;
  parts: NameParts;
}

/**
 * Parses a typed name. Ignores titles such as Dr., accepts the surname first or last, and matches initials with names. Undefined for a query
 * without a name.
 */
export function nameQuery(typed: string): NameQuery | undefined {
  const parts = nameParts(typed.replace(UNFINISHED_NUMBER, ''));
  if (!parts) return undefined;
  const { family, given } = parts;
  const full = given.filter((word) => word.length > 1);
  const similar = similarQuery(parts, full);
  const surname = surnameQuery(parts);
  const joined = joinedQueries(parts);
  if (given.length === 0) {
    const isInitials = family.length > 1 && family.length <= MAX_INITIALS;
    const initials = isInitials ? [exact(`=${family}`)] : [];
    return {
      query: anyOf([surname, ...joined, ...initials]),
      similar: anyOf([similar, ...joined, ...initials]),
      parts,
    };
  }
  // A full given name is enough without initials: "Henry A. Kissinger" finds Henry Kissinger.
  const givenNames = full.length > 0 ? full : given;
  const query = `(${[...givenNames.map(givenNameQuery), surname].join(' & ')})`;
  return { query: anyOf([query, ...joined]), similar: anyOf([`(${similar})`, ...joined]), parts };
}

/** SQL for the ids of people whose names match a name query, in their records or among names from imports. */
export const peopleNamed = (query: string) => `
  select n.id from person n where n.names @@ ${query}
  union select a.person_id from person_alias a where name_document(array[a.name_key]) @@ ${query}`;
