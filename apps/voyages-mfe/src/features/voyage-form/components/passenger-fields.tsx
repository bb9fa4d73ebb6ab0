import { RemoteComponent } from '@archive/shell-api';
import { Button, Checkbox, ConfirmDialog, IconButton, Medallion, Notice, SkeletonBlock, TextField } from '@archive/ui';
import { ArrowLeft, X } from '@archive/ui/icons';
import { useRef, useState } from 'react';
import type { VoyageFormState } from '../use-voyage-form.ts';
import { FIELD_LABELS, type FormPassenger } from '../values.ts';
import { FormSection } from './form-section.tsx';
import { ownFields } from './own-fields.ts';

/** Who was aboard, in order: found among the people of the archive, or entered here. */
function Fields({ form: { values, set, base, errors } }: { form: VoyageFormState }) {
  const people = values.passengers;
  const [asked, setAsked] = useState<FormPassenger>();
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const change = (next: FormPassenger[]) => set('passengers', next);

  const add = (person: FormPassenger) => {
    if (people.some(({ person_slug }) => person_slug === person.person_slug)) {
      setSaid(`${person.full_name} is in the list already.`);
      return;
    }
    setSaid(`${person.full_name} added.`);
    change([...people, person]);
  };
  const remove = (person: FormPassenger) => {
    setSaid(`${person.full_name} removed.`);
    change(people.filter((one) => one !== person));
    setAsked(undefined);
  };
  const move = (from: number, to: number) => {
    const next = [...people];
    const [person] = next.splice(from, 1);
    if (!person) return;
    next.splice(to, 0, person);
    setSaid(`${person.full_name} is now number ${to + 1}.`);
    change(next);
  };
  const isSaved = (person: FormPassenger) =>
    base.passengers.some(({ person_slug }) => person_slug === person.person_slug);

  return (
    <FormSection
      title="Passengers"
      help="In the order in which the voyage names them. Crew are shown in a list of their own."
    >
      {people.length === 0 ? (
        <p className="font-serif text-17 text-faded italic">Nobody yet.</p>
      ) : (
        <ol
          ref={list}
          id="voyage-passengers"
          tabIndex={-1}
          aria-label="People aboard"
          className="divide-y divide-rule border-y border-rule"
        >
          {people.map((person, index) => (
            <Row
              key={person.person_slug}
              person={person}
              onCrew={(is_crew) => change(people.map((one) => (one === person ? { ...person, is_crew } : one)))}
              onUp={index > 0 ? () => move(index, index - 1) : undefined}
              onDown={index < people.length - 1 ? () => move(index, index + 1) : undefined}
              onRemove={() => (isSaved(person) ? setAsked(person) : remove(person))}
            />
          ))}
        </ol>
      )}
      <output className="sr-only">{said}</output>
      <RemoteComponent
        remote="people"
        exposed="./person-picker"
        props={{
          label: 'Add a person',
          help: 'Begin a name; somebody who is not in the archive yet can be entered here.',
          onPick: (person) => add({ ...person, notes: null }),
        }}
        loading={<SkeletonBlock className="h-24" />}
        fallback={(retry) => (
          <Notice
            announce
            tone="warning"
            action={
              <Button size="small" onClick={retry}>
                Try again
              </Button>
            }
          >
            People cannot be looked up just now. The voyage can be saved, and given more people later.
          </Notice>
        )}
      />
      <TextField
        id="voyage-additional_guests"
        label={FIELD_LABELS.additional_guests}
        help="Those who are counted and not named: “27 other guests”."
        maxLength={2000}
        autoComplete="off"
        value={values.additional_guests}
        error={errors.additional_guests}
        onChange={({ target }) => set('additional_guests', target.value)}
      />
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={() => setAsked(undefined)}
        title={`Remove ${asked?.full_name ?? ''} from this voyage?`}
        description="It takes effect when the voyage is saved. Somebody with no other voyage is then taken out of the archive too."
        confirmText="Remove"
        danger
        onConfirm={() => asked && remove(asked)}
      />
    </FormSection>
  );
}

export const PassengerFields = ownFields(Fields, ['passengers', 'additional_guests']);

interface RowProps {
  person: FormPassenger;
  onCrew(isCrew: boolean): void;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onRemove(): void;
}

function Row({ person: { full_name, capacity_role, role_title, is_crew }, onCrew, onUp, onDown, onRemove }: RowProps) {
  const role = capacity_role ?? role_title;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <Medallion name={full_name} size="small" />
      <span className="min-w-32 flex-1">
        {full_name}
        {role && <span className="block text-13 text-faded">{role}</span>}
      </span>
      <span className="ml-auto flex items-center gap-1">
        <Checkbox
          label={
            <>
              Crew<span className="sr-only">: {full_name}</span>
            </>
          }
          className="mr-2"
          checked={is_crew}
          onChange={({ target }) => onCrew(target.checked)}
        />
        <Move label={`Move ${full_name} up`} turn="rotate-90" onMove={onUp} />
        <Move label={`Move ${full_name} down`} turn="-rotate-90" onMove={onDown} />
        <IconButton size="small" label={`Remove ${full_name}`} icon={<X aria-hidden />} onClick={onRemove} />
      </span>
    </li>
  );
}

/** Stays in place, and in focus, at the ends of the list too. */
function Move({ label, turn, onMove }: { label: string; turn: string; onMove: (() => void) | undefined }) {
  return (
    <IconButton
      size="small"
      label={label}
      aria-disabled={!onMove}
      className="aria-disabled:opacity-40"
      icon={<ArrowLeft aria-hidden className={turn} />}
      onClick={onMove}
    />
  );
}
