import { FIELD_LABELS, type PersonDraft } from '../person-editing/person-draft.ts';
import { COMBINABLE, chosenValue, type PersonField, type Side } from './choices.ts';

interface FieldChoiceProps {
  field: PersonField;
  survivor: PersonDraft;
  merged: PersonDraft;
  side: Side;
  /** The surviving record is shown on the left. */
  survivorFirst: boolean;
  onChoose: (side: Side) => void;
}

/** Chooses the value of one field that differs. */
export function FieldChoice({ field, survivor, merged, side, survivorFirst, onChoose }: FieldChoiceProps) {
  const combinable = COMBINABLE.includes(field) && survivor[field] !== '' && merged[field] !== '';
  const sides: Side[] = survivorFirst ? ['survivor', 'merged'] : ['merged', 'survivor'];
  if (combinable) sides.push('both');
  return (
    <fieldset className="min-w-0 border-b border-rule py-4">
      <legend className="float-left mb-2 w-full text-13 font-medium text-faded">{FIELD_LABELS[field]}</legend>
      <div className="clear-both grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {sides.map((option) => (
          <label
            key={option}
            className={`flex min-w-0 items-start gap-3 rounded border border-rule bg-leaf px-4 py-3 has-checked:border-navy has-focus-visible:outline-2 has-focus-visible:outline-brass ${option === 'both' ? 'sm:col-span-2' : ''}`}
          >
            <input
              type="radio"
              name={field}
              checked={side === option}
              onChange={() => onChoose(option)}
              className="mt-1 size-4 shrink-0 accent-navy"
            />
            <span className="min-w-0 wrap-anywhere whitespace-pre-line">
              {option === 'both' && <span className="text-faded">Both: </span>}
              {chosenValue(field, option, survivor, merged) || <em className="text-faded">blank</em>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
