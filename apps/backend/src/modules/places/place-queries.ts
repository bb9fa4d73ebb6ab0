import {
  fieldsWith,
  namesOf,
  type PlaceLetter,
  type PlaceListQuery,
  placeFields,
  type VoyagePlace,
} from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import {
  JsonPage,
  type JsonText,
  jsonText,
  NO_ITEMS,
  notFound,
  page,
  type Page,
  withHeaders,
} from '../../common/index.ts';
import {
  col,
  type ColumnsOf,
  conditions,
  Database,
  filteredStatement,
  type Statement,
  statement,
  type StatementExecutor,
  statementsFor,
} from '../../database/index.ts';
import { mediaOfVoyages } from '../person-profile/index.ts';
import { columnsOf, PLACE_COLUMNS, portraitUrl } from '../records/index.ts';
import { KEYS_OF_VOYAGE, VOYAGE_COUNT, WORDINGS_OF_VOYAGE } from './place-sql.ts';

const LETTER = `case when fold(p.name) ~ '^[a-z]' then upper(left(fold(p.name), 1)) else '#' end`;

const CONDITIONS = {
  words: {
    code: 'q',
    sql: (words: string) => `(position(fold(${words}) in fold(p.notes)) > 0 or exists (
      select from unnest(p.names) n(key) where position(place_key(${words}) in n.key) > 0))`,
  },
  kind: { code: 'k', sql: (kind: string) => `p.kind = ${kind}` },
  unplaced: { code: 'u', sql: 'p.latitude is null' },
  letter: { code: 'l', sql: (letter: string) => `${LETTER} = ${letter}` },
};
type Filters = Partial<Pick<PlaceListQuery, 'q' | 'kind' | 'unplaced' | 'letter'>>;
const filterOf = ({ q, ...filters }: Filters) => conditions(CONDITIONS, { ...filters, words: q || undefined });

const PART_OF_NAME = '(select whole.name from place whole where whole.slug = p.part_of) part_of_name';
const ORDERS = { name: 'fold(name), place_slug', voyages: 'voyage_count desc, fold(name), place_slug' } as const;

const LIST = statementsFor(['name', 'voyages'], (sort) =>
  filteredStatement(
    `places-list-${sort}`,
    CONDITIONS,
    ({ where, parameter }) => `
      with found as (
        select p.slug place_slug, ${columnsOf('p', namesOf(fieldsWith(placeFields, 'listed')))}, ${PART_OF_NAME},
          ${VOYAGE_COUNT} voyage_count
        from place p ${where}),
      page as (select * from found order by ${ORDERS[sort]} limit ${parameter(1)} offset ${parameter(2)})
      select count(*) length, (select count(*) from place p ${where}) total,
        coalesce(json_agg(row_to_json(page) order by ${ORDERS[sort]}), '[]')::text json
      from page`,
    { length: col.int, total: col.int, json: col.text },
  ),
);

const IDS = statementsFor(['name', 'voyages'], (sort) =>
  filteredStatement(
    `places-ids-${sort}`,
    CONDITIONS,
    ({ where }) => `
      select array(
        select id from (select p.id, p.slug place_slug, p.name, ${VOYAGE_COUNT} voyage_count from place p ${where}) found
        order by ${ORDERS[sort]}) ids`,
    { ids: col.array(col.int) },
  ),
);

const LETTERS = filteredStatement(
  'places-letters',
  CONDITIONS,
  ({ where }) =>
    `select letter, count(*) place_count from (select ${LETTER} letter from place p ${where}) filed
    group by letter order by letter = '#', letter`,
  { letter: col.text, place_count: col.int } satisfies ColumnsOf<PlaceLetter>,
);

const PLACE = statement(
  'places-get',
  `select p.id || '.' || p.version version, (select row_to_json(shown) from (
    select p.slug place_slug, ${columnsOf('p', PLACE_COLUMNS)}, ${PART_OF_NAME},
      (select coalesce(json_agg(json_build_object('place_slug', part.slug, 'name', part.name) order by fold(part.name)), '[]')
        from place part where part.part_of = p.slug) parts,
      (select coalesce(json_agg(json_build_object('wording', wording, 'voyage_count', voyages, 'is_name', key = place_key(p.name))
          order by voyages desc, wording), '[]')
        from (
          select w.wording, place_key(w.wording) "key", count(distinct v.id) voyages from voyage v cross join ${WORDINGS_OF_VOYAGE}
          where ${KEYS_OF_VOYAGE} && p.names and place_key(w.wording) = any(p.names) group by w.wording
          union all
          select variant, place_key(variant), 0 from unnest(p.variants) variant
          where not exists (select from voyage v where ${KEYS_OF_VOYAGE} && array[place_key(variant)])) written) wordings,
      ${VOYAGE_COUNT} voyage_count, instant_text(p.created_at) created_at, instant_text(p.updated_at) updated_at) shown)::text json
  from place p where p.slug = $1`,
  { version: col.text, json: col.text },
);
const REDIRECTED = statement(
  'places-redirect',
  'select p.slug from place_redirect r join place p on p.id = r.place_id where r.slug = $1',
  { slug: col.text },
);

