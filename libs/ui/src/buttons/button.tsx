import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Anchor, type AnchorProps } from '../base/anchor.tsx';
import { cx } from '../base/cx.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large';
type ButtonStyle = { variant?: ButtonVariant; size?: ButtonSize };

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'ui:bg-navy ui:text-on-navy ui:border-transparent ui:hover:bg-navy/88',
  secondary: 'ui:bg-leaf ui:text-ink ui:border-edge ui:hover:bg-wash',
  quiet: 'ui:bg-transparent ui:text-navy ui:border-transparent ui:hover:bg-wash',
  danger: 'ui:bg-signal ui:text-on-signal ui:border-transparent ui:hover:bg-signal/88',
};

const SIZES: Record<ButtonSize, string> = {
  small: 'ui:min-h-8 ui:px-3 ui:py-1 ui:text-13 ui:gap-1.5',
  medium: 'ui:min-h-10 ui:px-4 ui:py-1.5 ui:text-15 ui:gap-2',
  large: 'ui:min-h-12 ui:px-6 ui:py-2 ui:text-17 ui:gap-2.5',
};

/** Class of a button, for elements that an application renders itself. */
export function buttonClass({ variant = 'secondary', size = 'medium' }: ButtonStyle = {}, className?: string): string {
  return cx(
    'ui:inline-flex ui:items-center ui:justify-center ui:rounded ui:border ui:font-medium ui:text-center ui:select-none ui:transition-colors',
    'ui:disabled:opacity-50 ui:not-aria-busy:aria-disabled:opacity-50 ui:aria-busy:cursor-progress',
    VARIANTS[variant],
    SIZES[size],
    className,
  );
}

export type ButtonProps = ComponentProps<'button'> &
  ButtonStyle & { icon?: ReactNode; busy?: boolean; busyText?: string };

/** A button. While `busy` it keeps focus, ignores clicks and shows `busyText`, if given. */
export function Button({
  variant,
  size,
  icon,
  busy = false,
  busyText,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type={type}
      className={buttonClass({ variant, size }, className)}
      onClick={click}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      {...rest}
    >
      {busy ? <Spinner /> : icon}
      {busy && busyText ? busyText : children}
    </button>
  );
}

export type LinkButtonProps = AnchorProps & ButtonStyle & { icon?: ReactNode };

/** A link styled as a button. */
export function LinkButton({ variant, size, icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <Anchor className={buttonClass({ variant, size }, className)} {...rest}>
      {icon}
      {children}
    </Anchor>
  );
}

/** A decorative spinner the size of an icon. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden className={cx('lucide ui:animate-spin', className)}>
      <circle cx="12" cy="12" r="9" stroke="currentColor" opacity="0.3" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeLinecap="round" />
    </svg>
  );
}
