import { useState } from 'react';
import type { ComponentProps } from 'react';
import { cx } from '../base/cx.ts';
import { Eye, EyeOff } from '../icons.ts';
import { CONTROL, Field } from './field.tsx';
import type { FieldProps } from './field.tsx';

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
