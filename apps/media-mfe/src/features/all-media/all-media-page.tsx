import { ApiError, exportFiles, mediaQuery, messageOf, searchOverviewQuery } from '@archive/api-client';
import { SearchBox } from '@archive/editing';
import { keepPreviousData, useQuery } from '@archive/query';
import { Navigate, useNavigate } from '@archive/router';
import { useEditMode, usePageTitle } from '@archive/shell-api';
import {
  Button,
  Chip,
  DownloadMenu,
  EmptyState,
  FailedState,
  formatCount,
  Loading,
  NoMatchesState,
  PageHeader,
  Pagination,
  Select,
  SkeletonBlock,
} from '@archive/ui';
import { useMemo } from 'react';
import { SelectionBar } from '../bulk/selection-bar.tsx';
import { ExplorerViews } from '../explorer/components/explorer-views.tsx';
import { Files } from '../explorer/components/files.tsx';
import {
  allMediaHref,
  facetParams,
  filterParams,
  listParams,
  type MediaSort,
  PAGE_SIZE,
  SORTS,
  useAllMediaState,
} from '../all-media-url.ts';
import { CHIPS, MediaFilterBar } from './media-filters.tsx';
import { fileOf, hrefOf } from './media-file.ts';
import { useAllSelection } from './use-all-selection.ts';

const TITLE = 'All media';

/** /media-explorer/all: every media record, with search, filters and order in the URL. */
export function AllMediaPage() {
  usePageTitle(TITLE);
  const { state, change } = useAllMediaState();
  const navigate = useNavigate();
  const { editing } = useEditMode();
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    ...mediaQuery(listParams(state)),
    placeholderData: keepPreviousData,
  });
  const overview = useQuery({ ...searchOverviewQuery(facetParams(state)), placeholderData: keepPreviousData });
  const files = useMemo(() => (data?.items ?? []).map(fileOf), [data]);
  const filters = filterParams(state);
  const selection = useAllSelection(files, filters);
  const isFiltered = state.q !== '' || Object.keys(state.filters).length > 0;
  // A parameter in the URL is invalid, so a retry can't help.
  const isInvalid = error instanceof ApiError && error.status === 422;
  const total = data?.total ?? 0;
  const pages = Math.ceil(total / PAGE_SIZE);
  // The page number is past the end; for example, after every file on the last page was deleted.
  const isPastLastPage = !isPlaceholderData && pages > 0 && state.page > pages;
  const chips = CHIPS.flatMap((name) => {
    const value = state.filters[name];
    const label = overview.data?.facets[name].find((item) => item.value === value)?.label ?? value;
    return value === undefined ? [] : [{ name, label }];
  });

  if (isPastLastPage) return <Navigate to={allMediaHref({ ...state, page: pages })} replace />;
  return (
    <div className="space-y-6">
      <PageHeader title={TITLE} lede="All photographs, videos, and documents, from every folder." />
      <ExplorerViews current="all" />
      <div className="flex flex-wrap items-center gap-3 print:hidden">
        <SearchBox
          label="Search all media"
          value={state.q}
          onSearch={(q) => change(() => ({ q }), true)}
          className="min-w-0 flex-1 basis-64"
        />
        <Select
          label="Sort by"
          hideLabel
          fieldClassName="min-w-0 basis-48"
          value={state.sort}
          options={Object.entries(SORTS).map(([value, label]) => ({ value, label }))}
          onChange={({ target }) => change(() => ({ sort: target.value as MediaSort }))}
        />
        <DownloadMenu label="Export" files={exportFiles('media', { ...filters, sort: state.sort })} />
      </div>
      <div className="flex flex-wrap gap-3 print:hidden">
        <MediaFilterBar
          state={state}
          overview={overview.data}
          onChange={(filters) => change((latest) => ({ filters: { ...latest.filters, ...filters } }))}
        />
      </div>
      {chips.length > 0 && (
        <ul aria-label="Active filters" className="flex flex-wrap gap-2">
          {chips.map(({ name, label }) => (
            <li key={name} className="max-w-full">
              <Chip
                removeLabel={`Remove filter: ${label}`}
                onRemove={() => change((latest) => ({ filters: { ...latest.filters, [name]: undefined } }))}
              >
                {label}
              </Chip>
            </li>
          ))}
        </ul>
      )}
      {error && !data ? (
        <FailedState
          title={isInvalid ? 'A filter isn’t valid' : 'Can’t load the media'}
          action={
            <>
              {!isInvalid && (
                <Button busy={isFetching} onClick={() => void refetch()}>
                  Retry
                </Button>
              )}
              {isFiltered && <Button onClick={() => change(() => ({ q: '', filters: {} }))}>Show all media</Button>}
            </>
          }
        >
          {messageOf(error)}
        </FailedState>
      ) : !data ? (
        <Loading label="Loading media..." className="grid grid-cols-2 gap-3 md:grid-cols-4">
          {Array.from({ length: 8 }, (_, index) => (
            <SkeletonBlock key={index} className="h-40" />
          ))}
        </Loading>
      ) : (
        <>
          <output className="block text-13 text-faded tabular-nums">{formatCount(total, 'item')}</output>
          {total === 0 && isFiltered && (
            <NoMatchesState
              title="No matching media"
              action={<Button onClick={() => change(() => ({ q: '', filters: {} }))}>Show all media</Button>}
            />
          )}
          {total === 0 && !isFiltered && (
            <EmptyState title="No media yet">
              Photographs, videos, and documents appear here once they are uploaded.
            </EmptyState>
          )}
          {editing && (total > 0 || selection.items.length > 0) && (
            <SelectionBar
              selection={selection}
              count={total}
              hasUnselectedShown={files.some(({ path }) => !selection.has(path))}
            />
          )}
          {files.length > 0 && (
            <div aria-busy={isPlaceholderData} data-stale={isPlaceholderData || undefined}>
              <Files files={files} hrefOf={hrefOf} selection={editing ? selection : undefined} lastFile={null} />
            </div>
          )}
          {(total > PAGE_SIZE || state.page > 1) && (
            <Pagination
              page={state.page}
              pageSize={PAGE_SIZE}
              total={total}
              hrefOf={(page) => allMediaHref({ ...state, page })}
              onPage={(page) => void navigate(allMediaHref({ ...state, page }))}
            />
          )}
        </>
      )}
    </div>
  );
}
