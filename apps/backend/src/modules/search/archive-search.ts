import {
  type Fields,
  fieldsWith,
  formatDate,
  mediaFields,
  namesOf,
  personFields,
  type SearchHit,
  voyageFields,
} from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { col, Database, statement } from '../../database/index.ts';
import { excerptRuns, MATCH_END, MATCH_START } from './excerpt.ts';
import { IN_DIRECTORY, peopleMatching } from './people-matching.ts';
import { SearchQueries } from './search-queries.ts';

/** Matches of each kind that are ranked: ranking reads the whole document of each. */
const MAX_RANKED = 1000;

const HEADLINE = `MaxFragments=2, MinWords=6, MaxWords=22, FragmentDelimiter=" … ", StartSel="${MATCH_START}", StopSel="${MATCH_END}"`;

/**
 * SQL for the part of a text that the excerpt comes from: around the first match, as plain text without Markdown and match marks.
 * Highlighting takes time that grows with the square of the text, so it must never see a long one.
 *
 * @param beginning SQL of a regular expression for the first match
 */
const aroundMatch = (text: string, beginning: string) => `
  regexp_replace(regexp_replace(
    substr(${text}, greatest(1, regexp_instr(fold(left(${text}, 100000)), ${beginning}) - 300), 3000),
    '!?\\[([^]]*)\\]\\([^)]*\\)', '\\1', 'g'), '[*#>\`${MATCH_START}${MATCH_END}]+', '', 'g')`;

const VOYAGE_TEXTS = namesOf(fieldsWith(voyageFields, 'documentLabel'))
  .map((name) => `v.${name}`)
  .join(', ');

const VOYAGE_TEXT = `concat_ws(' · ', nullif(concat_ws(' – ', v.start_location, v.end_location), ''), (
    select string_agg(concat_ws(' ', l.title, concat_ws(', ', p.full_name, l.capacity_role)), '; ' order by l.sort_order)
    from passenger l join person p on p.id = l.person_id where l.voyage_id = v.id),
  v.foreign_leader_country, v.royalty_details, v.additional_guests, ${VOYAGE_TEXTS}, (
    select string_agg(s.item ->> 'spin', ' · ') from jsonb_array_elements(v.spin) s(item)), (
    select string_agg(coalesce(s.item ->> 'title', s.item ->> 'url'), ' · ')
    from jsonb_array_elements(v.source_urls || v.additional_sources) s(item)))`;

/** The searched text fields of a row, without those that a result shows anyway. */
const documentText = (row: string, fields: Fields, shown: readonly string[]) =>
  Object.keys(fieldsWith(fields, 'search'))
    .filter((name) => !shown.includes(name))
    .map((name) => `${row}.${name}`)
    .join(', ');

const PERSON_TEXT = `concat_ws(' · ', ${documentText('p', personFields, ['full_name'])}, (
    select string_agg(distinct concat_ws(' ', l.title, l.capacity_role), '; ') from passenger l where l.person_id = p.id))`;

const MEDIA_TEXT = `concat_ws(' · ', ${documentText('m', mediaFields, ['title', 'date'])})`;

/** $1 the query, $2 the query in titles and names, $3 a query per term, $4 limit, $5 headline options, $6 a regular expression for the first match. */
const FIND = statement(
  'search-find',
  `with hit as (
    select * from (
      (select 'voyage' kind, s.voyage_id id, s.document @@ $2::tsquery titled, ts_rank(s.document, $1::tsquery) rank
        from voyage_search s where s.document @@ $1::tsquery limit ${MAX_RANKED})
      union all
      (select 'person', p.id, p.search @@ $2::tsquery, ts_rank(p.search, $1::tsquery)
        from person p where p.id in (${peopleMatching('$3::tsquery[]', '$3::tsquery[]')}) and ${IN_DIRECTORY} limit ${MAX_RANKED})
      union all
      (select 'media', m.id, m.search @@ $2::tsquery, ts_rank(m.search, $1::tsquery)
        from media m where m.search @@ $1::tsquery limit ${MAX_RANKED})) found
    order by titled desc, rank desc, kind desc, id limit $4)
  select hit.kind, shown.slug, shown.title, shown.date, shown.words, ts_headline('archive', ${aroundMatch('shown.text', '$6')}, $1::tsquery, $5) excerpt
  from hit cross join lateral (
    select v.slug, v.title, v.start_date date, owner.full_name words, ${VOYAGE_TEXT} text
      from voyage v left join person owner on owner.id = v.president_id where hit.kind = 'voyage' and v.id = hit.id
    union all
    select p.slug, p.full_name, null, nullif(concat_ws(', ', p.role_title, p.organization), ''), ${PERSON_TEXT}
      from person p where hit.kind = 'person' and p.id = hit.id
    union all
    select m.slug, m.title, m.date, initcap(m.media_type), ${MEDIA_TEXT}
      from media m where hit.kind = 'media' and m.id = hit.id) shown
  order by hit.titled desc, hit.rank desc, hit.kind desc, shown.slug`,
  {
    kind: col.text.as<SearchHit['kind']>(),
    slug: col.text,
    title: col.text,
    date: col.text.nullable(),
    words: col.text.nullable(),
    excerpt: col.text,
  },
);

/** Ranked search across voyages, people and media; matches of all words in a title or name come first. */
@Injectable()
export class ArchiveSearch {
  readonly #database: Database;
  readonly #queries: SearchQueries;

  constructor(database: Database, queries: SearchQueries) {
    this.#database = database;
    this.#queries = queries;
  }

  async find(typed: string, limit: number): Promise<SearchHit[]> {
    const query = await this.#queries.prepare(typed);
    if (!query) return [];
    const rows = await this.#database.rows(FIND, [
      query.all(),
      query.all('A'),
      query.terms(),
      limit,
      HEADLINE,
      query.matchPattern(),
    ]);
    return rows.map(({ kind, slug, title, date, words, excerpt }) => ({
      kind,
      slug,
      title,
      subtitle: [date && formatDate(date), words].filter(Boolean).join(' · ') || null,
      excerpt: excerptRuns(excerpt),
    }));
  }
}
