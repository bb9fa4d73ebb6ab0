import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import { ChevronRight } from '../icons.ts';

type Openness = { open?: boolean; defaultOpen?: boolean; onOpenChange?: (open: boolean) => void };

/** Open or folded, held here or by the caller; `seen` once it has been open, so that what was never opened is never drawn. */
function useFold({ open, defaultOpen = false, onOpenChange }: Openness) {
  const [own, setOwn] = useState(defaultOpen);
  const isOpen = open ?? own;
  const [seen, setSeen] = useState(isOpen);
  if (isOpen && !seen) setSeen(true);
  const toggle = () => {
    setOwn(!isOpen);
    onOpenChange?.(!isOpen);
  };
  return { isOpen, seen: seen || isOpen, toggle };
}

function Chevron({ isOpen }: { isOpen: boolean }) {
  return (
    <ChevronRight
      aria-hidden
      className={cx('ui:text-brass ui:transition-transform ui:print:hidden', isOpen && 'ui:rotate-90')}
    />
  );
}

export type DisclosureProps = Openness & { label: ReactNode; children: ReactNode; className?: string };

/** A line that opens and folds what is under it. */
export function Disclosure({ label, children, className, ...openness }: DisclosureProps) {
  const { isOpen, seen, toggle } = useFold(openness);
  const id = useId();
  return (
    <div className={className}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
        className="ui:inline-flex ui:min-h-8 ui:items-center ui:gap-1.5 ui:rounded-sm ui:text-left ui:font-medium ui:text-navy"
      >
        <Chevron isOpen={isOpen} />
        {label}
      </button>
      <div id={id} hidden={!isOpen} className="ui:pt-2 ui:pl-6">
        {seen && children}
      </div>
    </div>
  );
}

export type FoldSectionProps = Openness & {
  title: ReactNode;
  /** Beside the title, smaller: years, party. */
  meta?: ReactNode;
  /** How many records there are, and the word after the figure ("voyages"). */
  count?: number;
  countLabel?: string;
  /** Level of the title's heading. */
  level?: 2 | 3 | 4;
  children: ReactNode;
  className?: string;
};

/** A section under a head that stays in sight while its records pass: title, meta, count, a hairline. The head folds it. */
export function FoldSection({
  title,
  meta,
  count,
  countLabel,
  level = 2,
  children,
  className,
  ...openness
}: FoldSectionProps) {
  const { isOpen, seen, toggle } = useFold({ defaultOpen: true, ...openness });
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <section aria-labelledby={`${id}-title`} className={className}>
      <Heading className="ui:sticky ui:top-(--sticky-top) ui:z-sticky ui:border-b ui:border-rule ui:bg-paper ui:print:static">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={toggle}
          className="ui:group ui:flex ui:w-full ui:items-center ui:gap-x-3 ui:rounded-sm ui:py-3 ui:text-left ui:focus-visible:-outline-offset-2"
        >
          <Chevron isOpen={isOpen} />
          <span className="ui:flex ui:min-w-0 ui:flex-1 ui:flex-wrap ui:items-baseline ui:gap-x-3">
            <span id={`${id}-title`} className="ui:text-21 ui:group-hover:text-navy">
              {title}
            </span>
            {meta && <span className="ui:font-sans ui:text-13 ui:font-normal ui:text-faded">{meta}</span>}
          </span>
          {count !== undefined && (
            <span className="ui:font-sans ui:text-13 ui:font-normal ui:whitespace-nowrap ui:text-faded ui:tabular-nums">
              {count.toLocaleString('en-US')}
              {countLabel && <span className="ui:max-sm:sr-only"> {countLabel}</span>}
            </span>
          )}
        </button>
      </Heading>
      <div id={id} hidden={!isOpen}>
        {seen && children}
      </div>
    </section>
  );
}
