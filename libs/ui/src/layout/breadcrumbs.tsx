import { Anchor } from '../base/anchor.tsx';
import { ChevronRight } from '../icons.ts';

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
