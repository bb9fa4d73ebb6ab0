import type { ClientBase } from 'pg';
import type { Choices } from '../plan/decision.ts';
import type { Item, ItemConflict } from '../plan/item.ts';

const NOTE = `
  insert into ingest_item (operation_id, ordinal, action, voyage_id, voyage_slug, title, start_date, line, end_line, changes,
    conflicts, passage, base_version, base_hash, decision, baseline)
  select $1, ordinal, action, voyage_id, voyage_slug, title, start_date, line, end_line, changes, conflicts, passage, base_version,
    base_hash, decision, baseline
  from jsonb_to_recordset($2::jsonb) as n(ordinal int, action text, voyage_id int, voyage_slug text, title text, start_date text,
    line int, end_line int, changes jsonb, conflicts jsonb, passage jsonb, base_version int, base_hash text, decision text,
    baseline jsonb)`;

/** Inserts items in the current transaction. */
export async function insertItems(client: ClientBase, operationId: string, items: readonly Item[]): Promise<void> {
  if (items.length === 0) return;
  await client.query({ name: 'ingest.items', text: NOTE, values: [operationId, JSON.stringify(items)] });
}

export async function deleteItems(client: ClientBase, operationId: string): Promise<void> {
  await client.query('delete from ingest_item where operation_id = $1', [operationId]);
}

/** Whether a preview made the same decisions about these voyages. */
export async function matchesDryRun(client: ClientBase, dryRun: string, items: readonly Item[]): Promise<boolean> {
  const { rows } = await client.query<{ same: number }>({
    name: 'ingest.same-decisions',
    text: `
      select count(*)::int as same from ingest_item i join jsonb_to_recordset($2::jsonb) as n(ordinal int, decision text)
        on n.ordinal = i.ordinal and n.decision = i.decision
      where i.operation_id = $1`,
    values: [dryRun, JSON.stringify(items.map(({ ordinal, decision }) => ({ ordinal, decision })))],
  });
  return rows[0]?.same === items.length;
}

/** Choices in a preview's conflicts, by ordinal. */
export async function choicesOf(client: ClientBase, dryRun: string | null): Promise<Map<number, Choices>> {
  if (dryRun === null) return new Map();
  const { rows } = await client.query<{ ordinal: number; conflicts: ItemConflict[] }>(
    `select ordinal, conflicts from ingest_item where operation_id = $1 and conflicts <> '[]'`,
    [dryRun],
  );
  return new Map(rows.map(({ ordinal, conflicts }) => [ordinal, chosenIn(conflicts)]));
}

export const chosenIn = (conflicts: readonly ItemConflict[]): Choices =>
  new Map(
    conflicts.flatMap(({ field, choice, values }) =>
      choice === null ? [] : [[field, { choice, archive: values.archive, document: values.document }] as const],
    ),
  );
