import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import { X } from '../icons.ts';

const TONES = {
  plain: 'ui:border-edge/60 ui:text-faded',
  brass: 'ui:border-brass ui:text-ink',
  sea: 'ui:border-sea ui:text-sea',
  amber: 'ui:border-amber ui:text-amber',
  signal: 'ui:border-signal ui:text-signal',
};

export type BadgeProps = ComponentProps<'span'> & { tone?: keyof typeof TONES };

/** A small outlined label. */
export function Badge({ tone = 'plain', className, ...rest }: BadgeProps) {
  return (
    <span
      className={cx(
        'ui:inline-flex ui:items-center ui:gap-1 ui:rounded-sm ui:border ui:px-1.5 ui:text-13 ui:whitespace-nowrap',
        TONES[tone],
        className,
      )}
      {...rest}
    />
  );
}

export type ChipProps = {
  children: ReactNode;
  /** Adds a remove button, which also reacts to Delete and Backspace. */
  onRemove?: () => void;
  /** Accessible name of the remove button: "Remove filter: Royalty". */
  removeLabel?: string;
};

/** An active filter or choice. */
export function Chip({ children, onRemove, removeLabel }: ChipProps) {
  return (
    <span className="ui:inline-flex ui:min-h-8 ui:max-w-full ui:items-center ui:rounded-full ui:border ui:border-rule ui:bg-wash ui:pl-3 ui:text-13">
      <span className={cx('ui:truncate', !onRemove && 'ui:pr-3')}>{children}</span>
      {onRemove && (
        <button
          type="button"
          aria-label={removeLabel ?? (typeof children === 'string' ? `Remove ${children}` : 'Remove')}
          onClick={onRemove}
          onKeyDown={(event) => (event.key === 'Delete' || event.key === 'Backspace') && onRemove()}
          className="ui:mx-1 ui:grid ui:size-6 ui:shrink-0 ui:place-items-center ui:rounded-full ui:text-faded ui:transition-colors ui:hover:bg-leaf ui:hover:text-ink"
        >
          <X aria-hidden className="ui:size-3.5" />
        </button>
      )}
    </span>
  );
}
