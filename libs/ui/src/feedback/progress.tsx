import { cx } from '../base/cx.ts';

export type ProgressTone = 'running' | 'success' | 'failed';

const FILL: Record<ProgressTone, string> = { running: 'ui:bg-navy', success: 'ui:bg-sea', failed: 'ui:bg-signal' };

export type ProgressProps = {
  /** What progresses, for screen readers. */
  label: string;
  /** Percent, 0 to 100; without it the line only says that something is going on. */
  value?: number;
  tone?: ProgressTone;
  className?: string;
};

/** A line of 4 px: blue while running, green at the end, red when it failed. */
export function Progress({ label, value, tone = 'running', className }: ProgressProps) {
  const percent = value === undefined ? undefined : Math.round(Math.max(0, Math.min(100, value)));
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- browsers draw a <progress> in ways that no style evens out
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={cx('ui:h-1 ui:overflow-hidden ui:bg-rule ui:forced-colors:border', className)}
    >
      <div
        className={cx(
          'ui:h-full ui:origin-left',
          FILL[tone],
          percent === undefined ? 'ui:w-2/5 ui:animate-sweep' : 'ui:w-full ui:transition-transform ui:duration-300',
        )}
        style={percent === undefined ? undefined : { transform: `scaleX(${percent / 100})` }}
      />
    </div>
  );
}

/** A turning ring the size of an icon, for inside a button that is busy; purely visual. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden className={cx('lucide ui:animate-spin', className)}>
      <circle cx="12" cy="12" r="9" stroke="currentColor" opacity="0.3" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeLinecap="round" />
    </svg>
  );
}
