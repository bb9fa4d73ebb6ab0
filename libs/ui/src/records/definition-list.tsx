import type { ReactNode } from 'react';
import { cx } from '../base/cx.ts';

export type DefinitionListProps = { items: readonly { term: ReactNode; detail: ReactNode }[]; className?: string };

/** A definition list in two columns. Omits entries without a detail. */
export function DefinitionList({ items, className }: DefinitionListProps) {
  return (
    <dl className={cx('ui:divide-y ui:divide-rule ui:border-y ui:border-rule', className)}>
      {items.map(({ term, detail }, index) =>
        detail === null || detail === undefined || detail === '' ? null : (
          <div key={index} className="ui:grid ui:gap-x-6 ui:py-2.5 ui:sm:grid-cols-[10rem_1fr]">
            <dt className="ui:text-13 ui:leading-6 ui:text-faded">{term}</dt>
            <dd className="ui:min-w-0 ui:tabular-nums">{detail}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
