import type { ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from '../icons.ts';

const TONES = {
  info: { Icon: Info, color: 'ui:text-navy', edge: 'ui:border-l-navy' },
  success: { Icon: CircleCheck, color: 'ui:text-sea', edge: 'ui:border-l-sea' },
  warning: { Icon: TriangleAlert, color: 'ui:text-amber', edge: 'ui:border-l-amber' },
  error: { Icon: CircleAlert, color: 'ui:text-signal', edge: 'ui:border-l-signal' },
};

export type NoticeProps = {
  tone?: keyof typeof TONES;
  title?: ReactNode;
  children?: ReactNode;
  /** Buttons or links for the next step. */
  action?: ReactNode;
  /** Announces the notice to screen readers when it appears; for example, for an error after a click. */
  announce?: boolean;
  className?: string;
};

/** An inline message. */
export function Notice({ tone = 'info', title, children, action, announce = false, className }: NoticeProps) {
  const { Icon, color, edge } = TONES[tone];
  return (
    <div
      role={announce ? (tone === 'error' ? 'alert' : 'status') : undefined}
      className={cx(
        'ui:flex ui:gap-3 ui:rounded ui:border ui:border-rule ui:border-l-3 ui:bg-leaf ui:p-4',
        edge,
        className,
      )}
    >
      <Icon aria-hidden className={cx('ui:mt-0.5 ui:size-5', color)} />
      <div className="ui:min-w-0 ui:flex-1 ui:space-y-1">
        {title && <p className="ui:font-serif ui:text-17 ui:leading-6 ui:font-semibold">{title}</p>}
        {children && <div className="ui:max-w-measure ui:text-faded">{children}</div>}
        {action && <div className="ui:flex ui:flex-wrap ui:gap-2 ui:pt-2">{action}</div>}
      </div>
    </div>
  );
}
