import type { PresidentCreate } from '@archive/contracts';
import { normalizeName, normalizeWikipediaUrl, personSlug } from '@archive/voyage-document';
import { Problem } from '../../common/index.ts';
import { col, statement, type StatementExecutor } from '../../database/index.ts';
import { findPersonForUpdate, type LockedPerson, lockPresident } from '../records/index.ts';

const PERSON_OF_ARTICLE = statement('president-same-article', 'select slug from person where wikipedia_key = $1', {
  slug: col.text,
});

/**
 * The person in the archive who becomes a president or owner: the one with the given slug, or else with the same article, or else with
 * the same name. Names are matched in the same way as in imports.
 */
export async function findExistingPerson(
  executor: StatementExecutor,
  { full_name, wikipedia_url }: PresidentCreate,
  slug: string | undefined,
): Promise<LockedPerson | undefined> {
  if (slug !== undefined) return findPersonForUpdate(executor, slug);
  const key = normalizeWikipediaUrl(wikipedia_url);
  const personWithArticle = key === null ? undefined : await executor.row(PERSON_OF_ARTICLE, [key]);
  if (personWithArticle) return findPersonForUpdate(executor, personWithArticle.slug);
  const namesake = await findPersonForUpdate(executor, personSlug(full_name));
  if (!namesake || normalizeName(namesake.values.full_name) !== normalizeName(full_name)) return undefined;
  const hasOtherArticle = key !== null && namesake.wikipedia_key !== null;
  return hasOtherArticle || (await lockPresident(executor, namesake.id)) ? undefined : namesake;
}

/** @throws 409 if the person is already a president or owner */
export async function requireNotPresident(
  executor: StatementExecutor,
  person: LockedPerson,
  slug: string | undefined,
): Promise<void> {
  if (!(await lockPresident(executor, person.id))) return;
  const message = `${person.values.full_name} is already a president or owner.`;
  throw new Problem(409, message, {
    errors: [{ path: slug === undefined ? 'wikipedia_url' : 'president_slug', message }],
  });
}
