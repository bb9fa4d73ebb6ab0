import type { PersonCreate } from '@archive/contracts';
import { personSlug } from '@archive/voyage-document';
import { Problem } from '../../common/index.ts';
import { col, freeSlug, statement, type StatementExecutor } from '../../database/index.ts';
import { type ChangeSet, insertPeople } from '../records/index.ts';
import { requestedSlug, requireUnusedArticle, requirePicture, RESERVED_SLUGS } from './person-values.ts';

const NAME_OF_SLUG = statement('person-of-slug', 'select full_name from person where slug = $1', {
  full_name: col.text,
});

const SLUG_FIELD = 'person_slug';

/** Creates a person. @throws 409 if another person already has the slug or the Wikipedia article */
export async function createPerson(
  changes: ChangeSet,
  { person_slug, ...values }: PersonCreate,
): Promise<{ id: number; slug: string }> {
  const { executor } = changes;
  await requireUnusedArticle(executor, values.wikipedia_url, null);
  await requirePicture(executor, values.portrait);
  const slug = await slugFor(executor, requestedSlug(person_slug, SLUG_FIELD), values.full_name);
  const [id = 0] = await insertPeople(changes, [{ ...values, slug }]);
  return { id, slug };
}

async function slugFor(executor: StatementExecutor, requested: string | undefined, name: string): Promise<string> {
  if (requested === undefined) return freeSlug(executor, 'person', personSlug(name), RESERVED_SLUGS);
  const existing = await executor.row(NAME_OF_SLUG, [requested]);
  if (!existing) return requested;
  const message = `${existing.full_name} already has the address “${requested}”.`;
  throw new Problem(409, message, { errors: [{ path: SLUG_FIELD, message }] });
}
