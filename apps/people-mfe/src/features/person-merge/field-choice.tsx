import type { ReactNode } from 'react';
import type { Choice } from './choices.ts';

export interface ChoiceOption {
  choice: Choice;
  value: ReactNode;
  /** Where the value comes from. */
  note?: string | undefined;
}

interface FieldChoiceProps {
  name: string;
  label: string;
  options: ChoiceOption[];
  /** Undefined until one is selected. */
  selected: Choice | undefined;
  error: string | undefined;
  onChoose: (choice: Choice) => void;
}

/** Chooses the value of one field that differs. */
export function FieldChoice({ name, label, options, selected, error, onChoose }: FieldChoiceProps) {
  const errorId = `${name}-error`;
  return (
    <fieldset aria-describedby={error && errorId} className="min-w-0 border-b border-rule py-4">
      <legend className="float-left mb-2 w-full text-13 font-medium text-faded">{label}</legend>
      <div className="clear-both grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {options.map(({ choice, value, note }) => (
          <label
            key={choice}
            className={`flex min-w-0 items-start gap-3 rounded border bg-leaf px-4 py-3 has-checked:border-navy has-focus-visible:outline-2 has-focus-visible:outline-brass ${error ? 'border-signal' : 'border-rule'} ${choice === 'both' ? 'sm:col-span-2' : ''}`}
          >
            <input
              type="radio"
              name={name}
              checked={selected === choice}
              onChange={() => onChoose(choice)}
              className="mt-1 size-4 shrink-0 accent-navy"
            />
            <span className="min-w-0 wrap-anywhere whitespace-pre-line">
              {choice === 'both' && <span className="text-faded">Both: </span>}
              {value || <em className="text-faded">blank</em>}
              {note && <span className="block text-13 text-faded">{note}</span>}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} className="mt-2 text-13 text-signal">
          {error}
        </p>
      )}
    </fieldset>
  );
}
