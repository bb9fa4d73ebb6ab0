import { cx } from '../base/cx.ts';

export type ProgressTone = 'running' | 'success' | 'failed';

const FILL: Record<ProgressTone, string> = { running: 'ui:bg-navy', success: 'ui:bg-sea', failed: 'ui:bg-signal' };

export type ProgressProps = {
  /** Accessible name. */
  label: string;
  /** In percent, 0 to 100; indeterminate if omitted. */
  value?: number;
  tone?: ProgressTone;
  className?: string;
};

/** A 4 px progress bar: blue while running, green when completed, red when failed. */
export function Progress({ label, value, tone = 'running', className }: ProgressProps) {
  const percent = value === undefined ? undefined : Math.round(Math.max(0, Math.min(100, value)));
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <progress> can't be styled consistently across browsers
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
