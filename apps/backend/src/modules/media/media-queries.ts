import {
  type ExportMediaQuery,
  MAX_BULK_MEDIA,
  MEDIA_SORTS,
  type MediaItem,
  type MediaListQuery,
  type mediaOperations,
  type OperationResponse,
} from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { type JsonText, jsonText, notFound, type Page, page } from '../../common/index.ts';
import {
  col,
  type Conditions,
  conditions,
  Database,
  filteredStatement,
  statement,
  type StatementExecutor,
  statementsFor,
} from '../../database/index.ts';
import { ListSearch, mediaMatching } from '../search/index.ts';
import { voyagesShowing } from '../records/index.ts';
import { folderName } from './media-names.ts';
import { MEDIA_COLUMNS, MEDIA_ITEM, MEDIA_JOINS, mediaOfVoyage } from './media-columns.ts';

type MediaFilters = Omit<ExportMediaQuery, 'format' | 'sort'>;

interface Paging {
  limit: number;
  offset: number;
}

const keysOf = (slugs: string) => `(select p.id from person p where p.slug = any(${slugs}::text[]))`;

const CONDITIONS = {
  nothing: { code: 'n', sql: 'false' },
  words: { code: 'q', sql: (p: string) => `m.id in (${mediaMatching(`${p}::tsquery`)})` },
  selected: { code: 's', sql: (p: string) => `m.id = any(${p}::int[])` },
  type: { code: 't', sql: (p: string) => `m.media_type = ${p}` },
  credit: { code: 'c', sql: (p: string) => `fold(btrim(m.credit)) = fold(btrim(${p}))` },
  date: { code: 'd', sql: (p: string) => `m.date = ${p}` },
  from: { code: 'f', sql: (p: string) => `latest_day(m.date) >= (select earliest_day(${p}))` },
  to: { code: 'u', sql: (p: string) => `m.day <= (select latest_day(${p}))` },
  presidents: {
    code: 'o',
    sql: (p: string) => `(m.president_id in ${keysOf(p)} or m.id in (
      select l.media_id from voyage_media l join voyage v on v.id = l.voyage_id where v.president_id in ${keysOf(p)}))`,
  },
  inFolder: { code: 'i', sql: (p: string) => `starts_with(m.storage_key, ${p})` },
  named: {
    code: 'w',
    // Materialized, so that the text is put together once, not for each word.
    sql: (p: string) => `(
      with t as materialized (select fold(concat_ws(' ', regexp_replace(m.storage_key, '^.*/', ''), m.title, m.credit, date_words(m.date),
        m.description_markdown)) text)
      select bool_and(position(fold(w) in t.text) > 0) from t, unnest(${p}::text[]) w)`,
  },
  folder: { code: 'p', sql: (p: string) => `position(${p} in lower(regexp_replace(m.storage_key, '[^/]*$', ''))) > 0` },
};

const MEDIA = statement(
  'media-get',
  `
  select m.id || '.' || m.version version, (select row_to_json(item) from (select ${MEDIA_COLUMNS}) item)::text json
  from media m ${MEDIA_JOINS} where m.slug = $1`,
  { version: col.text, json: col.text },
);

const BY_VOYAGE = statement(
  'media-by-voyage',
  `select ${mediaOfVoyage('v.id')}::text json from voyage v where v.slug = $1`,
  { json: col.text },
);

const USAGE = statement(
  'media-usage',
  `
  select json_build_object('voyages', (
    select coalesce(json_agg(json_build_object('title', v.title, 'voyage_slug', v.slug) order by v.start_day, v.slug), '[]')
    from voyage v where v.id in (${voyagesShowing('array[m.id]')})), 'albums', (
    select coalesce(json_agg(json_build_object('title', a.title, 'album_slug', a.slug, 'voyage_slug', v.slug)
      order by v.start_day, v.slug, a.sort_order), '[]')
    from album_media e join album a on a.id = e.album_id left join voyage v on v.id = a.voyage_id where e.media_id = m.id), 'people', (
    select coalesce(json_agg(json_build_object('full_name', p.full_name, 'person_slug', p.slug) order by p.filing_key, p.slug), '[]')
    from person p where p.portrait = m.slug))::text json
  from media m where m.slug = $1`,
  { json: col.text },
);

const ORDERS: Readonly<Record<MediaListQuery['sort'], { column: string; order: string }>> = {
  newest: { column: 'created_at', order: 'created_at desc, id desc' },
  date: { column: 'day', order: 'day nulls last, id' },
  '-date': { column: 'day', order: 'day desc nulls last, id' },
  title: { column: 'title', order: 'lower(title) collate natural_order, id' },
  size: { column: 'size', order: 'size desc nulls last, id' },
};

