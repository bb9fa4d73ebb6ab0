import type { UndoBlockers } from '@archive/contracts';
import { formatPartialDate } from '@archive/voyage-document';
import type { Statements } from '../../../database/index.ts';
import { EDITED_SINCE, MISSING_RECORDS, NEEDED_SINCE } from './undo-sql.ts';

type Blocker = UndoBlockers['blockers'][number];

interface Edited extends Omit<Blocker, 'reason'> {
  action: 'create' | 'update' | 'delete' | 'restore';
  changed_by: string;
  changed_at: string;
  by_ingest: boolean;
}

const DONE = { create: 'created again', update: 'edited', delete: 'deleted', restore: 'restored' } as const;

function reasonOf({ action, changed_by, changed_at, by_ingest }: Edited): string {
  const on = formatPartialDate(changed_at.slice(0, 10));
  return by_ingest
    ? `A later import changed it on ${on}. Undo that import first.`
    : `It was ${DONE[action]} by ${changed_by} on ${on}.`;
}

/** Everything that prevents an undo, with reasons. */
export async function findUndoBlockers(statements: Statements, id: string): Promise<Blocker[]> {
  const edited = await statements.rows<Edited>('ingest.undo-edited', EDITED_SINCE, [id]);
  const needed = await statements.rows<Blocker>('ingest.undo-needed', NEEDED_SINCE, [id]);
  const missing = await statements.rows<Blocker>('ingest.undo-missing', MISSING_RECORDS, [id]);
  return [
    ...edited.map((one) => ({ kind: one.kind, slug: one.slug, title: one.title, reason: reasonOf(one) })),
    ...needed,
    ...missing,
  ];
}
