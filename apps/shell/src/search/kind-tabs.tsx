import type { SearchOverview } from '@archive/contracts';
import { formatNumber } from '@archive/ui';
import { KIND_NAMES, KINDS, type SearchState } from './search-url.ts';
import { SearchLink } from './search-link.tsx';
import type { ChangeSearch } from './use-search-state.ts';

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
