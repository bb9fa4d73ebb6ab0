import { RemoteComponent } from '@archive/shell-api';
import {
  Avatar,
  Badge,
  Button,
  Checkbox,
  ConfirmDialog,
  IconButton,
  Notice,
  SkeletonBlock,
  TextArea,
  TextField,
} from '@archive/ui';
import { ArrowLeft, Pencil, X } from '@archive/ui/icons';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { newDraftId } from '../draft-store.ts';
import type { VoyageFormState } from '../use-voyage-form.ts';
import { type FormPassenger, enteredPassenger, pickedPassenger } from '../values.ts';
import { FormSection, TypedTextField, memoByFields } from './form-parts.tsx';

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

interface Props {
  person: FormPassenger;
  onChange(changes: Partial<FormPassenger>): void;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onRemove(): void;
}

/** One passenger: crew, position and, when expanded, form of address, role and note. */
function PassengerRow({ person, onChange, onUp, onDown, onRemove }: Props) {
  const { full_name, title, capacity_role, role_title, is_crew, notes, new_person } = person;
  const [open, setOpen] = useState(false);
  const details = useId();
  const role = capacity_role ?? role_title;
  return (
    // content-visibility: the browser skips rows that are off screen. Drawing a
    // hundred after each key press would delay typing elsewhere in the form.
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-1 py-2 [contain-intrinsic-block-size:auto_4rem] [content-visibility:auto]">
      <Avatar name={full_name} src={person.portrait_url} size="small" />
      <span className="min-w-32 flex-1">
        {title && <span className="text-faded">{title} </span>}
        <span>{full_name}</span>
        {new_person && <Badge className="ml-2">New</Badge>}
        {role && <span className="block text-13 text-faded">{role}</span>}
        {notes && !open && <span className="block text-13 text-faded italic">{notes}</span>}
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
          onChange={({ target }) => onChange({ is_crew: target.checked })}
        />
        <IconButton
          size="small"
          label={`Role and notes: ${full_name}`}
          aria-expanded={open}
          aria-controls={details}
          icon={<Pencil aria-hidden />}
          onClick={() => setOpen(!open)}
        />
        <Move label={`Move ${full_name} up`} turn="rotate-90" onMove={onUp} />
        <Move label={`Move ${full_name} down`} turn="-rotate-90" onMove={onDown} />
        <IconButton size="small" label={`Remove ${full_name}`} icon={<X aria-hidden />} onClick={onRemove} />
      </span>
      <div id={details} hidden={!open} className="basis-full">
        {open && <Details person={person} onChange={onChange} />}
      </div>
    </li>
  );
}

const blankToNull = (text: string) => (text.trim() === '' ? null : text);

function Details({ person, onChange }: Pick<Props, 'person' | 'onChange'>) {
  return (
    <fieldset
      aria-label={`${person.full_name} on this voyage`}
      className="my-2 flex flex-col gap-4 rounded border border-rule bg-leaf p-4"
    >
      <div className="grid items-start gap-4 sm:grid-cols-[10rem_1fr]">
        <TextField
          label="Rank or honorific"
          help="Before the name, such as Ambassador or Lt. Gen."
          autoComplete="off"
          maxLength={300}
          value={person.title ?? ''}
          onChange={({ target }) => onChange({ title: blankToNull(target.value) })}
        />
        <TextField
          label={person.is_crew ? 'Crew role' : 'Role aboard'}
          help={person.role_title ? `Shown instead of “${person.role_title}” on this voyage.` : undefined}
          autoComplete="off"
          maxLength={300}
          value={person.capacity_role ?? ''}
          onChange={({ target }) => onChange({ capacity_role: blankToNull(target.value) })}
        />
      </div>
      <TextArea
        label="Note about this person on this voyage"
        rows={2}
        maxLength={10_000}
        value={person.notes ?? ''}
        onChange={({ target }) => onChange({ notes: blankToNull(target.value) })}
      />
    </fieldset>
  );
}

/** Uses aria-disabled at the ends of the list, so that the button keeps focus. */
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
