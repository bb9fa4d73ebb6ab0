import { type ChangesParams, changesQuery, proposalsQuery } from '@archive/api-client';
import type { RecordChange } from '@archive/contracts';
import { keepPreviousData, useQuery } from '@archive/query';
import { QueryState, useAllows, useEditMode, usePageTitle, useQueuedSearchParams } from '@archive/shell-api';
import {
  Anchor,
  Button,
  Checkbox,
  EmptyState,
  LinkButton,
  NoMatchesState,
  PageHeader,
  Select,
  TextField,
  buttonClass,
  formatDay,
  formatNumber,
} from '@archive/ui';
import { ChevronLeft, ChevronRight } from '@archive/ui/icons';
import { ACTIONS, ChangeRow, KINDS } from './change-row.tsx';

/** /changes: the changes of all records, with restore. */
export function ChangesPage() {
  usePageTitle('Changes');
  const { editing } = useEditMode();
  const isCurator = useAllows('curator');
  const open = useQuery({ ...proposalsQuery({ limit: 0 }), enabled: isCurator }).data?.open;
  const [params, changeParams] = useQueuedSearchParams();
  const filters = filtersOf(params);
  const problem = rangeProblem(filters);
  const query = useQuery({
    ...changesQuery(queryOf(params)),
    enabled: problem === undefined,
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData } = query;
  const change = (to: Partial<ChangeFilters>) =>
    changeParams((latest) => paramsOf({ ...filtersOf(latest), ...to }), { preventScrollReset: true });
  const isFiltered = urlOf(filters) !== urlOf(NO_FILTERS);

  const content = () => {
    if (problem) return null;
    if (!data) return <QueryState query={query} failed="Can’t load the changes" loading="Loading changes..." />;
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
        actions={
          isCurator && (
            <LinkButton href="/account/proposals">Proposals{open ? ` (${formatNumber(open)})` : ''}</LinkButton>
          )
        }
        lede={
          editing || !isCurator
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
      <div className="col-span-full flex flex-wrap items-center gap-x-6 gap-y-3">
        <Checkbox
          label="Hide imports"
          checked={filters.hideImports}
          onChange={({ target }) => onChange({ hideImports: target.checked })}
        />
        <Checkbox
          label="My changes"
          checked={filters.own}
          onChange={({ target }) => onChange({ own: target.checked })}
        />
        {urlOf(filters) !== urlOf(NO_FILTERS) && (
          <Button variant="quiet" size="small" className="ml-auto" onClick={() => onChange(NO_FILTERS)}>
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

/** Filters of the list, stored in the URL. An empty string means no filter. */
interface ChangeFilters {
  kind: keyof typeof KINDS | '';
  action: keyof typeof ACTIONS | '';
  by: string;
  /** First and last day, in the user's time zone. */
  from: string;
  to: string;
  /** Leaves out changes that imports made. */
  hideImports: boolean;
  /** Only one’s own changes. */
  own: boolean;
}

const NO_FILTERS: ChangeFilters = { kind: '', action: '', by: '', from: '', to: '', hideImports: false, own: false };

/** The start of a day in the user's time zone, moved by `dayOffset` days; undefined for text that isn't a day. */
function midnight(day: string, dayOffset = 0): Date | undefined {
  const [year, month, date] = /^\d{4}-\d\d-\d\d$/.test(day) ? day.split('-').map(Number) : [];
  if (!year || !month || !date) return undefined;
  const start = new Date(year, month - 1, date);
  // Rejects February 30.
  return start.getDate() === date ? new Date(year, month - 1, date + dayOffset) : undefined;
}

const keyOrEmpty = <K extends string>(names: Record<K, unknown>, text: string | null): K | '' =>
  text !== null && Object.hasOwn(names, text) ? (text as K) : '';

/** Reads the filters of a URL; invalid values are ignored. */
function filtersOf(params: URLSearchParams): ChangeFilters {
  const day = (name: string) => (midnight(params.get(name) ?? '') ? (params.get(name) ?? '') : '');
  return {
    kind: keyOrEmpty(KINDS, params.get('kind')),
    action: keyOrEmpty(ACTIONS, params.get('action')),
    by: params.get('by') ?? '',
    from: day('from'),
    to: day('to'),
    hideImports: params.get('imports') === '0',
    own: params.get('whose') === 'own',
  };
}

function paramsOf(filters: ChangeFilters, page: { older?: string; newer?: string } = {}): URLSearchParams {
  const params = new URLSearchParams();
  for (const name of ['kind', 'action', 'by', 'from', 'to'] as const)
    if (filters[name]) params.set(name, filters[name]);
  if (filters.hideImports) params.set('imports', '0');
  if (filters.own) params.set('whose', 'own');
  for (const name of ['older', 'newer'] as const) if (page[name]) params.set(name, page[name]);
  return params;
}

/** The URL of the list with these filters and, if given, the cursor of a page. */
function urlOf(filters: ChangeFilters, page: { older?: string; newer?: string } = {}): string {
  const params = paramsOf(filters, page);
  return params.size > 0 ? `/changes?${params}` : '/changes';
}

const rangeProblem = ({ from, to }: ChangeFilters): string | undefined =>
  from && to && to < from
    ? 'The From date is after the To date. Choose an earlier From date or a later To date.'
    : undefined;

/** The API query for the filters and cursor in the URL. */
function queryOf(params: URLSearchParams): ChangesParams {
  const { kind, action, by, from, to, hideImports, own } = filtersOf(params);
  const older = params.get('older');
  const newer = params.get('newer');
  return {
    ...(kind ? { kind } : {}),
    ...(action ? { action } : {}),
    ...(by ? { changed_by: by } : {}),
    ...(from ? { since: midnight(from)?.toISOString() } : {}),
    ...(to ? { until: midnight(to, 1)?.toISOString() } : {}),
    ...(hideImports ? { imports: 'exclude' as const } : {}),
    ...(own ? { whose: 'own' as const } : {}),
    ...(older ? { older_than: older } : newer ? { newer_than: newer } : {}),
  };
}
