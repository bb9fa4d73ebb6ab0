import { peopleSearchQuery } from '@archive/api-client';
import { useDebouncedValue } from '@archive/editing';
import type { PersonMatch } from '@archive/contracts';
import { keepPreviousData, useQuery, useQueryClient } from '@archive/query';
import type { PersonPickerProps } from '@archive/shell-api';
import { Avatar, cx, formatCount, SearchField } from '@archive/ui';
import { Plus } from '@archive/ui/icons';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { NewPerson } from './new-person.tsx';
import { detailsOf, reasonOf } from '../person-editing/candidates.tsx';

const MAX_RESULTS = 8;
const NO_SLUGS: string[] = [];

/** Combobox that finds people by name or creates one (SPEC section 2, Voyage form). */
export function PersonPicker(props: PersonPickerProps & { ref?: Ref<HTMLInputElement> }) {
  const { label, help, excluded = NO_SLUGS, onPick, onEnter, onPending, ref } = props;
  const id = useId();
  const client = useQueryClient();
  const [text, setText] = useState('');
  /** The current text, for callbacks created when the text was different. */
  const typedText = useRef('');
  const [activeIndex, setAt] = useState(0);
  const [creating, setCreating] = useState<string>();
  const [newName, setNewName] = useState('');
  /** The other people of a group that is added one by one. */
  const [waiting, setWaiting] = useState<readonly string[]>([]);
  const pending = (creating === undefined ? text : newName).trim();
  useEffect(() => onPending?.(pending), [onPending, pending]);
  const box = useRef<HTMLDivElement>(null);
  const wasCreating = useRef(false);
  // Closing the new-person form returns focus to the search field.
  useEffect(() => {
    if (wasCreating.current && creating === undefined) box.current?.querySelector('input')?.focus();
    wasCreating.current = creating !== undefined;
  }, [creating]);
  const query = useDebouncedValue(text.trim());
  const search = useQuery({
    ...peopleSearchQuery(query),
    enabled: query.length > 1,
    placeholderData: keepPreviousData,
    refetchInterval: false,
  });
  const isOpen = text.trim().length > 1;
  const withoutExcluded = (people: readonly PersonMatch[] = []) =>
    people.filter(({ person_slug }) => !excluded.includes(person_slug)).slice(0, MAX_RESULTS);
  const matches = isOpen && query.length > 1 ? withoutExcluded(search.data) : [];
  const isUpToDate = !search.isFetching && query === text.trim();
  const last = onEnter ? matches.length : matches.length - 1;

  const create = (name: string) => {
    setNewName(name);
    setCreating(name);
  };
  /** Goes on with the next person of a group, or back to the search. */
  const proceed = () => {
    const [next, ...others] = waiting;
    setWaiting(others);
    if (next === undefined) setCreating(undefined);
    else create(next);
  };
  const change = (next: string) => {
    typedText.current = next;
    setText(next);
    setAt(0);
  };
  const pick = (person: PersonMatch | undefined) => {
    setAt(0);
    if (!person) {
      if (onEnter) create(text.trim());
      return;
    }
    const { person_slug, full_name, role_title, portrait_url } = person;
    onPick({ person_slug, full_name, role_title, portrait_url, title: null, capacity_role: null, is_crew: false });
    change('');
  };
  /** Picks the first result if Enter was pressed before the results arrived. */
  const pickFirst = async () => {
    const results = await client.fetchQuery(peopleSearchQuery(text.trim())).catch(() => undefined);
    if (results && typedText.current === text) pick(withoutExcluded(results)[0]);
  };

  const handleKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    // During IME composition, the keys belong to the input method.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') setAt(Math.min(activeIndex + 1, Math.max(0, last)));
    else if (event.key === 'ArrowUp') setAt(Math.max(activeIndex - 1, 0));
    else if (event.key !== 'Enter') return;
    else if (isUpToDate) pick(matches[activeIndex]);
    else void pickFirst();
    event.preventDefault();
  };

  if (creating !== undefined) {
    return (
      <NewPerson
        key={`${creating} ${waiting.length}`}
        name={creating}
        onPending={setNewName}
        onPick={(person) => {
          onPick(person);
          change('');
          proceed();
        }}
        onEnter={(person) => {
          onEnter?.(person);
          change('');
          proceed();
        }}
        onSplit={([first = '', ...others]) => {
          setWaiting(others);
          create(first);
        }}
        onClose={() => {
          setWaiting([]);
          setCreating(undefined);
        }}
      />
    );
  }
  return (
    <div ref={box} className="relative" role="presentation" onKeyDown={handleKeyDown}>
      <SearchField
        ref={ref}
        label={label}
        hideLabel={false}
        // Keep the list from being covered by a sticky footer.
        className="scroll-mb-96"
        placeholder="Name"
        help={help}
        value={text}
        onValueChange={change}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a datalist cannot offer to create a person
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen ? `${id}-${activeIndex}` : undefined}
      />
      <div
        id={`${id}-list`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
        role="listbox"
        aria-label="People found"
        hidden={!isOpen}
        className="absolute inset-x-0 top-17 z-menu max-h-80 overflow-y-auto rounded border border-rule bg-leaf py-1 shadow-float"
      >
        {matches.map((person, index) => (
          <Option
            key={person.person_slug}
            id={`${id}-${index}`}
            selected={activeIndex === index}
            onPick={() => pick(person)}
          >
            <span className="flex items-center gap-3">
              <Avatar name={person.full_name} src={person.portrait_url} size="small" />
              <span className="min-w-0">
                {person.full_name}
                {person.match === 'alias' && <span className="ml-2 text-13 text-faded">{reasonOf(person)}</span>}
                <span className="block text-13 text-faded tabular-nums">{detailsOf(person)}</span>
              </span>
            </span>
          </Option>
        ))}
        {onEnter && (
          <Option id={`${id}-${last}`} selected={activeIndex === last} onPick={() => pick(undefined)}>
            <Plus aria-hidden className="-mt-0.5 mr-2 inline size-4 text-brass" />
            Add “{text.trim()}” as a new person
          </Option>
        )}
        {!onEnter && isUpToDate && matches.length === 0 && (
          <p className="px-3 py-2 text-faded">No one named “{text.trim()}” found.</p>
        )}
      </div>
      <output className="sr-only">
        {isOpen && isUpToDate && `${formatCount(matches.length, 'person', 'people')} found`}
      </output>
    </div>
  );
}

interface OptionProps {
  id: string;
  selected: boolean;
  onPick(): void;
  children: ReactNode;
}

function Option({ id, selected, onPick, children }: OptionProps) {
  return (
    // The search field keeps focus and handles the keys.
    <button
      type="button"
      tabIndex={-1}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native option cannot show the role beside the name
      role="option"
      aria-selected={selected}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPick}
      className={cx(
        'block w-full px-3 py-2 text-left hover:bg-wash',
        selected && 'bg-wash outline-2 -outline-offset-2 outline-brass',
      )}
    >
      {children}
    </button>
  );
}
