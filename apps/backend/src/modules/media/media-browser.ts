import type { BrowseResult, StoredFile } from '@archive/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { Problem, refused } from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';
import { Database } from '../../database/index.ts';
import { FileClaims, isStorageKey, mediaUrl, Storage, type StoredObject } from '../storage/index.ts';
import { contentTypeOf } from './content-types.ts';

/** Folders of the archive itself (documents, derivatives) are no part of the library. */
const isOwn = (path: string) => path.startsWith('_');

/** Only a whole folder can be sorted by age: where storage gives it at once, it is not asked again and again. */
const WHOLE_FOLDER = 20_000;

interface MediaRow {
  storage_key: string;
  slug: string;
  title: string;
  credit: string | null;
  date: string | null;
  description_markdown: string | null;
  alt_text: string | null;
  rights: string | null;
  width: number | null;
  height: number | null;
  content_type: string | null;
  thumbnail_key: string | null;
}

const MEDIA_OF_KEYS = `
  select m.storage_key, m.slug, m.title, m.credit, m.date, m.description_markdown, m.alt_text, m.rights, m.width, m.height,
         m.content_type, d.storage_key as thumbnail_key
    from media m
    left join derivative d on d.media_id = m.id and d.kind = 'thumbnail' and d.state = 'ready'
   where m.storage_key = any($1)`;

const lastPart = (path: string) => path.slice(path.lastIndexOf('/') + 1);

const withoutSlashes = (path: string) => path.replace(/^\/+|\/+$/g, '');

const newestFirst = (a: StoredObject, b: StoredObject) =>
  b.lastModified.getTime() - a.lastModified.getTime() || (a.key < b.key ? -1 : 1);

/** The library as folders and files: what storage has, with the records that know it. */
@Injectable()
export class MediaBrowser {
  readonly #storage: Storage;
  readonly #claims: FileClaims;
  readonly #database: Database;
  readonly #bucket: string | undefined;

  constructor(storage: Storage, claims: FileClaims, database: Database, @Inject(CONFIG) config: Config) {
    this.#storage = storage;
    this.#claims = claims;
    this.#database = database;
    this.#bucket = config.s3?.bucket;
  }

  async browse(prefix: string, bucket?: string): Promise<BrowseResult> {
    if (bucket !== undefined && bucket !== this.#bucket)
      throw new Problem(403, 'The archive does not keep its files there.');
    const path = withoutSlashes(prefix);
    if (path !== '' && !isStorageKey(path))
      throw refused([{ path: 'prefix', message: 'There can be no such folder.' }]);
    const { objects, folders } = isOwn(path) ? { objects: [], folders: [] } : await this.#contents(path && `${path}/`);
    return {
      files: await this.#describe(objects.sort(newestFirst)),
      folders: folders.map((folder) => ({ name: lastPart(folder), path: folder })),
      breadcrumbs: crumbs(path),
      total_items: objects.length + folders.length,
    };
  }

  /** All that lies right in a folder, however many pages storage makes of it: only whole can it be sorted by age. */
  async #contents(prefix: string) {
    const objects: StoredObject[] = [];
    const folders: string[] = [];
    const going = await this.#claims.going(prefix);
    for (let from: string | undefined, more = true; more; more = from !== undefined) {
      const listing = await this.#storage.list(prefix, { folders: true, from, limit: WHOLE_FOLDER });
      objects.push(...listing.objects.filter(({ key }) => !isOwn(key) && !going.has(key)));
      folders.push(...listing.folders.map(withoutSlashes).filter((folder) => !isOwn(folder)));
      from = listing.next;
    }
    return { objects, folders };
  }

  async #describe(objects: StoredObject[]): Promise<StoredFile[]> {
    const keys = objects.map(({ key }) => key);
    const rows = keys.length > 0 ? await this.#database.rows<MediaRow>('media-of-keys', MEDIA_OF_KEYS, [keys]) : [];
    const byKey = new Map(rows.map((row) => [row.storage_key, row]));
    return objects.map(({ key, size, lastModified }) => {
      const row = byKey.get(key);
      return {
        name: lastPart(key),
        path: key,
        url: mediaUrl(key),
        type: row?.content_type ?? contentTypeOf(key).type,
        size,
        last_modified: lastModified.toISOString(),
        media_slug: row?.slug ?? null,
        title: row?.title ?? null,
        credit: row?.credit ?? null,
        date: row?.date ?? null,
        description_markdown: row?.description_markdown ?? null,
        alt_text: row?.alt_text ?? null,
        rights: row?.rights ?? null,
        width: row?.width ?? null,
        height: row?.height ?? null,
        thumbnail_url: row?.thumbnail_key ? mediaUrl(row.thumbnail_key) : null,
      };
    });
  }
}

function crumbs(path: string) {
  const parts = path === '' ? [] : path.split('/');
  return parts.map((name, index) => ({ name, path: parts.slice(0, index + 1).join('/') }));
}
