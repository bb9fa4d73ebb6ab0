import type { SearchHit } from '@archive/contracts';
import { col, filteredStatement } from '../../../database/index.ts';
import { portraitUrl } from '../../records/index.ts';
import { allMatches, MAX_RANKED } from './counting.ts';
import { endsOf, excerptAroundMatch, highlightedExcerpt, highlightedTitle } from './excerpts.ts';
import { pageMatches } from './kinds.ts';
import { contextOf, PARAMETER_TABLE, parameterTypes } from './parameters.ts';
import { rank, resultOrder } from './ranking.ts';
import { mediaText, personText, voyageText } from './record-texts.ts';
import { taggedRecords } from './tags.ts';
import { thumbnailOf, VOYAGE_PICTURE } from './thumbnails.ts';
import { scope } from './voyage-scope.ts';

/** Parameters: those of the search, then kinds, sort order, limit, offset, and a regular expression for the first match. */
export const FIND = filteredStatement(
  'search-find',
  PARAMETER_TABLE,
  ({ variantKey, parameter }) => {
    const context = contextOf(variantKey);
    return `with ${parameterTypes(context)}, ${taggedRecords(context)} ${scope(context)}, matches as materialized (
    select * from (${allMatches(context, (kind) => `${kind.id} id, ${kind.titled} titled, ${kind.exact} exact, ${kind.rank} rank, ${kind.day} as day`)}) f
    where ${parameter(1)}::text[] is null or f.kind = any(${parameter(1)}::text[])),
  hit as (
    select f.*, row_number() over (order by ${resultOrder(`${parameter(2)}::text`)}) position
    from matches f order by position limit ${parameter(3)}::int offset ${parameter(4)}::int),
  counts as (select kind, count(*) total from matches group by kind)
  select hit.kind, record.slug, record.title, ${highlightedTitle(context, 'record.title')} title_excerpt,
    record.date, record.end_date, record.words, record.voyage_slug, record.media_type, record.url, record.page, record.thumbnail_url,
    ${highlightedExcerpt(context, 'part.text')} excerpt, ${endsOf('part.text')},
    (select sum(least(total, ${MAX_RANKED})) from counts)::int total, (select bool_or(total > ${MAX_RANKED}) from counts) more
  from hit cross join lateral (
    select v.slug, v.title, v.start_date date, v.end_date, owner.full_name words, null voyage_slug, null media_type, null url, null::int page,
      ${VOYAGE_PICTURE} thumbnail_url, ${voyageText(context)} text
      from voyage v left join person owner on owner.id = v.president_id where hit.kind = 'voyage' and v.id = hit.id
    union all
    select p.slug, p.full_name, null, null, nullif(concat_ws(', ', p.role_title, p.organization), ''), null, null, null, null,
      ${portraitUrl('p')}, ${personText(context)}
      from person p where hit.kind = 'person' and p.id = hit.id
    union all
    select m.slug, m.title, m.date, null, null, null, m.media_type, coalesce(media_url(m.storage_key), m.external_url), null,
      ${thumbnailOf('face.media_id = hit.id')}, ${mediaText(context)}
      from media m where hit.kind = 'media' and m.id = hit.id
    union all
    select a.slug, a.title, v.start_date, v.end_date, v.title, v.slug, null, null, null,
      (select media_url(face.storage_key) from album_media e
        join derivative face on face.media_id = e.media_id and face.kind = 'thumbnail' and face.state = 'ready'
        join media m on m.id = e.media_id and coalesce(m.content_type, '') not like 'audio/%'
        where e.album_id = a.id order by e.sort_order limit 1), concat_ws(' · ', a.description, (
        select string_agg(m.title, ' · ' order by e.sort_order) from album_media e join media m on m.id = e.media_id where e.album_id = a.id))
      from album a left join voyage v on v.id = a.voyage_id where hit.kind = 'album' and a.id = hit.id
    union all
    select m.slug, m.title, m.date, null, null, null, m.media_type, coalesce(media_url(m.storage_key), m.external_url), t.page,
      ${thumbnailOf('face.media_id = hit.id')}, t.text
      from media m cross join lateral (
        select f.page, coalesce(f.corrected, f.text) as text from file_page f where f.media_id = m.id and ${pageMatches(context)}
        order by ${rank(context, 'f.search')} desc, f.page limit 1) t
      where hit.kind = 'text' and m.id = hit.id) record
  cross join lateral (select ${excerptAroundMatch('record.text', `${parameter(5)}::text`)} text offset 0) part
  order by hit.position`;
  },
  {
    kind: col.text.as<SearchHit['kind']>(),
    slug: col.text,
    title: col.text,
    title_excerpt: col.text,
    date: col.text.nullable(),
    end_date: col.text.nullable(),
    words: col.text.nullable(),
    voyage_slug: col.text.nullable(),
    media_type: col.text.nullable(),
    url: col.text.nullable(),
    page: col.int.nullable(),
    thumbnail_url: col.text.nullable(),
    excerpt: col.text,
    first: col.text,
    last: col.text,
    total: col.int,
    more: col.bool,
  },
  { prepare: false },
);
