import type { PersonWrite } from '@archive/contracts';
import { normaliseWikipediaUrl } from '@archive/voyage-document';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Problem, refused } from '../../common/index.ts';
import { Person } from './person.entity.ts';

/** Words that stand in addresses where people's slugs do. */
export const RESERVED_SLUGS = ['by-president', 'duplicates', 'link-to-voyage', 'search', 'unlink-from-voyage'];

type Said = Omit<PersonWrite, 'person_slug'>;

/** What a curator says of a person, under the names of the entity. */
export function personValues(write: Said) {
  return {
    fullName: write.full_name,
    roleTitle: write.role_title,
    organization: write.organization,
    birthYear: write.birth_year,
    deathYear: write.death_year,
    wikipediaUrl: write.wikipedia_url,
    wikipediaKey: normaliseWikipediaUrl(write.wikipedia_url),
    notesInternal: write.notes_internal,
    tags: write.tags,
  };
}

/** One article is about one person: whoever has it already is another record of the same. `own` is the key of the person at hand. */
export async function requireOwnArticle(
  em: EntityManager,
  { wikipediaKey }: { wikipediaKey: string | null },
  own: number | null,
): Promise<void> {
  if (wikipediaKey === null) return;
  const other = await em.findOne(Person, { wikipediaKey, ...(own === null ? {} : { id: { $ne: own } }) });
  if (!other) return;
  const message = `${other.fullName} has this Wikipedia address already.`;
  throw new Problem(409, message, { errors: [{ path: 'wikipedia_url', message }] });
}

/** The address that a request names, undefined where the server makes it. */
export function givenSlug(slug: string | undefined, path: string): string | undefined {
  if (slug === undefined || slug === 'auto') return undefined;
  if (RESERVED_SLUGS.includes(slug)) throw refused([{ path, message: `The address “${slug}” is reserved.` }]);
  return slug;
}

/** An update may name the address of the record, and no other. */
export function requireSameSlug(given: string | undefined, slug: string, path: string): void {
  if (given === undefined || given === 'auto' || given === slug) return;
  throw refused([{ path, message: 'The address of a record does not change.' }]);
}
