import { createPersonMutation, messageOf } from '@archive/api-client';
import { useMutation, useQueryClient } from '@archive/query';
import type { PickedPerson } from '@archive/shell-api';
import { Button, Checkbox, TextField, toast } from '@archive/ui';
import { useEffect, useRef, useState } from 'react';

interface Props {
  /** Initial name: the search text. */
  name: string;
  onNameChange(name: string): void;
  onCreated(person: PickedPerson): void;
  onClose(): void;
}

/** Creates a person from a name and a role (SPEC section 5, New person). */
export function NewPerson({ name, onNameChange, onCreated, onClose }: Props) {
  const client = useQueryClient();
  const first = useRef<HTMLInputElement>(null);
  const [fullName, setFullName] = useState(name);
  const [role, setRole] = useState('');
  const [isCrew, setIsCrew] = useState(false);
  useEffect(() => first.current?.focus(), []);

  const { mutate, isPending } = useMutation(createPersonMutation(client));
  const create = () => {
    const body = { person_slug: 'auto', full_name: fullName.trim(), role_title: isCrew ? null : role.trim() || null };
    const blanks = {
      organization: null,
      birth_year: null,
      death_year: null,
      wikipedia_url: null,
      notes_internal: null,
    };
    mutate(
      { body: { ...body, ...blanks, tags: null } },
      {
        onSuccess: ({ person_slug, full_name, role_title }) => {
          const capacity_role = isCrew ? role.trim() || null : null;
          onCreated({ person_slug, full_name, role_title, capacity_role, is_crew: isCrew });
          onClose();
        },
        onError: (error) => toast.error(`Failed to create person: ${messageOf(error)}`),
      },
    );
  };
  const blank = fullName.trim() === '';

  return (
    <div
      role="presentation"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
        else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
          event.preventDefault();
          if (!blank && !isPending) create();
        }
      }}
    >
      <fieldset aria-label="New person" className="flex flex-col gap-4 rounded border border-rule bg-leaf p-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            ref={first}
            label="Full Name"
            required
            maxLength={300}
            autoComplete="off"
            value={fullName}
            onChange={({ target }) => {
              setFullName(target.value);
              onNameChange(target.value);
            }}
          />
          <TextField
            label={isCrew ? 'Crew Role' : 'Role/Title'}
            maxLength={300}
            autoComplete="off"
            value={role}
            onChange={({ target }) => setRole(target.value)}
          />
        </div>
        <Checkbox label="Is Crew" checked={isCrew} onChange={({ target }) => setIsCrew(target.checked)} />
        <div className="flex flex-wrap gap-2">
          <Button disabled={blank} busy={isPending} onClick={create}>
            Add person
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </fieldset>
    </div>
  );
}
