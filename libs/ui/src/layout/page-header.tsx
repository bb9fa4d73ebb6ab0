import type { ReactNode } from 'react';
import { Anchor } from '../base/anchor.tsx';
import { cx } from '../base/cx.ts';
import { ChevronRight } from '../icons.ts';
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

export type BreadcrumbsProps = {
  /** From the root down. The last is the current page and needs no `href`. */
  items: readonly { label: string; href?: string }[];
  label?: string;
};

/** Breadcrumb navigation. */
export function Breadcrumbs({ items, label = 'Breadcrumbs' }: BreadcrumbsProps) {
  return (
    <nav aria-label={label}>
      <ol className="ui:flex ui:flex-wrap ui:items-center ui:gap-x-1 ui:gap-y-1 ui:text-15">
        {items.map((item, index) => {
          const isLast = index === items.length - 1;
          return (
            <li key={`${index}-${item.label}`} className="ui:flex ui:min-w-0 ui:items-center ui:gap-1">
              {index > 0 && <ChevronRight aria-hidden className="ui:size-4 ui:text-brass" />}
              {isLast || !item.href ? (
                <span
                  aria-current={isLast ? 'page' : undefined}
                  className={isLast ? 'ui:px-1 ui:font-medium' : 'ui:px-1 ui:text-faded'}
                >
                  {item.label}
                </span>
              ) : (
                <Anchor
                  href={item.href}
                  className="ui:rounded-sm ui:px-1 ui:text-navy ui:hover:underline ui:hover:decoration-brass ui:hover:underline-offset-3"
                >
                  {item.label}
                </Anchor>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** The first focusable element: skips to the element with id `to`. */
export function SkipLink({ to = 'main', text = 'Skip to content' }: { to?: string; text?: string }) {
  const focusMain = () => {
    const main = document.getElementById(to);
    if (!main) return;
    if (!main.hasAttribute('tabindex')) main.tabIndex = -1;
    main.focus();
    main.scrollIntoView();
  };
  return (
    <a
      href={`#${to}`}
      onClick={(event) => {
        event.preventDefault();
        focusMain();
      }}
      className="ui:sr-only ui:focus:not-sr-only ui:focus:fixed ui:focus:top-2 ui:focus:left-2 ui:focus:z-toast ui:focus:rounded ui:focus:bg-leaf ui:focus:px-4 ui:focus:py-2 ui:focus:font-medium ui:focus:text-navy ui:focus:shadow-float"
    >
      {text}
    </a>
  );
}
