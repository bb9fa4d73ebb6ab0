import { formatTotal, Button, Chip } from '@archive/ui';
import { useEffect, useRef, type ReactNode } from 'react';
import type { FilterChip } from '../chips.ts';
import { NO_FILTERS, type FilterChanges } from '../filters.ts';

interface Props {
  /** Number of matching voyages; undefined while unknown. */
  matches: { total: number; more?: boolean } | undefined;
  chips: FilterChip[];
  onChange(changes: FilterChanges): void;
  /** Actions on the results. */
  children?: ReactNode;
}

/** Announced result count and removable filter chips. */
export function ResultStatus({ matches, chips, onChange, children }: Props) {
  const count = useRef<HTMLOutputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const removed = useRef(false);

  // The removed chip had focus: move it to the next chip, or to the count.
  useEffect(() => {
    if (!removed.current) return;
    removed.current = false;
    (list.current?.querySelector('button') ?? count.current)?.focus();
  }, [chips]);

  // A deleted voyage may have had focus: move it to the count.
  const total = matches?.total;
  const previousTotal = useRef(total);
  useEffect(() => {
    const hasFewer = total !== undefined && previousTotal.current !== undefined && total < previousTotal.current;
    previousTotal.current = total;
    if (hasFewer && document.activeElement === document.body) count.current?.focus();
  }, [total]);

  const change = (changes: FilterChanges) => {
    removed.current = true;
    onChange(changes);
  };

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <output ref={count} tabIndex={-1} className="block min-h-8 content-center text-faded tabular-nums max-sm:w-full">
        {matches && <Total {...matches} />}
      </output>
      {chips.length > 0 && (
        <div className="flex flex-wrap items-center gap-2 print:hidden">
          <ul ref={list} aria-label="Active filters" className="contents">
            {chips.map(({ key, label, removal }) => (
              <li key={key} className="flex max-w-full">
                <Chip removeLabel={`Remove filter: ${label}`} onRemove={() => change(removal)}>
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
      <div className="ml-auto flex min-h-10 flex-wrap items-center justify-end gap-2">{children}</div>
    </div>
  );
}

function Total({ total, more = false }: { total: number; more?: boolean }) {
  if (total === 0) return <span className="sr-only">No voyages</span>;
  const text = formatTotal(total, 'voyage', more);
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
