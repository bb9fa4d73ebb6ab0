import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import { Tooltip } from './tooltip.tsx';

const SIZES = { small: 'ui:size-8', medium: 'ui:size-10', large: 'ui:size-12' };

export type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  /** Accessible name, also shown as tooltip. */
  label: string;
  icon: ReactNode;
  size?: keyof typeof SIZES;
  /** Omits the tooltip, for self-explanatory icons. */
  plain?: boolean;
};

/** A square icon button. */
export function IconButton({
  label,
  icon,
  size = 'medium',
  plain = false,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  const button = (
    <button
      type={type}
      aria-label={label}
      className={cx(
        'ui:inline-grid ui:place-items-center ui:shrink-0 ui:rounded ui:text-faded ui:transition-colors ui:hover:bg-wash ui:hover:text-ink ui:disabled:opacity-50',
        SIZES[size],
        className,
      )}
      {...rest}
    >
      {icon}
    </button>
  );
  return plain ? (
    button
  ) : (
    <Tooltip text={label} isName>
      {button}
    </Tooltip>
  );
}
