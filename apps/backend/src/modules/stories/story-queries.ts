import { fieldsWith, namesOf, type StoryListQuery, type StoryRecord, storyFields } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { JsonPage, type JsonText, jsonText, NO_ITEMS, notFound } from '../../common/index.ts';
import {
  col,
  type ColumnsOf,
  conditions,
  Database,
  filteredStatement,
  statement,
  type StatementExecutor,
  statementsFor,
} from '../../database/index.ts';
import { columnsOf, portraitUrl } from '../records/index.ts';

/** Readers see published stories only, in operations of their own, because responses are cached by address. */
const SHOWN = { published: 's.published_on is not null', all: 'true' } as const;
type Shown = keyof typeof SHOWN;

/** SQL for the picture of the media item with a slug as JSON; null if it isn't an image. */
const pictureOf = (slug: string) => `
  (select json_build_object('url', coalesce(media_url(large.storage_key), media_url(m.storage_key), m.external_url),
      'thumbnail_url', media_url(thumbnail.storage_key), 'width', m.width, 'height', m.height, 'alt_text', m.alt_text, 'credit', m.credit)
    from media m
    left join derivative large on large.media_id = m.id and large.kind = 'large' and large.state = 'ready'
    left join derivative thumbnail on thumbnail.media_id = m.id and thumbnail.kind = 'thumbnail' and thumbnail.state = 'ready'
    where m.slug = ${slug} and m.media_type = 'image' and (m.storage_key is not null or m.external_url is not null))`;

const SLUG = `split_part(a.address, '/', 3)`;
/** SQL for the id of the record with the slug of an address, which may have been merged into another one. */
const idOf = (table: 'person' | 'place') => `coalesce((select id from ${table} where slug = ${SLUG}),
  (select ${table}_id from ${table}_redirect where slug = ${SLUG}))`;
const portrait = `case when ${portraitUrl('p')} is not null then json_build_object('url', ${portraitUrl('p')}, 'thumbnail_url', ${portraitUrl('p')},
  'width', null, 'height', null, 'alt_text', null, 'credit', null) end`;

/** SQL for the existing records of the addresses in an array, in its order. */
const recordsAt = (addresses: string) => `
  select a.address, found.* from unnest(${addresses}) with ordinality a(address, position) cross join lateral (
    select 'voyage' kind, v.slug, v.title, owner.full_name subtitle, v.start_date date, v.end_date, null::json picture
      from voyage v left join person owner on owner.id = v.president_id where a.address like '/voyages/%' and v.slug = ${SLUG}
    union all select 'person', p.slug, p.full_name, p.role_title, null, null, ${portrait}
      from person p where a.address like '/people/%' and p.id = ${idOf('person')}
    union all select 'place', p.slug, p.name, null, null, null, null
      from place p where a.address like '/places/%' and p.id = ${idOf('place')}
    union all select 'media', m.slug, m.title, null, m.date, null, ${pictureOf('m.slug')}
      from media m where a.address like '/media/%' and m.slug = ${SLUG}) found
  order by a.position`;

const LISTED = `s.slug story_slug, ${columnsOf('s', namesOf(fieldsWith(storyFields, 'listed')))}, ${pictureOf('s.cover')} cover_picture`;
/** Drafts come first, and then the newest. */
const ORDER = 'published_on desc nulls first, story_slug';

/** SQL for the addresses that lead to the record with an address: its own, and those of records that were merged into it. */
const addressesOf = (address: string) => `array(select ${address}
  union select '/people/' || r.slug from person_redirect r join person p on p.id = r.person_id where ${address} = '/people/' || p.slug
  union select '/places/' || r.slug from place_redirect r join place p on p.id = r.place_id where ${address} = '/places/' || p.slug)`;

const CONDITIONS = { record: { code: 'r', sql: (address: string) => `s.mentions && ${addressesOf(address)}` } };
const LIST = statementsFor(['published', 'all'], (shown) =>
  filteredStatement(
    `stories-list-${shown}`,
    CONDITIONS,
    ({ where, parameter }) => `
      with found as (select ${LISTED} from (select * from story s where ${SHOWN[shown]}) s ${where}),
      page as (select * from found order by ${ORDER} limit ${parameter(1)} offset ${parameter(2)})
      select count(*) length, (select count(*) from found) total,
        coalesce(json_agg(row_to_json(page) order by ${ORDER}), '[]')::text json
      from page`,
    { length: col.int, total: col.int, json: col.text },
  ),
);

const neighbor = (comparison: '<' | '>', order: 'asc' | 'desc') => `
  (select json_build_object('story_slug', o.slug, 'title', o.title) from story o
    where o.published_on is not null and (o.published_on, o.slug) ${comparison} (s.published_on, s.slug)
    order by o.published_on ${order}, o.slug ${order} limit 1)`;

const STORY = statementsFor(['published', 'all'], (shown) =>
  statement(
    `stories-get-${shown}`,
    `select s.id || '.' || s.version version, (select row_to_json(story) from (
      select s.slug story_slug, ${columnsOf('s', namesOf(storyFields))}, ${pictureOf('s.cover')} cover_picture,
        (select coalesce(json_agg(row_to_json(r)), '[]') from (${recordsAt('s.mentions')}) r) records,
        ${neighbor('<', 'desc')} previous, ${neighbor('>', 'asc')} next,
        instant_text(s.created_at) created_at, instant_text(s.updated_at) updated_at) story)::text json
    from story s where s.slug = $1 and ${SHOWN[shown]}`,
    { version: col.text, json: col.text },
  ),
);

const RECORDS = statement('stories-records', recordsAt('$1::text[]'), {
  address: col.text,
  kind: col.text.as<StoryRecord['kind']>(),
  slug: col.text,
  title: col.text,
  subtitle: col.text.nullable(),
  date: col.text.nullable(),
  end_date: col.text.nullable(),
  picture: col.json<StoryRecord['picture']>(),
} satisfies ColumnsOf<StoryRecord>);

/** Reads stories, and the records that they name. */
@Injectable()
export class StoryQueries {
  constructor(private readonly database: Database) {}

  async list({ limit, offset, record }: Partial<StoryListQuery> & { limit: number; offset: number }, shown: Shown) {
    const filter = conditions(CONDITIONS, { record });
    const items = await this.database.row(LIST[shown].for(filter), [...filter.parameters, limit, offset]);
    return new JsonPage(items ?? NO_ITEMS, { total: items?.total ?? 0 });
  }

  async get(slug: string, shown: Shown, executor: StatementExecutor = this.database): Promise<JsonText> {
    const row = await executor.row(STORY[shown], [slug]);
    if (!row) throw notFound('Story not found');
    return jsonText(row.json, row);
  }

  records = (addresses: readonly string[]): Promise<StoryRecord[]> => this.database.rows(RECORDS, [addresses]);
}
