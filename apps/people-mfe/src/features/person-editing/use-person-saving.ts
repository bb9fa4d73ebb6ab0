import {
  createPersonMutation,
  fetchPersonWithEtag,
  messageOf,
  updatePersonMutation,
  type WithEtag,
} from '@archive/api-client';
import type { Person } from '@archive/contracts';
import { useRecordDraft, useIdempotencyKey } from '@archive/editing';
import { useMutation, useQueryClient } from '@archive/query';
import { useRef } from 'react';
import { checkPerson, draftOf, EMPTY_PERSON, personBody, personChanges } from './person-draft.ts';

/** Form state and saving of a new or existing person. */
export function usePersonSaving(opened: WithEtag<Person> | null, onSaved: (person: Person) => void) {
  const client = useQueryClient();
  const keyOf = useIdempotencyKey();
  const create = useMutation(createPersonMutation(client));
  const update = useMutation(updatePersonMutation(client));
  // A new person has a slug after the first save.
  const slug = useRef(opened?.value.person_slug);
  const { error, ...rest } = useRecordDraft({
    opened,
    draftOf: (person) => (person ? draftOf(person) : EMPTY_PERSON),
    check: checkPerson,
    send: async (draft, ifMatch, changedNames) => {
      if (slug.current !== undefined)
        return update.mutateAsync({ slug: slug.current, body: personChanges(draft, changedNames), ifMatch });
      const body = personBody(draft);
      const person = await create.mutateAsync({ body, idempotencyKey: keyOf(body) });
      slug.current = person.person_slug;
      return person;
    },
    reload: () => fetchPersonWithEtag(slug.current ?? ''),
    onSaved,
  });
  const failurePrefix = rest.isStored ? 'Failed to save' : 'Failed to create person';
  return { ...rest, failure: error ? `${failurePrefix}: ${messageOf(error)}` : undefined };
}
