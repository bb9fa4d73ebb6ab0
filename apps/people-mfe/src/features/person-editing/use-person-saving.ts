import {
  createPersonMutation,
  fetchPersonTagged,
  messageOf,
  updatePersonMutation,
  type Tagged,
} from '@archive/api-client';
import type { Person } from '@archive/contracts';
import { useRecordDraft, useRepeatKey } from '@archive/editing';
import { useMutation, useQueryClient } from '@archive/query';
import { checkPerson, draftOf, NEW_PERSON, personBody } from './person-draft.ts';

/** The draft of a person, new or opened, and its saving. */
export function usePersonSaving(opened: Tagged<Person> | null, onSaved: (person: Person) => void) {
  const client = useQueryClient();
  const keyOf = useRepeatKey();
  const create = useMutation(createPersonMutation(client));
  const update = useMutation(updatePersonMutation(client));
  const slug = opened?.value.person_slug;
  const { error, ...rest } = useRecordDraft({
    opened,
    draftOf: (person) => (person ? draftOf(person) : NEW_PERSON),
    check: checkPerson,
    send: (draft, ifMatch) => {
      const body = personBody(draft, slug);
      return slug === undefined
        ? create.mutateAsync({ body, repeatKey: keyOf(body) })
        : update.mutateAsync({ slug, body, ifMatch });
    },
    look: () => fetchPersonTagged(slug ?? ''),
    onSaved,
  });
  const failed = opened ? 'Failed to save' : 'Failed to create person';
  return { ...rest, failure: error ? `${failed}: ${messageOf(error)}` : undefined };
}
