import { Fragment, useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import { Check } from '../icons.ts';

/** Lets words joined by slashes wrap after a slash instead of inside a word. */
const breakable = (text: string): ReactNode =>
  text.split(/(?<=\/)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'size'> & { label: ReactNode; help?: ReactNode };

/** A checkbox with its label to the right and help text below. */
export function Checkbox({ label, help, className, id, ...rest }: CheckboxProps) {
  const generated = useId();
  const boxId = id ?? generated;
  return (
    <div className={cx('ui:flex ui:gap-2.5', className)}>
      <span className="ui:relative ui:mt-0.5 ui:inline-grid ui:size-5 ui:shrink-0 ui:place-items-center">
        <input
          type="checkbox"
          id={boxId}
          aria-describedby={help ? `${boxId}-help` : undefined}
          className="ui:peer ui:size-5 ui:appearance-none ui:rounded-sm ui:border ui:border-edge ui:bg-leaf ui:transition-colors ui:checked:border-navy ui:checked:bg-navy ui:hover:border-ink ui:disabled:opacity-50"
          {...rest}
        />
        <Check
          aria-hidden
          className="ui:pointer-events-none ui:absolute ui:size-4 ui:text-on-navy ui:opacity-0 ui:peer-checked:opacity-100"
        />
      </span>
      <span className="ui:min-w-0 ui:wrap-anywhere">
        <label htmlFor={boxId}>{typeof label === 'string' ? breakable(label) : label}</label>
        {help && (
          <span id={`${boxId}-help`} className="ui:block ui:text-13 ui:text-faded">
            {help}
          </span>
        )}
      </span>
    </div>
  );
}

export type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'size' | 'role'> & { label: ReactNode };

/** A switch that takes effect immediately. A check mark shows its state in addition to color. */
export function Switch({ label, className, ...rest }: SwitchProps) {
  return (
    <label className={cx('ui:inline-flex ui:items-center ui:gap-2.5', className)}>
      <span className="ui:relative ui:inline-grid ui:h-6 ui:w-11 ui:shrink-0 ui:items-center">
        <input
          type="checkbox"
          role="switch"
          className="ui:peer ui:h-6 ui:w-11 ui:appearance-none ui:rounded-full ui:border ui:border-edge ui:bg-leaf ui:transition-colors ui:checked:border-navy ui:checked:bg-navy ui:disabled:opacity-50"
          {...rest}
        />
        <span
          aria-hidden
          className="ui:pointer-events-none ui:absolute ui:left-1 ui:grid ui:size-4 ui:place-items-center ui:rounded-full ui:bg-edge ui:text-navy ui:transition-transform ui:peer-checked:translate-x-5 ui:peer-checked:bg-on-navy ui:[&>svg]:opacity-0 ui:peer-checked:[&>svg]:opacity-100"
        >
          <Check className="ui:size-3" />
        </span>
      </span>
      {label}
    </label>
  );
}
