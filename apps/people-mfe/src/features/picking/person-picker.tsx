import { peopleSearchQuery } from '@archive/api-client';
import { useSettled } from '@archive/editing';
import { keepPreviousData, useQuery } from '@archive/query';
import type { PersonPickerProps } from '@archive/shell-api';
import { cx, SearchField } from '@archive/ui';
import { Plus } from '@archive/ui/icons';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { NewPerson } from './new-person.tsx';

const MOST = 8;
const NOBODY: string[] = [];

/** Finds somebody by name as one types, or enters a new person there and then (SPEC section 2, voyage form). */
export function PersonPicker(props: PersonPickerProps & { ref?: Ref<HTMLInputElement> }) {
  const { label, help, knownOnly = false, excluded = NOBODY, onPick, ref } = props;
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [entering, setEntering] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  const wasEntering = useRef(false);
  // Whoever has entered somebody, or thought better of it, goes on where they were.
  useEffect(() => {
    if (wasEntering.current && entering === undefined) box.current?.querySelector('input')?.focus();
    wasEntering.current = entering !== undefined;
  }, [entering]);
  const asked = useSettled(text.trim());
  const search = useQuery({
    ...peopleSearchQuery(asked),
    enabled: asked.length > 1,
    placeholderData: keepPreviousData,
    refetchInterval: false,
  });
  const open = text.trim().length > 1;
  const known = (search.data ?? []).filter(({ person_slug }) => !excluded.includes(person_slug));
  const found = open && asked.length > 1 ? known.slice(0, MOST) : [];
  const settled = !search.isFetching && asked === text.trim();
  const last = knownOnly ? found.length - 1 : found.length;

  const pick = (index: number) => {
    const person = found[index];
    setAt(0);
    if (!person) return knownOnly ? undefined : setEntering(text.trim());
    onPick({ ...person, capacity_role: null, is_crew: false });
    return setText('');
  };

  const press = (event: KeyboardEvent) => {
    if (!open) return;
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, Math.max(0, last)));
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
    else if (event.key === 'Enter' && settled) pick(at);
    else if (event.key !== 'Enter') return;
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
    <div ref={box} className="relative" role="presentation" onKeyDown={press}>
      <SearchField
        ref={ref}
        label={label}
        hideLabel={false}
        // Room for the people found, where something sticks to the foot of the page.
        className="scroll-mb-96"
        placeholder="Name"
        help={help}
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
        {!knownOnly && (
          <Option id={`${id}-${last}`} chosen={at === last} onPick={() => pick(last)}>
            <Plus aria-hidden className="-mt-0.5 mr-2 inline size-4 text-brass" />
            Enter “{text.trim()}” as a new person
          </Option>
        )}
        {knownOnly && settled && found.length === 0 && (
          <p className="px-3 py-2 text-faded">Nobody of the archive is called “{text.trim()}”.</p>
        )}
      </div>
      <output className="sr-only">
        {open && settled && (found.length === 1 ? '1 person found' : `${found.length} people found`)}
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
