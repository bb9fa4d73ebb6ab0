import type { ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import { Eyebrow } from './panel.tsx';

export type PageHeaderProps = {
  title: ReactNode;
  eyebrow?: ReactNode;
  /** One paragraph under the title. */
  lede?: ReactNode;
  /** Buttons on the right. */
  actions?: ReactNode;
  className?: string;
};

/** The heading of a screen, with its only `h1`. */
export function PageHeader({ title, eyebrow, lede, actions, className }: PageHeaderProps) {
  return (
    <header className={cx('ui:flex ui:flex-wrap ui:items-end ui:justify-between ui:gap-x-8 ui:gap-y-4', className)}>
      <div className="ui:min-w-0">
        {eyebrow && (
          <p className="ui:mb-1">
            <Eyebrow>{eyebrow}</Eyebrow>
          </p>
        )}
        <h1 className="ui:text-35 ui:tracking-tight ui:max-sm:text-27">{title}</h1>
        {lede && <p className="ui:mt-2 ui:max-w-measure ui:text-17 ui:text-faded">{lede}</p>}
      </div>
      {actions && <div className="ui:flex ui:flex-wrap ui:gap-2">{actions}</div>}
    </header>
  );
}
