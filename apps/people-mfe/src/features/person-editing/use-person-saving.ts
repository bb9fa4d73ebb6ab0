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
import { checkPerson, draftOf, EMPTY_PERSON, personBody, personChanges } from './person-draft.ts';

/** Form state and saving of a new or existing person. */
export function usePersonSaving(opened: WithEtag<Person> | null, onSaved: (person: Person) => void) {
  const client = useQueryClient();
  const keyOf = useIdempotencyKey();
  const create = useMutation(createPersonMutation(client));
  const update = useMutation(updatePersonMutation(client));
  const slug = opened?.value.person_slug;
  const { error, ...rest } = useRecordDraft({
    opened,
    draftOf: (person) => (person ? draftOf(person) : EMPTY_PERSON),
    check: checkPerson,
    send: (draft, ifMatch, changedNames) => {
      if (slug !== undefined) return update.mutateAsync({ slug, body: personChanges(draft, changedNames), ifMatch });
      const body = personBody(draft);
      return create.mutateAsync({ body, idempotencyKey: keyOf(body) });
    },
    reload: () => fetchPersonWithEtag(slug ?? ''),
    onSaved,
  });
  const failurePrefix = opened ? 'Failed to save' : 'Failed to create person';
  return { ...rest, failure: error ? `${failurePrefix}: ${messageOf(error)}` : undefined };
}
