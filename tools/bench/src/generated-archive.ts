import pg from 'pg';

/** The share of voyages that contain the word. */
export const COMMON_WORD = { word: 'cruise', percent: 85 };
export const RARE_WORD = { word: 'quantico', percent: 5 };

const WORDS =
  `president secretary senator guests aboard evening dinner luncheon river potomac mount vernon deck captain crew
  navy yard weather clear cabinet speech conversation returned departed anchored fishing cards piano music brunch ambassador minister
  photograph press reporter diary records log entry mentions accompanied family friends staff steward menu salmon wine toast bridge
  summer autumn winter spring Sunday Friday channel current ceremony honours flag salute wreath session treaty budget campaign`.split(
    /\s+/,
  );

const words = WORDS.map((word) => `'${word}'`).join(', ');

/** Strings are generated once per length in words, then picked from. */
const LENGTHS = [2, 3, 12, 25, 30, 40, 60];
const TEXTS = 1000;

/** Returns the same number and text for the same row in every run. */
const SETUP = [
  `create function pg_temp.pick(seed bigint, salt int, choices int) returns int language sql immutable
    return ((hashint8extended(seed, salt) & 9223372036854775807) % choices)::int`,
  `create temp table drawn_text (length int, at int, words text, primary key (length, at))`,
  `insert into drawn_text
    select length, at, (
      select string_agg((array[${words}])[1 + pg_temp.pick(at * 1009 + place, length, ${WORDS.length})], ' ' order by place)
      from generate_series(1, length) place)
    from unnest(array[${LENGTHS.join()}]) length, generate_series(0, ${TEXTS - 1}) at`,
  `create function pg_temp.prose(seed bigint, salt int, length int) returns text language sql stable
    return (select d.words from drawn_text d where d.length = prose.length and d.at = pg_temp.pick(seed, salt, ${TEXTS}))`,
];

const TABLES = ['person', 'voyage', 'passenger', 'media', 'voyage_media'];

const FAMILY_NAMES = `array['Adams', 'Baker', 'Carver', 'Dolan', 'Ellis', 'Foster', 'Grayson', 'Hollis', 'Ingram', 'Jordan', 'Keller', 'Lowell']`;
const GIVEN_NAMES = `array['Anna', 'Bernard', 'Clara', 'David', 'Edith', 'Frank', 'Grace', 'Henry', 'Irene', 'James', 'Kate', 'Louis']`;

const PEOPLE = `
  insert into person (slug, full_name, filing_proposal, filing_key, role_title, organization, birth_year)
  select 'seeded-' || n, name || ' ' || n, name || ' ' || n, lower(name) || ' ' || lpad(n::text, 6, '0'),
    case when n % 3 = 0 then initcap(pg_temp.prose(n, 3, 2)) end, case when n % 5 = 0 then initcap(pg_temp.prose(n, 4, 2)) end,
    1880 + pg_temp.pick(n, 5, 60)
  from generate_series(1, $1::int) n,
    lateral (select (${GIVEN_NAMES})[1 + pg_temp.pick(n, 1, 12)] || ' ' || (${FAMILY_NAMES})[1 + pg_temp.pick(n, 2, 12)] as name) person`;

const VOYAGES = `
  insert into voyage (slug, title, start_date, start_time, start_location, end_location, voyage_type, president_id, presidential_use,
    has_royalty, has_foreign_leader, mention_crew, mention_menu, additional_information, notes, notes_internal, original_markdown, spin,
    source_urls)
  select day || '-seeded-' || n, initcap(pg_temp.prose(n, 11, 3)) || ' ' || n, day::text,
    case when n % 4 = 0 then '19:30' end, case when n % 20 = 0 then 'Quantico' else 'Washington Navy Yard' end,
    'Potomac River', (array['official', 'private', 'maintenance', 'other'])[1 + pg_temp.pick(n, 12, 4)], owner.person_id,
    pg_temp.pick(n, 13, 10) < 4, pg_temp.pick(n, 14, 50) = 0, pg_temp.pick(n, 15, 40) = 0, pg_temp.pick(n, 16, 3) = 0,
    pg_temp.pick(n, 17, 6) = 0, pg_temp.prose(n, 18, 40) || case when pg_temp.pick(n, 19, 100) < ${COMMON_WORD.percent} then ' ${COMMON_WORD.word}' else '' end,
    pg_temp.prose(n, 20, 25), case when n % 7 = 0 then pg_temp.prose(n, 21, 12) end, pg_temp.prose(n, 22, 60),
    case when n % 9 = 0 then jsonb_build_array(jsonb_build_object('spin', pg_temp.prose(n, 23, 30), 'source', 'The Evening Paper')) else '[]' end,
    jsonb_build_array(jsonb_build_object('url', 'https://example.org/source/' || n, 'media_type', 'article', 'title', 'Source ' || n))
  from (select n, date '1925-01-01' + (n::bigint * 19000 / $1::int)::int as day from generate_series(1, $1::int) n) planned
  left join lateral (
    select r.person_id from president r
    where earliest_day(r.term_start) <= day and latest_day(r.term_end) >= day order by r.term_start limit 1) owner on true`;

