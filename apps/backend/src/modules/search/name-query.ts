import { abbreviationsOf, nameParts, type NameParts } from '@archive/voyage-document';

/** Maximum length of initials that can mean a full name: FDR, GHWB. */
const MAX_INITIALS = 5;
/** The beginning of "3rd", while it is typed. */
const UNFINISHED_NUMBER = / \d[a-z]?$/i;

const prefix = (word: string) => `'${word}':*`;

/** A full given name also matches an initial in the archive, and an initial matches full given names. */
const givenNameQuery = (word: string) =>
  word.length === 1
    ? prefix(word)
    : `(${[prefix(word), `'${word.charAt(0)}'`, ...abbreviationsOf(word).map(prefix)].join(' | ')})`;

/** A surname of more than one word, such as "van Kirk", is also found as one. */
const surnameQuery = ({ family, surname }: NameParts) => {
  const [last = family] = surname.slice(-1);
  const others = surname.slice(0, -1).map((word) => `'${word}'`);
  return others.length === 0 ? prefix(family) : `(${prefix(family)} | (${[...others, prefix(last)].join(' & ')}))`;
};

/**
 * Returns a tsquery for `person.names`. Ignores titles such as Dr., accepts the surname first or last, and matches initials with names.
 * Undefined for a query without a name.
 */
export function nameQuery(typed: string): { query: string; parts: NameParts } | undefined {
  const parts = nameParts(typed.replace(UNFINISHED_NUMBER, ''));
  if (!parts) return undefined;
  const { family } = parts;
  if (parts.given.length === 0) {
    const isInitials = family.length > 1 && family.length <= MAX_INITIALS;
    const surname = surnameQuery(parts);
    return { query: isInitials ? `${surname} | '=${family}'` : surname, parts };
  }
  const full = parts.given.filter((word) => word.length > 1);
  // A full given name is enough without initials: "Henry A. Kissinger" finds Henry Kissinger.
  const givenNames = full.length > 0 ? full : parts.given;
  return { query: [...givenNames.map(givenNameQuery), surnameQuery(parts)].join(' & '), parts };
}

/** SQL for the ids of people whose names match a name query, in their records or among names from imports. */
export const peopleNamed = (query: string) => `
  select n.id from person n where n.names @@ ${query}
  union select a.person_id from person_alias a where array_to_tsvector(name_words(a.name_key)) @@ ${query}`;
