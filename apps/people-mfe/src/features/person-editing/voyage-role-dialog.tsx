import {
  invalidateRecords,
  messageOf,
  relinkPerson,
  undeleteMutation,
  unlinkPersonMutation,
} from '@archive/api-client';
import type { Person, PersonVoyage } from '@archive/contracts';
import { FormDialog, useDraft } from '@archive/editing';
import { useMutation, useQueryClient } from '@archive/query';
import { useNavigate } from '@archive/router';
import { Checkbox, ConfirmDialog, TextArea, TextField, toast } from '@archive/ui';
import { useRef } from 'react';

interface VoyageRoleDialogProps {
  person: Person;
  voyage: PersonVoyage;
  onClose: () => void;
}

/** Edits a person's role and notes on one voyage. Clearing Is Crew clears the crew role (SPEC section 4, Person on voyage). */
export function VoyageRoleDialog({ person, voyage, onClose }: VoyageRoleDialogProps) {
  const client = useQueryClient();
  const role = useRef<HTMLInputElement>(null);
  const start = {
    is_crew: voyage.is_crew,
    capacity_role: voyage.capacity_role ?? '',
    notes: voyage.voyage_notes ?? '',
  };
  const form = useDraft(start, () => ({}));
  const save = useMutation({ mutationFn: relinkPerson, onSuccess: () => void invalidateRecords(client) });
  const { is_crew, capacity_role, notes } = form.draft;
  return (
    <FormDialog
      title="Role and notes"
      description={`${person.full_name}, ${voyage.title}`}
      saveText="Save"
      busyText="Saving..."
      busy={save.isPending}
      dirty={form.dirty}
      canSave={form.dirty}
      failure={save.error ? `Failed to save: ${messageOf(save.error)}` : undefined}
      initialFocus={role}
      onInvalid={form.showProblems}
      onClose={onClose}
      onSave={() =>
        save.mutate(
          {
            person_slug: person.person_slug,
            voyage_slug: voyage.voyage_slug,
            ...(is_crew === start.is_crew ? {} : { is_crew }),
            ...(capacity_role === start.capacity_role ? {} : { capacity_role: capacity_role.trim() || null }),
            ...(notes === start.notes ? {} : { notes: notes.trim() || null }),
          },
          {
            onError: form.showErrors,
            onSuccess: () => {
              toast.success(`${person.full_name} saved`);
              onClose();
            },
          },
        )
      }
    >
      <Checkbox
        label="Is Crew"
        checked={is_crew}
        onChange={({ target }) =>
          form.change(target.checked ? { is_crew: true } : { is_crew: false, capacity_role: '' })
        }
      />
      <TextField
        ref={role}
        label={is_crew ? 'Crew role' : 'Role aboard'}
        autoComplete="off"
        {...form.field('capacity_role')}
      />
      <TextArea label="Note about this person on this voyage" rows={3} {...form.field('notes')} />
    </FormDialog>
  );
}

interface RemoveFromVoyageProps {
  person: Person;
  voyage: PersonVoyage;
  onClose: () => void;
}

/** Removing someone's last voyage also deletes the person, except a president or owner (SPEC section 7). */
const isLastVoyage = ({ voyage_count, is_president }: Person) => voyage_count === 1 && !is_president;

/** Confirms and removes a person from a voyage. If that deletes the person, a toast offers Undo. */
export function RemoveFromVoyage({ person, voyage, onClose }: RemoveFromVoyageProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const unlink = useMutation(unlinkPersonMutation(client));
  const undelete = useMutation(undeleteMutation(client));
  const { person_slug, full_name: name } = person;
  const removalToast = { key: `remove ${person_slug} ${voyage.voyage_slug}` };
  const restoreToast = { key: `restore person ${person_slug}` };

  const undo = () =>
    undelete.mutateAsync({ kind: 'person', slug: person_slug }).then(
      () => {
        toast.success(`${name} restored to the voyage`, restoreToast);
        return navigate(`/people/${person_slug}`);
      },
      (error: unknown) => toast.error(`Couldn’t restore ${name}: ${messageOf(error)}`, restoreToast),
    );

  const remove = () =>
    unlink.mutateAsync({ person_slug, voyage_slug: voyage.voyage_slug }).then(
      async ({ person_deleted }) => {
        onClose();
        if (!person_deleted) return toast.success(`${name} removed from voyage`, removalToast);
        toast.success(`${name} removed from voyage and deleted (no other voyage associations)`, {
          ...removalToast,
          duration: 30_000,
          action: { label: 'Undo', onClick: () => void undo() },
        });
        return navigate('/people');
      },
      () => {
        onClose();
        toast.error('Failed to remove passenger from voyage', removalToast);
      },
    );

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !unlink.isPending && onClose()}
      title={`Remove ${name} from this voyage?`}
      description={
        isLastVoyage(person)
          ? `This is ${name}’s only voyage, so the person record will be deleted too. You can undo this right afterward.`
          : `${name} and “${voyage.title}” both stay in the archive.`
      }
      confirmText={isLastVoyage(person) ? 'Remove and delete' : 'Remove'}
      danger
      busy={unlink.isPending}
      onConfirm={() => void remove()}
    />
  );
}
