import type { UndoBlockers } from '@archive/contracts';
import { formatDate } from '@archive/voyage-document';
import type { StatementExecutor } from '../../../database/index.ts';
import { type EditedRow, EDITED_SINCE, MISSING_RECORDS, NEEDED_SINCE } from './undo-sql.ts';

type Blocker = UndoBlockers['blockers'][number];

const ACTION_TEXTS = { create: 'created again', update: 'edited', delete: 'deleted', restore: 'restored' } as const;

function reasonOf({ action, changed_by, changed_at, by_ingest }: EditedRow): string {
  const date = formatDate(changed_at.slice(0, 10));
  return by_ingest
    ? `A later import changed it on ${date}. Undo that import first.`
    : `It was ${ACTION_TEXTS[action]} by ${changed_by} on ${date}.`;
}

/** Everything that prevents an undo, with reasons. */
export async function findUndoBlockers(executor: StatementExecutor, id: string): Promise<Blocker[]> {
  const edited = await executor.rows(EDITED_SINCE, [id]);
  const needed = await executor.rows(NEEDED_SINCE, [id]);
  const missing = await executor.rows(MISSING_RECORDS, [id]);
  return [
    ...edited.map((item) => ({ kind: item.kind, slug: item.slug, title: item.title, reason: reasonOf(item) })),
    ...needed,
    ...missing,
  ];
}
