import type { HISTORY_KINDS } from '@archive/contracts';
import type { ClientBase } from 'pg';

export interface NewRevision {
  kind: (typeof HISTORY_KINDS)[number];
  slug: string;
  action: 'create' | 'update' | 'delete' | 'restore';
  /** The record before the change, as its row; null for one that was not there. */
  before: object | null;
}

/** Writes revisions in one statement, in the transaction that the connection is in. */
export async function writeRevisions(
  client: ClientBase,
  revisions: readonly NewRevision[],
  { changedBy, operationId = null }: { changedBy: string; operationId?: string | null },
): Promise<void> {
  if (revisions.length === 0) return;
  await client.query({
    name: 'history.write',
    text: `
      insert into history (kind, slug, revision, action, changed_by, before, operation_id)
      select n.kind, n.slug,
        coalesce((select max(h.revision) from history h where h.kind = n.kind and h.slug = n.slug), 0)
          + row_number() over (partition by n.kind, n.slug order by n.at),
        n.action, $2, n.before, $3
      from rows from (jsonb_to_recordset($1::jsonb) as (kind text, slug text, action text, before jsonb)) with ordinality
        as n (kind, slug, action, before, at)`,
    values: [JSON.stringify(revisions), changedBy, operationId],
  });
}