const PASSENGERS = `
  insert into passenger (voyage_id, person_id, sort_order, capacity_role, is_crew)
  select v.id, p.first + (pg_temp.pick(v.id, 31, p.people) + place * 7919) % p.people, place,
    case when (v.id + place) % 4 = 0 then initcap(pg_temp.prose(v.id + place, 32, 2)) end, place % 5 = 0
  from voyage v
  cross join (select min(id) as first, count(*)::int as people from person where slug like 'seeded-%') p
  cross join lateral generate_series(1, 2 + pg_temp.pick(v.id, 33, 9)) place`;

const MEDIA = `
  insert into media (slug, title, media_type, storage_key, content_type, size, sha256, width, height, date, credit, tags)
  select 'seeded-' || n, initcap(pg_temp.prose(n, 41, 3)), case when n % 4 = 0 then 'pdf' else 'image' end, 'seeded/' || n || '.jpg',
    'image/jpeg', 100000 + n, sha256(n::text::bytea), 1600, 1200, (1925 + n % 52)::text, initcap(pg_temp.prose(n, 42, 2)),
    case when n % 3 = 0 then array[(array[${words}])[1 + pg_temp.pick(n, 43, ${WORDS.length})]] else '{}' end
  from generate_series(1, $1::int) n`;

const FILE_PAGES = `
  insert into file_page (media_id, page, text, confidence)
  select m.id, page, pg_temp.prose(m.id * 3 + page, 61, 60), 90
  from media m cross join generate_series(1, 2) page where m.media_type = 'pdf'`;

const DERIVATIVES = `
  insert into derivative (media_id, kind, state, storage_key, content_type, width, height, size)
  select id, 'thumbnail', 'ready', 'seeded/' || id || '-600.webp', 'image/webp', 600, 450, 30000 from media where id % 2 = 0`;

const VOYAGE_MEDIA = `
  insert into voyage_media (voyage_id, media_id, sort_order)
  select v.id, m.first + (pg_temp.pick(v.id, 51, m.media) + place * 31) % m.media, place
  from voyage v
  cross join (select min(id) as first, count(*)::int as media from media) m
  cross join lateral generate_series(1, pg_temp.pick(v.id, 52, 4)) place`;

const SEARCH_DOCUMENTS = `
  select refresh_voyage_media_flags(part), refresh_voyage_search(part)
  from (select array_agg(id) part from voyage where id % $1 = $2 group by id / 2000) parts`;

const RECORD_COUNT = `
  update record_change set voyages = (select count(*) from voyage) where slot = (select min(slot) from record_change)`;

/** One per processor of a small machine. */
const CLIENT_COUNT = 2;

/**
 * Fills an empty archive with `voyages` voyages, 40% as many people, half as many media items, and their links: the
 * same in every run. Triggers are disabled; the data they maintain is computed at the end.
 */
export async function fillArchive(url: string, voyages: number): Promise<void> {
  const clients = Array.from({ length: CLIENT_COUNT }, () => new pg.Client(url));
  const [first] = clients;
  if (!first) throw new Error('No hands');
  const run = (sql: string, values?: unknown[]) => first.query(sql, values);
  try {
    await Promise.all(clients.map((client) => client.connect()));
    for (const sql of SETUP) await run(sql);
    for (const table of TABLES) await run(`alter table ${table} disable trigger user`);
    await run(PEOPLE, [Math.max(200, Math.round(voyages * 0.4))]);
    await run(VOYAGES, [voyages]);
    await run(PASSENGERS);
    await run(MEDIA, [Math.round(voyages / 2)]);
    await run(DERIVATIVES);
    await run(FILE_PAGES);
    await run(VOYAGE_MEDIA);
    await run('analyze');
    await Promise.all(clients.map((client, index) => client.query(SEARCH_DOCUMENTS, [CLIENT_COUNT, index])));
    for (const table of TABLES) await run(`alter table ${table} enable trigger user`);
    await run(RECORD_COUNT);
    await run('vacuum analyze');
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}