const BY_VOYAGE = statement(
  'places-by-voyage',
  `select w.wording, p.slug place_slug, p.name, p.latitude, p.longitude, p.uncertainty
  from voyage v left join ${WORDINGS_OF_VOYAGE} on true
  left join place_name n on n.key = place_key(w.wording) left join place p on p.id = n.place_id
  where v.slug = $1 order by w.position`,
  {
    wording: col.text.nullable(),
    place_slug: col.text.nullable(),
    name: col.text.nullable(),
    latitude: col.number.nullable(),
    longitude: col.number.nullable(),
    uncertainty: col.int.nullable(),
  },
);

const ID = statement('place-key', 'select id from place where slug = $1', { id: col.int });
const VOYAGES = `voyage v where ${KEYS_OF_VOYAGE} && (select p.names from place p where p.id = $1)`;
const MEDIA = mediaOfVoyages(
  'place-media',
  `from voyage_media link where link.voyage_id in (select v.id from ${VOYAGES})`,
);
const SEEN = `from passenger l where l.voyage_id in (select v.id from ${VOYAGES})`;
const PEOPLE = {
  list: statement(
    'place-people',
    `select p.slug person_slug, p.full_name, p.role_title, ${portraitUrl('p')} portrait_url, seen.place_count
    from (select l.person_id, count(*) place_count ${SEEN} group by l.person_id) seen
    join person p on p.id = seen.person_id
    order by seen.place_count desc, p.filing_key, p.slug limit $2 offset $3`,
    {
      person_slug: col.text,
      full_name: col.text,
      role_title: col.text.nullable(),
      portrait_url: col.text.nullable(),
      place_count: col.int,
    },
  ),
  count: statement('place-people-count', `select count(distinct l.person_id) total ${SEEN}`, { total: col.int }),
};

interface Paging {
  limit: number;
  offset: number;
}

/** Reads places, and what voyages say about them. */
@Injectable()
export class PlaceQueries {
  constructor(private readonly database: Database) {}

  async list({ sort, limit, offset, ...filters }: PlaceListQuery): Promise<JsonPage> {
    const filter = filterOf(filters);
    const items = await this.database.row(LIST[sort].for(filter), [...filter.parameters, limit, offset]);
    return new JsonPage(items ?? NO_ITEMS, { total: items?.total ?? 0 });
  }

  /** Ids of all matching places, in list order. */
  async ids({ sort, ...filters }: Omit<PlaceListQuery, 'limit' | 'offset'>): Promise<number[]> {
    const filter = filterOf(filters);
    return (await this.database.row(IDS[sort].for(filter), filter.parameters))?.ids ?? [];
  }

  letters(filters: Filters): Promise<PlaceLetter[]> {
    const filter = filterOf(filters);
    return this.database.rows(LETTERS.for(filter), filter.parameters);
  }

  async get(slug: string, executor: StatementExecutor = this.database): Promise<JsonText> {
    const row = await executor.row(PLACE, [slug]);
    if (row) return jsonText(row.json, row);
    const redirect = await executor.row(REDIRECTED, [slug]);
    if (!redirect) throw notFound('Place not found');
    return withHeaders(await this.get(redirect.slug, executor), { 'content-location': `/api/places/${redirect.slug}` });
  }

  async byVoyage(slug: string): Promise<VoyagePlace[]> {
    const rows = await this.database.rows(BY_VOYAGE, [slug]);
    if (rows.length === 0) throw notFound('Voyage not found');
    return rows.flatMap(({ wording, ...place }) => (wording === null ? [] : [{ wording, ...place }]));
  }

  people = (slug: string, paging: Paging) => this.#page(slug, paging, PEOPLE);
  media = (slug: string, paging: Paging) => this.#page(slug, paging, MEDIA);

  async #page<Item extends object>(
    slug: string,
    { limit, offset }: Paging,
    { list, count }: { list: Statement<Item>; count: Statement<{ total: number }> },
  ): Promise<Page<Item>> {
    const place = await this.database.row(ID, [slug]);
    if (!place) throw notFound('Place not found');
    const [items, totalRow] = await Promise.all([
      this.database.rows(list, [place.id, limit, offset]),
      this.database.row(count, [place.id]),
    ]);
    return page(items, totalRow?.total ?? 0);
  }
}
