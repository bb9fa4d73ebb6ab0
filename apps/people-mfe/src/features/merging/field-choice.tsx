import { FIELD_LABELS, type PersonDraft } from '../person-editing/person-draft.ts';
import { JOINABLE, worded, type Field, type Side } from './choices.ts';

interface FieldChoiceProps {
  field: Field;
  kept: PersonDraft;
  gone: PersonDraft;
  side: Side;
  /** The record that stays stands on the left. */
  keptFirst: boolean;
  onChoose: (side: Side) => void;
}

/** One field in which the records differ, and which of them is right. */
export function FieldChoice({ field, kept, gone, side, keptFirst, onChoose }: FieldChoiceProps) {
  const joinable = JOINABLE.includes(field) && kept[field] !== '' && gone[field] !== '';
  const sides: Side[] = keptFirst ? ['kept', 'gone'] : ['gone', 'kept'];
  if (joinable) sides.push('both');
  return (
    <fieldset className="min-w-0 border-b border-rule py-4">
      <legend className="float-left mb-2 w-full text-13 font-medium text-faded">{FIELD_LABELS[field]}</legend>
      <div className="clear-both grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {sides.map((one) => (
          <label
            key={one}
            className={`flex min-w-0 items-start gap-3 rounded border border-rule bg-leaf px-4 py-3 has-checked:border-navy has-focus-visible:outline-2 has-focus-visible:outline-brass ${one === 'both' ? 'sm:col-span-2' : ''}`}
          >
            <input
              type="radio"
              name={field}
              checked={side === one}
              onChange={() => onChoose(one)}
              className="mt-1 size-4 shrink-0 accent-navy"
            />
            <span className="min-w-0 wrap-anywhere whitespace-pre-line">
              {one === 'both' && <span className="text-faded">Both: </span>}
              {worded(field, one, kept, gone) || <em className="text-faded">blank</em>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
