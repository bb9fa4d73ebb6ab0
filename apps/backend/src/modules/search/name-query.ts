import { nameParts, type NameParts } from '@archive/voyage-document';

/** Maximum length of initials that may stand for a full name: FDR, GHWB. */
const MAX_INITIALS = 5;

const prefix = (word: string) => `'${word}':*`;

/** A written-out name may be an initial in the archive, and an initial a written-out name. */
const givenNameQuery = (word: string) => (word.length === 1 ? prefix(word) : `(${prefix(word)} | '${word.charAt(0)}')`);

/**
 * A tsquery for `person.names`: without titles such as Dr., surname first or last, initials for names and names for initials.
 * Undefined for a query without a name.
 */
export function nameQuery(typed: string): { query: string; parts: NameParts } | undefined {
  const parts = nameParts(typed);
  if (!parts) return undefined;
  const { family } = parts;
  if (parts.given.length === 0) {
    const isInitials = family.length > 1 && family.length <= MAX_INITIALS;
    return { query: isInitials ? `${prefix(family)} | '=${family}'` : prefix(family), parts };
  }
  const full = parts.given.filter((word) => word.length > 1);
  // Two names say enough: "Henry A. Kissinger" finds Henry Kissinger.
  const givenNames = full.length > 0 ? full : parts.given;
  return { query: [...givenNames.map(givenNameQuery), prefix(family)].join(' & '), parts };
}

/** SQL for the ids of people who match a query of names, in their record or in names from imports. */
export const peopleNamed = (query: string) => `
  select n.id from person n where n.names @@ ${query}
  union select a.person_id from person_alias a where array_to_tsvector(name_words(a.name_key)) @@ ${query}`;
