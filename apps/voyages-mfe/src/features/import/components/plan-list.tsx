import { ingestPlanQuery } from '@archive/api-client';
import { type IngestItem, type IngestReport } from '@archive/contracts';
import { keepPreviousData, useQuery } from '@archive/query';
import { useSearchParams } from '@archive/router';
import { formatNumber, Pagination, Select, SkeletonList } from '@archive/ui';
import { planTotal, type LineRange } from '../labels.ts';
import { PlanItem } from './plan-item.tsx';
import { LoadFailed } from './load-failed.tsx';

const PAGE_SIZE = 50;
const ACTIONS = ['create', 'update', 'conflict', 'rejected', 'unchanged'] as const;
const PROBLEMS = 'problems';
const LABELS: Record<IngestItem['action'], string> = {
  create: 'New',
  update: 'Changed',
  conflict: 'Conflicts',
  unchanged: 'Unchanged',
  rejected: 'Skipped',
};

function titleOf({ dry_run, status, undone_at }: IngestReport): string {
  if (undone_at !== null) return 'Undone changes';
  return !dry_run && status === 'completed' ? 'Changes made' : 'Planned changes';
}

interface PlanListProps {
  report: IngestReport;
  /** The lines of the document; undefined until they are loaded. */
  text: readonly string[] | undefined;
  onShowLines: (lines: LineRange) => void;
}

/** Planned or completed changes by voyage; the filter and page are in the URL. */
export function PlanList({ report, text, onShowLines }: PlanListProps) {
  const [params, setParams] = useSearchParams();
  const { operation_id } = report;
  const plan = { ...report.plan, rejected: report.rejected };
  const action = ACTIONS.find((action) => action === params.get('show'));
  const hasProblems = params.get('show') === PROBLEMS;
  const show = hasProblems ? PROBLEMS : action;
  const page = Math.max(1, Number(params.get('page')) || 1);
  const query = {
    ...(action ? { action: [action] } : {}),
    ...(hasProblems ? { problems: '1' as const } : {}),
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
  };
  const { data, error, isFetching, refetch } = useQuery({
    ...ingestPlanQuery(operation_id, query),
    placeholderData: keepPreviousData,
  });
  const options = [
    { value: '', label: `All voyages (${formatNumber(planTotal(report))})` },
    ...ACTIONS.filter((item) => plan[item] > 0 || item === action).map((action) => ({
      value: action,
      label: `${LABELS[action]} (${formatNumber(plan[action])})`,
    })),
    ...(report.problems.length > 0 || hasProblems ? [{ value: PROBLEMS, label: 'With problems' }] : []),
  ];
  const hrefOf = (to: number) => {
    const search = new URLSearchParams({
      ...(show ? { show } : {}),
      ...(to > 1 ? { page: String(to) } : {}),
    });
    return `?${search}`;
  };
  return (
    <section aria-labelledby="plan" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3 border-b border-rule pb-3">
        <h2 id="plan" className="font-serif text-21">
          {titleOf(report)}
        </h2>
        <Select
          label="Show"
          value={show ?? ''}
          options={options}
          onChange={({ target: { value } }) => setParams(value ? { show: value } : {}, { replace: true })}
        />
      </div>
      {data?.items.length === 0 && <p className="py-3 text-faded">No voyages to show. Choose another filter.</p>}
      {data && (
        <ul aria-busy={isFetching} className="divide-y divide-rule">
          {data.items.map((item) => (
            <PlanItem key={item.ordinal} item={item} report={report} text={text} onShowLines={onShowLines} />
          ))}
        </ul>
      )}
      {data && (
        <Pagination
          page={page}
          pageSize={PAGE_SIZE}
          total={data.total}
          hrefOf={hrefOf}
          label="Pages of planned changes"
        />
      )}
      {!data && !error && <SkeletonList label="Loading planned changes..." rows={6} />}
      {!data && error && <LoadFailed title="Can’t load planned changes" query={{ error, isFetching, refetch }} />}
    </section>
  );
}
