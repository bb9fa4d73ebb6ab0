import { Injectable } from '@nestjs/common';
import { type JsonText, jsonText, notFound } from '../../common/index.ts';
import { col, Database, statement, type StatementExecutor } from '../../database/index.ts';
import { MEDIA_COLUMNS, MEDIA_JOINS } from '../media/index.ts';

const COLUMNS = `
  a.slug album_slug, a.title, a.description, v.slug voyage_slug, a.sort_order,
  (select count(*) from album_media e where e.album_id = a.id) media_count`;

const BY_VOYAGE = statement(
  'albums-by-voyage',
  `select (select coalesce(json_agg(shown order by shown.sort_order), '[]')
    from (select ${COLUMNS} from album a where a.voyage_id = v.id) shown)::text json
  from voyage v where v.slug = $1`,
  { json: col.text },
);

const COLLECTIONS = statement(
  'collections-list',
  `select (select coalesce(json_agg(shown order by shown.sort_order), '[]')
    from (select ${COLUMNS}, (
        select media_url(face.storage_key) from album_media e
        join derivative face on face.media_id = e.media_id and face.kind = 'thumbnail' and face.state = 'ready'
        where e.album_id = a.id order by e.sort_order limit 1) thumbnail_url
      from album a left join voyage v on v.id = a.voyage_id where a.voyage_id is null) shown)::text json`,
  { json: col.text },
);

const ENTRIES = `
  (select coalesce(json_agg(shown order by shown.sort_order), '[]') from (
    select ${MEDIA_COLUMNS}, entry.sort_order
    from album_media entry join media m on m.id = entry.media_id ${MEDIA_JOINS} where entry.album_id = a.id) shown)`;

const album = (name: string, media: string) =>
  statement(
    name,
    `
  select a.id || '.' || a.version version, (select row_to_json(shown) from (select ${COLUMNS}${media}) shown)::text json
  from album a left join voyage v on v.id = a.voyage_id where a.slug = $1`,
    { version: col.text, json: col.text },
  );

const WITHOUT_MEDIA = album('album-without-media', '');
const WITH_MEDIA = album('albums-get', `, ${ENTRIES} media`);

interface JsonRow {
  json: string;
  version: string;
}

/** Reads albums. */
@Injectable()
export class AlbumQueries {
  constructor(private readonly database: Database) {}

  /** The albums of a voyage, in order. */
  async byVoyage(slug: string): Promise<JsonText> {
    const row = await this.database.row(BY_VOYAGE, [slug]);
    if (!row) throw notFound('Voyage not found');
    return jsonText(row.json);
  }

  /** The albums without a voyage, in order. */
  async collections(): Promise<JsonText> {
    const row = await this.database.row(COLLECTIONS);
    return jsonText(row?.json ?? '[]');
  }

  async get(slug: string, executor: StatementExecutor = this.database): Promise<JsonText> {
    return requireFound(await executor.row(WITH_MEDIA, [slug]));
  }

  async withoutMedia(slug: string, executor: StatementExecutor): Promise<JsonText> {
    return requireFound(await executor.row(WITHOUT_MEDIA, [slug]));
  }
}

function requireFound(row: JsonRow | undefined): JsonText {
  if (!row) throw notFound('Album not found');
  return jsonText(row.json, row);
}
