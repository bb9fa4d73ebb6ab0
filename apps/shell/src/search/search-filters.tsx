import type { SearchFacet, SearchFacetValue, SearchOverview } from '@archive/contracts';
import { Link, type LinkProps } from '@archive/router';
import { Disclosure, cx, formatDate, formatNumber } from '@archive/ui';
import { type MouseEvent, useState } from 'react';
import {
  type ChangeSearch,
  type FILTERS,
  KINDS,
  KIND_NAMES,
  type SearchState,
  filterOf,
  urlOf,
  withChanges,
} from './search-url.ts';

const FACETS: readonly { facet: SearchFacet; label: string }[] = [
  { facet: 'president', label: 'President/Owner' },
  { facet: 'decade', label: 'Decade' },
  { facet: 'year', label: 'Year' },
  { facet: 'person', label: 'Person aboard' },
  { facet: 'place', label: 'Place' },
  { facet: 'attribute', label: 'Voyage attribute' },
  { facet: 'tag', label: 'Tag' },
  { facet: 'media_type', label: 'Media type' },
  { facet: 'rights', label: 'Rights' },
  { facet: 'role', label: 'Role aboard' },
  { facet: 'has_photo', label: 'Photographs' },
];
const COLLAPSED_COUNT = 5;
const LABELS: Partial<Record<(typeof FILTERS)[number], string>> = { has_photo: 'With photographs' };

interface ActiveFilter {
  label: string;
  /** Names of the URL parameters that the filter sets. */
  names: string[];
}

export const withoutFilters = (filters: SearchState['filters'], names: readonly string[]): SearchState['filters'] =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => !names.includes(name)));

function rangeLabel(from: string | undefined, to: string | undefined): string {
  if (from !== undefined && from === to) return formatDate(from);
  if (from?.length === 4 && to === String(Number(from) + 9) && from.endsWith('0')) return `${from}s`;
  return [from && `from ${formatDate(from)}`, to && `to ${formatDate(to)}`].filter(Boolean).join(' ');
}

/** The active filters, with their labels. */
export function chosenFilters({ filters }: SearchState, overview: SearchOverview | undefined): ActiveFilter[] {
  const { from, to, ...others } = filters;
  const labelOf = (name: string, value: string) => {
    const values: SearchFacetValue[] = overview?.facets[name as SearchFacet] ?? [];
    return LABELS[name as keyof typeof LABELS] ?? values.find((item) => item.value === value)?.label ?? value;
  };
  return [
    ...(from || to ? [{ label: rangeLabel(from, to), names: ['from', 'to'] }] : []),
    ...Object.entries(others).map(([name, value]) => ({ label: labelOf(name, value), names: [name] })),
  ];
}

/** The values to offer: years only within a selected decade, and no value that is already selected or that all results have. */
function optionsFor(
  state: SearchState,
  overview: SearchOverview,
): { facet: SearchFacet; label: string; values: SearchFacetValue[] }[] {
  const { filters } = state;
  const hasYears = filters.from !== undefined || filters.to !== undefined;
  const isOffered = (facet: SearchFacet) => {
    if (facet === 'decade') return !hasYears;
    if (facet === 'year') return hasYears && filters.from !== filters.to;
    return filters[facet] === undefined;
  };
  return FACETS.filter(({ facet }) => isOffered(facet))
    .map((item) => ({ ...item, values: overview.facets[item.facet] }))
    .filter(({ values }) => values.length > 0);
}

interface SearchFiltersProps {
  state: SearchState;
  change: ChangeSearch;
  overview: SearchOverview | undefined;
  isPending: boolean;
}

