import {
  type MediaFilterParams,
  exportFiles,
  fetchMatchingMedia,
  mediaQuery,
  messageOf,
  searchOverviewQuery,
} from '@archive/api-client';
import type { SearchFacet, SearchOverview, StoredFile } from '@archive/contracts';
import { SearchBox, type Selection, useSelection } from '@archive/editing';
import { keepPreviousData, useQuery } from '@archive/query';
import { Navigate, useNavigate } from '@archive/router';
import { QueryState, useEditMode, usePageTitle } from '@archive/shell-api';
import {
  Button,
  Chip,
  DownloadMenu,
  EmptyState,
  Loading,
  NoMatchesState,
  PageHeader,
  Pagination,
  Select,
  SkeletonBlock,
  formatCount,
  formatDate,
  formatNumber,
  toast,
} from '@archive/ui';
import { useMemo, useState } from 'react';
import {
  type AllMediaState,
  type MediaFilters,
  type MediaSort,
  PAGE_SIZE,
  SORTS,
  allMediaHref,
  facetParams,
  filterParams,
  listParams,
  useAllMediaState,
} from '../urls.ts';
import type { SelectedFile } from '../bulk/selected-files.tsx';
import { SelectionBar } from '../bulk/selection-bar.tsx';
import { ExplorerViews } from '../explorer/explorer-views.tsx';
import { Files } from '../explorer/files.tsx';
import { fileOf, hrefOf } from '../stored-file.ts';

const TITLE = 'All media';

/** /media-explorer/all: every media record, with search, filters and order in the URL. */
export function AllMediaPage() {
  usePageTitle(TITLE);
  const { state, change } = useAllMediaState();
  const navigate = useNavigate();
  const { editing } = useEditMode();
  const query = useQuery({
    ...mediaQuery(listParams(state)),
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData } = query;
  const overview = useQuery({ ...searchOverviewQuery(facetParams(state)), placeholderData: keepPreviousData });
  const files = useMemo(() => (data?.items ?? []).map(fileOf), [data]);
  const filters = filterParams(state);
  const selection = useAllSelection(files, filters);
  const isFiltered = state.q !== '' || Object.keys(state.filters).length > 0;
  const showAll = <Button onClick={() => change(() => ({ q: '', filters: {} }))}>Show all media</Button>;
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
      {!data ? (
        <QueryState
          query={query}
          failed="Can’t load the media"
          action={isFiltered && showAll}
          invalid={{ title: 'A filter isn’t valid', action: isFiltered && showAll }}
          loading={
            <Loading label="Loading media..." className="grid grid-cols-2 gap-3 md:grid-cols-4">
              {Array.from({ length: 8 }, (_, index) => (
                <SkeletonBlock key={index} className="h-40" />
              ))}
            </Loading>
          }
        />
      ) : (
        <>
          <output className="block text-13 text-faded tabular-nums">{formatCount(total, 'item')}</output>
          {total === 0 && isFiltered && <NoMatchesState title="No matching media" action={showAll} />}
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

const keyOf = ({ media_slug }: SelectedFile) => media_slug ?? '';

const merge = (...lists: (readonly SelectedFile[])[]) => [
  ...new Map(lists.flat().map((file) => [keyOf(file), file])).values(),
];

/** A selection that keeps files of other pages and searches. `all` selects every match, not only the current page. */
function useAllSelection(page: StoredFile[], filters: MediaFilterParams): Selection<SelectedFile> {
  const [knownFiles, setKnown] = useState<SelectedFile[]>([]);
  const files = useMemo(() => merge(knownFiles, page), [knownFiles, page]);
  const selection = useSelection<SelectedFile>(files, keyOf, page);
  return {
    ...selection,
    toggle: (key, range) => {
      setKnown(files);
      selection.toggle(key, range);
    },
    all: () =>
      void fetchMatchingMedia(filters).then(
        ({ media, total }) => {
          const matches = media.map((item) => ({ ...item, name: item.title, url: '' }));
          setKnown((current) => merge(current, matches));
          selection.select(matches);
          if (media.length < total)
            toast.error(`Only the newest ${formatNumber(media.length)} of ${formatNumber(total)} files are selected.`);
        },
        (error: unknown) => toast.error(`Couldn’t select all: ${messageOf(error)}`),
      ),
  };
}

const FACETS = [
  { facet: 'media_type', label: 'Type', all: 'All types' },
  { facet: 'president', label: 'President/Owner', all: 'All Presidents/Owners' },
  { facet: 'decade', label: 'Decade', all: 'All decades' },
  { facet: 'tag', label: 'Tag', all: 'All tags' },
  { facet: 'rights', label: 'Rights', all: 'All rights' },
] as const;
type Facet = (typeof FACETS)[number]['facet'];

/** Filters without a control, which come only from a link. They are shown as chips. */
const CHIPS = ['person', 'place'] as const;

const isDecade = (from = '', to = '') => /^\d{3}0$/.test(from) && to === String(Number(from) + 9);

const valueOf = (facet: Facet, { from, to, ...filters }: MediaFilters): string =>
  facet === 'decade' ? (from ?? to ?? '') : (filters[facet] ?? '');

/** The label of an active filter that has no matches. */
function labelOf(facet: Facet, value: string, { from, to }: MediaFilters): string {
  if (facet !== 'decade') return value;
  if (isDecade(from, to)) return `${from}s`;
  return [from && `from ${formatDate(from)}`, to && `to ${formatDate(to)}`].filter(Boolean).join(' ');
}

/** The filter that an option sets; empty for none. */
const filterOf = (facet: Facet, value: string): MediaFilters =>
  facet === 'decade' ? { from: value, to: value && String(Number(value) + 9) } : { [facet]: value };

interface MediaFilterProps {
  state: AllMediaState;
  overview: SearchOverview | undefined;
  /** Called with the filters that change. */
  onChange: (filters: MediaFilters) => void;
}

/** The filters, with the number of matches for each value. Those without a choice are disabled: nothing moves when the values arrive. */
function MediaFilterBar({ state: { filters }, overview, onChange }: MediaFilterProps) {
  return FACETS.map(({ facet, label, all }) => {
    const value = valueOf(facet, filters);
    const values = overview?.facets[facet satisfies SearchFacet] ?? [];
    const options = [
      { value: '', label: all },
      ...values.map((item) => ({
        value: item.value,
        label: `${item.label} (${formatNumber(item.count)}${overview?.more ? '+' : ''})`,
      })),
    ];
    if (value !== '' && !values.some((item) => item.value === value))
      options.push({ value, label: labelOf(facet, value, filters) });
    return (
      <Select
        key={facet}
        label={label}
        hideLabel
        fieldClassName="min-w-0 basis-40 flex-1 max-sm:basis-[45%]"
        disabled={value === '' && values.length === 0}
        value={value}
        options={options}
        onChange={({ target }) => onChange(filterOf(facet, target.value))}
      />
    );
  });
}
