import type { President } from '@archive/contracts';
import { personQuery, placeQuery } from '@archive/api-client';
import { useQueries, useQuery } from '@archive/query';
import { Button, Chip, formatDate, formatTotal, monthName, pluralize } from '@archive/ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { ATTRIBUTE_LABELS } from '../voyage-record/attributes.tsx';
import { type FilterChanges, type ListFilters, NO_FILTERS } from './filters.ts';

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

/** An active filter and the change that removes it. */
interface FilterChip {
  key: string;
  label: string;
  removal: FilterChanges;
}

export const NO_OWNER = 'No president or owner';

/** Up to this many owners get a chip each; more owners share one chip. */
const OWNERS_NAMED = 3;

const UNKNOWN = 'unknown';

/** "8–14 days", "15 or more days", "under 2 hours". */
export const lengthLabel = (value: string, unit: 'day' | 'hour') =>
  `${value.replace(/(\d)-(?=\d)/, '$1–').replaceAll('-', ' ')} ${pluralize(value === '1' ? 1 : 2, unit)}`;

/** The chips of the active filters. People and places have their names once these are loaded. */
export function useChips(filters: ListFilters, owners: President[]): FilterChip[] {
  const people = useQueries({ queries: filters.people.map((slug) => personQuery(slug)) });
  const place = useQuery({ ...placeQuery(filters.place), enabled: filters.place !== '' }).data;
  const chips: FilterChip[] = [];
  const add = (key: string, label: string, removal: FilterChanges) => chips.push({ key, label, removal });

  if (filters.q) add('q', `“${filters.q}”`, { q: '' });
  if (filters.date_from) add('date_from', `From ${formatDate(filters.date_from)}`, { date_from: '' });
  if (filters.date_to) add('date_to', `To ${formatDate(filters.date_to)}`, { date_to: '' });
  addOwners(filters, owners, add);
  if (filters.significant) add('significant', 'Significant', { significant: false });
  for (const { name, filter } of ATTRIBUTE_LABELS) {
    if (!filters.attributes.includes(name)) continue;
    add(name, filter, (latest) => ({ attributes: latest.attributes.filter((attribute) => attribute !== name) }));
  }
  for (const [index, slug] of filters.people.entries())
    add(`person ${slug}`, `Aboard: ${people[index]?.data?.full_name ?? slug}`, (latest) => ({
      people: latest.people.filter((other) => other !== slug),
    }));
  for (const place of filters.places)
    add(`place ${place}`, place, (latest) => ({ places: latest.places.filter((other) => other !== place) }));
  if (filters.place) add('place', `Place: ${place?.name ?? filters.place}`, { place: '' });
  const { month, days, hours } = filters;
  if (month) add('month', month === UNKNOWN ? 'Month unknown' : monthName(Number(month)) || month, { month: '' });
  if (days) add('days', days === UNKNOWN ? 'Days unknown' : lengthLabel(days, 'day'), { days: '' });
  if (hours) add('hours', hours === UNKNOWN ? 'Hours unknown' : lengthLabel(hours, 'hour'), { hours: '' });
  return chips;
}

/** Filters in words. */
export const wordsOf = (chips: readonly FilterChip[]): string =>
  chips.length > 0 ? chips.map(({ label }) => label).join(' · ') : 'All voyages';

function addOwners(
  filters: ListFilters,
  owners: President[],
  add: (key: string, label: string, removal: FilterChanges) => void,
): void {
  if (filters.owners.length > OWNERS_NAMED) {
    add('owners', `${filters.owners.length} vessel owners`, { owners: [] });
    return;
  }
  for (const slug of filters.owners) {
    const name =
      slug === 'none' ? NO_OWNER : (owners.find((owner) => owner.president_slug === slug)?.full_name ?? slug);
    add(slug, name, (latest) => ({ owners: latest.owners.filter((owner) => owner !== slug) }));
  }
}
