import { Badge, Checkbox, IconButton, Avatar, TextArea, TextField } from '@archive/ui';
import { ArrowLeft, Pencil, X } from '@archive/ui/icons';
import { useId, useState } from 'react';
import type { FormPassenger } from '../values.ts';

interface Props {
  person: FormPassenger;
  onChange(changes: Partial<FormPassenger>): void;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onRemove(): void;
}

/** One passenger: crew, position and, when expanded, form of address, role and note. */
export function PassengerRow({ person, onChange, onUp, onDown, onRemove }: Props) {
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
