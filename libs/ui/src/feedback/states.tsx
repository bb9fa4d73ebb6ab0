import type { ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import { CircleAlert, Search } from '../icons.ts';

export type StateProps = {
  /** One sentence. */
  title: ReactNode;
  children?: ReactNode;
  /** A button or link for the next step. */
  action?: ReactNode;
  /** Heading level of the title; 1 if the state replaces a screen. */
  level?: 1 | 2 | 3;
  className?: string;
};

function Title({
  level,
  className,
  children,
}: {
  level: StateProps['level'];
  className?: string;
  children: ReactNode;
}) {
  const Tag = level === undefined ? 'p' : (`h${level}` as const);
  return <Tag className={cx(TITLE, className)}>{children}</Tag>;
}

const TITLE = 'ui:font-serif ui:text-21 ui:text-pretty';
const ACTION = 'ui:mt-3 ui:flex ui:flex-wrap ui:gap-2';

/** Shown when there are no records yet. */
export function EmptyState({ title, children, action, level, className }: StateProps) {
  return (
    <div className={cx('ui:flex ui:flex-col ui:items-center ui:px-4 ui:py-12 ui:text-center', className)}>
      <BlankPage />
      <Title level={level} className="ui:mt-5">
        {title}
      </Title>
      {children && <div className="ui:mt-1 ui:max-w-md ui:text-faded">{children}</div>}
      {action && <div className={cx(ACTION, 'ui:justify-center')}>{action}</div>}
    </div>
  );
}

/** Shown when loading failed; `action` retries. Announced when it appears. */
export function FailedState({ title, children, action, level, className }: StateProps) {
  return (
    <div
      role="alert"
      className={cx(
        'ui:flex ui:gap-4 ui:rounded ui:border ui:border-rule ui:border-l-3 ui:border-l-signal ui:bg-leaf ui:px-5 ui:py-6 ui:sm:px-6',
        className,
      )}
    >
      <CircleAlert aria-hidden className="ui:mt-0.5 ui:size-6 ui:text-signal" />
      <div className="ui:min-w-0">
        <Title level={level}>{title}</Title>
        {children && <div className="ui:mt-1 ui:max-w-measure ui:text-faded">{children}</div>}
        {action && <div className={ACTION}>{action}</div>}
      </div>
    </div>
  );
}

/** Shown when no record matches the search or filters; `action` clears them. Announced when it appears. */
export function NoMatchesState({ title, children, action, level, className }: StateProps) {
  return (
    <div
      className={cx(
        'ui:flex ui:items-start ui:gap-5 ui:border-y ui:border-dashed ui:border-edge ui:px-1 ui:py-8',
        className,
      )}
    >
      <span className="ui:grid ui:size-12 ui:shrink-0 ui:place-items-center ui:rounded-full ui:border ui:border-brass ui:text-brass">
        <Search aria-hidden className="ui:size-5" />
      </span>
      <div className="ui:min-w-0">
        <Title level={level}>
          <output>{title}</output>
        </Title>
        {children && <div className="ui:mt-1 ui:max-w-measure ui:text-faded">{children}</div>}
        {action && <div className={ACTION}>{action}</div>}
      </div>
    </div>
  );
}

function BlankPage() {
  return (
    <svg
      viewBox="0 0 112 72"
      aria-hidden
      className="ui:h-18 ui:w-28"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path
        d="M56 14C46 7 31 5 10 7v54c21-2 36 0 46 7 10-7 25-9 46-7V7C81 5 66 7 56 14Z"
        fill="var(--leaf)"
        stroke="var(--edge)"
        strokeWidth="1.25"
      />
      <path d="M56 14v54" stroke="var(--edge)" strokeWidth="1.25" />
      <path
        d="M19 18c11-.6 20 .6 28 4M19 28c11-.6 20 .6 28 4M19 38c11-.6 20 .6 28 4M19 48c11-.6 20 .6 28 4M65 22c8-3.4 17-4.6 28-4M65 32c8-3.4 17-4.6 28-4M65 42c8-3.4 17-4.6 28-4M65 52c8-3.4 17-4.6 28-4"
        stroke="var(--rule)"
      />
      <path d="M88 5.800v17l-4-3.200-4 3.600V6.100" fill="var(--brass)" />
    </svg>
  );
}
