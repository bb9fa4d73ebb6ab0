import { cx } from '../base/cx.ts';

/** The archive's logo: a swallow-tailed pennant. */
export function Pennant({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={cx('ui:size-7 ui:shrink-0', className)}>
      <path
        d="M8 6.200C12.500 3.800 15 8.600 19.300 6.900 22.600 5.600 25.600 5.200 29.200 6.400L24.600 10.900 28 15.900C24.800 14.900 22 15.200 19.200 16.300 15 18 12.400 13.600 8 16Z"
        fill="var(--brass)"
      />
      <path
        d="M8 6.200C9.500 5.400 10.800 5.400 12.100 5.700L12.100 14.900C10.800 14.600 9.500 15.200 8 16Z"
        fill="currentColor"
        opacity="0.9"
      />
      <path d="M7.100 4.600V28" stroke="currentColor" strokeWidth="1.700" strokeLinecap="round" fill="none" />
      <circle cx="7.100" cy="3.600" r="1.700" fill="var(--brass)" />
    </svg>
  );
}