/** Facets with counts. Each value is a link to the narrower search. */
export function SearchFilters({ state, change, overview, isPending }: SearchFiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const facets = overview ? optionsFor(state, overview) : [];
  // On a phone, the button is above the results: it keeps its place while the filters load, and if there are none.
  if (facets.length === 0)
    return (
      <p className={cx('min-h-8 content-center text-faded lg:hidden print:hidden', isPending && 'invisible')}>
        No filters
      </p>
    );
  const groups = (
    <div className="flex flex-col gap-5">
      {facets.map(({ facet, label, values }) => (
        <Facet
          key={facet}
          facet={facet}
          label={label}
          values={values}
          more={overview?.more ?? false}
          state={state}
          change={change}
        />
      ))}
    </div>
  );
  return (
    <aside aria-label="Filters" className="print:hidden">
      <div className="max-lg:hidden">{groups}</div>
      <Disclosure label="Filters" open={isOpen} onOpenChange={setOpen} className="lg:hidden">
        {groups}
      </Disclosure>
    </aside>
  );
}

interface FacetProps {
  facet: SearchFacet;
  label: string;
  values: SearchFacetValue[];
  /** Whether there are more results than were counted. */
  more: boolean;
  state: SearchState;
  change: ChangeSearch;
}

function Facet({ facet, label, values, more, state, change }: FacetProps) {
  const [all, setAll] = useState(false);
  const shownValues = all ? values : values.slice(0, COLLAPSED_COUNT);
  return (
    <section aria-label={label}>
      <h2 className="mb-1 font-sans text-13 font-semibold tracking-wide text-faded uppercase">{label}</h2>
      <ul>
        {shownValues.map(({ value, label: name, count }) => (
          <li key={value}>
            <SearchLink
              state={state}
              change={change}
              changes={({ filters }) => ({ filters: { ...filters, ...filterOf(facet, value) } })}
              className="flex min-h-8 items-center justify-between gap-3 rounded-sm hover:bg-wash"
            >
              <span className="min-w-0 wrap-anywhere">{name}</span>
              <span className="text-13 text-faded tabular-nums">
                {formatNumber(count)}
                {more && '+'}
              </span>
            </SearchLink>
          </li>
        ))}
      </ul>
      {values.length > COLLAPSED_COUNT && (
        <button type="button" className="min-h-8 text-13 text-navy" onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show ${values.length - COLLAPSED_COUNT} more`}
          <span className="sr-only">: {label}</span>
        </button>
      )}
    </section>
  );
}

const MAX_COUNT = 1000;
const TAB =
  'flex shrink-0 items-baseline gap-1.5 border-b-2 border-transparent py-2 text-faded hover:text-ink aria-[current=page]:border-brass aria-[current=page]:text-ink';

const countOf = (count: number) => (count > MAX_COUNT ? `${formatNumber(MAX_COUNT)}+` : formatNumber(count));

interface KindTabsProps {
  state: SearchState;
  change: ChangeSearch;
  counts: SearchOverview['kinds'] | undefined;
}

/** Links to the results of each kind, with result counts. On a phone, the links scroll horizontally. */
export function KindTabs({ state, change, counts }: KindTabsProps) {
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const tabs = [
    { kind: undefined, label: 'All', count: total },
    ...KIND_NAMES.map((kind) => ({ kind, label: KINDS[kind].plural, count: counts?.[kind] })),
  ];
  return (
    <nav
      aria-label="Result types"
      className="flex max-w-full gap-x-4 overflow-x-auto overflow-y-hidden border-b border-rule sm:gap-x-6"
    >
      {tabs.map(({ kind, label, count }) => (
        <SearchLink
          key={label}
          state={state}
          change={change}
          changes={() => ({ kind })}
          aria-current={state.kind === kind ? 'page' : undefined}
          className={TAB}
        >
          {label}
          <span className="min-w-[2ch] text-13 tabular-nums">{count !== undefined && countOf(count)}</span>
        </SearchLink>
      ))}
    </nav>
  );
}

interface SearchLinkProps extends Omit<LinkProps, 'to'> {
  state: SearchState;
  change: ChangeSearch;
  /** The changes of the search that the link makes. */
  changes: (latest: SearchState) => Partial<SearchState>;
}

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** A link to a changed search. A plain click changes the latest search; a click with a modifier key opens the URL. */
function SearchLink({ state, change, changes, ...rest }: SearchLinkProps) {
  return (
    <Link
      {...rest}
      to={urlOf(withChanges(state, changes(state)))}
      preventScrollReset
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        change(changes);
      }}
    />
  );
}
