import { col, statement, type StatementExecutor } from '../../../database/index.ts';
import type { Choices } from '../plan/decision.ts';
import type { Item, ItemConflict } from '../plan/item.ts';

const INSERT = statement(
  'ingest-items',
  `
  insert into ingest_item (operation_id, ordinal, action, voyage_id, voyage_slug, title, start_date, line, end_line, changes,
    conflicts, passage, base_version, base_hash, decision, baseline, card)
  select $1, ordinal, action, voyage_id, voyage_slug, title, start_date, line, end_line, changes, conflicts, passage, base_version,
    base_hash, decision, baseline, card
  from jsonb_to_recordset($2::jsonb) as n(ordinal int, action text, voyage_id int, voyage_slug text, title text, start_date text,
    line int, end_line int, changes jsonb, conflicts jsonb, passage jsonb, base_version int, base_hash text, decision text,
    baseline jsonb, card jsonb)`,
);
const DELETE = statement('ingest-items-delete', 'delete from ingest_item where operation_id = $1');
const CONFLICTS = statement(
  'ingest-items-with-conflicts',
  `select ordinal, conflicts from ingest_item where operation_id = $1 and conflicts <> '[]'`,
  { ordinal: col.int, conflicts: col.json<ItemConflict[]>() },
);

/** Inserts items in the current transaction. */
export async function insertItems(
  executor: StatementExecutor,
  operationId: string,
  items: readonly Item[],
): Promise<void> {
  if (items.length === 0) return;
  await executor.execute(INSERT, [operationId, JSON.stringify(items)]);
}

export const deleteItems = (executor: StatementExecutor, operationId: string): Promise<number> =>
  executor.execute(DELETE, [operationId]);

/** Choices in a preview's conflicts, by ordinal. */
export async function choicesOf(executor: StatementExecutor, dryRun: string | null): Promise<Map<number, Choices>> {
  if (dryRun === null) return new Map();
  const rows = await executor.rows(CONFLICTS, [dryRun]);
  return new Map(rows.map(({ ordinal, conflicts }) => [ordinal, choicesIn(conflicts)]));
}

export const choicesIn = (conflicts: readonly ItemConflict[]): Choices =>
  new Map(
    conflicts.flatMap(({ field, choice, values }) =>
      choice === null ? [] : [[field, { choice, archive: values.archive, document: values.document }] as const],
    ),
  );
