import { statement, type StatementExecutor } from '../../database/index.ts';
import type { HistoryKind } from './snapshots.ts';

export interface NewRevision {
  kind: HistoryKind;
  slug: string;
  action: 'create' | 'update' | 'delete' | 'restore';
  /** Snapshot of the record before the change; null if it didn't exist. */
  before: object | null;
}

/** The author of a change, and the import that makes it. */
export interface Author {
  changedBy: string;
  /** Set for changes that an import makes. */
  operationId?: string | null;
}

const WRITE = statement(
  'history-write',
  `insert into history (kind, slug, revision, action, changed_by, before, operation_id)
  select n.kind, n.slug,
    coalesce((select max(h.revision) from history h where h.kind = n.kind and h.slug = n.slug), 0)
      + row_number() over (partition by n.kind, n.slug order by n.position),
    n.action, $2, n.before, $3
  from rows from (jsonb_to_recordset($1::jsonb) as (kind text, slug text, action text, before jsonb)) with ordinality
    as n (kind, slug, action, before, position)`,
);

/**
 * Writes revisions in one statement. The caller holds a lock on each record, or has just created or deleted it, so the revisions of a
 * record are numbered in the order of its changes.
 */
export async function writeRevisions(
  executor: StatementExecutor,
  revisions: readonly NewRevision[],
  { changedBy, operationId = null }: Author,
): Promise<void> {
  if (revisions.length === 0) return;
  await executor.execute(WRITE, [JSON.stringify(revisions), changedBy, operationId]);
}
