import type { SearchOverview } from '@archive/contracts';
import { Link } from '@archive/router';
import { formatNumber } from '@archive/ui';
import { addressOf, KIND_NAMES, KINDS, type SearchState } from './search-address.ts';

const MAX_COUNT = 1000;
const TAB =
  '-mb-px flex shrink-0 items-baseline gap-1.5 border-b-2 border-transparent py-2 text-faded hover:text-ink aria-[current=page]:border-brass aria-[current=page]:text-ink';

const countOf = (count: number) => (count >= MAX_COUNT ? `${formatNumber(MAX_COUNT)}+` : formatNumber(count));

/** Links to the results of each kind, with their numbers. */
export function KindTabs({ state, counts }: { state: SearchState; counts: SearchOverview['kinds'] | undefined }) {
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const tabs = [
    { kind: undefined, label: 'All', count: total },
    ...KIND_NAMES.map((kind) => ({ kind, label: KINDS[kind].many, count: counts?.[kind] })),
  ];
  return (
    <nav aria-label="Kinds of results" className="flex max-w-full flex-wrap gap-x-6 border-b border-rule">
      {tabs.map(({ kind, label, count }) => (
        <Link
          key={label}
          to={addressOf({ ...state, kind, page: 1 })}
          preventScrollReset
          aria-current={state.kind === kind ? 'page' : undefined}
          className={TAB}
        >
          {label}
          {count !== undefined && <span className="text-13 tabular-nums">{countOf(count)}</span>}
        </Link>
      ))}
    </nav>
  );
}
