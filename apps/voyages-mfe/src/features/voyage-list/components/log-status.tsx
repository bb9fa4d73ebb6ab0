import { amountOf, Button, Chip, cx } from '@archive/ui';
import { useEffect, useRef, type ReactNode } from 'react';
import type { FilterChip } from '../chips.ts';
import { NO_FILTERS, type LogFilters } from '../filters.ts';

interface Props {
  /** How many voyages there are under the filters; undefined while that is not known. */
  found: { total: number; more?: boolean } | undefined;
  chips: FilterChip[];
  onChange(to: LogFilters): void;
  /** What can be done with all that is found. */
  children?: ReactNode;
}

/** How many voyages are found, read out when it changes, and what the log is narrowed to, each to be taken off by itself. */
export function LogStatus({ found, chips, onChange, children }: Props) {
  const count = useRef<HTMLOutputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const removed = useRef(false);

  // The cross that was pressed is gone with its chip: focus goes to the next one, or to the count.
  useEffect(() => {
    if (!removed.current) return;
    removed.current = false;
    (list.current?.querySelector('button') ?? count.current)?.focus();
  }, [chips]);

  // An entry that is deleted takes with it what had focus.
  const total = found?.total;
  const before = useRef(total);
  useEffect(() => {
    const fewer = total !== undefined && before.current !== undefined && total < before.current;
    before.current = total;
    if (fewer && document.activeElement === document.body) count.current?.focus();
  }, [total]);

  const change = (to: LogFilters) => {
    removed.current = true;
    onChange(to);
  };

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <output
        ref={count}
        tabIndex={-1}
        className={cx('block min-h-8 content-center text-faded tabular-nums', !found?.total && '-mr-4')}
      >
        {found && <Total {...found} />}
      </output>
      {chips.length > 0 && (
        <div className="flex flex-wrap items-center gap-2 print:hidden">
          <ul ref={list} aria-label="Active filters" className="contents">
            {chips.map(({ key, label, without }) => (
              <li key={key} className="flex max-w-full">
                <Chip removeLabel={`Remove filter: ${label}`} onRemove={() => change(without)}>
                  {label}
                </Chip>
              </li>
            ))}
          </ul>
          <Button variant="quiet" size="small" onClick={() => change(NO_FILTERS)}>
            Clear all filters
          </Button>
        </div>
      )}
      <div className="ml-auto">{children}</div>
    </div>
  );
}

function Total({ total, more = false }: { total: number; more?: boolean }) {
  if (total === 0) return <span className="sr-only">No voyages</span>;
  const text = amountOf(total, 'voyage', more);
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
