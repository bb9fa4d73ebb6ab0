import {
  type WithEtag,
  createPersonMutation,
  fetchPersonWithEtag,
  messageOf,
  personToEditQuery,
  updatePersonMutation,
} from '@archive/api-client';
import type { Person } from '@archive/contracts';
import {
  FieldGroup,
  FormDialog,
  LeaveConfirmation,
  NewerVersion,
  useIdempotencyKey,
  useProposes,
  useRecordDraft,
} from '@archive/editing';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { QueryState } from '@archive/shell-api';
import { Dialog, TextField, toast } from '@archive/ui';
import { useRef } from 'react';
import { FiledUnderField } from '../forms/filed-under-field.tsx';
import { MoreFields, RoleAndYearFields } from '../forms/life-fields.tsx';
import { CREATE_ANYWAY, CandidatesNotice, useCandidates } from './candidates.tsx';
import { EMPTY_PERSON, FIELD_LABELS, checkPerson, draftOf, personBody, personChanges } from './person-draft.ts';

interface PersonDialogProps {
  /** Person to edit; absent to create one. */
  slug?: string;
  onClose: () => void;
  onSaved: (person: Person) => void;
}

/** Creates or edits a person. */
export function PersonDialog({ slug, ...rest }: PersonDialogProps) {
  return slug === undefined ? <PersonForm opened={null} {...rest} /> : <EditPerson slug={slug} {...rest} />;
}

function EditPerson({ slug, ...rest }: PersonDialogProps & { slug: string }) {
  const query = useQuery(personToEditQuery(slug, useProposes()));
  const { data } = query;
  if (data) return <PersonForm opened={data} {...rest} />;
  return (
    <Dialog open title="Edit Person" onOpenChange={rest.onClose}>
      <QueryState query={query} failed="Can’t load this person" loading="Loading person..." />
    </Dialog>
  );
}

const saveText = (isSaved: boolean, hasCandidates: boolean) => {
  if (isSaved) return 'Save';
  return hasCandidates ? CREATE_ANYWAY : 'Create Person';
};

/** Explains how a typed name was split. The form of address isn't part of the record, but is entered for each voyage. */
const nameChangeHelp = (typed: string, title: string | null) =>
  `Changed from “${typed}”. Check that it’s right before you create the person.${title ? ` On each voyage, enter “${title}” as the rank or honorific.` : ''}`;

function PersonForm({ opened, onClose, onSaved }: PersonDialogProps & { opened: WithEtag<Person> | null }) {
  const hasSaved = useRef(false);
  const name = useRef<HTMLInputElement>(null);
  const { form, save, busy, failure, newer, isStored } = usePersonSaving(
    opened,
    (person) => {
      hasSaved.current = true;
      toast.success(`${person.full_name} saved`);
      onSaved(person);
      onClose();
    },
    () => {
      hasSaved.current = true;
      onClose();
    },
  );
  const candidates = useCandidates(form);
  const { check } = candidates;
  const submit = async () => {
    const url = checkPerson(form.draft).wikipedia_url ? '' : form.draft.wikipedia_url.trim();
    if (isStored || (await candidates.hasNone(url))) save();
  };
  return (
    <FormDialog
      title={isStored ? 'Edit Person' : 'New Person'}
      saveText={saveText(isStored, candidates.needsConfirmation)}
      proposeText={!isStored && candidates.needsConfirmation ? 'Propose anyway' : undefined}
      busyText="Saving..."
      busy={busy || candidates.busy}
      dirty={form.dirty}
      canSave={isStored ? form.dirty : form.draft.full_name.trim() !== ''}
      failure={failure}
      initialFocus={name}
      onInvalid={form.showProblems}
      onSave={() => form.saveIfValid(() => void submit())}
      onClose={onClose}
      edited={opened ? { kind: 'person', slug: opened.value.person_slug } : undefined}
    >
      {newer && (
        <NewerVersion
          recordType="person"
          kind="person"
          slug={opened?.value.person_slug}
          labels={FIELD_LABELS}
          {...newer}
          mine={form.draft}
          onUseTheirs={(name) => form.change({ [name]: newer.theirs[name] })}
        />
      )}
      <CandidatesNotice check={check} />
      <FieldGroup title="Name and role">
        <TextField
          ref={name}
          label="Full Name"
          required
          autoComplete="off"
          help={check?.typed && nameChangeHelp(check.typed, check.title)}
          {...form.field('full_name')}
        />
        <FiledUnderField draft={form} name={form.draft.full_name} />
        <TextField
          label={FIELD_LABELS.aliases}
          autoComplete="off"
          help="Other names and spellings, separated by semicolons: RFK; Bobby Kennedy. Searches and imports also recognize these names."
          {...form.field('aliases')}
        />
        <RoleAndYearFields draft={form} />
      </FieldGroup>
      <MoreFields draft={form} />
      <LeaveConfirmation unsaved={() => form.dirty && !hasSaved.current} />
    </FormDialog>
  );
}

/** Form state and saving of a new or existing person. */
function usePersonSaving(opened: WithEtag<Person> | null, onSaved: (person: Person) => void, onProposed: () => void) {
  const client = useQueryClient();
  const proposes = useProposes();
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
    reload: () => fetchPersonWithEtag(slug.current ?? '', proposes),
    onSaved,
    onProposed,
  });
  const failurePrefix = rest.isStored ? 'Failed to save' : 'Failed to create person';
  return { ...rest, failure: error ? `${failurePrefix}: ${messageOf(error)}` : undefined };
}
