import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import { Tooltip } from '../overlays/tooltip.tsx';

const SIZES = { small: 'ui:size-8', medium: 'ui:size-10', large: 'ui:size-12' };

export type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  /** The name of the button, also shown as its tooltip. */
  label: string;
  icon: ReactNode;
  size?: keyof typeof SIZES;
  /** Leaves the tooltip out where the icon says enough (a close cross). */
  plain?: boolean;
};

/** A square button that shows an icon alone. */
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
