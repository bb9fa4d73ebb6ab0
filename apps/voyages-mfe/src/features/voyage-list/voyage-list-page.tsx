import {
  ARCHIVE_DOCUMENT,
  administrationsQuery,
  exportFiles,
  presidentsQuery,
  voyagePositionQuery,
  voyagesQuery,
} from '@archive/api-client';
import type { President } from '@archive/contracts';
import { keepPreviousData, useQuery } from '@archive/query';
import { Navigate, useLocation, useNavigate, useSearchParams } from '@archive/router';
import { QueryState, useAllows, useArchive, useEditMode, usePageTitle, useSession } from '@archive/shell-api';
import {
  Button,
  DownloadMenu,
  LinkButton,
  Loading,
  NoMatchesState,
  PageHeader,
  Pagination,
  SkeletonList,
  lazyComponent,
  EmptyState,
  TextLink,
  cx,
} from '@archive/ui';
import { useEffect, useState } from 'react';
import { pickable } from '../voyage-record/administration.ts';
import { scrollTargetOf, scrollTargetState } from '../voyage-record/origin.ts';
import { FilterBar } from './filter-bar.tsx';
import {
  type ListFilters,
  NO_FILTERS,
  PAGE_SIZE,
  filtersOf,
  isFiltered,
  pageQueryOf,
  queryOf,
  rangeProblem,
  urlOf,
} from './filters.ts';
import { ResultStatus, useChips } from './result-status.tsx';
import { sectionsOf } from './sections.ts';
import { useListUrl } from './use-list-url.ts';
import { GoToAdministration, VoyageSections } from './voyage-sections.tsx';

const NONE: never[] = [];
const NO_TARGET = {};
const INTRODUCTIONS: Record<ViewMode, string> = {
  list: 'Every voyage on record, by administration.',
  timeline: 'Voyages and media by date.',
  map: 'Where the yacht went.',
};

const Timeline = lazyComponent(
  () => import('../voyage-timeline/timeline.tsx'),
  'Timeline',
  <Loading label="Loading timeline...">{null}</Loading>,
);

const VoyageMap = lazyComponent(
  () => import('../voyage-map/voyage-map.tsx'),
  'VoyageMap',
  <Loading label="Loading map...">{null}</Loading>,
);

/** All voyages, as a list, a timeline or a map. */
export function VoyageListPage() {
  usePageTitle('Voyages');
  const { editing } = useEditMode();
  const proposes = useSession().role === 'contributor';
  const [mode, setMode] = useViewMode();
  const { search } = useLocation();
  const presidents = useQuery(presidentsQuery()).data?.items ?? NONE;
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Voyages"
        lede={INTRODUCTIONS[mode]}
        actions={
          <>
            <LinkButton href={`/figures${search}`}>Figures</LinkButton>
            <ViewToggle mode={mode} onChange={setMode} />
            {editing && <LinkButton href="/voyages/import">Import</LinkButton>}
            {(editing || proposes) && (
              <LinkButton href="/voyages/new" variant="primary">
                {proposes ? 'Propose a voyage' : '+ New Voyage'}
              </LinkButton>
            )}
          </>
        }
      />
      {mode === 'list' && <VoyageList presidents={presidents} editing={editing} />}
      {mode === 'timeline' && <Timeline presidents={pickable(presidents)} />}
      {mode === 'map' && <VoyageMap presidents={presidents} />}
    </div>
  );
}

/** The list: search, filters, pages, grouped by administration. */
function VoyageList({ presidents, editing }: { presidents: President[]; editing: boolean }) {
  const { filters, page, change } = useListUrl();
  const navigate = useNavigate();
  const voyages = useQuery({ ...voyagesQuery(pageQueryOf(filters, page)), placeholderData: keepPreviousData });
  const administrations = useQuery({ ...administrationsQuery(queryOf(filters)), placeholderData: keepPreviousData });
  const chips = useChips(filters, presidents);
  const list = voyages.data;
  const sections = administrations.data ?? NONE;
  const stale = voyages.isPlaceholderData || administrations.isPlaceholderData;

  const hrefOf = (to: number) => {
    const url = urlOf(filters, to);
    return url.size > 0 ? `/voyages?${url}` : '/voyages';
  };
  const scrollTarget = useScrollTarget(filters, page, hrefOf);
  const lastPage = Math.max(1, Math.ceil((list?.total ?? 0) / PAGE_SIZE));
  if (list && !stale && page > lastPage) return <Navigate to={hrefOf(lastPage)} replace />;

  const content = () => {
    if (list?.total === 0) {
      const rejected = rangeProblem(filters);
      if (rejected)
        return (
          <NoMatchesState
            title="No voyages found."
            action={<Button onClick={() => change({ date_from: '', date_to: '' })}>Clear dates</Button>}
          >
            {rejected}
          </NoMatchesState>
        );
      if (isFiltered(filters)) return <NoMatches onClear={() => change(NO_FILTERS)} />;
      return <EmptyList busy={voyages.isFetching} onRefresh={() => void voyages.refetch()} />;
    }
    if (list && !administrations.isPending) {
      return (
        <>
          <VoyageSections
            editing={editing}
            sections={sectionsOf(list.items, administrations.data ?? NONE)}
            target={stale ? NO_TARGET : scrollTarget}
          />
          <Pagination
            page={page}
            pageSize={PAGE_SIZE}
            total={list.total}
            more={list.more}
            hrefOf={hrefOf}
            onPage={(to) => void navigate(hrefOf(to))}
          />
        </>
      );
    }
    const refetch = () =>
      Promise.all([voyages.refetch(), ...(administrations.error ? [administrations.refetch()] : [])]);
    return (
      <QueryState
        query={{ ...voyages, refetch }}
        failed="Can’t load voyages"
        invalid={{
          title: 'A filter isn’t valid',
          action: <Button onClick={() => change(NO_FILTERS)}>Clear search and filters</Button>,
        }}
        loading={<SkeletonList label="Loading voyages..." rows={8} />}
      />
    );
  };

  return (
    <>
      <FilterBar filters={filters} owners={pickable(presidents)} matches={list} onChange={change} />
      <ResultStatus matches={list} chips={chips} onChange={change}>
        <GoToAdministration
          administrations={sections}
          onChoose={(id) =>
            void navigate(hrefOf(page), {
              state: scrollTargetState({ administration: id }),
              preventScrollReset: true,
            })
          }
        />
        <DownloadMenu
          label="Export"
          files={[
            ...exportFiles('voyages', queryOf(filters)),
            { label: 'All voyages (text file, can be re-imported)', href: ARCHIVE_DOCUMENT },
          ]}
        />
      </ResultStatus>
      <div aria-busy={stale} data-stale={stale || undefined} className="flex flex-col gap-8">
        {content()}
      </div>
    </>
  );
}

