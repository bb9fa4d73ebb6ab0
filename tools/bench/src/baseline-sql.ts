/**
 * The same responses as the product's, from statements written only for speed. Each has two forms: rows that Node
 * serializes, and JSON that PostgreSQL builds.
 */
export const ATTRIBUTES = [
  'has_photo',
  'has_video',
  'presidential_use',
  'has_royalty',
  'has_foreign_leader',
  'mention_camp_david',
  'mention_mount_vernon',
  'mention_captain',
  'mention_crew',
  'mention_rmd',
  'mention_yacht_spin',
  'mention_menu',
  'mention_drinks_wine',
];
const SELECTED_ATTRIBUTES = ATTRIBUTES.map((name) => `v.${name}`).join(', ');

const MAIN_COLUMNS = `v.slug voyage_slug, v.title, v.start_date, v.start_date_written, v.end_date, v.end_date_written, v.start_time, v.end_time, v.start_location, v.end_location,
  v.voyage_type, owner.slug president_slug_from_voyage, owner.full_name president_name, r.party president_party,
  coalesce(r.presidential, false) presidential, ${SELECTED_ATTRIBUTES}`;

const OWNER = `left join person owner on owner.id = v.president_id left join president r on r.person_id = v.president_id`;

const LISTING = `
  select ${MAIN_COLUMNS}, (select count(*) from passenger l where l.voyage_id = v.id) people_count,
    array(select p.full_name from passenger l join person p on p.id = l.person_id where l.voyage_id = v.id
      order by l.sort_order limit 3) people_names,
    (select media_url(d.storage_key) from voyage_media l join media m on m.id = l.media_id
      join derivative d on d.media_id = m.id and d.kind = 'thumbnail' and d.state = 'ready' where l.voyage_id = v.id
      order by m.media_type <> 'image', l.media_category = 'additional_source', l.sort_order limit 1) thumbnail_url
  from voyage v ${OWNER}`;

const FILTERED = `where ($1::date is null or v.end_day >= $1) and ($2::date is null or v.start_day <= $2)
  and (not $3::boolean or v.presidential_use)`;
const MATCHING = `where v.id in (select s.voyage_id from voyage_search s where s.document @@ to_tsquery('archive', $1))`;
const BY_DATE = 'order by v.start_day, v.slug';

/** $1 from, $2 to, $3 presidential use only, $4 limit, $5 offset. */
export const LIST = `${LISTING} ${FILTERED} ${BY_DATE} limit $4 offset $5`;
export const LIST_TOTAL = `select count(*) total from voyage v ${FILTERED}`;

/** $1 word, $2 limit, $3 offset. */
export const SEARCH = `${LISTING} ${MATCHING} ${BY_DATE} limit $2 offset $3`;
export const SEARCH_TOTAL = `select count(*) total from voyage_search s where s.document @@ to_tsquery('archive', $1)`;
/** Stops counting where the product does: $1 word, $2 the maximum. */
export const CAPPED_SEARCH_TOTAL = `
  select count(*) total from (select from voyage_search s where s.document @@ to_tsquery('archive', $1) limit $2) counted`;
/** Best match first, as searches usually do. */
export const RANKED = `
  ${LISTING} join voyage_search s on s.voyage_id = v.id where s.document @@ to_tsquery('archive', $1)
  order by ts_rank(s.document, to_tsquery('archive', $1)) desc, v.id limit $2 offset $3`;

/** Maximum number of matches of a kind that the search ranks. */
const MAX_RANKED = 1000;
const KINDS = {
  voyage: {
    document: 's.document',
    from: 'voyage_search s join voyage r on r.id = s.voyage_id',
    title: 'r.title',
    text: `concat_ws(' ', r.start_location, r.end_location, r.summary_markdown, r.additional_information, r.notes)`,
  },
  person: {
    document: 'r.search',
    from: 'person r',
    title: 'r.full_name',
    text: `concat_ws(' ', r.role_title, r.organization)`,
  },
  media: {
    document: 'r.search',
    from: 'media r',
    title: 'r.title',
    text: `concat_ws(' ', r.credit, r.description_markdown)`,
  },
};
const ofEachKind = (select: (kind: (typeof KINDS)['voyage'], name: string) => string) =>
  Object.entries(KINDS)
    .map(([name, kind]) => `(${select(kind, name)})`)
    .join(' union all ');
const QUERY = `to_tsquery('archive', $1)`;

/** Plain statements that return what the search returns, best matches first, to compare only the speed: $1 word, $2 limit. */
export const SUGGEST = ofEachKind(
  ({ document, from, title }, name) => `
  select '${name}' kind, r.slug, ${title} title from ${from} where ts_filter(${document}, '{a}') @@ ${QUERY}
  order by ts_rank(${document}, ${QUERY}) desc limit $2`,
);
export const SEARCH_ALL = `with match as materialized (${ofEachKind(
  ({ document, from }, name) =>
    `select '${name}' kind, r.id, ts_rank(${document}, ${QUERY}) rank from ${from} where ${document} @@ ${QUERY} limit ${MAX_RANKED}`,
)}),
  hit as (select match.*, row_number() over (order by rank desc) position from match order by position limit $2)
  select hit.kind, found.slug, ts_headline('archive', found.title, ${QUERY}) title, ts_headline('archive', found.text, ${QUERY}) excerpt,
    (select count(*) from match) total
  from hit cross join lateral (${ofEachKind(
    ({ title, text }, name) =>
      `select r.slug, ${title} title, ${text} as text from ${name} r where hit.kind = '${name}' and r.id = hit.id`,
  )}) found order by hit.position`;
