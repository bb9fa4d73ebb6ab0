import type { IngestReport, OvertakenReason } from '@archive/contracts';
import { col, type RowOf, statement, type Statements } from '../../../database/index.ts';
import { voyagesById } from '../plan/archive-state.ts';
import type { Item } from '../plan/item.ts';
import { digestOf } from '../plan/voyage-fields.ts';

/** Why voyages of a preview are left out, by ordinal. */
export type Overtaken = ReadonlyMap<number, OvertakenReason>;

/** Voyages whose plan is now another than in the preview. One that the archive already agrees with is none. */
const DIFFERENT = statement(
  'ingest-overtaken-plan',
  `
  select n.ordinal, case when i.voyage_id is null and n.voyage_id is not null then 'added'
    when i.voyage_id is not null and n.voyage_id is null then 'deleted' else 'changed' end as reason
  from jsonb_to_recordset($2::jsonb) as n(ordinal int, voyage_id int, decision text)
  left join ingest_item i on i.operation_id = $1 and i.ordinal = n.ordinal
  where i.decision is distinct from n.decision`,
  { ordinal: col.int, reason: col.text.as<OvertakenReason>() },
);

const MOVED_COLUMNS = {
  ordinal: col.int,
  title: col.text,
  voyage_id: col.int,
  voyage_slug: col.text.nullable(),
  deleted: col.bool,
  base_hash: col.text.nullable(),
  changed_by: col.text.nullable(),
};
type Moved = RowOf<typeof MOVED_COLUMNS>;

/** Largest number of voyages that a report compares. */
const MAX_VOYAGES = 500;

/** Planned voyages that were deleted, or whose version changed. */
const MOVED = statement(
  'ingest-overtaken-moved',
  `
  select i.ordinal, coalesce(v.title, i.title) as title, i.voyage_id, v.slug as voyage_slug, v.id is null as deleted, i.base_hash,
    (select h.changed_by from history h where h.kind = 'voyage' and h.slug = coalesce(v.slug, i.voyage_slug)
      order by h.revision desc limit 1) as changed_by
  from ingest_item i left join voyage v on v.id = i.voyage_id
  where i.operation_id = $1 and i.voyage_id is not null and i.action <> 'unchanged'
    and (v.id is null or (v.version <> i.base_version and i.base_hash is not null))
  order by i.ordinal limit ${MAX_VOYAGES}`,
  MOVED_COLUMNS,
);

/** New voyages of the plan on whose date the archive got one since. */
const ADDED = statement(
  'ingest-overtaken-added',
  `
  select i.ordinal, i.title, min(v.slug) as voyage_slug
  from ingest_item i join ingest_operation o on o.id = i.operation_id
  join voyage v on v.start_date = i.start_date and v.created_at > o.planned_at
  where i.operation_id = $1 and i.action = 'create'
  group by i.ordinal, i.title order by i.ordinal limit ${MAX_VOYAGES}`,
  { ordinal: col.int, title: col.text, voyage_slug: col.text },
);

/** The voyages among these that a preview planned otherwise. */
export async function differentItems(
  statements: Statements,
  preview: string,
  items: readonly Item[],
): Promise<[number, OvertakenReason][]> {
  const planned = items
    .filter(({ action }) => action !== 'unchanged')
    .map(({ ordinal, voyage_id, decision }) => ({ ordinal, voyage_id, decision }));
  const rows = await statements.rows(DIFFERENT, [preview, JSON.stringify(planned)]);
  return rows.map(({ ordinal, reason }) => [ordinal, reason]);
}

/** New voyages of a preview on whose date the archive got one since. */
export async function addedSince(statements: Statements, preview: string): Promise<[number, OvertakenReason][]> {
  return (await statements.rows(ADDED, [preview])).map(({ ordinal }) => [ordinal, 'added']);
}

/** Voyages of a preview that changed in the archive since it was made, in document order; at most 500 of each kind. */
export async function overtakenVoyages(statements: Statements, preview: string): Promise<IngestReport['overtaken']> {
  const moved = await statements.rows(MOVED, [preview]);
  const added = await statements.rows(ADDED, [preview]);
  const voyages = await voyagesById(
    statements,
    moved.filter(({ deleted }) => !deleted).map(({ voyage_id }) => voyage_id),
  );
  // Attaching media changes the version of a voyage, so only its content is compared.
  const isOther = ({ voyage_id, base_hash, deleted }: Moved) => {
    const voyage = voyages.get(voyage_id);
    return deleted || !voyage || digestOf(voyage.current) !== base_hash;
  };
  return [
    ...moved.filter(isOther).map(({ ordinal, title, voyage_slug, deleted, changed_by }) => ({
      ordinal,
      title,
      voyage_slug,
      reason: deleted ? ('deleted' as const) : ('changed' as const),
      changed_by,
    })),
    ...added.map(({ ordinal, title, voyage_slug }) => ({
      ordinal,
      title,
      voyage_slug,
      reason: 'added' as const,
      changed_by: null,
    })),
  ].toSorted((a, b) => a.ordinal - b.ordinal);
}
