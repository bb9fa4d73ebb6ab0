import { formatNumber } from '@archive/contracts/format';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import { ChevronRight } from '../icons.ts';

type DisclosureState = { open?: boolean; defaultOpen?: boolean; onOpenChange?: (open: boolean) => void };

/** Expanded state, controlled or uncontrolled. `wasOpened` is true once it has been expanded, so that content renders only on first use. */
function useDisclosure({ open, defaultOpen = false, onOpenChange }: DisclosureState) {
  const [uncontrolled, setUncontrolled] = useState(defaultOpen);
  const isOpen = open ?? uncontrolled;
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  const toggle = () => {
    setUncontrolled(!isOpen);
    onOpenChange?.(!isOpen);
  };
  return { isOpen, wasOpened: wasOpened || isOpen, toggle };
}

function Chevron({ isOpen }: { isOpen: boolean }) {
  return (
    <ChevronRight
      aria-hidden
      className={cx('ui:text-brass ui:transition-transform ui:print:hidden', isOpen && 'ui:rotate-90')}
    />
  );
}

export type DisclosureProps = DisclosureState & { label: ReactNode; children: ReactNode; className?: string };

/** A button that expands and collapses its content. */
export function Disclosure({ label, children, className, ...state }: DisclosureProps) {
  const { isOpen, wasOpened, toggle } = useDisclosure(state);
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
        {wasOpened && children}
      </div>
    </div>
  );
}

export type CollapsibleSectionProps = DisclosureState & {
  title: ReactNode;
  /** Small text beside the title: years, party. */
  meta?: ReactNode;
  /** Number of records; `countLabel` is the word after it ("voyages"). */
  count?: number;
  countLabel?: string;
  /** Heading level of the title. */
  level?: 2 | 3 | 4;
  children: ReactNode;
  className?: string;
};

/** A collapsible section with a sticky heading. */
export function CollapsibleSection({
  title,
  meta,
  count,
  countLabel,
  level = 2,
  children,
  className,
  ...state
}: CollapsibleSectionProps) {
  const { isOpen, wasOpened, toggle } = useDisclosure({ defaultOpen: true, ...state });
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
              {formatNumber(count)}
              {countLabel && <span className="ui:max-sm:sr-only"> {countLabel}</span>}
            </span>
          )}
        </button>
      </Heading>
      <div id={id} hidden={!isOpen}>
        {wasOpened && children}
      </div>
    </section>
  );
}
