import { Button } from '@archive/ui';
import { UserRound } from '@archive/ui/icons';
import { useState } from 'react';
import { PeopleChips, PeopleField } from '../components/people-field.tsx';
import type { Person } from '../upload-draft.ts';

interface RowPeopleProps {
  /** Name of the file. */
  name: string;
  people: readonly Person[];
  disabled: boolean;
  onChange: (people: Person[]) => void;
  onPending: (name: string) => void;
}

/**
 * The people in one file, in addition to those in all files. A button opens the
 * search field, because a hundred search fields in a table would be slow.
 */
export function RowPeople({ name, people, disabled, onChange, onPending }: RowPeopleProps) {
  const [open, setOpen] = useState(false);
  if (disabled && people.length === 0) return null;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2 lg:col-span-5 lg:col-start-2 lg:-mt-1">
      {!open && <PeopleChips people={people} disabled={disabled} onChange={onChange} />}
      {open && !disabled && (
        <div className="min-w-0 flex-1 basis-64 lg:max-w-md">
          <PeopleField
            label={`People in ${name}`}
            people={people}
            disabled={disabled}
            onChange={onChange}
            onPending={onPending}
          />
        </div>
      )}
      {!disabled && (
        <Button
          size="small"
          variant="quiet"
          className={open ? 'self-end' : 'lg:-ml-3'}
          aria-label={open ? `Done adding people in ${name}` : `Add people in ${name}`}
          onClick={() => {
            onPending('');
            setOpen(!open);
          }}
        >
          {open ? (
            'Done'
          ) : (
            <>
              <UserRound aria-hidden className="size-4" /> Add people
            </>
          )}
        </Button>
      )}
    </div>
  );
}
