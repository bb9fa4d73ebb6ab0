import type { mediaRecordOperations, OperationResponse } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { notFound } from '../../common/index.ts';
import { col, Database, statement } from '../../database/index.ts';

type Neighbors = OperationResponse<(typeof mediaRecordOperations)['neighbors']>;
type Neighbor = Neighbors['next'];

/** SQL for the folder of a media item. It must equal the expression of the index. */
const folderOf = (row: string) => `regexp_replace(${row}.storage_key, '[^/]*$', '')`;

const inAlbum = (comparison: '<' | '>', order: 'asc' | 'desc') => `
  select m.slug media_slug, m.title from album_media e join media m on m.id = e.media_id
  where e.album_id = album.id and e.sort_order ${comparison} album.position order by e.sort_order ${order} limit 1`;

const inFolder = (comparison: '<' | '>', order: 'asc' | 'desc') => `
  select m.slug media_slug, m.title from media m
  where album.id is null and ${folderOf('m')} = ${folderOf('this')}
    and (m.created_at, m.id) ${comparison} (this.created_at, this.id)
  order by m.created_at ${order}, m.id ${order} limit 1`;

const neighbor = (album: string, folder: string) => `
  coalesce((select to_jsonb(neighbor) from (${album}) neighbor), (select to_jsonb(neighbor) from (${folder}) neighbor))`;

const NEIGHBORS = statement(
  'media-neighbors',
  `
  select
    case when album.id is not null then
      jsonb_build_object('album_slug', album.slug, 'title', album.title, 'voyage_slug', album.voyage_slug) end album,
    ${neighbor(inAlbum('<', 'desc'), inFolder('>', 'asc'))} previous,
    ${neighbor(inAlbum('>', 'asc'), inFolder('<', 'desc'))} next
  from media this
  left join lateral (
    select a.id, a.slug, a.title, v.slug voyage_slug, e.sort_order position
    from album_media e join album a on a.id = e.album_id left join voyage v on v.id = a.voyage_id
    where e.media_id = this.id order by (a.slug = $2) is true desc, v.start_day, a.sort_order, a.id limit 1) album on true
  where this.slug = $1`,
  {
    album: col.json<Neighbors['album']>(),
    previous: col.json<Neighbor>(),
    next: col.json<Neighbor>(),
  },
);

/** Finds the previous and the next item of a media item: in its album, or else in its folder. */
@Injectable()
export class MediaNeighbors {
  constructor(private readonly database: Database) {}

  async neighborsOf(slug: string, album: string | undefined): Promise<Neighbors> {
    const row = await this.database.row(NEIGHBORS, [slug, album ?? null]);
    if (!row) throw notFound('Media not found in database.');
    return row;
  }
}
