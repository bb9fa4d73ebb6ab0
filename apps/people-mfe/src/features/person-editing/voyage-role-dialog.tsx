import { invalidateRecords, messageOf, relinkPerson } from '@archive/api-client';
import type { Person, PersonVoyage } from '@archive/contracts';
import { FormDialog, useDraft } from '@archive/editing';
import { useMutation, useQueryClient } from '@archive/query';
import { Checkbox, TextArea, TextField, toast } from '@archive/ui';
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
