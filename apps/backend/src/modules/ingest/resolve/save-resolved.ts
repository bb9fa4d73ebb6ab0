import type { IngestItem, IngestReport } from '@archive/contracts';
import { col, statement, type StatementExecutor } from '../../../database/index.ts';
import { conflictMessage, STALE_MESSAGES } from '../plan/planner.ts';
import type { ConflictItem } from './apply-choices.ts';

const KEEP = statement(
  'ingest-resolve-save-baselines',
  `
  update ingest_item i set conflicts = n.conflicts, action = n.action, baseline = coalesce(i.baseline, n.baseline)
  from jsonb_to_recordset($2::jsonb) as n(ordinal int, conflicts jsonb, action text, baseline jsonb)
  where i.operation_id = $1 and i.ordinal = n.ordinal`,
);

const COUNT = statement(
  'ingest-resolve-count',
  `
  update ingest_operation o set updated_at = now(), approved_by = case when o.dry_run then null else o.approved_by end,
    prepared_by = case when o.dry_run and $2::text is not null then o.prepared_by || $2 else o.prepared_by end, plan = (
    select jsonb_object_agg(a.action, (select count(*) from ingest_item i where i.operation_id = o.id and i.action = a.action))
    from unnest(array['create', 'update', 'unchanged', 'conflict']) a (action))
  where o.id = $1 returning plan`,
  { plan: col.json<IngestReport['plan']>() },
);

/** Deletes the warnings of resolved conflicts. */
const RESOLVED = statement(
  'ingest-resolve-problems',
  `
  delete from ingest_problem p using jsonb_to_recordset($2::jsonb) as n(line int, field text, message text)
  where p.operation_id = $1 and p.line = n.line and p.field is not distinct from n.field and p.message = n.message`,
);

interface Resolved {
  /** Who chose; null for choices of an earlier preview. */
  by: string | null;
  /** The previous baselines of changed voyages, by ordinal. */
  baselines?: ReadonlyMap<number, object> | undefined;
}

/** Saves the choices set on items, and their effects. Returns the plan with them. */
export async function saveResolved(
  executor: StatementExecutor,
  id: string,
  items: readonly ConflictItem[],
  { by, baselines = new Map() }: Resolved,
): Promise<IngestReport['plan'] | undefined> {
  await executor.execute(KEEP, [id, JSON.stringify(items.map(resolvedRow(baselines)))]);
  await executor.execute(RESOLVED, [id, JSON.stringify(items.flatMap(resolvedProblems))]);
  return (await executor.row(COUNT, [id, by]))?.plan;
}

function actionOf({ conflicts, has_changes }: ConflictItem): IngestItem['action'] {
  if (conflicts.some(({ choice }) => choice === null)) return 'conflict';
  return has_changes || conflicts.some(({ choice }) => choice === 'take') ? 'update' : 'unchanged';
}

const resolvedRow = (baseline: ReadonlyMap<number, object>) => (item: ConflictItem) => ({
  ordinal: item.ordinal,
  conflicts: item.conflicts,
  action: actionOf(item),
  baseline: baseline.get(item.ordinal) ?? null,
});

const resolvedProblems = ({ line, conflicts }: ConflictItem) => [
  ...conflicts
    .filter(({ choice }) => choice !== null)
    .map(({ label }) => ({ line, field: label, message: conflictMessage(label) })),
  ...(conflicts.every(({ choice }) => choice !== null)
    ? STALE_MESSAGES.map((message) => ({ line, field: null, message }))
    : []),
];
