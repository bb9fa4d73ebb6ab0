import { changesQuery, messageOf } from '@archive/api-client';
import type { RecordChange } from '@archive/contracts';
import { keepPreviousData, useQuery } from '@archive/query';
import { useEditMode, usePageTitle, useQueuedSearchParams } from '@archive/shell-api';
import {
  Anchor,
  Button,
  buttonClass,
  Checkbox,
  EmptyState,
  FailedState,
  formatDay,
  Loading,
  NoMatchesState,
  PageHeader,
  Select,
  SkeletonList,
  TextField,
} from '@archive/ui';
import { ChevronLeft, ChevronRight } from '@archive/ui/icons';
import { type ChangeFilters, urlOf, filtersOf, NO_FILTERS, paramsOf, queryOf, rangeProblem } from './change-filters.ts';
import { ChangeRow } from './change-row.tsx';
import { ACTIONS, KINDS } from './labels.ts';

/** /changes: the changes of all records, with restore. */
export function ChangesPage() {
  usePageTitle('Changes');
  const { editing } = useEditMode();
  const [params, changeParams] = useQueuedSearchParams();
  const filters = filtersOf(params);
  const problem = rangeProblem(filters);
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    ...changesQuery(queryOf(params)),
    enabled: problem === undefined,
    placeholderData: keepPreviousData,
  });
  const change = (to: Partial<ChangeFilters>) =>
    changeParams((latest) => paramsOf({ ...filtersOf(latest), ...to }), { preventScrollReset: true });
  const isFiltered = urlOf(filters) !== urlOf(NO_FILTERS);

  const content = () => {
    if (problem) return null;
    if (error && !data)
      return (
        <FailedState
          title="Can’t load the changes"
          action={
            <Button busy={isFetching} onClick={() => void refetch()}>
              Retry
            </Button>
          }
        >
          {messageOf(error)}
        </FailedState>
      );
    if (!data)
      return (
        <Loading label="Loading changes...">
          <SkeletonList />
        </Loading>
      );
    if (data.changes.length === 0)
      return isFiltered ? (
        <NoMatchesState
          title="No changes found."
          action={<Button onClick={() => change(NO_FILTERS)}>Clear filters</Button>}
        >
          No changes match these filters.
        </NoMatchesState>
      ) : (
        <EmptyState title="No changes yet">Changes to voyages, people, media, and albums appear here.</EmptyState>
      );
    return (
      <div aria-busy={isPlaceholderData} data-stale={isPlaceholderData || undefined} className="flex flex-col gap-8">
        {daysOf(data.changes).map(({ day, changes }) => (
          <section key={day} aria-label={day}>
            <h2 className="mb-1 text-21">{day}</h2>
            <ol className="divide-y divide-rule border-y border-rule">
              {changes.map((item) => (
                <ChangeRow key={`${item.kind} ${item.slug} ${item.revision}`} change={item} editing={editing} />
              ))}
            </ol>
          </section>
        ))}
        <nav aria-label="Pages" className="flex justify-end gap-2 print:hidden">
          <Step rel="prev" text="Newer" href={data.newer && urlOf(filters, { newer: data.newer })} />
          <Step rel="next" text="Older" href={data.older && urlOf(filters, { older: data.older })} />
        </nav>
      </div>
    );
  };

  return (
    <div className="flex flex-col gap-8">
      <PageHeader
        title="Changes"
        lede={
          editing
            ? 'What was changed, by whom, and when. Deleted records and earlier versions can be restored.'
            : 'What was changed, by whom, and when. Turn on Edit Mode to restore a record.'
        }
      />
      <Filters filters={filters} curators={data?.curators ?? []} problem={problem} onChange={change} />
      {content()}
    </div>
  );
}

interface FiltersProps {
  filters: ChangeFilters;
  curators: string[];
  problem: string | undefined;
  onChange: (to: Partial<ChangeFilters>) => void;
}

function Filters({ filters, curators, problem, onChange }: FiltersProps) {
  const curatorOptions = filters.by === '' || curators.includes(filters.by) ? curators : [...curators, filters.by];
  return (
    <search aria-label="Filter changes" className="grid grid-cols-2 items-start gap-3 lg:grid-cols-5 print:hidden">
      <Select
        label="Record"
        value={filters.kind}
        options={[
          { value: '', label: 'All records' },
          ...Object.entries(KINDS).map(([value, { plural }]) => ({ value, label: plural })),
        ]}
        onChange={({ target }) => onChange({ kind: target.value as ChangeFilters['kind'] })}
      />
      <Select
        label="Change"
        value={filters.action}
        options={[
          { value: '', label: 'All changes' },
          ...Object.entries(ACTIONS).map(([value, label]) => ({ value, label })),
        ]}
        onChange={({ target }) => onChange({ action: target.value as ChangeFilters['action'] })}
      />
      <Select
        label="Curator"
        value={filters.by}
        fieldClassName="max-lg:col-span-2"
        options={[{ value: '', label: 'Everyone' }, ...curatorOptions.map((name) => ({ value: name, label: name }))]}
        onChange={({ target }) => onChange({ by: target.value })}
      />
      <TextField
        label="From"
        type="date"
        value={filters.from}
        onChange={({ target }) => onChange({ from: target.value })}
      />
      <TextField
        label="To"
        type="date"
        value={filters.to}
        error={problem}
        onChange={({ target }) => onChange({ to: target.value })}
      />
      <div className="col-span-full flex flex-wrap items-center justify-between gap-3">
        <Checkbox
          label="Hide imports"
          checked={filters.hideImports}
          onChange={({ target }) => onChange({ hideImports: target.checked })}
        />
        {urlOf(filters) !== urlOf(NO_FILTERS) && (
          <Button variant="quiet" size="small" onClick={() => onChange(NO_FILTERS)}>
            Clear filters
          </Button>
        )}
      </div>
    </search>
  );
}

function Step({ rel, text, href }: { rel: 'prev' | 'next'; text: string; href: string | null }) {
  const inside = (
    <>
      {rel === 'prev' && <ChevronLeft aria-hidden className="size-4" />}
      {text}
      {rel === 'next' && <ChevronRight aria-hidden className="size-4" />}
    </>
  );
  const className = buttonClass({ size: 'small' });
  return href === null ? (
    <span aria-disabled className={className}>
      {inside}
    </span>
  ) : (
    <Anchor href={href} rel={rel} className={className}>
      {inside}
    </Anchor>
  );
}

/** The changes by day, in the user's time zone. */
function daysOf(changes: RecordChange[]): { day: string; changes: RecordChange[] }[] {
  const days = Map.groupBy(changes, ({ changed_at }) => formatDay(changed_at));
  return [...days].map(([day, dayChanges]) => ({ day, changes: dayChanges }));
}
