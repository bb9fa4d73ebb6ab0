import { RemoteComponent } from '@archive/shell-api';
import { Button, ConfirmDialog, Notice, SkeletonBlock } from '@archive/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { VoyageFormState } from '../use-voyage-form.ts';
import { newDraftId } from '../draft-store.ts';
import { enteredPassenger, pickedPassenger, type FormPassenger } from '../values.ts';
import { FormSection } from './form-section.tsx';
import { memoByFields } from './memo-by-fields.ts';
import { PassengerRow } from './passenger-row.tsx';
import { TypedTextField } from './typed-text-field.tsx';

/** Estimated height of a row, until the list is first rendered by the browser. */
const ROW_REM = 4;

/** Passengers and crew in order, picked from the archive or created here. */
function Fields({ form }: { form: VoyageFormState }) {
  const { values, set, base, errors, clearError, registerPending } = form;
  const people = values.passengers;
  const [removing, setRemoving] = useState<FormPassenger>();
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const picker = useRef<HTMLDivElement>(null);
  const pendingName = useRef('');
  useEffect(
    () =>
      registerPending({
        field: 'passengers',
        problem: () =>
          pendingName.current === '' ? undefined : `Finish adding ${pendingName.current}, or clear the name.`,
        focus: () => picker.current?.querySelector('input')?.focus(),
      }),
    [registerPending],
  );
  const onPending = useCallback(
    (name: string) => {
      pendingName.current = name;
      clearError('passengers');
    },
    [clearError],
  );
  const change = (next: FormPassenger[]) => set('passengers', next);

  const add = (person: FormPassenger) => {
    if (people.some(({ person_slug }) => person_slug === person.person_slug)) {
      setAnnouncement(`${person.full_name} is already in the list.`);
      return;
    }
    setAnnouncement(`${person.full_name} added.`);
    change([...people, person]);
  };
  const remove = (person: FormPassenger) => {
    setAnnouncement(`${person.full_name} removed.`);
    change(people.filter((formPassenger) => formPassenger !== person));
    setRemoving(undefined);
  };
  const move = (from: number, to: number) => {
    const next = [...people];
    const [person] = next.splice(from, 1);
    if (!person) return;
    next.splice(to, 0, person);
    setAnnouncement(`${person.full_name} moved to position ${to + 1}.`);
    change(next);
  };
  const isSaved = (person: FormPassenger) =>
    base.passengers.some(({ person_slug }) => person_slug === person.person_slug);

  return (
    <FormSection title="Passengers" help="In the order shown on the voyage page. Crew appear in a separate list.">
      {people.length === 0 ? (
        <p className="font-serif text-17 text-faded italic">No passengers yet.</p>
      ) : (
        <ol
          ref={list}
          tabIndex={-1}
          aria-label="People aboard"
          // content-visibility: the browser skips the list while it is off
          // screen. Even a hundred empty rows take time after each key press.
          className="-mx-1 divide-y divide-rule border-y border-rule [content-visibility:auto]"
          style={{ containIntrinsicBlockSize: `auto ${people.length * ROW_REM}rem` }}
        >
          {people.map((person, index) => (
            <PassengerRow
              key={person.person_slug}
              person={person}
              onChange={(changes) =>
                change(
                  people.map((formPassenger) => (formPassenger === person ? { ...person, ...changes } : formPassenger)),
                )
              }
              onUp={index > 0 ? () => move(index, index - 1) : undefined}
              onDown={index < people.length - 1 ? () => move(index, index + 1) : undefined}
              onRemove={() => (isSaved(person) ? setRemoving(person) : remove(person))}
            />
          ))}
        </ol>
      )}
      <output className="sr-only">{announcement}</output>
      <div ref={picker} id="voyage-passengers">
        <RemoteComponent
          remote="people"
          exposed="./person-picker"
          props={{
            label: 'Add a person',
            help: 'Start typing a name. If the person isn’t listed, choose “Add … as a new person.”',
            onPick: (person) => add(pickedPassenger(person)),
            onEnter: (person) => add(enteredPassenger(person, newDraftId())),
            onPending,
          }}
          loading={<SkeletonBlock className="h-24" />}
          fallback={(retry) => (
            <Notice
              announce
              tone="warning"
              action={
                <Button size="small" onClick={retry}>
                  Retry
                </Button>
              }
            >
              Can’t load people right now. You can save the voyage and add people later.
            </Notice>
          )}
        />
        {errors.passengers && (
          <p role="alert" className="mt-1 text-13 text-signal">
            {errors.passengers}
          </p>
        )}
      </div>
      <TypedTextField
        form={form}
        name="additional_guests"
        help="Guests who are counted but not named, such as “27 other guests.”"
        maxLength={2000}
      />
      <ConfirmDialog
        open={removing !== undefined}
        onOpenChange={() => setRemoving(undefined)}
        title={`Remove ${removing?.full_name ?? ''} from this voyage?`}
        description="This takes effect when you save. If the person has no other voyages, the person is also deleted from the archive."
        confirmText="Remove"
        danger
        onConfirm={() => removing && remove(removing)}
      />
    </FormSection>
  );
}

export const PassengerFields = memoByFields(Fields, ['passengers'], ['additional_guests']);
