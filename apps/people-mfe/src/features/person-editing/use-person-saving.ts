import {
  ApiError,
  createPersonMutation,
  fetchPersonTagged,
  messageOf,
  updatePersonMutation,
  type Tagged,
} from '@archive/api-client';
import type { Person } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { useState } from 'react';
import { useDraft } from '../forms/use-draft.ts';
import { useRepeatKey } from '../forms/use-repeat-key.ts';
import { changedFields, checkPerson, draftOf, NEW_PERSON, personBody, type PersonDraft } from './person-draft.ts';

interface Base {
  slug: string;
  etag: string | undefined;
  draft: PersonDraft;
}

const baseOf = ({ value, etag }: Tagged<Person>): Base => ({ slug: value.person_slug, etag, draft: draftOf(value) });

const isConflict = (error: unknown) => error instanceof ApiError && error.status === 412;

/**
 * The draft of a person and its saving. When somebody else has saved in between, the draft goes on from their version: fields not
 * touched here become theirs, the others stay as typed, and `newer` says which theirs were.
 */
export function usePersonSaving(opened: Tagged<Person> | null, onSaved: (person: Person) => void) {
  const client = useQueryClient();
  const [base, setBase] = useState<Base | null>(() => opened && baseOf(opened));
  const [newer, setNewer] = useState<(keyof PersonDraft)[]>([]);
  const keyOf = useRepeatKey();
  const form = useDraft(base?.draft ?? NEW_PERSON, checkPerson);
  const create = useMutation(createPersonMutation(client));
  const update = useMutation(updatePersonMutation(client));
  const look = useMutation({ mutationFn: fetchPersonTagged });

  const meetNewer = (now: Tagged<Person>, before: Base) => {
    const next = baseOf(now);
    const theirs = changedFields(before.draft, next.draft);
    form.change((mine) =>
      Object.fromEntries(
        theirs.filter((name) => mine[name] === before.draft[name]).map((name) => [name, next.draft[name]]),
      ),
    );
    setBase(next);
    setNewer([...new Set([...newer, ...theirs])]);
  };

  const save = () => {
    if (!base) {
      const body = personBody(form.draft);
      return create.mutate({ body, repeatKey: keyOf(body) }, { onSuccess: onSaved, onError: form.refuse });
    }
    const change = { slug: base.slug, body: personBody(form.draft, base.slug), ifMatch: base.etag };
    return update.mutate(change, {
      onSuccess: onSaved,
      onError: (error) => {
        form.refuse(error);
        if (isConflict(error)) look.mutate(base.slug, { onSuccess: (now) => meetNewer(now, base) });
      },
    });
  };

  const error = create.error ?? look.error ?? (isConflict(update.error) ? null : update.error);
  const failed = base ? 'Failed to save' : 'Failed to create person';
  return {
    form,
    save,
    busy: create.isPending || update.isPending || look.isPending,
    failure: error ? `${failed}: ${messageOf(error)}` : undefined,
    newer: base && newer.length > 0 ? { fields: newer, theirs: base.draft } : undefined,
  };
}
