import type { ComponentProps } from 'react';
import { cx } from '../base/cx.ts';
import { CONTROL, Field } from './field.tsx';
import type { FieldProps } from './field.tsx';

export type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'size'>;

/** One line of text (or another input `type` that looks like one: date, time, number, email). */
export function TextField({
  label,
  hideLabel,
  help,
  error,
  fieldClassName,
  id,
  className,
  type = 'text',
  ...rest
}: TextFieldProps) {
  return (
    <Field {...{ label, hideLabel, help, error, fieldClassName, id }} required={rest.required}>
      {(wiring) => <input type={type} className={cx(CONTROL, 'ui:h-10 ui:px-3', className)} {...rest} {...wiring} />}
    </Field>
  );
}

export type TextAreaProps = FieldProps & ComponentProps<'textarea'>;

/** Several lines of text, `rows` at least; grows with its text where the browser can. */
export function TextArea({
  label,
  hideLabel,
  help,
  error,
  fieldClassName,
  id,
  className,
  rows = 3,
  ...rest
}: TextAreaProps) {
  return (
    <Field {...{ label, hideLabel, help, error, fieldClassName, id }} required={rest.required}>
      {(wiring) => (
        <textarea
          rows={rows}
          // A field that grows does not go by its rows: lines, padding and border make as much.
          style={{ minHeight: `calc(${rows} * 1lh + 1rem + 2px)` }}
          className={cx(CONTROL, 'ui:field-sizing-content ui:px-3 ui:py-2', className)}
          {...rest}
          {...wiring}
        />
      )}
    </Field>
  );
}
