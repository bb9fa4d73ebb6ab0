import { type Administration, fieldsWith, namesOf, voyageFields } from '@archive/contracts';
import { col, type ColumnsOf, filteredStatement, statement, statementsFor } from '../../database/index.ts';
import { columnsOf, VOYAGE_COLUMNS } from '../records/index.ts';
import { mediaOfVoyage, thumbnailOfVoyage } from '../media/index.ts';
import { passengersOfVoyage } from '../people/index.ts';
import { CONDITIONS } from './voyage-filters.ts';

const LISTED_COLUMNS = namesOf(fieldsWith(voyageFields, 'listed'));

const coreColumns = (columns: readonly string[], owner: string, president: string) => `
  v.slug voyage_slug, ${columnsOf('v', columns)}, v.has_photo, v.has_video, ${owner}.slug president_slug_from_voyage,
  ${owner}.full_name president_name, ${president}.party president_party,
  coalesce(${president}.presidential, false) presidential`;

const WITH_OWNER = `
  left join person owner on owner.id = v.president_id
  left join president r on r.person_id = v.president_id`;

/** All presidents and owners, so that each one is read once instead of once per voyage of the page. */
const OWNERS = `
  owners as materialized (
    select r.person_id, p.slug, p.full_name, r.party, r.presidential from president r join person p on p.id = r.person_id)`;

const VOYAGE_LIST_ITEM = `
  select ${coreColumns(LISTED_COLUMNS, 'owner', 'owner')}, (select count(*) from passenger l where l.voyage_id = v.id) people_count,
    array(
      select p.full_name from passenger l join person p on p.id = l.person_id
      where l.voyage_id = v.id order by l.sort_order limit 3) people_names,
    ${thumbnailOfVoyage('v.id')} thumbnail_url
  from voyage v left join owners owner on owner.person_id = v.president_id`;

const ON_TIMELINE = `
  select v.slug voyage_slug, v.title, v.start_date, v.end_date, owner.slug president_slug_from_voyage
  from voyage v left join owners owner on owner.person_id = v.president_id`;

const DATE_ORDER = { date: 'v.start_day, v.slug', '-date': 'v.start_day desc, v.slug desc' } as const;
const SORTS = ['date', '-date'] as const;
const ITEMS = { list: VOYAGE_LIST_ITEM, timeline: ON_TIMELINE } as const;

/** The end of the list from which a page is counted: the one that is closer to the page. */
const ENDS = ['start', 'end'] as const;

/** `gather` collects all matches and then selects the page. `walk` reads the date index in order until the page is full. */
const STRATEGIES = ['gather', 'walk'] as const;

/**
 * A page of voyages as JSON. Selects the slugs first and then reads the columns. Parameters: those of the filter, the limit and the offset.
 */
export const PAGES = statementsFor(['list', 'timeline'], (fields) =>
  statementsFor(SORTS, (sort) =>
    statementsFor(ENDS, (end) =>
      statementsFor(STRATEGIES, (strategy) =>
        filteredStatement(
          `voyages-${fields}-${sort}-${end}-${strategy}`,
          CONDITIONS,
          ({ where, parameter }) => {
            const matching = `select v.start_day, v.slug from voyage v ${where}`;
            const order = DATE_ORDER[(sort === 'date') === (end === 'start') ? 'date' : '-date'];
            return `
              with ${strategy === 'gather' ? `hit as materialized (${matching}),` : ''} page as materialized (
                ${strategy === 'gather' ? 'select v.start_day, v.slug from hit v' : matching}
                order by ${order} limit ${parameter(1)} offset ${parameter(2)}), ${OWNERS}
              select count(*) length, coalesce(json_agg(voyage), '[]')::text json from (
                ${ITEMS[fields]} where v.slug = any (array(select page.slug from page))
                order by ${DATE_ORDER[sort]}) voyage`;
          },
          { length: col.int, json: col.text },
        ),
      ),
    ),
  ),
);

/** Ids of all matching voyages. */
export const IDS = statementsFor(SORTS, (sort) =>
  filteredStatement(
    `voyages-ids-${sort}`,
    CONDITIONS,
    ({ where }) => `select array(select v.id from voyage v ${where} order by ${DATE_ORDER[sort]}) ids`,
    { ids: col.array(col.int) },
  ),
);

const TOTAL = { total: col.int };

/** Number of all voyages, which triggers keep up to date. */
export const COUNT_OF_ALL = statement('voyages-count', 'select sum(voyages)::bigint total from record_change', TOTAL);

export const COUNT = filteredStatement(
  'voyages-count-of',
  CONDITIONS,
  ({ where }) => `select count(*) total from voyage v ${where}`,
  TOTAL,
);

/**
 * Counts matches of words up to a limit. Every voyage has one search row, so a search with only words doesn't read the voyages. PostgreSQL
 * plans it at each execution: it finds the many matches of a common word quickly, and the few matches of a rare word with the index.
 */
export const COUNT_OF_WORDS = filteredStatement(
  'voyages-count-of-words',
  CONDITIONS,
  ({ variantKey, where, parameter }) => {
    const matches =
      variantKey === CONDITIONS.words.code
        ? 'select from voyage_search s where s.document @@ $1::tsquery'
        : `select from voyage v ${where}`;
    return `select count(*) total from (${matches} limit ${parameter(1)}) matches`;
  },
  TOTAL,
  { prepare: false },
);

