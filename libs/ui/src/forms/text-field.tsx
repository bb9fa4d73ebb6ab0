import type { ComponentProps } from 'react';
import { cx } from '../base/cx.ts';
import { CONTROL, Field } from './field.tsx';
import type { FieldProps } from './field.tsx';

export type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'size'>;

/** A single-line input of any text-like `type`. */
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
      {(attributes) => (
        <input type={type} className={cx(CONTROL, 'ui:h-10 ui:px-3', className)} {...rest} {...attributes} />
      )}
    </Field>
  );
}

export type TextAreaProps = FieldProps & ComponentProps<'textarea'>;

/** A multi-line input of at least `rows` lines. Grows with its text where supported. */
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
      {(attributes) => (
        <textarea
          rows={rows}
          // field-sizing ignores rows, so set the minimum height from lines, padding and border.
          style={{ minHeight: `calc(${rows} * 1lh + 1rem + 2px)` }}
          className={cx(CONTROL, 'ui:field-sizing-content ui:px-3 ui:py-2', className)}
          {...rest}
          {...attributes}
        />
      )}
    </Field>
  );
}
