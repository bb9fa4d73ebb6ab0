import type { SearchHit } from '@archive/contracts';
import { col, statement } from '../../../database/index.ts';
import { portraitUrl } from '../../records/index.ts';
import { endsOf, highlightedExcerpt, highlightedTitle, partAroundMatch, plainText } from './excerpts.ts';
import { fixedContext, type SqlContext } from './parameters.ts';
import { mediaText, personText, voyageText } from './record-texts.ts';

export const rank = ({ $ }: SqlContext, document: string) => `coalesce(ts_rank(${document}, ${$('text')}), 0)`;
/** Uses an index of the words with weight A. */
export const titleMatches = ({ $, hasValue }: SqlContext, document: string) =>
  hasValue('titles') ? `ts_filter(${document}, '{a}') @@ ${$('titles')}` : 'false';
/** Whether the title of the record of a table is the query. Those are looked up once, by an index. */
export const isNamed = ({ $ }: SqlContext, id: string, table: string, title = 'title') =>
  `(${id} = any(array(select named.id from ${table} named where fold(named.${title}) = fold(${$('typed')}))))`;

/** The order of matches `f`. `sort` is null, `newest` or `oldest`. */
export const resultOrder = (sort: string) => `
      case when ${sort} = 'newest' then f.day end desc nulls last, case when ${sort} = 'oldest' then f.day end nulls last,
      f.kind = 'text', f.exact desc, f.titled desc, f.rank desc, f.kind desc, f.id`;

/** The parameters of the search that the second step needs, in order. Any of them may be null. */
export const HIT_PARAMETERS = ['text', 'excluded', 'dateText', 'readsInternal'] as const;
const context = fixedContext(HIT_PARAMETERS);
const parameter = (position: number, type: string) => `$${HIT_PARAMETERS.length + position}::${type}`;
const RESULTS = `unnest(${parameter(1, 'text[]')}, ${parameter(2, 'int[]')}, ${parameter(3, 'boolean[]')})`;
const PATTERN = parameter(4, 'text');
const SIGN_PATTERN = parameter(5, 'text');

const matchesIfGiven = (parameter: 'text' | 'excluded', condition: string) =>
  `(${context.$(parameter)} is null or ${condition})`;
/** The page of the file that matches best. */
const PAGE = `
  select f.page, coalesce(f.corrected, f.text) as text from file_page f
  where f.media_id = hit.id and ${matchesIfGiven('text', `f.search @@ ${context.$('text')}`)}
    and (${context.$('dateText')} is null or f.search @@ phraseto_tsquery('archive', ${context.$('dateText')}))
    and ${matchesIfGiven('excluded', `not f.search @@ ${context.$('excluded')}`)}
  order by ${rank(context, 'f.search')} desc, f.page limit 1`;

const MEDIA_PICTURE = `
  (select media_url(face.storage_key) from derivative face
    where face.media_id = m.id and face.kind = 'thumbnail' and face.state = 'ready')`;
const VOYAGE_PICTURE = `
  (select media_url(face.storage_key) from voyage_media link join media m on m.id = link.media_id
    join derivative face on face.media_id = m.id and face.kind = 'thumbnail' and face.state = 'ready'
    where link.voyage_id = v.id and coalesce(m.content_type, '') not like 'audio/%'
    order by m.media_type <> 'image', link.media_category = 'additional_source', link.sort_order limit 1)`;
const ALBUM_PICTURE = `(
  select media_url(face.storage_key) from album_media e
  join derivative face on face.media_id = e.media_id and face.kind = 'thumbnail' and face.state = 'ready'
  join media m on m.id = e.media_id and coalesce(m.content_type, '') not like 'audio/%'
  where e.album_id = a.id order by e.sort_order limit 1)`;
const ALBUM_TEXT = `concat_ws(' · ', a.description, (
  select string_agg(m.title, ' · ' order by e.sort_order) from album_media e join media m on m.id = e.media_id where e.album_id = a.id))`;

