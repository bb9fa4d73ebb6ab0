import type { Person } from '@archive/contracts';
import { useNavigate } from '@archive/router';
import { Dialog } from '@archive/ui';
import { useRef } from 'react';
import { PersonPicker } from '../person-picker/person-picker.tsx';

/** Picks the record to compare with, for a pair that is not listed as possible duplicates. */
export function MergeTargetDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open
      initialFocus={field}
      onOpenChange={onClose}
      title="Merge with another record"
      description={`Which record is the same person as ${person.full_name}? You’ll compare both records before anything changes.`}
    >
      <div className="min-h-72">
        <PersonPicker
          ref={field}
          label="Other record"
          excluded={[person.person_slug]}
          onPick={({ person_slug }) => void navigate(`/people/duplicates/${person.person_slug}/${person_slug}`)}
        />
      </div>
    </Dialog>
  );
}
