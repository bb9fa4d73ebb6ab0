import { useId } from 'react';
import type { ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import { CircleAlert } from '../icons.ts';

export type FieldProps = {
  label: ReactNode;
  /** Shows the label to screen readers only. */
  hideLabel?: boolean;
  help?: ReactNode;
  /** Error message. */
  error?: ReactNode;
  /** Classes of the outer element. */
  fieldClassName?: string;
};

type ControlAttributes = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined };

/**
 * A control with label, help and error, linked for assistive technology.
 * `children` is a function that receives the attributes of the control.
 */
export function Field({
  label,
  hideLabel = false,
  help,
  error,
  fieldClassName,
  id,
  required,
  children,
}: FieldProps & { id?: string; required?: boolean; children: (attributes: ControlAttributes) => ReactNode }) {
  const generated = useId();
  const controlId = id ?? generated;
  const helpId = help ? `${controlId}-help` : undefined;
  const errorId = error ? `${controlId}-error` : undefined;
  return (
    <div className={cx('ui:flex ui:min-w-0 ui:flex-col ui:gap-1', fieldClassName)}>
      <label htmlFor={controlId} className={hideLabel ? 'ui:sr-only' : 'ui:text-13 ui:font-medium ui:text-ink'}>
        {label}
        {required && (
          <span aria-hidden className="ui:text-signal">
            {' '}
            *
          </span>
        )}
      </label>
      {children({
        id: controlId,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': cx(errorId, helpId) || undefined,
      })}
      {error && (
        <p id={errorId} className="ui:flex ui:gap-1.5 ui:text-13 ui:text-signal">
          <CircleAlert className="ui:mt-0.5 ui:size-4" aria-hidden />
          <span>{error}</span>
        </p>
      )}
      {help && (
        <p id={helpId} className="ui:text-13 ui:text-faded">
          {help}
        </p>
      )}
    </div>
  );
}

/** Class of text inputs and selects. */
export const CONTROL =
  'ui:w-full ui:min-w-0 ui:rounded ui:border ui:border-edge ui:bg-leaf ui:text-15 ui:text-ink ui:pointer-coarse:text-17 ' +
  'ui:transition-colors ui:hover:border-ink ui:aria-invalid:border-signal ui:disabled:opacity-60 ui:disabled:hover:border-edge ' +
  'ui:focus-visible:outline-offset-0 ui:focus-visible:border-brass';
