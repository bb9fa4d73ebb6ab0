import type { PresidentWrite } from '@archive/contracts';
import { normaliseName, normaliseWikipediaUrl, personSlug } from '@archive/voyage-document';
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Problem } from '../../common/index.ts';
import { Person } from '../people/index.ts';
import { President } from './president.entity.ts';

const HELD = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;

/**
 * The person of the archive whom a new president or owner is: the one of the given address, else the one with the same article,
 * else the one of the same name, as the ingest knows people again (02-ingest.md).
 */
export async function personInOffice(
  em: EntityManager,
  { full_name, wikipedia_url }: PresidentWrite,
  given: string | undefined,
): Promise<Person | null> {
  if (given !== undefined) return em.findOne(Person, { slug: given }, HELD);
  const wikipediaKey = normaliseWikipediaUrl(wikipedia_url);
  const sameArticle = wikipediaKey === null ? null : await em.findOne(Person, { wikipediaKey }, HELD);
  if (sameArticle) return sameArticle;
  const namesake = await em.findOne(Person, { slug: personSlug(full_name) }, HELD);
  if (!namesake || normaliseName(namesake.fullName) !== normaliseName(full_name)) return null;
  const otherArticle = wikipediaKey !== null && namesake.wikipediaKey != null;
  return otherArticle || (await em.count(President, { person: namesake })) > 0 ? null : namesake;
}

/** @throws the 409 of somebody who is a president or owner already */
export async function requireNoOffice(em: EntityManager, person: Person, given: string | undefined): Promise<void> {
  if ((await em.count(President, { person })) === 0) return;
  const message = `${person.fullName} is a president or owner already.`;
  throw new Problem(409, message, {
    errors: [{ path: given === undefined ? 'wikipedia_url' : 'president_slug', message }],
  });
}
