import { personCandidatesQuery } from '@archive/api-client';
import type { PersonMatch } from '@archive/contracts';
import { useDebouncedValue } from '@archive/editing';
import { keepPreviousData, useQuery, useQueryClient } from '@archive/query';
import type { EnteredPerson, PickedPerson } from '@archive/shell-api';
import { Button, Checkbox, Avatar, formatList, Notice, TextField } from '@archive/ui';
import { useEffect, useRef, useState } from 'react';
import { urlProblem } from '../forms/life-fields.tsx';
import { detailsOf, matchDetailsOf, withLetters } from '../person-editing/candidates.tsx';

interface Props {
  /** Initial name: the search text. */
  name: string;
  /** Called with a description of the unsaved person: the name, or a general term if there is no name yet. Must be a stable function. */
  onPending(name: string): void;
  /** Called with an existing person, if the curator picks one instead. */
  onPick(person: PickedPerson): void;
  onEnter(person: EnteredPerson): void;
  /** Called with the names of the people, if the text names more than one and the curator adds them one by one. */
  onSplit(names: string[]): void;
  onClose(): void;
}

const WIKIPEDIA_PLACEHOLDER = 'https://en.wikipedia.org/wiki/…';

/** Form for a new person. First shows existing people who may be the same (SPEC section 5, New person). */
export function NewPerson({ name, onPending, onPick, onEnter, onSplit, onClose }: Props) {
  const firstField = useRef<HTMLInputElement>(null);
  const warnings = useRef<HTMLDivElement>(null);
  const client = useQueryClient();
  /** The text that the name was read from. */
  const [typed, setTyped] = useState(name);
  /** Undefined until edited: then the name is read from the typed text ("Adm. Foskett, James H."). */
  const [editedTitle, setTitle] = useState<string>();
  const [editedName, setFullName] = useState<string>();
  const [editedRole, setRole] = useState<string>();
  const [article, setArticle] = useState('');
  const [isCrew, setIsCrew] = useState(false);
  const [adding, setAdding] = useState(false);
  /** Number of times that candidates prevented adding the person. */
  const [stopped, setStopped] = useState(0);
  useEffect(() => firstField.current?.focus(), []);

  const { data: reading } = useQuery({ ...personCandidatesQuery(typed, ''), refetchInterval: false });
  const title = editedTitle ?? reading?.title ?? '';
  const fullName = editedName ?? reading?.full_name ?? name;
  const role = editedRole ?? reading?.role ?? '';
  const isSplit = reading !== undefined && reading.full_name === fullName && fullName !== typed;
  const trimmedName = fullName.trim();
  const url = urlProblem(article) ? '' : article.trim();
  const hasDetails = isCrew || [editedTitle ?? '', editedRole ?? '', article].some((text) => text.trim() !== '');
  const pending = trimmedName === '' && hasDetails ? 'the new person' : trimmedName;
  useEffect(() => onPending(pending), [onPending, pending]);
  const checked = useDebouncedValue(trimmedName);
  const check = useQuery({
    ...personCandidatesQuery(checked, url),
    enabled: checked !== '',
    placeholderData: keepPreviousData,
    refetchInterval: false,
  });
  const people = trimmedName === '' ? [] : (check.data?.people ?? []);
  const hasPeople = people.length > 0;
  const members = trimmedName === '' ? undefined : check.data?.members;
  const hasArticle = people.some(({ match }) => match === 'article');
  useEffect(() => {
    if (stopped > 0 && (hasPeople || members)) warnings.current?.querySelector('button')?.focus();
  }, [stopped, hasPeople, members]);

  const link = () => {
    const trimmedRole = role.trim() || null;
    return { title: title.trim() || null, capacity_role: isCrew ? trimmedRole : null, is_crew: isCrew };
  };
  const enter = () => {
    onEnter({
      person: {
        full_name: trimmedName,
        role_title: isCrew ? null : role.trim() || null,
        organization: null,
        birth_year: null,
        death_year: null,
        wikipedia_url: article.trim() || null,
        notes_internal: null,
        tags: null,
      },
      ...link(),
    });
  };
  /** Adds the person unless the name was just read from typed text, or an existing person may be the same. */
  const add = async (anyway = false) => {
    setAdding(true);
    const candidates = await client.fetchQuery(personCandidatesQuery(trimmedName, url)).catch(() => undefined);
    setAdding(false);
    if (candidates && !isSplit && candidates.full_name !== trimmedName) {
      setTyped(trimmedName);
      setFullName(candidates.full_name);
      setTitle(title.trim() || (candidates.title ?? ''));
      setRole(withLetters(role, candidates.role));
    } else if (!anyway && candidates && (candidates.people.length > 0 || candidates.members)) setStopped(stopped + 1);
    else enter();
  };
  const isIncomplete = trimmedName === '' || urlProblem(article) !== undefined;

  return (
    <div
      role="presentation"
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Escape') onClose();
        else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
          event.preventDefault();
          if (!isIncomplete && !adding) void add();
        }
      }}
    >
      <fieldset aria-label="New person" className="flex flex-col gap-4 rounded border border-rule bg-leaf p-4">
        <div className="grid items-start gap-4 sm:grid-cols-[10rem_1fr]">
          <TextField
            label="Rank or honorific"
            help="Before the name, such as Ambassador or Lt. Gen."
            maxLength={300}
            autoComplete="off"
            value={title}
            onChange={({ target }) => setTitle(target.value)}
          />
          <TextField
            ref={firstField}
            label="Full Name"
            required
            maxLength={300}
            autoComplete="off"
            help={isSplit ? `Changed from “${typed}”. Check that it’s right.` : undefined}
            value={fullName}
            onChange={({ target }) => setFullName(target.value)}
          />
        </div>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            label={isCrew ? 'Crew role' : 'Role/Title'}
            maxLength={300}
            autoComplete="off"
            value={role}
            onChange={({ target }) => setRole(target.value)}
          />
          <TextField
            label="Wikipedia URL"
            type="url"
            autoComplete="off"
            placeholder={WIKIPEDIA_PLACEHOLDER}
            value={article}
            error={urlProblem(article)}
            onChange={({ target }) => setArticle(target.value)}
          />
        </div>
        <Checkbox label="Is Crew" checked={isCrew} onChange={({ target }) => setIsCrew(target.checked)} />
        <output className="sr-only">
          {members && `“${trimmedName}” names more than one person.`}
          {hasPeople && `Possibly already in the archive: ${people.map((person) => person.full_name).join(', ')}`}
        </output>
        <div ref={warnings} className="flex flex-col gap-4 empty:hidden">
          {members && (
            <Notice tone="warning" title="This names more than one person">
              <p className="mb-2">Add them one by one, or write the text under Other Guests.</p>
              {members.length > 1 && (
                <Button size="small" onClick={() => onSplit(members)}>
                  Add {formatList(members)}
                </Button>
              )}
            </Notice>
          )}
          {hasPeople && (
            <section aria-label="Possibly already in the archive">
              <h3 className="mb-1 text-15">Possibly already in the archive</h3>
              <ul className="divide-y divide-rule border-y border-rule">
                {people.map((person) => (
                  <Candidate
                    key={person.person_slug}
                    person={person}
                    onUse={({ person_slug, full_name, role_title, portrait_url }) => {
                      const { capacity_role, ...rest } = link();
                      const trimmedRole = capacity_role ?? (role.trim() || null);
                      onPick({ person_slug, full_name, role_title, portrait_url, ...rest, capacity_role: trimmedRole });
                    }}
                  />
                ))}
              </ul>
            </section>
          )}
        </div>
        {check.isError && (
          <p className="text-13 text-amber">Can’t check whether this person is already in the archive.</p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            disabled={isIncomplete || hasArticle}
            busy={adding}
            onClick={() => void add(hasPeople || members !== undefined)}
          >
            {members ? 'Add as one person' : hasPeople ? 'Add anyway' : 'Add person'}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </fieldset>
    </div>
  );
}

function Candidate({ person, onUse }: { person: PersonMatch; onUse(person: PersonMatch): void }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <Avatar name={person.full_name} size="small" src={person.portrait_url} />
      <span className="min-w-40 flex-1">
        {person.full_name}
        <span className="block text-13 text-faded tabular-nums">{matchDetailsOf(person)}</span>
      </span>
      <Button
        size="small"
        aria-label={`Use this person: ${person.full_name}, ${detailsOf(person)}`}
        onClick={() => onUse(person)}
      >
        Use this person
      </Button>
    </li>
  );
}