const LIST = statementsFor(MEDIA_SORTS, (sort) =>
  filteredStatement(
    `media-list-${sort}`,
    CONDITIONS,
    ({ where, parameter }) => `
    with page as materialized (
      select id, ${ORDERS[sort].column} from media m ${where}
      order by ${ORDERS[sort].order} limit ${parameter(1)} offset ${parameter(2)})
    select item.* from (select *, row_number() over (order by ${ORDERS[sort].order}) position from page) page cross join lateral (
      select ${MEDIA_COLUMNS} from media m ${MEDIA_JOINS} where m.id = page.id offset 0) item
    order by page.position`,
    MEDIA_ITEM,
  ),
);
const COUNT = filteredStatement(
  'media-count',
  CONDITIONS,
  ({ where }) => `select count(*) total from media m ${where}`,
  {
    total: col.int,
  },
);
const IDS = statementsFor(MEDIA_SORTS, (sort) =>
  filteredStatement(
    `media-ids-${sort}`,
    CONDITIONS,
    ({ where }) => `select array(select id from media m ${where} order by ${ORDERS[sort].order}) ids`,
    { ids: col.array(col.int) },
  ),
);
const MATCHES = filteredStatement(
  'media-matches',
  CONDITIONS,
  ({ where }) =>
    `select slug media_slug, title from media m ${where} order by ${ORDERS.newest.order} limit ${MAX_BULK_MEDIA}`,
  { media_slug: col.text, title: col.text },
);

/** Reads media records. */
@Injectable()
export class MediaQueries {
  constructor(
    private readonly database: Database,
    private readonly search: ListSearch,
  ) {}

  /** One page of the media that match the search words and filters. */
  async list({ limit, offset, sort, ...query }: MediaListQuery): Promise<Page<MediaItem>> {
    return this.#page(await this.#filterFor(query), { limit, offset, sort });
  }

  /** Ids of all matches, in list order. */
  async ids({ sort, ...query }: Omit<ExportMediaQuery, 'format'>): Promise<number[]> {
    const filter = await this.#filterFor(query);
    return (await this.database.row(IDS[sort].for(filter), filter.parameters))?.ids ?? [];
  }

  /** Slugs and titles of all matches, up to the limit of a bulk request. */
  async matches(query: MediaFilters): Promise<OperationResponse<typeof mediaOperations.matches>> {
    const filter = await this.#filterFor(query);
    const [media, totalRow] = await Promise.all([
      this.database.rows(MATCHES.for(filter), filter.parameters),
      this.database.row(COUNT.for(filter), filter.parameters),
    ]);
    return { media, total: totalRow?.total ?? 0 };
  }

  async #filterFor({
    q,
    media_type,
    date_from,
    date_to,
    president_slug,
    person,
    place,
    from,
    to,
    tag,
    rights,
    folder = '',
    words = '',
  }: MediaFilters): Promise<Conditions> {
    const search = await this.search.queryFor('media', q, { person, place, from, to, tag, rights });
    const path = folder.replace(/^\/+|\/+$/g, '');
    return conditions(CONDITIONS, {
      nothing: search.isEmpty,
      words: search.words?.matchAll(),
      selected: search.selected,
      type: media_type === 'all' ? undefined : media_type,
      from: date_from,
      to: date_to,
      presidents: president_slug,
      inFolder: path === '' ? undefined : `${path}/`,
      named: words.trim() === '' ? undefined : words.trim().split(/\s+/),
    });
  }

  /**
   * Possible duplicates of an upload: the same credit (ignoring case, accents and surrounding blanks), the same date, and a folder path
   * that contains the name in lower case with hyphens (SPEC section 5).
   */
  duplicates({ credit, date, folder, ...paging }: Paging & { credit?: string; date?: string; folder?: string }) {
    const filter = conditions(CONDITIONS, {
      credit: credit || undefined,
      date: date || undefined,
      folder: folder === undefined ? undefined : folderName(folder) || undefined,
    });
    return this.#page(filter, { ...paging, sort: 'newest' });
  }

  async get(slug: string, executor: StatementExecutor = this.database): Promise<JsonText> {
    const row = await executor.row(MEDIA, [slug]);
    if (!row) throw notFound('Media not found in database.');
    return jsonText(row.json, row);
  }

  async byVoyage(slug: string): Promise<JsonText> {
    const row = await this.database.row(BY_VOYAGE, [slug]);
    if (!row) throw notFound('Voyage not found');
    return jsonText(row.json);
  }

  async usage(slug: string): Promise<JsonText> {
    const row = await this.database.row(USAGE, [slug]);
    if (!row) throw notFound('Media not found in database.');
    return jsonText(row.json);
  }

  async #page(
    filter: Conditions,
    { limit, offset, sort }: Paging & Pick<MediaListQuery, 'sort'>,
  ): Promise<Page<MediaItem>> {
    const [items, totalRow] = await Promise.all([
      this.database.rows(LIST[sort].for(filter), [...filter.parameters, limit, offset]),
      this.database.row(COUNT.for(filter), filter.parameters),
    ]);
    return page(items, totalRow?.total ?? 0);
  }
}