/** The voyage or the administration that the list scrolls to. Opens its page of the list first. */
function useScrollTarget(filters: ListFilters, page: number, hrefOf: (page: number) => string) {
  const { state } = useLocation() as { state: unknown };
  const navigate = useNavigate();
  const { saved, expanded, administration } = scrollTargetOf(state);
  const voyage = saved ?? expanded;
  const { data } = useQuery({
    ...voyagePositionQuery({
      ...queryOf(filters),
      ...(voyage === undefined ? { administration: administration ?? '' } : { voyage }),
    }),
    enabled: voyage !== undefined || administration !== undefined,
  });
  const targetPage = data && Math.floor(data.place / PAGE_SIZE) + 1;
  useEffect(() => {
    if (targetPage !== undefined && targetPage !== page)
      void navigate(hrefOf(targetPage), { replace: true, state, preventScrollReset: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the page is left on purpose once it has been shown
  }, [targetPage]);
  const isOnPage = targetPage === page;
  return isOnPage ? { saved, expanded, administration } : {};
}

/** Shown while the archive has no voyages. */
function EmptyList({ busy, onRefresh }: { busy: boolean; onRefresh(): void }) {
  const { migration_document_url: document } = useArchive();
  const isCurator = useAllows('curator');
  return (
    <EmptyState
      title="No voyages found."
      action={
        <Button busy={busy} onClick={onRefresh}>
          Refresh
        </Button>
      }
    >
      {isCurator && 'Turn on Edit Mode to log a voyage or import a document. '}Import progress appears at the top of the
      page.
      {document && (
        <>
          {' '}
          Until voyages are added here, see <TextLink href={document}>the shared document</TextLink>.
        </>
      )}
    </EmptyState>
  );
}

/** Shown when no voyage matches the filters. */
function NoMatches({ onClear }: { onClear(): void }) {
  return (
    <NoMatchesState title="No voyages found." action={<Button onClick={onClear}>Clear search and filters</Button>}>
      No voyages match your search and filters. Remove a filter, or clear them all.
    </NoMatchesState>
  );
}

const VIEWS: { mode: ViewMode; label: string }[] = [
  { mode: 'list', label: 'List' },
  { mode: 'timeline', label: 'Timeline' },
  { mode: 'map', label: 'Map' },
];

function ViewToggle({ mode, onChange }: { mode: ViewMode; onChange(mode: ViewMode): void }) {
  return (
    <fieldset className="inline-flex h-10 overflow-hidden rounded border border-edge bg-leaf print:hidden">
      <legend className="sr-only">View</legend>
      {VIEWS.map(({ mode: viewMode, label }) => (
        <button
          key={viewMode}
          type="button"
          aria-pressed={mode === viewMode}
          onClick={() => onChange(viewMode)}
          className={cx(
            'px-4 text-15 transition-colors focus-visible:-outline-offset-2',
            mode === viewMode ? 'bg-navy text-on-navy' : 'hover:bg-wash',
          )}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

const MODES = ['list', 'timeline', 'map'] as const;
type ViewMode = (typeof MODES)[number];
const modeOf = (text: string | null) => MODES.find((mode) => mode === text);

const KEY = 'voyages.view';

function readViewMode(): ViewMode {
  try {
    return modeOf(sessionStorage.getItem(KEY)) ?? 'list';
  } catch {
    return 'list';
  }
}

/**
 * The view mode: the one in the URL; the list, for filters in the URL or to show a voyage that was just saved or is to be expanded;
 * otherwise the one stored for the browser session (SPEC section 3).
 */
function useViewMode(): [ViewMode, (mode: ViewMode) => void] {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation() as { state: unknown };
  const [stored, setStored] = useState(readViewMode);
  const change = (mode: ViewMode) => {
    try {
      sessionStorage.setItem(KEY, mode);
    } catch {
      // Storage can be unavailable; the next visit then shows the list.
    }
    setStored(mode);
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        if (mode === 'list') next.delete('view');
        else next.set('view', mode);
        next.delete('date');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  const requested = modeOf(params.get('view'));
  if (requested && requested !== 'list') return [requested, change];
  const { saved, expanded } = scrollTargetOf(state);
  const needsList = (saved ?? expanded) !== undefined || isFiltered(filtersOf(params));
  return [needsList ? 'list' : stored, change];
}
