import type { ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import { IconButton } from '../buttons/icon-button.tsx';
import { CircleAlert, CircleCheck, RotateCw, X } from '../icons.ts';
import { Progress } from './progress.tsx';
import type { ProgressTone } from './progress.tsx';

const ICONS = { running: RotateCw, success: CircleCheck, failed: CircleAlert };
const COLORS = { running: 'ui:text-navy', success: 'ui:text-sea', failed: 'ui:text-signal' };

export type BannerProps = {
  tone: ProgressTone;
  title: ReactNode;
  /** The current step or the result. */
  step?: ReactNode;
  /** Counts on the right: [{label: "Voyages", value: 12}]. */
  counts?: readonly { label: string; value: ReactNode }[];
  /** In percent, 0 to 100. */
  progress?: number;
  /** Accessible name of the progress bar. */
  progressLabel?: string;
  onClose?: () => void;
  className?: string;
};

/** A banner for a background operation, with a progress bar. Announces changes to screen readers. */
export function Banner({
  tone,
  title,
  step,
  counts = [],
  progress,
  progressLabel = 'Progress',
  onClose,
  className,
}: BannerProps) {
  const Icon = ICONS[tone];
  return (
    <div
      className={cx(
        'ui:overflow-hidden ui:border-b ui:border-rule ui:bg-leaf ui:shadow-float ui:print:hidden',
        className,
      )}
    >
      <div className="ui:mx-auto ui:flex ui:max-w-page ui:items-center ui:gap-3 ui:px-4 ui:py-2 ui:sm:px-6">
        <Icon
          aria-hidden
          className={cx(
            'ui:size-5',
            COLORS[tone],
            tone === 'running' && 'ui:motion-safe:animate-[ui-spin_2.4s_linear_infinite]',
          )}
        />
        <div
          role={tone === 'failed' ? 'alert' : 'status'}
          className="ui:min-w-0 ui:flex-1 ui:sm:flex ui:sm:items-baseline ui:sm:gap-3"
        >
          <p className="ui:font-serif ui:text-17 ui:font-semibold">{title}</p>
          {step && <p className="ui:text-13 ui:text-faded ui:line-clamp-2 ui:sm:text-15">{step}</p>}
        </div>
        {counts.length > 0 && (
          <dl className="ui:flex ui:gap-4 ui:text-13 ui:max-sm:hidden">
            {counts.map(({ label, value }) => (
              <div key={label} className="ui:flex ui:gap-1.5">
                <dt className="ui:text-faded">{label}</dt>
                <dd className="ui:font-medium ui:tabular-nums">{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {onClose && (
          <IconButton
            plain
            size="small"
            label="Close"
            icon={<X aria-hidden />}
            onClick={onClose}
            className="ui:-mr-2"
          />
        )}
      </div>
      <Progress label={progressLabel} value={progress} tone={tone} />
    </div>
  );
}
