import { cx } from '../base/cx.ts';
import { ArrowRight } from '../icons.ts';

export type RouteProps = { from?: string | null; to?: string | null; className?: string };

/** A route such as "Washington Navy Yard → Potomac River", announced as "From … to …"; a single place is shown without an arrow. */
export function Route({ from, to, className }: RouteProps) {
  if (!from && !to) return null;
  const hasBoth = from && to && from !== to;
  return (
    <span className={cx('ui:inline', className)}>
      {hasBoth && <span className="ui:sr-only">From </span>}
      {from || to}
      {hasBoth && (
        <>
          {' '}
          <span className="ui:sr-only">to </span>
          <ArrowRight aria-hidden className="ui:inline ui:size-4 ui:align-[-0.15em] ui:text-brass" />
          {'\u00a0'}
          {to}
        </>
      )}
    </span>
  );
}
