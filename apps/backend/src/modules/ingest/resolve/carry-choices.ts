import { isDeepStrictEqual } from 'node:util';
import { col, statement, type StatementExecutor } from '../../../database/index.ts';
import { choicesIn } from '../operation/operation-items.ts';
import type { ItemConflict } from '../plan/item.ts';
import { CONFLICT_ITEM, type ConflictItem } from './apply-choices.ts';
import { saveResolved } from './save-resolved.ts';

const CHOSEN = statement(
  'ingest-carry-chosen',
  `select voyage_id, conflicts from ingest_item where operation_id = $1 and voyage_id is not null and conflicts <> '[]'`,
  { voyage_id: col.int, conflicts: col.json<ItemConflict[]>() },
);
const OPEN = statement(
  'ingest-carry-open',
  `
  select ordinal, line, title, voyage_id, changes <> '[]' as has_changes, conflicts, passage from ingest_item
  where operation_id = $1 and action = 'conflict' and passage is not null order by ordinal`,
  CONFLICT_ITEM,
);

/** The conflicts of a voyage in a preview. */
interface VoyageConflicts {
  voyage_id: number;
  conflicts: ItemConflict[];
}

export const chosenIn = (executor: StatementExecutor, preview: string): Promise<VoyageConflicts[]> =>
  executor.rows(CHOSEN, [preview]);

/** Copies earlier choices to conflicts where both values are still the same. Runs in the current transaction. */
export async function carryChoices(
  executor: StatementExecutor,
  id: string,
  earlier: readonly VoyageConflicts[],
): Promise<void> {
  const choicesByVoyage = new Map(earlier.map(({ voyage_id, conflicts }) => [voyage_id, choicesIn(conflicts)]));
  if (choicesByVoyage.size === 0) return;
  const carried = (await executor.rows(OPEN, [id])).filter((item) =>
    carryInto(item, choicesByVoyage.get(item.voyage_id)),
  );
  if (carried.length > 0) await saveResolved(executor, id, carried, { by: null });
}

/** Copies the choices that are still valid to the item. Returns whether there were any. */
function carryInto({ conflicts }: ConflictItem, choices: ReturnType<typeof choicesIn> | undefined): boolean {
  let hasEarlierChoices = false;
  for (const conflict of conflicts) {
    const earlier = choices?.get(conflict.field);
    const { archive, document } = conflict.values;
    if (!earlier || !isDeepStrictEqual([earlier.archive, earlier.document], [archive, document])) continue;
    conflict.choice = earlier.choice;
    hasEarlierChoices = true;
  }
  return hasEarlierChoices;
}