export const ADMINISTRATIONS = filteredStatement(
  'voyages-administrations',
  CONDITIONS,
  ({ where }) => `
  select owner.slug president_slug, owner.full_name president_name, r.party president_party,
    coalesce(r.presidential, false) presidential, r.term_start, r.term_end, sailed.voyage_count, sailed.first_start_date
  from (
    select v.president_id, count(*) voyage_count, min(v.start_day) first_day,
      substr(min((v.start_day || v.start_date) collate "C"), 11) first_start_date
    from voyage v ${where} group by v.president_id) sailed
  left join person owner on owner.id = sailed.president_id
  left join president r on r.person_id = sailed.president_id
  order by sailed.first_day, earliest_day(r.term_start), owner.slug`,
  {
    president_slug: col.text.nullable(),
    president_name: col.text.nullable(),
    president_party: col.text.nullable(),
    presidential: col.bool,
    term_start: col.text.nullable(),
    term_end: col.text.nullable(),
    voyage_count: col.int,
    first_start_date: col.text,
  } satisfies ColumnsOf<Administration>,
);

const withoutOwner = (where: string) => `
  select v.slug voyage_slug, v.start_date, array(
    select p.slug from passenger l join president r on r.person_id = l.person_id join person p on p.id = l.person_id
    where l.voyage_id = v.id) aboard
  from voyage v ${where} v.president_id is null order by v.start_day, v.slug`;
export const WITHOUT_OWNER_COLUMNS = { voyage_slug: col.text, start_date: col.text, aboard: col.array(col.text) };

/** Voyages without an owner, with the presidents and owners aboard. */
export const WITHOUT_OWNER = filteredStatement(
  'voyages-without-owner',
  CONDITIONS,
  ({ where }) => withoutOwner(where === '' ? 'where' : `${where} and`),
  WITHOUT_OWNER_COLUMNS,
);

/** Those of a page. */
export const WITHOUT_OWNER_ON_PAGE = statement(
  'voyages-without-owner-on-page',
  withoutOwner('where v.slug = any($1) and'),
  WITHOUT_OWNER_COLUMNS,
);

export const OWNER_COLUMNS = {
  president_slug: col.text,
  president_name: col.text,
  party: col.text.nullable(),
  presidential: col.bool,
  term_start: col.text.nullable(),
  term_end: col.text.nullable(),
};

export const ALL_OWNERS = statement(
  'voyages-owners',
  `select p.slug president_slug, p.full_name president_name, r.party, r.presidential, r.term_start, r.term_end
  from president r join person p on p.id = r.person_id`,
  OWNER_COLUMNS,
);

/** The last parameter is the slug of a voyage, or of a president or owner. */
const POSITION_TARGETS = {
  voyage: (slug: string) => `v.slug = ${slug}`,
  administration: (slug: string) => `v.president_id = (select p.id from person p where p.slug = ${slug})`,
};

/** Number of voyages that come before a voyage, or before the first voyage of an administration, in a list. */
export const POSITIONS = statementsFor(['voyage', 'administration'] as const, (target) =>
  filteredStatement(
    `voyages-position-${target}`,
    CONDITIONS,
    ({ where, parameter }) => {
      const and = where === '' ? 'where' : `${where} and`;
      return `
        with target as (
          select v.start_day, v.slug from voyage v ${and} ${POSITION_TARGETS[target](`${parameter(1)}::text`)}
          order by v.start_day, v.slug limit 1)
        select (select count(*) from voyage v ${and} (v.start_day, v.slug) < (t.start_day, t.slug)) place from target t`;
    },
    { place: col.int },
  ),
);

export const VOYAGE = statement(
  'voyages-get',
  `select v.id || '.' || v.version version, (select row_to_json(voyage) from (
    select ${coreColumns(VOYAGE_COLUMNS, 'owner', 'r')}, instant_text(v.start_timestamp) start_timestamp,
      instant_text(v.end_timestamp) end_timestamp, ${passengersOfVoyage('v.id')} passengers, ${mediaOfVoyage('v.id')} media,
      instant_text(v.created_at) created_at, instant_text(v.updated_at) updated_at) voyage)::text json
  from voyage v ${WITH_OWNER} where v.slug = $1`,
  { version: col.text, json: col.text },
);

const adjacentVoyage = (side: '<' | '>', order: 'desc' | 'asc') => `
  select json_build_object('voyage_slug', n.slug, 'title', n.title, 'start_date', n.start_date)
  from voyage n where (n.start_day, n.slug) ${side} (v.start_day, v.slug)
  order by n.start_day ${order}, n.slug ${order} limit 1`;

/** The passage of the document that a voyage was last imported from; null for a voyage without one. */
export const PASSAGE = statement(
  'voyages-passage',
  `select (case when r.passage is not null
      then json_build_object('document', r.document, 'line', r.line, 'end_line', r.end_line, 'text', r.passage) end)::text json
  from voyage v left join ingest_record r on r.voyage_id = v.id where v.slug = $1`,
  { json: col.text.nullable() },
);

export const ADJACENT = statement(
  'voyages-adjacent',
  `select json_build_object('previous', (${adjacentVoyage('<', 'desc')}), 'next', (${adjacentVoyage('>', 'asc')}))::text json
  from voyage v where v.slug = $1`,
  { json: col.text },
);
