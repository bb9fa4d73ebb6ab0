import { col, type RowOf, statement, type StatementExecutor } from '../../../database/index.ts';
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

const ROW = {
  record: col.json<object>().nullable(),
  key: col.text.nullable(),
  digest: col.text.nullable(),
  last_imported: col.json<Baseline>().nullable(),
  owner: col.text.nullable(),
  voyage: col.json<VoyageFields & { id: number; slug: string; version: number; president_id: number | null }>(),
  aboard: col.json<PassengerField[]>(),
};

const STATE = `
  select r.key, r.digest, r.fields as last_imported, to_jsonb(r) as record, owner.slug as owner, to_jsonb(v) as voyage,
    coalesce((
      select jsonb_agg(jsonb_build_object('person', p.slug, 'title', l.title, 'capacity_role', l.capacity_role,
        'is_crew', l.is_crew) order by l.sort_order)
      from passenger l join person p on p.id = l.person_id where l.voyage_id = v.id), '[]') as aboard
  from voyage v
  left join ingest_record r on r.voyage_id = v.id
  left join person owner on owner.id = v.president_id`;

const BY_ID = `${STATE} where v.id = any($1) order by v.id`;
const VOYAGES_BY_ID = statement('ingest-voyages', BY_ID, ROW);
const LOCK = statement('ingest-voyages-lock', `${BY_ID} for update of v`, ROW);

/** Reads voyages; with `lock`, locks them until the transaction ends. */
export async function voyagesById(
  executor: StatementExecutor,
  ids: readonly number[],
  { lock = false } = {},
): Promise<Map<number, ArchivedVoyage>> {
  if (ids.length === 0) return new Map();
  const rows = await executor.rows(lock ? LOCK : VOYAGES_BY_ID, [ids]);
  return new Map(rows.map((row) => [row.voyage.id, archivedVoyage(row)]));
}

function archivedVoyage({
  key,
  digest,
  last_imported: lastImported,
  record,
  owner,
  voyage,
  aboard,
}: RowOf<typeof ROW>): ArchivedVoyage {
  const columns = Object.fromEntries(COLUMN_FIELDS.map((name) => [name, voyage[name]]));
  return {
    id: voyage.id,
    slug: voyage.slug,
    version: voyage.version,
    presidentId: voyage.president_id,
    key,
    digest,
    record,
    lastImported: lastImported ?? {},
    current: tidyFields({
      ...(columns as Omit<VoyageFields, 'president' | 'passengers'>),
      president: owner,
      passengers: aboard,
    }),
  };
}

export const CANDIDATE = {
  id: col.int,
  slug: col.text,
  group: col.text,
  key: col.text.nullable(),
  /** Hex MD5 of its document lines. */
  lines: col.text.nullable(),
  /** Digest of the last imported values; null if a curator has edited the voyage since. */
  digest: col.text.nullable(),
  has_photo: col.bool,
  has_video: col.bool,
};
/** The data for matching a voyage of the archive with a document. */
export type VoyageCandidate = RowOf<typeof CANDIDATE>;

/** SQL for the digest, which is null for edited voyages, so that they are always compared field by field. */
const UNTOUCHED_DIGEST = `
  case when not exists (select from history h where h.kind = 'voyage' and h.slug = v.slug and h.operation_id is null) then r.digest end as digest`;

const IN_GROUPS = statement(
  'ingest-groups',
  `
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
  order by id`,
  CANDIDATE,
);

const MOVED = statement(
  'ingest-moved',
  `
  select v.id, v.slug, coalesce(o.slug, '-') || '/' || v.start_date as group, r.key, md5(r.fields->>'original_markdown') as lines, ${UNTOUCHED_DIGEST},
    v.has_photo, v.has_video
  from voyage v left join person o on o.id = v.president_id
  join ingest_record r on r.voyage_id = v.id
  where v.start_day = any(select earliest_day(split_part(g, '/', 2)) from unnest($1::text[]) g)
    and coalesce(o.slug, '-') || '/' || v.start_date = any($1)
    and split_part(r.key, '#', 1) <> coalesce(o.slug, '-') || '/' || v.start_date
  order by v.id`,
  CANDIDATE,
);

/** Imported voyages whose date or owner a curator changed to one of these groups. */
export const voyagesMovedToGroups = (
  executor: StatementExecutor,
  groups: readonly string[],
): Promise<VoyageCandidate[]> => executor.rows(MOVED, [groups]);

/** Voyages of these groups, imported or created by curators. */
export const voyagesInGroups = (executor: StatementExecutor, groups: readonly string[]): Promise<VoyageCandidate[]> =>
  executor.rows(IN_GROUPS, [groups]);

const CANDIDATE_OF = (group: string, condition: string) => `
  select v.id, v.slug, ${group} as group, r.key, md5(coalesce(r.fields->>'original_markdown', v.original_markdown)) as lines,
    ${UNTOUCHED_DIGEST}, v.has_photo, v.has_video
  from voyage v left join ingest_record r on r.voyage_id = v.id
  where ${condition} order by v.id`;

const BY_SLUG = statement('ingest-by-slug', CANDIDATE_OF('v.slug', 'v.slug = any($1)'), CANDIDATE);
const ON_DATES = statement(
  'ingest-on-dates',
  CANDIDATE_OF(
    'v.start_date',
    'v.start_date = any($1) and v.start_day = any(select earliest_day(d) from unnest($1::text[]) d)',
  ),
  CANDIDATE,
);

/** Voyages by their slugs. The `group` of each voyage is its slug. */
export const voyagesBySlug = (executor: StatementExecutor, slugs: readonly string[]): Promise<VoyageCandidate[]> =>
  executor.rows(BY_SLUG, [slugs]);

/** Voyages of any president or owner that start on these dates. The `group` of each voyage is its start date. */
export const voyagesOnDates = (executor: StatementExecutor, dates: readonly string[]): Promise<VoyageCandidate[]> =>
  executor.rows(ON_DATES, [dates]);

const TITLES_ON_DATES = statement(
  'ingest-titles-on-dates',
  `select v.id, v.start_date, v.title from voyage v
  where v.start_date = any($1) and v.start_day = any(select earliest_day(d) from unnest($1::text[]) d) order by v.id`,
  { id: col.int, start_date: col.text, title: col.text },
);

/** Titles of all voyages that start on these dates. */
export const titlesOnDates = (executor: StatementExecutor, dates: readonly string[]) =>
  executor.rows(TITLES_ON_DATES, [dates]);
