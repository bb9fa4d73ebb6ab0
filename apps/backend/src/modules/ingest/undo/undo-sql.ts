import type { UndoBlockers } from '@archive/contracts';
import { col, type RowOf, statement } from '../../../database/index.ts';

const RECORD = { id: col.int, slug: col.text };
export type RecordRef = RowOf<typeof RECORD>;

type Blocker = UndoBlockers['blockers'][number];

const BLOCKER = { kind: col.text.as<Blocker['kind']>(), slug: col.text, title: col.text };

const EDITED = {
  ...BLOCKER,
  action: col.text.as<'create' | 'update' | 'delete' | 'restore'>(),
  changed_by: col.text,
  changed_at: col.text,
  by_ingest: col.bool,
};
export type EditedRow = RowOf<typeof EDITED>;

export interface VoyageSnapshot {
  passengers: { person_slug: string; voyage_notes: string | null }[];
  keys: { president: number | null; people: Record<string, number>; media: Record<string, number> };
}

/** First change of each record by an import. Undo restores the state before it. */
const FIRST_CHANGES = `
  select distinct on (h.kind, h.slug) h.kind, h.slug, h.revision, h.action, h.before
  from history h where h.operation_id = $1 order by h.kind, h.slug, h.revision`;

/** Records that an import created, by their current slugs. */
const CREATED_RECORDS = `select f.slug from (${FIRST_CHANGES}) f where f.kind = 'KIND' and f.action = 'create'`;
const createdRecords = (kind: 'voyage' | 'person' | 'president' | 'media') => CREATED_RECORDS.replace('KIND', kind);

export const LOCK_VOYAGES = statement(
  'ingest-undo-voyages',
  `
  select v.id, v.slug, f.action = 'create' as created
  from (${FIRST_CHANGES}) f join voyage v on v.slug = f.slug where f.kind = 'voyage' order by v.id for update of v`,
  { ...RECORD, created: col.bool },
);

/** Later changes of these records by curators, and by other imports that were not undone. */
export const EDITED_SINCE = statement(
  'ingest-undo-edited',
  `
  select distinct on (h.kind, h.slug) h.kind, h.slug, h.action, h.changed_by, instant_text(h.changed_at) as changed_at,
    h.operation_id is not null as by_ingest,
    coalesce(h.before ->> 'title', h.before ->> 'full_name', h.slug) as title
  from (${FIRST_CHANGES}) f join history h on h.kind = f.kind and h.slug = f.slug and h.revision > f.revision
  left join ingest_operation o on o.id = h.operation_id
  where h.operation_id is distinct from $1 and o.undone_at is null
  order by h.kind, h.slug, h.revision desc`,
  EDITED,
);

/** Albums of voyages that the undo would delete, and other uses of media that it would delete. */
export const NEEDED_SINCE = statement(
  'ingest-undo-needed',
  `
  select 'album' as kind, a.slug, a.title, 'It’s an album of “' || v.title || '”, which undoing would delete.' as reason
  from album a join voyage v on v.id = a.voyage_id where v.slug in (${createdRecords('voyage')})
  union all
  select 'media', m.slug, m.title, 'It’s also attached to “' || v.title || '”.'
  from media m join voyage_media l on l.media_id = m.id join voyage v on v.id = l.voyage_id
  where m.slug in (${createdRecords('media')}) and v.slug not in (select f.slug from (${FIRST_CHANGES}) f where f.kind = 'voyage')
  union all
  select 'media', m.slug, m.title, 'It’s in the album “' || a.title || '”.'
  from media m join album_media e on e.media_id = m.id join album a on a.id = e.album_id where m.slug in (${createdRecords('media')})
  union all
  select 'person', p.slug, p.full_name, 'Marked in the picture “' || m.title || '”.'
  from person p join media_person l on l.person_id = p.id join media m on m.id = l.media_id
  where p.slug in (${createdRecords('person')}) and m.slug not in (${createdRecords('media')})`,
  { ...BLOCKER, reason: col.text },
);

const CHANGED_VOYAGES = `select f.slug, f.before from (${FIRST_CHANGES}) f where f.kind = 'voyage' and f.action <> 'create'`;

/** Records that no longer exist, but are needed to restore changed voyages. */
export const MISSING_RECORDS = statement(
  'ingest-undo-missing',
  `
  select 'voyage' as kind, c.slug, c.before ->> 'title' as title,
    'It can’t be restored: ' || p.slug || ', who was on it, has been deleted.' as reason
  from (${CHANGED_VOYAGES}) c
  cross join lateral (
    select key as slug, value::int as id from jsonb_each_text(c.before -> 'keys' -> 'people')
    union all select c.before ->> 'president_slug_from_voyage', (c.before -> 'keys' ->> 'president')::int
    where c.before -> 'keys' ->> 'president' is not null) p
  where not exists (select from person o where o.id = p.id)
    or (p.id = (c.before -> 'keys' ->> 'president')::int and not exists (select from president o where o.person_id = p.id))`,
  { ...BLOCKER, reason: col.text },
);

export const CREATED_MEDIA = statement(
  'ingest-undo-media',
  `
  select m.id, m.slug, array_remove(array[m.storage_key] || array(
    select d.storage_key from derivative d where d.media_id = m.id), null) as files
  from media m where m.slug in (${createdRecords('media')}) order by m.id for update`,
  { ...RECORD, files: col.array(col.text) },
);

/** Presidents and people who are used elsewhere are kept. */
export const CREATED_PRESIDENTS = statement(
  'ingest-undo-presidents',
  `
  select o.person_id as id, p.slug from president o join person p on p.id = o.person_id
  where p.slug in (${createdRecords('president')})
    and not exists (select from voyage v where v.president_id = o.person_id)
    and not exists (select from media m where m.president_id = o.person_id)
  order by o.person_id for update of o`,
  RECORD,
);

export const CREATED_PEOPLE = statement(
  'ingest-undo-people',
  `
  select p.id, p.slug from person p
  where p.slug in (${createdRecords('person')})
    and not exists (select from passenger l where l.person_id = p.id)
    and not exists (select from president o where o.person_id = p.id)
  order by p.id for update`,
  RECORD,
);

export const UPDATED_PEOPLE = statement(
  'ingest-undo-updated-people',
  `
  select p.id, p.slug, f.before ->> 'wikipedia_url' wikipedia_url from (${FIRST_CHANGES}) f join person p on p.slug = f.slug
  where f.kind = 'person' and f.action = 'update' order by p.id for update of p`,
  { ...RECORD, wikipedia_url: col.text.nullable() },
);

/** Snapshots of voyages from before the import. */
export const VOYAGE_SNAPSHOTS = statement(
  'ingest-undo-snapshots',
  `
  select v.id, v.slug, f.before from (${FIRST_CHANGES}) f join voyage v on v.slug = f.slug
  where f.kind = 'voyage' and v.id = any($2::int[]) order by v.id`,
  { ...RECORD, before: col.json<VoyageSnapshot>() },
);
