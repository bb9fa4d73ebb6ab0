import type { ComponentProps } from 'react';
import { cx } from '../base/cx.ts';
import { ChevronDown } from '../icons.ts';
import { CONTROL, Field } from './field.tsx';
import type { FieldProps } from './field.tsx';

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
