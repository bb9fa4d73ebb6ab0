import { formatNumber, formatTotal } from '@archive/contracts/format';
import { Anchor } from '../base/anchor.tsx';
import { buttonClass } from '../buttons/button.tsx';
import { ChevronLeft, ChevronRight } from '../icons.ts';

export type PaginationProps = {
  /** Current page, from 1. */
  page: number;
  pageSize: number;
  /** Total number of results. */
  total: number;
  /** Whether there are more results than `total`. */
  more?: boolean | undefined;
  /** URL of a page. */
  hrefOf: (page: number) => string;
  /** Called with a typed page number. Without it, there are only links to the next and previous page. */
  onPage?: (page: number) => void;
  label?: string;
};

/** "Showing 1 to 50 of 312 results", with links to the previous and next page. */
export function Pagination({ page, pageSize, total, more, hrefOf, onPage, label = 'Pages' }: PaginationProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const firstItem = Math.min(total, (page - 1) * pageSize + 1);
  const last = Math.min(total, page * pageSize);
  return (
    <nav
      aria-label={label}
      className="ui:flex ui:flex-wrap ui:items-center ui:justify-between ui:gap-x-6 ui:gap-y-3 ui:border-t ui:border-rule ui:pt-4 ui:print:hidden"
    >
      <p className="ui:text-13 ui:text-faded ui:tabular-nums" aria-live="polite">
        Showing {formatNumber(firstItem)} to {formatNumber(last)} of {formatTotal(total, 'result', more)}
      </p>
      {(pages > 1 || more) && (
        <div className="ui:flex ui:flex-wrap ui:items-center ui:gap-2">
          {onPage && <GoTo key={page} page={page} pages={more ? undefined : pages} onPage={onPage} />}
          <Step to={page > 1 ? hrefOf(page - 1) : undefined} rel="prev" text="Previous" />
          <Step to={page < pages || more ? hrefOf(page + 1) : undefined} rel="next" text="Next" />
        </div>
      )}
    </nav>
  );
}

/** A field for a page number. A number beyond the last page opens the last page. */
function GoTo({ page, pages, onPage }: { page: number; pages: number | undefined; onPage: (page: number) => void }) {
  return (
    <form
      noValidate
      className="ui:flex ui:items-center ui:gap-2 ui:text-13 ui:text-faded ui:tabular-nums"
      onSubmit={(event) => {
        event.preventDefault();
        const pageNumber = Math.trunc(Number(new FormData(event.currentTarget).get('page')));
        if (pageNumber >= 1) onPage(Math.min(pageNumber, pages ?? pageNumber));
      }}
    >
      <label className="ui:flex ui:items-center ui:gap-2">
        Page
        <input
          name="page"
          type="text"
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          defaultValue={page}
          className="ui:h-8 ui:w-14 ui:rounded ui:border ui:border-edge ui:bg-leaf ui:px-2 ui:text-center ui:text-15 ui:text-ink"
        />
      </label>
      {pages !== undefined && `of ${formatNumber(pages)}`}
      <button type="submit" className={buttonClass({ size: 'small' })}>
        Go
      </button>
    </form>
  );
}

function Step({ to, rel, text }: { to: string | undefined; rel: 'prev' | 'next'; text: string }) {
  const inside = (
    <>
      {rel === 'prev' && <ChevronLeft aria-hidden className="ui:size-4" />}
      {text}
      <span className="ui:sr-only"> page</span>
      {rel === 'next' && <ChevronRight aria-hidden className="ui:size-4" />}
    </>
  );
  const className = buttonClass({ size: 'small' });
  return to === undefined ? (
    <span aria-disabled className={className}>
      {inside}
    </span>
  ) : (
    <Anchor href={to} rel={rel} className={className}>
      {inside}
    </Anchor>
  );
}
