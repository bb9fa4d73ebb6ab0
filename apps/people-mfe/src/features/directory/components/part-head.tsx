import { cx } from '@archive/ui';
import { ChevronRight } from '@archive/ui/icons';
import type { Part } from '../rows.ts';

/** The head of a part of the directory, which folds it. */
export function PartHead({ part, onToggle }: { part: Part; onToggle: () => void }) {
  return (
    <h2 className="border-b border-rule">
      <button
        type="button"
        aria-expanded={part.open}
        onClick={onToggle}
        className="group flex w-full items-center gap-x-3 rounded-sm py-3 text-left focus-visible:-outline-offset-2"
      >
        <ChevronRight
          aria-hidden
          className={cx('shrink-0 text-brass transition-transform', part.open && 'rotate-90')}
        />
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
          <span className="text-21 group-hover:text-navy">{part.title}</span>
          {part.meta && <span className="font-sans text-13 font-normal text-faded">{part.meta}</span>}
        </span>
        <span className="font-sans text-13 font-normal whitespace-nowrap text-faded tabular-nums">
          {part.count.toLocaleString('en-US')}
          <span className="max-sm:sr-only"> {part.count === 1 ? 'person' : 'people'}</span>
        </span>
      </button>
    </h2>
  );
}
