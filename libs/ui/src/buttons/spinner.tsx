import { cx } from '../base/cx.ts';

/** A decorative spinner the size of an icon. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden className={cx('lucide ui:animate-spin', className)}>
      <circle cx="12" cy="12" r="9" stroke="currentColor" opacity="0.3" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeLinecap="round" />
    </svg>
  );
}
