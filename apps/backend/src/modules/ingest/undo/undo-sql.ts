import { COLUMN_FIELDS } from '../plan/voyage-fields.ts';

/** The first change that an ingest made of each record: what stood before it is to stand again. */
const FIRST = `
  select distinct on (h.kind, h.slug) h.kind, h.slug, h.revision, h.action, h.before
  from history h where h.operation_id = $1 order by h.kind, h.slug, h.revision`;

/** Records made by an ingest, under the names that they have now. */
const MADE = `select f.slug from (${FIRST}) f where f.kind = 'KIND' and f.action = 'create'`;
const made = (kind: 'voyage' | 'person' | 'president' | 'media') => MADE.replace('KIND', kind);

export const HOLD_VOYAGES = `
  select v.id, v.slug, f.action = 'create' as made
  from (${FIRST}) f join voyage v on v.slug = f.slug where f.kind = 'voyage' order by v.id for update of v`;

/** What has happened to the records since, by others than the ingest, and by later ingests that stand. */
export const EDITED_SINCE = `
  select distinct on (h.kind, h.slug) h.kind, h.slug, h.action, h.changed_by, instant_text(h.changed_at) as changed_at,
    h.operation_id is not null as by_ingest,
    coalesce(h.before ->> 'title', h.before ->> 'full_name', h.slug) as title
  from (${FIRST}) f join history h on h.kind = f.kind and h.slug = f.slug and h.revision > f.revision
  left join ingest_operation o on o.id = h.operation_id
  where h.operation_id is distinct from $1 and o.undone_at is null
  order by h.kind, h.slug, h.revision desc`;

/** Albums of voyages that would go, and what else holds files that would go. */
export const NEEDED_SINCE = `
  select 'album' as kind, a.slug, a.title, 'It is an album of “' || v.title || '”, which would go.' as reason
  from album a join voyage v on v.id = a.voyage_id where v.slug in (${made('voyage')})
  union all
  select 'media', m.slug, m.title, 'It is shown with “' || v.title || '” as well.'
  from media m join voyage_media l on l.media_id = m.id join voyage v on v.id = l.voyage_id
  where m.slug in (${made('media')}) and v.slug not in (select f.slug from (${FIRST}) f where f.kind = 'voyage')
  union all
  select 'media', m.slug, m.title, 'It is in the album “' || a.title || '”.'
  from media m join album_media e on e.media_id = m.id join album a on a.id = e.album_id where m.slug in (${made('media')})`;

const CHANGED = `select f.slug, f.before from (${FIRST}) f where f.kind = 'voyage' and f.action <> 'create'`;

/** What changed voyages had before, and the archive no longer has. */
export const MISSING = `
  select 'voyage' as kind, c.slug, c.before ->> 'title' as title,
    'It cannot be as it was: ' || p.slug || ', who belonged to it, is gone.' as reason
  from (${CHANGED}) c
  cross join lateral (
    select key as slug, value::int as id from jsonb_each_text(c.before -> 'keys' -> 'people')
    union all select c.before ->> 'president_slug_from_voyage', (c.before -> 'keys' ->> 'president')::int
    where c.before -> 'keys' ->> 'president' is not null) p
  where not exists (select from person o where o.id = p.id)
    or (p.id = (c.before -> 'keys' ->> 'president')::int and not exists (select from president o where o.person_id = p.id))`;

const columns = (row: string) => COLUMN_FIELDS.map((name) => `${row}.${name}`).join(', ');

export const VOYAGES_BACK = `
  update voyage v
  set (president_id, ${COLUMN_FIELDS.join(', ')}) = (
      select (c.before -> 'keys' ->> 'president')::int, ${columns('n')} from jsonb_populate_record(v, c.before) n),
    version = v.version + 1, updated_at = now()
  from (${CHANGED}) c where v.slug = c.slug`;

export const LEAVE = `delete from passenger l using voyage v where v.id = l.voyage_id and v.slug in (select c.slug from (${CHANGED}) c)`;

export const BOARD = `
  insert into passenger (voyage_id, person_id, sort_order, title, capacity_role, is_crew, notes)
  select v.id, (c.before -> 'keys' -> 'people' ->> n.person_slug)::int, n.sort_order, n.title, n.capacity_role, n.is_crew, n.voyage_notes
  from (${CHANGED}) c join voyage v on v.slug = c.slug
  cross join lateral jsonb_to_recordset(c.before -> 'passengers')
    as n(person_slug text, sort_order int, title text, capacity_role text, is_crew boolean, voyage_notes text)`;

/** An ingest only ever adds media to a voyage. */
export const DETACH = `
  delete from voyage_media l using voyage v, (${CHANGED}) c
  where v.id = l.voyage_id and v.slug = c.slug
    and not exists (select from jsonb_each_text(c.before -> 'keys' -> 'media') m where m.value::int = l.media_id)`;

/** What counted as last taken from a document counts again. */
export const FORGET = `
  delete from ingest_record r using ingest_item i
  where i.operation_id = $1 and i.voyage_id = r.voyage_id and i.remembered = '{}'`;
export const REMEMBER = `
  update ingest_record r
  set key = i.remembered ->> 'key', fields = i.remembered -> 'fields', digest = i.remembered ->> 'digest',
    operation_id = (select o.id from ingest_operation o where o.id = (i.remembered ->> 'operation_id')::uuid)
  from ingest_item i where i.operation_id = $1 and i.voyage_id = r.voyage_id and i.remembered <> '{}'`;

export const MADE_MEDIA = `
  select m.id, m.slug, array_remove(array[m.storage_key] || array(
    select d.storage_key from derivative d where d.media_id = m.id), null) as files
  from media m where m.slug in (${made('media')}) order by m.id for update`;

/** Who is needed elsewhere by now stays. */
export const MADE_PRESIDENTS = `
  select o.person_id as id, p.slug from president o join person p on p.id = o.person_id
  where p.slug in (${made('president')})
    and not exists (select from voyage v where v.president_id = o.person_id)
    and not exists (select from media m where m.president_id = o.person_id)
  order by o.person_id for update of o`;

export const MADE_PEOPLE = `
  select p.id, p.slug from person p
  where p.slug in (${made('person')})
    and not exists (select from passenger l where l.person_id = p.id)
    and not exists (select from president o where o.person_id = p.id)
  order by p.id for update`;

export const ADDRESSED = `
  select p.id, p.slug from (${FIRST}) f join person p on p.slug = f.slug
  where f.kind = 'person' and f.action = 'update' order by p.id for update of p`;
export const ADDRESSES_BACK = `
  update person p
  set wikipedia_url = f.before ->> 'wikipedia_url', wikipedia_key = f.before -> 'keys' ->> 'wikipedia_key',
    version = p.version + 1, updated_at = now()
  from (${FIRST}) f where f.kind = 'person' and f.action = 'update' and p.slug = f.slug`;

export const FORGET_NAMES = 'delete from person_alias where operation_id = $1';
