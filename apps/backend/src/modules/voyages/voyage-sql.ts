import { fieldsWith, namesOf, voyageFields } from '@archive/contracts';
import { columnsOf, VOYAGE_COLUMNS } from '../records/index.ts';
import { mediaOfVoyage, thumbnailOfVoyage } from '../media/index.ts';
import { passengersOfVoyage } from '../people/index.ts';

const LISTED_COLUMNS = namesOf(fieldsWith(voyageFields, 'listed'));

const core = (columns: readonly string[], owner: string, president: string) => `
  v.slug voyage_slug, ${columnsOf('v', columns)}, v.has_photo, v.has_video, ${owner}.slug president_slug_from_voyage,
  ${owner}.full_name president_name, ${president}.party president_party,
  coalesce(${president}.presidential, false) presidential`;

const WITH_OWNER = `
  left join person owner on owner.id = v.president_id
  left join president r on r.person_id = v.president_id`;

/** Each owner once, not once per voyage of the page. */
const OWNERS = `
  owners as materialized (
    select r.person_id, p.slug, p.full_name, r.party, r.presidential from president r join person p on p.id = r.person_id)`;

const LISTED = `
  select ${core(LISTED_COLUMNS, 'owner', 'owner')}, (select count(*) from passenger l where l.voyage_id = v.id) people_count,
    array(
      select p.full_name from passenger l join person p on p.id = l.person_id
      where l.voyage_id = v.id order by l.sort_order limit 3) people_names,
    ${thumbnailOfVoyage('v.id')} thumbnail_url
  from voyage v left join owners owner on owner.person_id = v.president_id`;

const ON_TIMELINE = `
  select v.slug voyage_slug, v.title, v.start_date, v.end_date, owner.slug president_slug_from_voyage
  from voyage v left join owners owner on owner.person_id = v.president_id`;

export interface PageOrder {
  /** Last voyage first. */
  newestFirst: boolean;
  /** Counted from the other end, which is closer to the page. */
  fromTheEnd: boolean;
}

interface PageSql extends PageOrder {
  where: string;
  limit: string;
  offset: string;
  timeline: boolean;
  /** Collects all matches first, then the page. Otherwise walks the index by date until the page is full. */
  gathers: boolean;
}

/** A page of voyages as JSON: first the keys, then the columns. */
export function pageOfVoyages({ where, limit, offset, timeline, gathers, newestFirst, fromTheEnd }: PageSql): string {
  const order = (reversed: boolean) => (reversed ? 'v.start_day desc, v.slug desc' : 'v.start_day, v.slug');
  const matching = `select v.start_day, v.slug from voyage v ${where}`;
  const window = `order by ${order(newestFirst !== fromTheEnd)} limit ${limit} offset ${offset}`;
  return `
    with ${gathers ? `hit as materialized (${matching}),` : ''} page as materialized (
      ${gathers ? 'select v.start_day, v.slug from hit v' : matching} ${window}), ${OWNERS}
    select count(*) length, coalesce(json_agg(shown), '[]')::text json from (
      ${timeline ? ON_TIMELINE : LISTED} where v.slug = any (array(select page.slug from page))
      order by ${order(newestFirst)}) shown`;
}

/** Triggers keep the count. */
export const COUNT_OF_ALL = 'select sum(voyages)::bigint total from record_change';

/** Every voyage has one search row, so a query of words alone does not read the voyages. */
export const MATCHES_OF_WORDS = 'select from voyage_search s where s.document @@ $1::tsquery';

export const administrations = (where: string) => `
  select owner.slug president_slug, owner.full_name president_name, r.party president_party,
    coalesce(r.presidential, false) presidential, r.term_start, r.term_end, sailed.voyage_count, sailed.first_start_date
  from (
    select v.president_id, count(*) voyage_count, min(v.start_day) first_day, min(v.start_date collate "C") first_start_date
    from voyage v ${where} group by v.president_id) sailed
  left join person owner on owner.id = sailed.president_id
  left join president r on r.person_id = sailed.president_id
  order by sailed.first_day, earliest_day(r.term_start), owner.slug`;

export const VOYAGE = `
  select v.id || '.' || v.version version, (select row_to_json(shown) from (
    select ${core(VOYAGE_COLUMNS, 'owner', 'r')}, instant_text(v.start_timestamp) start_timestamp,
      instant_text(v.end_timestamp) end_timestamp, ${passengersOfVoyage('v.id')} passengers, ${mediaOfVoyage('v.id')} media,
      instant_text(v.created_at) created_at, instant_text(v.updated_at) updated_at) shown)::text json
  from voyage v ${WITH_OWNER} where v.slug = $1`;

const adjacentVoyage = (side: '<' | '>', order: 'desc' | 'asc') => `
  select json_build_object('voyage_slug', n.slug, 'title', n.title, 'start_date', n.start_date)
  from voyage n where (n.start_day, n.slug) ${side} (v.start_day, v.slug)
  order by n.start_day ${order}, n.slug ${order} limit 1`;

export const ADJACENT = `
  select json_build_object('previous', (${adjacentVoyage('<', 'desc')}), 'next', (${adjacentVoyage('>', 'asc')}))::text json
  from voyage v where v.slug = $1`;
