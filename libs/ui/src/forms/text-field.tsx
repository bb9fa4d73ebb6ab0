import { type ComponentProps, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '../base/cx.ts';
import { Eye, EyeOff, ChevronDown } from '../icons.ts';
import { CONTROL, Field, type FieldProps } from './field.tsx';

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

/**
 * A multi-line input of at least `rows` lines. Grows with its text where supported.
 *
 * The effect below sets the text. With the `value` prop, React would also set the default value after each key press. The browser would
 * then recompute the field's styles, which takes longer than React's own work.
 */
export function TextArea({
  label,
  hideLabel,
  help,
  error,
  fieldClassName,
  id,
  className,
  rows = 3,
  value,
  defaultValue,
  ref,
  ...rest
}: TextAreaProps) {
  const element = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => element.current as HTMLTextAreaElement);
  const [initial] = useState(defaultValue);
  const text = value ?? initial;
  useLayoutEffect(() => {
    const area = element.current;
    if (area && text !== undefined && area.value !== String(text)) area.value = String(text);
  }, [text]);
  return (
    <Field {...{ label, hideLabel, help, error, fieldClassName, id }} required={rest.required}>
      {(attributes) => (
        <textarea
          ref={element}
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

export type PasswordFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'size' | 'type'>;

/** A password field with a button to show the password. */
export function PasswordField({
  label,
  hideLabel,
  help,
  error,
  fieldClassName,
  id,
  className,
  autoComplete = 'current-password',
  ...rest
}: PasswordFieldProps) {
  const [isVisible, setShown] = useState(false);
  const Icon = isVisible ? EyeOff : Eye;
  return (
    <Field {...{ label, hideLabel, help, error, fieldClassName, id }} required={rest.required}>
      {(attributes) => (
        <div className="ui:relative">
          <input
            type={isVisible ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            className={cx(CONTROL, 'ui:h-10 ui:pl-3 ui:pr-11', className)}
            {...rest}
            {...attributes}
          />
          <button
            type="button"
            aria-label="Show password"
            aria-pressed={isVisible}
            onClick={() => setShown(!isVisible)}
            className="ui:absolute ui:right-1 ui:top-1 ui:grid ui:size-8 ui:place-items-center ui:rounded-sm ui:text-faded ui:hover:bg-wash ui:hover:text-ink"
          >
            <Icon aria-hidden />
          </button>
        </div>
      )}
    </Field>
  );
}

export type SelectOption = { value: string; label: string; disabled?: boolean };
export type SelectProps = FieldProps &
  Omit<ComponentProps<'select'>, 'size' | 'multiple'> & { options: readonly SelectOption[] };

/** A native select, because it is accessible and works well on phones. */
export function Select({
  label,
  hideLabel,
  help,
  error,
  fieldClassName,
  id,
  className,
  options,
  ...rest
}: SelectProps) {
  return (
    <Field {...{ label, hideLabel, help, error, fieldClassName, id }} required={rest.required}>
      {(attributes) => (
        <div className="ui:relative">
          <select
            className={cx(CONTROL, 'ui:h-10 ui:appearance-none ui:truncate ui:pl-3 ui:pr-9', className)}
            {...rest}
            {...attributes}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden
            className="ui:pointer-events-none ui:absolute ui:right-2.5 ui:top-1/2 ui:-translate-y-1/2 ui:text-faded"
          />
        </div>
      )}
    </Field>
  );
}
