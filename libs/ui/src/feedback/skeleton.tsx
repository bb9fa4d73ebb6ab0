import type { ReactNode } from 'react';
import { cx } from '../base/cx.ts';

const PLACEHOLDER = 'ui:block ui:rounded-sm ui:bg-rule/65 ui:animate-breathe';

/** Placeholder for a line of text; size it with `className`. Use inside Loading. */
export function SkeletonLine({ className }: { className?: string }) {
  return <span aria-hidden className={cx(PLACEHOLDER, 'ui:h-4', className)} />;
}

/** Placeholder for a picture or card. Use inside Loading. */
export function SkeletonBlock({ className }: { className?: string }) {
  return <span aria-hidden className={cx(PLACEHOLDER, 'ui:h-32 ui:w-full', className)} />;
}

/** Announces that content is loading, while its skeleton children reserve the layout. */
export function Loading({
  label = 'Loading...',
  children,
  className,
}: {
  label?: string;
  children: ReactNode;
  className?: string;
}) {
  return (
    <div className={className} data-loading="">
      <output className="ui:sr-only">{label}</output>
      {children}
    </div>
  );
}

const WIDTHS = ['ui:w-2/3', 'ui:w-1/2', 'ui:w-3/4', 'ui:w-3/5'];

/** Placeholder for a list of entries with date, title and text. */
export function SkeletonList({ rows = 6, label, className }: { rows?: number; label?: string; className?: string }) {
  return (
    <Loading label={label} className={className}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="ui:flex ui:gap-6 ui:border-b ui:border-rule ui:py-5">
          <div className="ui:w-16 ui:shrink-0 ui:space-y-2">
            <SkeletonLine className="ui:h-8 ui:w-10" />
            <SkeletonLine className="ui:h-3 ui:w-14" />
          </div>
          <div className="ui:flex-1 ui:space-y-3 ui:pt-1">
            <SkeletonLine className={cx('ui:h-5', WIDTHS[row % 4])} />
            <SkeletonLine className={cx('ui:h-3.5', WIDTHS[(row + 1) % 4])} />
          </div>
        </div>
      ))}
    </Loading>
  );
}

/** Placeholder for lines of text, the first one short. */
export function SkeletonText({ lines = 2, label }: { lines?: number; label?: string }) {
  return (
    <Loading label={label} className="ui:flex ui:flex-col ui:gap-2">
      {Array.from({ length: lines }, (_, line) => (
        <SkeletonLine key={line} className={line === 0 ? 'ui:w-1/3' : 'ui:w-4/5'} />
      ))}
    </Loading>
  );
}
