import { isConflict, mediaPeopleQuery, setMediaPeopleMutation } from '@archive/api-client';
import type { QueryClient } from '@archive/query';
import type { Person } from '../upload-draft.ts';

const ATTEMPTS = 3;

/** Saves a change of the people in a stored file. Keeps marks that other users have made since, with their regions. */
export async function savePeople(
  client: QueryClient,
  slug: string,
  before: readonly Person[],
  after: readonly Person[],
): Promise<void> {
  const isIn = (people: readonly { person_slug: string }[], { person_slug }: { person_slug: string }) =>
    people.some((person) => person.person_slug === person_slug);
  const removed = before.filter((person) => !isIn(after, person));
  const added = after.filter((person) => !isIn(before, person));
  for (let attempt = 1; ; attempt += 1) {
    const { value, etag } = await client.fetchQuery({ ...mediaPeopleQuery(slug), staleTime: 0 });
    const unchanged = value.people.filter((mark) => !isIn(removed, mark));
    const missing = added.filter((person) => !isIn(unchanged, person));
    const people = [
      ...unchanged.map(({ person_slug, region }) => ({ person_slug, region })),
      ...missing.map(({ person_slug }) => ({ person_slug, region: null })),
    ];
    try {
      await client
        .getMutationCache()
        .build(client, setMediaPeopleMutation(client, slug))
        .execute({ people, ifMatch: etag });
      return;
    } catch (error) {
      // Someone else has changed the marks since.
      if (!isConflict(error) || attempt === ATTEMPTS) throw error;
    }
  }
}
