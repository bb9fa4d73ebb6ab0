import type { Person } from '@archive/contracts';
import { useNavigate } from '@archive/router';
import { Dialog } from '@archive/ui';
import { useRef } from 'react';
import { PersonPicker } from '../picking/person-picker.tsx';

/** Finds the other record of a person whose names do not look alike, to be compared with this one. */
export function OtherRecord({ person, onClose }: { person: Person; onClose: () => void }) {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open
      initialFocus={field}
      onOpenChange={onClose}
      title="Merge with another record"
      description={`Who is ${person.full_name} too? Both records are shown side by side before anything is changed.`}
    >
      <div className="min-h-72">
        <PersonPicker
          ref={field}
          label="The other record"
          knownOnly
          excluded={[person.person_slug]}
          onPick={({ person_slug }) => void navigate(`/people/duplicates/${person.person_slug}/${person_slug}`)}
        />
      </div>
    </Dialog>
  );
}
