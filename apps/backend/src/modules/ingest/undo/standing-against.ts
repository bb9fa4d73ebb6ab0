import type { UndoRefusal } from '@archive/contracts';
import { formatPartialDate } from '@archive/voyage-document';
import type { Statements } from '../../../database/index.ts';
import { EDITED_SINCE, MISSING, NEEDED_SINCE } from './undo-sql.ts';

type Standing = UndoRefusal['stands_against'][number];

interface Edited extends Omit<Standing, 'reason'> {
  action: 'create' | 'update' | 'delete' | 'restore';
  changed_by: string;
  changed_at: string;
  by_ingest: boolean;
}

const DONE = { create: 'made again', update: 'edited', delete: 'deleted', restore: 'brought back' } as const;

function reasonOf({ action, changed_by, changed_at, by_ingest }: Edited): string {
  const on = formatPartialDate(changed_at.slice(0, 10));
  return by_ingest
    ? `A later ingest changed it on ${on}; undo that one first.`
    : `It was ${DONE[action]} by ${changed_by} on ${on}.`;
}

/** Everything that keeps an ingest from being undone as a whole, each with its reason. */
export async function standingAgainst(statements: Statements, id: string): Promise<Standing[]> {
  const edited = await statements.rows<Edited>('ingest.undo-edited', EDITED_SINCE, [id]);
  const needed = await statements.rows<Standing>('ingest.undo-needed', NEEDED_SINCE, [id]);
  const missing = await statements.rows<Standing>('ingest.undo-missing', MISSING, [id]);
  return [
    ...edited.map((one) => ({ kind: one.kind, slug: one.slug, title: one.title, reason: reasonOf(one) })),
    ...needed,
    ...missing,
  ];
}
