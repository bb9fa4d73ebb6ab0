import type { MarkedPerson, MediaPeople } from '@archive/contracts';
import { RemoteComponent } from '@archive/shell-api';
import { Button, Notice, SkeletonBlock } from '@archive/ui';
import { useState } from 'react';
import type { Person } from './use-marks.ts';

/** Number of suggestions that are shown initially. */
const FIRST_COUNT = 12;

interface AddPersonProps {
  marked: readonly MarkedPerson[];
  suggested: MediaPeople['suggested'];
  busy: boolean;
  onChoose(person: Person): void;
}

/** Suggests the people aboard the voyages of the media item, and finds everyone else by name. */
export function AddPerson({ marked, suggested, busy, onChoose }: AddPersonProps) {
  const [isLong, setLong] = useState(false);
  const visible = isLong ? suggested : suggested.slice(0, FIRST_COUNT);
  return (
    <div className="space-y-3 print:hidden">
      {suggested.length > 0 && (
        <div className="space-y-2">
          <p className="text-13 text-faded">Aboard the voyage, not marked yet</p>
          <ul aria-label="Aboard the voyage" className="flex flex-wrap gap-2">
            {visible.map((person) => (
              <li key={person.person_slug}>
                <Button
                  size="small"
                  busy={busy}
                  aria-label={`Mark ${person.full_name}`}
                  onClick={() => onChoose(person)}
                >
                  {person.full_name}
                </Button>
              </li>
            ))}
            {visible.length < suggested.length && (
              <li>
                <Button size="small" variant="quiet" onClick={() => setLong(true)}>
                  Show {suggested.length - visible.length} more
                </Button>
              </li>
            )}
          </ul>
        </div>
      )}
      <div className="max-w-md">
        <RemoteComponent
          remote="people"
          exposed="./person-picker"
          props={{
            label: 'Mark a person',
            excluded: marked.map(({ person_slug }) => person_slug),
            onPick: onChoose,
          }}
          loading={<SkeletonBlock className="h-16" />}
          fallback={(retry) => (
            <Notice announce tone="warning" action={<Button onClick={retry}>Retry</Button>}>
              Can’t load people right now.
            </Notice>
          )}
        />
      </div>
    </div>
  );
}
