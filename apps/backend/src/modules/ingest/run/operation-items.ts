import type { ClientBase } from 'pg';
import type { Choices } from '../plan/decision.ts';
import type { Item, ItemConflict } from '../plan/item.ts';

const NOTE = `
  insert into ingest_item (operation_id, ordinal, action, voyage_id, voyage_slug, title, start_date, line, end_line, changes,
    conflicts, passage, seen_version, seen, decision, remembered)
  select $1, ordinal, action, voyage_id, voyage_slug, title, start_date, line, end_line, changes, conflicts, passage, seen_version,
    seen, decision, remembered
  from jsonb_to_recordset($2::jsonb) as n(ordinal int, action text, voyage_id int, voyage_slug text, title text, start_date text,
    line int, end_line int, changes jsonb, conflicts jsonb, passage jsonb, seen_version int, seen text, decision text,
    remembered jsonb)`;

/** Notes what becomes of voyages, in the transaction that the connection is in. */
export async function noteItems(client: ClientBase, operationId: string, items: readonly Item[]): Promise<void> {
  if (items.length === 0) return;
  await client.query({ name: 'ingest.items', text: NOTE, values: [operationId, JSON.stringify(items)] });
}

export async function forgetItems(client: ClientBase, operationId: string): Promise<void> {
  await client.query('delete from ingest_item where operation_id = $1', [operationId]);
}

/** Whether a dry run has decided the same of the same voyages. */
export async function decidedAlike(client: ClientBase, dryRun: string, items: readonly Item[]): Promise<boolean> {
  const { rows } = await client.query<{ alike: number }>({
    name: 'ingest.decided-alike',
    text: `
      select count(*)::int as alike from ingest_item i join jsonb_to_recordset($2::jsonb) as n(ordinal int, decision text)
        on n.ordinal = i.ordinal and n.decision = i.decision
      where i.operation_id = $1`,
    values: [dryRun, JSON.stringify(items.map(({ ordinal, decision }) => ({ ordinal, decision })))],
  });
  return rows[0]?.alike === items.length;
}

/** What has been chosen about a dry run's conflicts, by the ordinals of its voyages. */
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
