import type { EnteredPerson } from '@archive/shell-api';
import { Button, Checkbox, TextField } from '@archive/ui';
import { useEffect, useRef, useState } from 'react';

interface Props {
  /** Initial name: the search text. */
  name: string;
  onNameChange(name: string): void;
  onEnter(person: EnteredPerson): void;
  onClose(): void;
}

/** Takes the name and role of a new person (SPEC section 5, New person). */
export function NewPerson({ name, onNameChange, onEnter, onClose }: Props) {
  const first = useRef<HTMLInputElement>(null);
  const [fullName, setFullName] = useState(name);
  const [role, setRole] = useState('');
  const [isCrew, setIsCrew] = useState(false);
  useEffect(() => first.current?.focus(), []);

  const enter = () => {
    const written = role.trim() || null;
    onEnter({
      person: {
        full_name: fullName.trim(),
        role_title: isCrew ? null : written,
        organization: null,
        birth_year: null,
        death_year: null,
        wikipedia_url: null,
        notes_internal: null,
        tags: null,
      },
      title: null,
      capacity_role: isCrew ? written : null,
      is_crew: isCrew,
    });
    onClose();
  };
  const blank = fullName.trim() === '';

  return (
    <div
      role="presentation"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
        else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
          event.preventDefault();
          if (!blank) enter();
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
          <Button disabled={blank} onClick={enter}>
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
