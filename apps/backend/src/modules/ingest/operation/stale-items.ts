import type { IngestReport, StaleReason } from '@archive/contracts';
import { col, type RowOf, statement, type StatementExecutor } from '../../../database/index.ts';
import { voyagesById } from '../plan/archive-state.ts';
import type { Item } from '../plan/item.ts';
import { digestOf } from '../plan/voyage-fields.ts';

/** Voyages that are left out when a preview is applied, by ordinal, with the reasons. */
export type StaleItems = ReadonlyMap<number, StaleReason>;

/** Voyages whose planned decision differs from the preview's. */
const DIFFERENT = statement(
  'ingest-stale-plan',
  `
  select n.ordinal, case when i.voyage_id is null and n.voyage_id is not null then 'added'
    when i.voyage_id is not null and n.voyage_id is null then 'deleted'
    when i.voyage_id is null then 'people' else 'changed' end as reason
  from jsonb_to_recordset($2::jsonb) as n(ordinal int, voyage_id int, decision text)
  left join ingest_item i on i.operation_id = $1 and i.ordinal = n.ordinal
  where i.decision is distinct from n.decision`,
  { ordinal: col.int, reason: col.text.as<StaleReason>() },
);

const CHANGED_COLUMNS = {
  ordinal: col.int,
  title: col.text,
  voyage_id: col.int,
  voyage_slug: col.text.nullable(),
  deleted: col.bool,
  base_hash: col.text.nullable(),
  changed_by: col.text.nullable(),
};
type ChangedItem = RowOf<typeof CHANGED_COLUMNS>;

/** Maximum number of voyages that a report compares. */
const MAX_VOYAGES = 500;

/** Planned voyages that were deleted, or whose version changed. */
const CHANGED_VOYAGES = statement(
  'ingest-stale-changed',
  `
  select i.ordinal, coalesce(v.title, i.title) as title, i.voyage_id, v.slug as voyage_slug, v.id is null as deleted, i.base_hash,
    (select h.changed_by from history h where h.kind = 'voyage' and h.slug = coalesce(v.slug, i.voyage_slug)
      order by h.revision desc limit 1) as changed_by
  from ingest_item i left join voyage v on v.id = i.voyage_id
  where i.operation_id = $1 and i.voyage_id is not null and i.action <> 'unchanged'
    and (v.id is null or (v.version <> i.base_version and i.base_hash is not null))
  order by i.ordinal limit ${MAX_VOYAGES}`,
  CHANGED_COLUMNS,
);

/** New voyages of a preview with a date on which a voyage has been added to the archive since. */
const ADDED = statement(
  'ingest-stale-added',
  `
  select i.ordinal, i.title, min(v.slug) as voyage_slug
  from ingest_item i join ingest_operation o on o.id = i.operation_id
  join voyage v on v.start_date = i.start_date and v.created_at > o.planned_at
  where i.operation_id = $1 and i.action = 'create'
  group by i.ordinal, i.title order by i.ordinal limit ${MAX_VOYAGES}`,
  { ordinal: col.int, title: col.text, voyage_slug: col.text },
);

/** The items for which the preview planned a different decision, with the reasons. */
export async function differentItems(
  executor: StatementExecutor,
  preview: string,
  items: readonly Item[],
): Promise<[number, StaleReason][]> {
  const planned = items
    .filter(({ action }) => action !== 'unchanged')
    .map(({ ordinal, voyage_id, decision }) => ({ ordinal, voyage_id, decision }));
  const rows = await executor.rows(DIFFERENT, [preview, JSON.stringify(planned)]);
  return rows.map(({ ordinal, reason }) => [ordinal, reason]);
}

/** New voyages of a preview with a date on which a voyage has been added to the archive since. */
export async function addedSince(executor: StatementExecutor, preview: string): Promise<[number, StaleReason][]> {
  return (await executor.rows(ADDED, [preview])).map(({ ordinal }) => [ordinal, 'added']);
}

/** Voyages of a preview that changed in the archive since it was made, in document order; at most 500 of each kind. */
export async function staleVoyages(
  executor: StatementExecutor,
  preview: string,
): Promise<IngestReport['stale_voyages']> {
  const changedRows = await executor.rows(CHANGED_VOYAGES, [preview]);
  const addedRows = await executor.rows(ADDED, [preview]);
  const voyages = await voyagesById(
    executor,
    changedRows.filter(({ deleted }) => !deleted).map(({ voyage_id }) => voyage_id),
  );
  // Attaching media changes the version of a voyage, so only its content is compared.
  const isDifferent = ({ voyage_id, base_hash, deleted }: ChangedItem) => {
    const voyage = voyages.get(voyage_id);
    return deleted || !voyage || digestOf(voyage.current) !== base_hash;
  };
  return [
    ...changedRows.filter(isDifferent).map(({ ordinal, title, voyage_slug, deleted, changed_by }) => ({
      ordinal,
      title,
      voyage_slug,
      reason: deleted ? ('deleted' as const) : ('changed' as const),
      changed_by,
    })),
    ...addedRows.map(({ ordinal, title, voyage_slug }) => ({
      ordinal,
      title,
      voyage_slug,
      reason: 'added' as const,
      changed_by: null,
    })),
  ].toSorted((a, b) => a.ordinal - b.ordinal);
}