const FOUND = `found as materialized (
    select v.id, v.president_id, v.start_day, v.start_location from voyage v
    where v.id in (select s.voyage_id from voyage_search s where s.document @@ plainto_tsquery('archive', $1)) limit $2)`;
export const FACETS = `with ${FOUND}
  select 'president' facet, president_id::text value, count(*) from found group by 2
  union all select 'year', extract(year from start_day)::text, count(*) from found group by 2
  union all select 'place', start_location, count(*) from found group by 2
  union all select 'person', l.person_id::text, count(*) from found join passenger l on l.voyage_id = found.id group by 2`;
export const FILE_TEXTS = `
  select m.slug, m.title, f.page, ts_headline('archive', f.text, to_tsquery('archive', $1)) excerpt
  from file_page f join media m on m.id = f.media_id where f.search @@ to_tsquery('archive', $1)
  order by ts_rank(f.search, to_tsquery('archive', $1)) desc, f.media_id limit $2`;

const PORTRAIT = `(
  select media_url(d.storage_key) from media m join derivative d on d.media_id = m.id and d.kind = 'thumbnail' and d.state = 'ready'
  where m.slug = p.portrait)`;

/** $1 limit, $2 offset. */
export const PEOPLE = `
  select p.slug person_slug, p.full_name, p.filing_name, p.role_title, p.organization, p.birth_year, p.death_year, ${PORTRAIT} portrait_url,
    sailed.title, sailed.capacity_role, sailed.voyage_count
  from (select p.id from person p where exists (select from passenger l where l.person_id = p.id) order by p.filing_key, p.slug limit $1 offset $2) page
  join person p on p.id = page.id
  cross join lateral (
    select count(*) voyage_count,
      (array_agg(l.title order by v.start_day desc, v.slug desc) filter (where l.title is not null))[1] title,
      (array_agg(l.capacity_role order by v.start_day desc, v.slug desc) filter (where l.capacity_role is not null))[1] capacity_role
    from passenger l join voyage v on v.id = l.voyage_id where l.person_id = p.id) sailed
  order by p.filing_key, p.slug`;
export const PEOPLE_TOTAL = `select count(*) total from person p where exists (select from passenger l where l.person_id = p.id)`;

const PASSENGERS = `
  select p.slug person_slug, p.full_name, p.role_title, p.organization, p.wikipedia_url, ${PORTRAIT} portrait_url, l.title,
    l.capacity_role, l.is_crew, l.notes voyage_notes, l.sort_order
  from passenger l join person p on p.id = l.person_id where l.voyage_id = v.id order by l.sort_order`;

const MEDIA = `
  select m.slug media_slug, m.title, m.media_type, coalesce(media_url(m.storage_key), m.external_url) url,
    media_url(m.storage_key) s3_url, media_url(large.storage_key) public_derivative_url, media_url(thumbnail.storage_key) thumbnail_url,
    case when task.media_id is not null and thumbnail.state is distinct from 'ready' then 'waiting' else thumbnail.state end preview_state,
    case when task.media_id is null then thumbnail.error end preview_error,
    case when task.media_id is null then thumbnail.failure end preview_failure,
    m.content_type, m.size, m.width, m.height, m.page_count, m.frame_count, m.color_profile, m.bit_depth, m.duration, m.codecs, m.date, m.credit, m.description_markdown, m.alt_text,
    m.rights, m.rights_note, m.creator, m.place, m.identifier, m.provenance, m.original_filename, m.tags, m.suggested, media_owner.slug president_slug, l.media_category, l.sort_order
  from voyage_media l join media m on m.id = l.media_id
  left join derivative thumbnail on thumbnail.media_id = m.id and thumbnail.kind = 'thumbnail'
  left join derivative large on large.media_id = m.id and large.kind = 'large'
  left join derivative_task task on task.media_id = m.id
  left join person media_owner on media_owner.id = m.president_id
  where l.voyage_id = v.id order by l.media_category = 'additional_source', l.sort_order`;

const FULL = `${MAIN_COLUMNS}, instant_text(v.start_timestamp) start_timestamp, instant_text(v.end_timestamp) end_timestamp, v.summary_markdown,
  v.additional_information, v.notes, v.notes_internal, v.original_markdown, v.spin, v.source_urls, v.additional_sources,
  v.presidential_initials, v.royalty_details, v.foreign_leader_country, v.additional_guests`;
const TIMES = `instant_text(v.created_at) created_at, instant_text(v.updated_at) updated_at`;

/** $1 slug. */
export const VOYAGE = {
  row: `select v.id, ${FULL}, ${TIMES} from voyage v ${OWNER} where v.slug = $1`,
  passengers: PASSENGERS.replaceAll('v.id', '(select id from voyage where slug = $1)'),
  media: MEDIA.replaceAll('v.id', '(select id from voyage where slug = $1)'),
  json: `
    select row_to_json(whole)::text json from (select ${FULL},
      (select coalesce(json_agg(aboard), '[]') from (${PASSENGERS}) aboard) passengers,
      (select coalesce(json_agg(shown), '[]') from (${MEDIA}) shown) media, ${TIMES}
    from voyage v ${OWNER} where v.slug = $1) whole`,
};

export const SESSION = `select username from session where token_hash = $1 and expires_at > now()`;

/** The rows of a statement as one JSON text. */
export const asJson = (sql: string) => `select coalesce(json_agg(shown), '[]')::text json from (${sql}) shown`;
