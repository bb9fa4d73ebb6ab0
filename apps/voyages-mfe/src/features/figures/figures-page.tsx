import { figuresQuery, presidentsQuery } from '@archive/api-client';
import type { President } from '@archive/contracts';
import { keepPreviousData, useQuery } from '@archive/query';
import { QueryState, usePageTitle } from '@archive/shell-api';
import { Button, EmptyState, LinkButton, Loading, NoMatchesState, PageHeader, SkeletonBlock } from '@archive/ui';
import { FilterBar } from '../voyage-list/filter-bar.tsx';
import { NO_FILTERS, isFiltered, queryOf } from '../voyage-list/filters.ts';
import { ResultStatus, useChips, wordsOf } from '../voyage-list/result-status.tsx';
import { useListUrl } from '../voyage-list/use-list-url.ts';
import { pickable } from '../voyage-record/administration.ts';
import { FIGURES, listOf } from './figures.tsx';

const NONE: President[] = [];

/** Charts of the voyages that match the filters of the list. */
export function FiguresPage() {
  usePageTitle('Figures');
  const { filters, change } = useListUrl();
  const presidents = useQuery(presidentsQuery()).data?.items ?? NONE;
  const query = useQuery({ ...figuresQuery(queryOf(filters)), placeholderData: keepPreviousData });
  const { data, isPlaceholderData } = query;
  const chips = useChips(filters, presidents);
  const matches = data && { total: data.voyages };
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Figures"
        lede="How often the yacht sailed, when, for how long, and with whom."
        actions={<LinkButton href={listOf(filters)}>Voyages</LinkButton>}
      />
      <FilterBar filters={filters} owners={pickable(presidents)} matches={matches} onChange={change} />
      <ResultStatus matches={matches} chips={chips} onChange={change} />
      <div aria-busy={isPlaceholderData} data-stale={isPlaceholderData || undefined}>
        {!data && (
          <QueryState
            query={query}
            failed="Can’t load the figures"
            invalid={{
              title: 'A filter isn’t valid',
              action: <Button onClick={() => change(NO_FILTERS)}>Clear search and filters</Button>,
            }}
            loading={
              <Loading label="Loading figures..." className="flex flex-col gap-10">
                <SkeletonBlock className="h-96" />
                <SkeletonBlock className="h-96" />
              </Loading>
            }
          />
        )}
        {data?.voyages === 0 &&
          (isFiltered(filters) ? (
            <NoMatchesState
              title="No voyages found."
              action={<Button onClick={() => change(NO_FILTERS)}>Clear search and filters</Button>}
            >
              No voyages match your search and filters. Remove a filter, or clear them all.
            </NoMatchesState>
          ) : (
            <EmptyState title="No voyages yet.">Charts appear here once the archive has voyages.</EmptyState>
          ))}
        {data && data.voyages > 0 && (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 lg:grid-cols-2">
            {FIGURES.map(({ title, Chart, wide }) => (
              <Chart key={title} title={title} wide={wide} figures={data} filters={filters} words={wordsOf(chips)} />
            ))}
          </div>
        )}
      </div>
    </div>
  );
}