/**
 * SQL for what results of a kind and an id show. With `isFull`, they have a picture, and a text for the excerpt if `hit.with_excerpt`; without,
 * the text of files is left out.
 */
export function shownRecords(context: SqlContext, kind: string, id: string, isFull: boolean): string {
  const picture = (sql: string) => (isFull ? sql : 'null');
  const text = (sql: string) => (isFull ? `case when hit.with_excerpt then ${sql} end` : 'null');
  const selections = [
    `select v.slug, v.title, v.start_date date, v.end_date,
      (select owner.full_name from person owner where owner.id = v.president_id) words, null voyage_slug, null media_type, null url, null::int page,
      ${picture(VOYAGE_PICTURE)} thumbnail_url, ${text(voyageText(context))} text
      from voyage v where ${kind} = 'voyage' and v.id = ${id}`,
    `select p.slug, p.full_name, null, null, nullif(concat_ws(', ', p.role_title, p.organization), ''), null, null, null, null,
      ${picture(portraitUrl('p'))}, ${text(personText(context))}
      from person p where ${kind} = 'person' and p.id = ${id}`,
    `select m.slug, m.title, m.date, null, null, null, m.media_type, coalesce(media_url(m.storage_key), m.external_url), null,
      ${picture(MEDIA_PICTURE)}, ${text(mediaText(context))}
      from media m where ${kind} = 'media' and m.id = ${id}`,
    `select a.slug, a.title, v.start_date, v.end_date, v.title, v.slug, null, null, null,
      ${picture(ALBUM_PICTURE)}, ${text(ALBUM_TEXT)}
      from album a left join voyage v on v.id = a.voyage_id where ${kind} = 'album' and a.id = ${id}`,
    `select m.slug, m.title, m.date, null, null, null, m.media_type, coalesce(media_url(m.storage_key), m.external_url), t.page,
      ${picture(MEDIA_PICTURE)}, t.text
      from media m cross join lateral (${PAGE}) t where ${kind} = 'text' and m.id = ${id}`,
  ];
  return selections.slice(0, isFull ? selections.length : -1).join(' union all ');
}

/** The columns that suggestions have, too. */
export const HIT_COLUMNS = {
  kind: col.text.as<SearchHit['kind']>(),
  slug: col.text,
  title: col.text,
  title_excerpt: col.text,
  date: col.text.nullable(),
  words: col.text.nullable(),
  voyage_slug: col.text.nullable(),
  media_type: col.text.nullable(),
  url: col.text.nullable(),
};

/**
 * The second step of a search: what a page of results shows. Parameters: `HIT_PARAMETERS`, then the kinds and the ids of the results, whether
 * each gets an excerpt, a regular expression for the first match, and one for words with signs and those around them (or null). No
 * configuration of PostgreSQL highlights these.
 */
export const HITS = statement(
  'search-hits',
  `select hit.kind, record.slug, record.title, ${highlightedTitle(context, 'record.title')} title_excerpt,
    record.date, record.end_date, record.words, record.voyage_slug, record.media_type, record.url, record.page, record.thumbnail_url,
    coalesce(substring(part.text from ${SIGN_PATTERN}), ${highlightedExcerpt(context, 'part.text')}) excerpt, ${endsOf('part.text')}
  from ${RESULTS} with ordinality hit(kind, id, with_excerpt, position)
  cross join lateral (${shownRecords(context, 'hit.kind', 'hit.id', true)}) record
  cross join lateral (select ${partAroundMatch('record.text', PATTERN)} text offset 0) around
  cross join lateral (select ${plainText('around.text')} text offset 0) part
  order by hit.position`,
  {
    ...HIT_COLUMNS,
    end_date: col.text.nullable(),
    page: col.int.nullable(),
    thumbnail_url: col.text.nullable(),
    excerpt: col.text.nullable(),
    beginning: col.text.nullable(),
    ending: col.text.nullable(),
  },
  { planOnce: true },
);
