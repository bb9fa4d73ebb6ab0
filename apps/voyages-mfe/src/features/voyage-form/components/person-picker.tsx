import { peopleSearchQuery } from '@archive/api-client';
import { keepPreviousData, useQuery } from '@archive/query';
import { cx, SearchField } from '@archive/ui';
import { Plus } from '@archive/ui/icons';
import { useDeferredValue, useEffect, useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { FormPassenger } from '../values.ts';
import { NewPerson } from './new-person.tsx';

const WAIT_MS = 200;

/** A text once it has stood still for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), WAIT_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Finds somebody by name as one types, or enters a new person there and then (SPEC section 2, voyage form). */
export function PersonPicker({ onPick }: { onPick(person: FormPassenger): void }) {
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [entering, setEntering] = useState<string>();
  const asked = useSettled(useDeferredValue(text.trim()));
  const search = useQuery({
    ...peopleSearchQuery(asked),
    enabled: asked.length > 1,
    placeholderData: keepPreviousData,
    refetchInterval: false,
  });
  const found = asked.length > 1 && text.trim().length > 1 ? (search.data ?? []).slice(0, 8) : [];
  const open = text.trim().length > 1;
  const last = found.length;

  const pick = (index: number) => {
    const person = found[index];
    if (person) {
      onPick({ ...person, capacity_role: null, is_crew: false, notes: null });
      setText('');
    } else setEntering(text.trim());
    setAt(0);
  };

  const press = (event: KeyboardEvent) => {
    if (!open) return;
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, last));
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
    else if (event.key === 'Enter') {
      if (search.isFetching || asked !== text.trim()) return;
      pick(at);
    } else return;
    event.preventDefault();
  };

  if (entering !== undefined) {
    return (
      <NewPerson
        name={entering}
        onCreated={(person) => {
          onPick(person);
          setText('');
        }}
        onClose={() => setEntering(undefined)}
      />
    );
  }
  return (
    <div className="relative" role="presentation" onKeyDown={press}>
      <SearchField
        label="Add a person"
        hideLabel={false}
        placeholder="Name"
        help="Begin a name; somebody who is not in the archive yet can be entered here."
        value={text}
        onValue={(next) => {
          setText(next);
          setAt(0);
        }}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a datalist cannot offer to enter somebody new
        role="combobox"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={open ? `${id}-${at}` : undefined}
      />
      <div
        id={`${id}-list`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the same
        role="listbox"
        aria-label="People found"
        hidden={!open}
        className="absolute inset-x-0 top-17 z-menu max-h-80 overflow-y-auto rounded border border-rule bg-leaf py-1 shadow-float"
      >
        {found.map((person, index) => (
          <Option key={person.person_slug} id={`${id}-${index}`} chosen={at === index} onPick={() => pick(index)}>
            {person.full_name}
            {person.role_title && <span className="ml-2 text-13 text-faded">{person.role_title}</span>}
          </Option>
        ))}
        <Option id={`${id}-${last}`} chosen={at === last} onPick={() => pick(last)}>
          <Plus aria-hidden className="-mt-0.5 mr-2 inline size-4 text-brass" />
          Enter “{text.trim()}” as a new person
        </Option>
      </div>
      <output className="sr-only">
        {open && !search.isFetching && (last === 1 ? '1 person found' : `${last} people found`)}
      </output>
    </div>
  );
}

interface OptionProps {
  id: string;
  chosen: boolean;
  onPick(): void;
  children: ReactNode;
}

function Option({ id, chosen, onPick, children }: OptionProps) {
  return (
    // The box that one types in keeps focus and hears the keys.
    <button
      type="button"
      tabIndex={-1}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native option holds no role beside a name
      role="option"
      aria-selected={chosen}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPick}
      className={cx(
        'block w-full px-3 py-2 text-left hover:bg-wash',
        chosen && 'bg-wash outline-2 -outline-offset-2 outline-brass',
      )}
    >
      {children}
    </button>
  );
}
