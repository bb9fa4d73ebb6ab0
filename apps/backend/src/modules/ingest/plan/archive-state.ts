import type { ClientBase } from 'pg';
import type { ArchivedState, Baseline } from './decision.ts';
import { COLUMN_FIELDS, type PassengerField, tidyFields, type VoyageFields } from './voyage-fields.ts';

/** A voyage of the archive that may match one in the document. */
export interface ArchivedVoyage extends ArchivedState {
  id: number;
  slug: string;
  version: number;
  presidentId: number | null;
  /** Null for a voyage that was never imported. */
  key: string | null;
  digest: string | null;
  /** The complete row of `ingest_record`. */
  record: object | null;
}

interface Row {
  record: object | null;
  key: string | null;
  digest: string | null;
  last: Baseline | null;
  owner: string | null;
  voyage: VoyageFields & { id: number; slug: string; version: number; president_id: number | null };
  aboard: PassengerField[];
}

const STATE = `
  select r.key, r.digest, r.fields as last, to_jsonb(r) as record, owner.slug as owner, to_jsonb(v) as voyage,
    coalesce((
      select jsonb_agg(jsonb_build_object('person', p.slug, 'title', l.title, 'capacity_role', l.capacity_role,
        'is_crew', l.is_crew) order by l.sort_order)
      from passenger l join person p on p.id = l.person_id where l.voyage_id = v.id), '[]') as aboard
  from voyage v
  left join ingest_record r on r.voyage_id = v.id
  left join person owner on owner.id = v.president_id`;

const BY_ID = `${STATE} where v.id = any($1) order by v.id`;

/** Reads voyages; locks them until the transaction ends with `hold`. */
export async function voyagesById(
  client: ClientBase,
  ids: readonly number[],
  { hold = false } = {},
): Promise<Map<number, ArchivedVoyage>> {
  if (ids.length === 0) return new Map();
  const query = hold
    ? { name: 'ingest.voyages-lock', text: `${BY_ID} for update of v` }
    : { name: 'ingest.voyages', text: BY_ID };
  const { rows } = await client.query<Row>({ ...query, values: [ids] });
  return new Map(rows.map((row) => [row.voyage.id, archived(row)]));
}

function archived({ key, digest, last, record, owner, voyage, aboard }: Row): ArchivedVoyage {
  const columns = Object.fromEntries(COLUMN_FIELDS.map((name) => [name, voyage[name]]));
  return {
    id: voyage.id,
    slug: voyage.slug,
    version: voyage.version,
    presidentId: voyage.president_id,
    key,
    digest,
    record,
    last: last ?? {},
    current: tidyFields({
      ...(columns as Omit<VoyageFields, 'president' | 'passengers'>),
      president: owner,
      passengers: aboard,
    }),
  };
}

/** The data for matching a voyage of the archive with a document. */
export interface VoyageCandidate {
  id: number;
  slug: string;
  group: string;
  key: string | null;
  /** Hex MD5 of its document lines. */
  lines: string | null;
  /** Digest of the last imported values; null when a curator has edited the voyage. */
  digest: string | null;
  has_photo: boolean;
  has_video: boolean;
}

/** Edited voyages are always compared field by field. */
const UNTOUCHED_DIGEST = `
  case when not exists (select from history h where h.kind = 'voyage' and h.slug = v.slug and h.operation_id is null) then r.digest end as digest`;

const IN_GROUPS = `
  select v.id, v.slug, split_part(r.key, '#', 1) as group, r.key, md5(r.fields->>'original_markdown') as lines, ${UNTOUCHED_DIGEST},
    v.has_photo, v.has_video
  from ingest_record r join voyage v on v.id = r.voyage_id
  where split_part(r.key, '#', 1) = any($1)
  union all
  select v.id, v.slug, coalesce(o.slug, '-') || '/' || v.start_date, null, md5(v.original_markdown), null, v.has_photo, v.has_video
  from voyage v left join person o on o.id = v.president_id
  where v.start_day = any(select earliest_day(split_part(g, '/', 2)) from unnest($1::text[]) g)
    and coalesce(o.slug, '-') || '/' || v.start_date = any($1)
    and not exists (select from ingest_record k where k.voyage_id = v.id)
  order by id`;

const MOVED = `
  select v.id, v.slug, coalesce(o.slug, '-') || '/' || v.start_date as group, r.key, md5(r.fields->>'original_markdown') as lines, ${UNTOUCHED_DIGEST},
    v.has_photo, v.has_video
  from voyage v left join person o on o.id = v.president_id
  join ingest_record r on r.voyage_id = v.id
  where v.start_day = any(select earliest_day(split_part(g, '/', 2)) from unnest($1::text[]) g)
    and coalesce(o.slug, '-') || '/' || v.start_date = any($1)
    and split_part(r.key, '#', 1) <> coalesce(o.slug, '-') || '/' || v.start_date
  order by v.id`;

/** Imported voyages whose date or owner a curator changed to one of these groups. */
export async function voyagesMovedTo(client: ClientBase, groups: readonly string[]): Promise<VoyageCandidate[]> {
  const { rows } = await client.query<VoyageCandidate>({ name: 'ingest.moved', text: MOVED, values: [groups] });
  return rows;
}

/** Imported voyages of these groups, and voyages by curators that belong to them. */
export async function voyagesInGroups(client: ClientBase, groups: readonly string[]): Promise<VoyageCandidate[]> {
  const { rows } = await client.query<VoyageCandidate>({ name: 'ingest.groups', text: IN_GROUPS, values: [groups] });
  return rows;
}
