import type { OperationResponse, TrashItem, trashOperations } from '@archive/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { OperationInput } from '../../../common/index.ts';
import { CONFIG, type Config } from '../../../config/index.ts';
import { col, type ColumnsOf, Database, statement } from '../../../database/index.ts';
import { DELETION_OF_TRASHED } from './trash-sql.ts';

const LIST = statement(
  'trash-list',
  `select t.slug media_slug, h.before ->> 'title' title, h.before ->> 'media_type' media_type,
     h.before #>> '{keys,file,content_type}' content_type, (h.before #>> '{keys,file,size}')::bigint size,
     coalesce(media_url(t.storage_key), h.before ->> 'url') url,
     (select media_url(d ->> 'storage_key') from jsonb_array_elements(h.before #> '{keys,derivatives}') d
      where d ->> 'kind' = 'thumbnail' and d ->> 'storage_key' is not null) thumbnail_url,
     h.changed_by deleted_by, instant_text(t.deleted_at) deleted_at,
     case when $1::int is not null then
       greatest(0, ceil(extract(epoch from t.deleted_at + make_interval(days => $1::int) - now()) / 86400))::int end days_left,
     (select coalesce(jsonb_agg(jsonb_build_object('title', v ->> 'title', 'voyage_slug', v ->> 'voyage_slug')), '[]')
      from jsonb_array_elements(h.before -> 'voyages') v) voyages,
     (select coalesce(jsonb_agg(jsonb_build_object('title', a ->> 'title', 'album_slug', a ->> 'album_slug')), '[]')
      from jsonb_array_elements(h.before -> 'albums') a) albums
   from (
     select * from media_trash where emptied_at is null order by deleted_at desc, slug limit $2 offset $3) t
   ${DELETION_OF_TRASHED}
   order by t.deleted_at desc, t.slug`,
  {
    media_slug: col.text,
    title: col.text,
    media_type: col.text.as<TrashItem['media_type']>(),
    content_type: col.text.nullable(),
    size: col.int.nullable(),
    url: col.text.nullable(),
    thumbnail_url: col.text.nullable(),
    deleted_by: col.text,
    deleted_at: col.text,
    days_left: col.int.nullable(),
    voyages: col.json<TrashItem['voyages']>(),
    albums: col.json<TrashItem['albums']>(),
  } satisfies ColumnsOf<TrashItem>,
);

const COUNT = statement('trash-count', 'select count(*) total from media_trash where emptied_at is null', {
  total: col.int,
});

/** Lists the trash, using the snapshots that the history stores for deletions. */
@Injectable()
export class TrashQueries {
  readonly #database: Database;
  readonly #days: number | null;

  constructor(database: Database, @Inject(CONFIG) config: Config) {
    this.#database = database;
    this.#days = config.trashDays;
  }

  async list({
    limit,
    offset,
  }: OperationInput<typeof trashOperations.list>['query']): Promise<OperationResponse<typeof trashOperations.list>> {
    const [items, count] = await Promise.all([
      this.#database.rows(LIST, [this.#days, limit, offset]),
      this.#database.row(COUNT),
    ]);
    return { items, total: count?.total ?? 0, retention_days: this.#days };
  }
}
