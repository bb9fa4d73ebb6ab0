import { cx, formatNumber, pluralize } from '@archive/ui';
import { ChevronRight } from '@archive/ui/icons';
import type { Section } from '../rows.ts';

/** Heading of a directory section; clicking it opens or closes the section. */
export function SectionHead({ section, onToggle }: { section: Section; onToggle: () => void }) {
  return (
    <h2 className="border-b border-rule">
      <button
        type="button"
        aria-expanded={section.open}
        onClick={onToggle}
        className="group flex w-full items-center gap-x-3 rounded-sm py-3 text-left focus-visible:-outline-offset-2"
      >
        <ChevronRight
          aria-hidden
          className={cx('shrink-0 text-brass transition-transform', section.open && 'rotate-90')}
        />
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
          <span className="text-21 group-hover:text-navy">{section.title}</span>
          {section.meta && <span className="font-sans text-13 font-normal text-faded">{section.meta}</span>}
        </span>
        <span className="font-sans text-13 font-normal whitespace-nowrap text-faded tabular-nums">
          {formatNumber(section.count)}
          <span className="max-sm:sr-only"> {pluralize(section.count, 'person', 'people')}</span>
        </span>
      </button>
    </h2>
  );
}
