import {
  namesOf,
  personFields,
  type PersonValues,
  type PresidentCreate,
  presidentFields,
  type PresidentValues,
} from '@archive/contracts';
import { personSlug } from '@archive/voyage-document';
import { freeSlug } from '../../database/index.ts';
import { requestedSlug, requireUnusedArticle, RESERVED_SLUGS } from '../people/index.ts';
import { type ChangeSet, differences, insertPeople, insertPresidents, updatePeople } from '../records/index.ts';
import { findExistingPerson, requireNotPresident } from './existing-person.ts';

/**
 * Creates a president or owner, and the person as well unless the archive already has them.
 * @throws 409 for someone who already is a president or owner, or if another person has the Wikipedia article
 */
export async function createPresident(
  changes: ChangeSet,
  write: PresidentCreate,
): Promise<{ id: number; slug: string }> {
  const { executor } = changes;
  const requested = requestedSlug(write.president_slug, 'president_slug');
  const existing = await findExistingPerson(executor, write, requested);
  if (existing) await requireNotPresident(executor, existing, requested);
  const person = valuesOf<PersonValues>(personFields, write);
  await requireUnusedArticle(executor, person.wikipedia_url, existing?.id ?? null);
  const slug =
    existing?.slug ?? requested ?? (await freeSlug(executor, 'person', personSlug(write.full_name), RESERVED_SLUGS));
  let id = existing?.id;
  if (id === undefined) [id = 0] = await insertPeople(changes, [{ ...person, role_title: null, slug }]);
  // Fields that are empty in the request stay unchanged.
  else await updatePeople(changes, [{ ...differences(existing?.values ?? person, withoutBlanks(person)), id }]);
  const values = { ...valuesOf<PresidentValues>(presidentFields, write), initials: null };
  await insertPresidents(changes, [{ ...values, person_id: id, slug }]);
  return { id, slug };
}

/** The values of one record's fields from a request with the fields of two records. */
export const valuesOf = <V>(fields: object, request: object): V =>
  Object.fromEntries(Object.entries(request).filter(([name]) => Object.hasOwn(fields, name))) as V;

/** The non-empty values. */
const withoutBlanks = (values: PersonValues): Partial<PersonValues> =>
  Object.fromEntries(
    namesOf(personFields)
      .map((name) => [name, values[name]] as const)
      .filter(([, value]) => value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)),
  );
