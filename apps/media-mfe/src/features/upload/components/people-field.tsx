import { RemoteComponent } from '@archive/shell-api';
import { Button, Chip, Notice, SkeletonBlock } from '@archive/ui';
import type { Person } from '../upload-draft.ts';

interface PeopleFieldProps {
  label: string;
  people: readonly Person[];
  disabled: boolean;
  help?: string;
  onChange: (people: Person[]) => void;
  /** Called with a name that is typed but not chosen yet; empty once it is chosen or cleared. */
  onPending?: ((name: string) => void) | undefined;
}

/** Selects the people in uploaded pictures. */
export function PeopleField({ label, people, disabled, help, onChange, onPending }: PeopleFieldProps) {
  return (
    <div className="flex flex-col gap-2">
      <PeopleChips people={people} disabled={disabled} onChange={onChange} />
      {!disabled && (
        <RemoteComponent
          remote="people"
          exposed="./person-picker"
          props={{
            label,
            ...(help === undefined ? {} : { help }),
            excluded: people.map(({ person_slug }) => person_slug),
            onPick: ({ person_slug, full_name }) => onChange([...people, { person_slug, full_name }]),
            ...(onPending ? { onPending } : {}),
          }}
          loading={<SkeletonBlock className="h-16" />}
          fallback={(retry) => (
            <Notice announce tone="warning" action={<Button onClick={retry}>Retry</Button>}>
              Can’t load people right now. You can upload without them and mark them in the images later.
            </Notice>
          )}
        />
      )}
    </div>
  );
}

/** The chosen people, with buttons to remove them. */
export function PeopleChips({
  people,
  disabled,
  onChange,
}: Pick<PeopleFieldProps, 'people' | 'disabled' | 'onChange'>) {
  if (people.length === 0) return null;
  if (disabled) return <p className="text-13">{people.map(({ full_name }) => full_name).join(', ')}</p>;
  return (
    <ul aria-label="People" className="flex flex-wrap gap-2">
      {people.map(({ person_slug, full_name }) => (
        <li key={person_slug}>
          <Chip
            removeLabel={`Remove ${full_name}`}
            onRemove={() => onChange(people.filter((person) => person.person_slug !== person_slug))}
          >
            {full_name}
          </Chip>
        </li>
      ))}
    </ul>
  );
}
