import type { ReactNode } from 'react';
import { TextLink } from '../base/anchor.tsx';
import { cx } from '../base/cx.ts';
import { ArrowRight } from '../icons.ts';

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

export type QuoteProps = { children: ReactNode; source?: ReactNode; size?: 'medium' | 'large'; className?: string };

/** A quotation with its source. */
export function Quote({ children, source, size = 'large', className }: QuoteProps) {
  return (
    <figure className={cx('ui:relative ui:max-w-measure ui:pl-6 ui:sm:pl-8', className)}>
      <span
        aria-hidden
        className="ui:absolute ui:top-0 ui:left-0 ui:font-serif ui:text-48 ui:leading-none ui:text-brass"
      >
        “
      </span>
      <blockquote
        className={cx(
          'ui:font-serif ui:text-pretty ui:italic ui:oldstyle-nums',
          size === 'large' ? 'ui:text-21/8 ui:sm:text-27/9' : 'ui:text-17 ui:sm:text-21/8',
        )}
      >
        {children}
      </blockquote>
      {source && <figcaption className="ui:mt-2 ui:text-13 ui:text-faded">— {source}</figcaption>}
    </figure>
  );
}

export type RouteProps = {
  from?: string | null;
  to?: string | null;
  /** URL of a place's page; undefined for none. Places are separated by semicolons. */
  hrefOf?: (place: string) => string | undefined;
  className?: string;
};

/** A route such as "Washington Navy Yard → Potomac River", announced as "From … to …"; a single place is shown without an arrow. */
export function Route({ from, to, hrefOf, className }: RouteProps) {
  if (!from && !to) return null;
  const place = (text: string) =>
    hrefOf
      ? text.split(/(;(?![^()]*\)) *)/).map((part, index) => {
          const href = index % 2 === 0 ? hrefOf(part) : undefined;
          return href ? (
            <TextLink key={index} href={href}>
              {part}
            </TextLink>
          ) : (
            part
          );
        })
      : text;
  const hasBoth = from && to && from !== to;
  return (
    <span className={cx('ui:inline', className)}>
      {hasBoth && <span className="ui:sr-only">From </span>}
      {place(from || to || '')}
      {hasBoth && (
        <>
          {' '}
          <span className="ui:sr-only">to </span>
          <ArrowRight aria-hidden className="ui:inline ui:size-4 ui:align-[-0.15em] ui:text-brass" />
          {'\u00a0'}
          {place(to)}
        </>
      )}
    </span>
  );
}

export type StatCardProps = { label: ReactNode; value: ReactNode; note?: ReactNode; className?: string };

/** A large figure with its label. Use inside a `<dl>`. */
export function StatCard({ label, value, note, className }: StatCardProps) {
  return (
    <div
      className={cx(
        'ui:flex ui:flex-col-reverse ui:justify-end ui:rounded ui:border ui:border-rule ui:bg-leaf ui:px-6 ui:py-5',
        className,
      )}
    >
      <dt className="ui:text-faded">
        {label}
        {note && <span className="ui:block ui:text-13">{note}</span>}
      </dt>
      <dd className="ui:font-serif ui:text-48 ui:font-semibold ui:tracking-tight ui:lining-nums ui:max-sm:text-35">
        {value}
      </dd>
    </div>
  );
}
