import type { ReactNode } from 'react';
import { cx } from '../base/cx.ts';

/** A version of a field. */
export type FieldVersion<V extends string> = {
  value: V;
  label: string;
  /** Empty for none. */
  text: string;
  /** A picture of what the text names. */
  picture?: ReactNode;
};

export type FieldChoiceProps<V extends string> = {
  /** Unique in the page. */
  name: string;
  /** Label of the field. */
  legend: string;
  /** What to know before choosing, such as “changed by both.” */
  note?: string | undefined;
  versions: readonly FieldVersion<V>[];
  chosen: V;
  disabled?: boolean | undefined;
  onChoose: (value: V) => void;
};

/** Versions of a field side by side, one of which is chosen. */
export function FieldChoice<V extends string>({
  name,
  legend,
  note,
  versions,
  chosen,
  disabled,
  onChoose,
}: FieldChoiceProps<V>) {
  return (
    <fieldset disabled={disabled} className="ui:border-t ui:border-rule ui:pt-3">
      <legend className="ui:float-left ui:mb-2 ui:w-full ui:font-serif ui:text-17 ui:font-semibold">
        {legend}
        {note && <span className="ui:ml-2 ui:font-sans ui:text-13 ui:font-normal ui:text-amber">{note}</span>}
      </legend>
      <div className="ui:clear-both ui:grid ui:gap-3 ui:sm:grid-cols-2">
        {versions.map(({ value, label, text, picture }) => (
          <label
            key={value}
            className={cx(
              'ui:flex ui:gap-3 ui:rounded ui:border ui:p-3 ui:transition-colors ui:has-focus-visible:outline-2 ui:has-focus-visible:outline-brass',
              !disabled && 'ui:cursor-pointer',
              chosen === value ? 'ui:border-navy ui:bg-wash' : 'ui:border-rule ui:hover:border-edge',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={chosen === value}
              onChange={() => onChoose(value)}
              aria-label={`${label}: ${text || 'blank'}`}
              className="ui:mt-1 ui:size-4 ui:shrink-0 ui:accent-navy ui:outline-none"
            />
            <span className="ui:min-w-0">
              <span className="ui:block ui:text-13 ui:font-medium">{label}</span>
              <span className="ui:block ui:wrap-anywhere ui:whitespace-pre-line">
                {text || <span className="ui:text-faded ui:italic">blank</span>}
              </span>
              {picture && <span className="ui:mt-2 ui:block ui:h-40">{picture}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
