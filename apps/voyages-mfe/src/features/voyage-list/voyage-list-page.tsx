import {
  administrationsQuery,
  ARCHIVE_DOCUMENT,
  exportFiles,
  presidentsQuery,
  voyagesQuery,
} from '@archive/api-client';
import { keepPreviousData, useQuery } from '@archive/query';
import { Navigate, useNavigate } from '@archive/router';
import { useEditMode, usePageTitle } from '@archive/shell-api';
import {
  Button,
  DownloadMenu,
  formatDate,
  LinkButton,
  Loading,
  NoMatchesState,
  PageHeader,
  Pagination,
  SkeletonList,
  lazyComponent,
} from '@archive/ui';
import type { President } from '@archive/contracts';
import { chipsOf } from './chips.ts';
import { GoToAdministration } from './components/go-to-administration.tsx';
import { FilterBar } from './components/filter-bar.tsx';
import { ListFailed, EmptyList, NoMatches } from './components/list-states.tsx';
import { VoyageSections } from './components/voyage-sections.tsx';
import { ResultStatus } from './components/result-status.tsx';
import { urlOf, isFiltered, NO_FILTERS, PAGE_SIZE, pageQueryOf, queryOf, rangeProblem } from './filters.ts';
import { pickable } from '../voyage-record/pickable-owners.ts';
import { ViewToggle } from './components/view-toggle.tsx';
import { sectionsOf } from './sections.ts';
import { scrollTargetState } from '../voyage-record/scroll-target.ts';
import { useScrollTarget } from './use-scroll-target.ts';
import { useListUrl } from './use-list-url.ts';
import { useViewMode, type ViewMode } from './view-mode.ts';

const NONE: never[] = [];
const NO_TARGET = {};
const INTRODUCTIONS: Record<ViewMode, string> = {
  list: 'Every voyage on record, by administration.',
  timeline: 'Voyages and media by date.',
};

const Timeline = lazyComponent(
  () => import('../voyage-timeline/timeline.tsx'),
  'Timeline',
  <Loading label="Loading timeline...">{null}</Loading>,
);

/** All voyages, as a list or a timeline. */
export function VoyageListPage() {
  usePageTitle('Voyages');
  const { editing } = useEditMode();
  const [mode, setMode] = useViewMode();
  const presidents = useQuery(presidentsQuery()).data?.items ?? NONE;
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Voyages"
        lede={INTRODUCTIONS[mode]}
        actions={
          <>
            <ViewToggle mode={mode} onChange={setMode} />
            {editing && (
              <>
                <LinkButton href="/voyages/import">Import</LinkButton>
                <LinkButton href="/voyages/new" variant="primary">
                  + New Voyage
                </LinkButton>
              </>
            )}
          </>
        }
      />
      {mode === 'list' ? (
        <VoyageList presidents={presidents} editing={editing} />
      ) : (
        <Timeline presidents={pickable(presidents)} />
      )}
    </div>
  );
}

/** The list: search, filters, pages, grouped by administration. */
function VoyageList({ presidents, editing }: { presidents: President[]; editing: boolean }) {
  const { filters, page, change } = useListUrl();
  const navigate = useNavigate();
  const voyages = useQuery({ ...voyagesQuery(pageQueryOf(filters, page)), placeholderData: keepPreviousData });
  const administrations = useQuery({ ...administrationsQuery(queryOf(filters)), placeholderData: keepPreviousData });
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
    if (voyages.error) {
      const retry = () => {
        void voyages.refetch();
        if (administrations.error) void administrations.refetch();
      };
      return (
        <ListFailed
          error={voyages.error}
          busy={voyages.isFetching}
          onRetry={retry}
          onClear={() => change(NO_FILTERS)}
        />
      );
    }
    return <SkeletonList label="Loading voyages..." rows={8} />;
  };

  return (
    <>
      <FilterBar filters={filters} owners={pickable(presidents)} matches={list} onChange={change} />
      <ResultStatus matches={list} chips={chipsOf(filters, presidents, formatDate)} onChange={change}>
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
