import type { BrowseResult, StoredFile } from '@archive/contracts';
import { compareNaturally } from '@archive/contracts/format';
import { Inject, Injectable } from '@nestjs/common';
import { Problem, invalidFields } from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';
import { col, Database, statement } from '../../database/index.ts';
import { FileLeases, isStorageKey, mediaUrl, Storage, type StoredObject } from '../storage/index.ts';
import { contentTypeOf } from './content-types.ts';
import { DERIVATIVE_JOINS, PREVIEW_ERROR, PREVIEW_FAILURE, PREVIEW_STATE } from './media-columns.ts';

/** System folders (documents, derivatives) are not part of the library. */
const isInternal = (path: string) => path.startsWith('_');

/** Sorting by age needs the whole folder, so large pages save requests. */
const MAX_FILES = 20_000;

const MEDIA_OF_KEYS = statement(
  'media-of-keys',
  `
  select m.storage_key, m.slug, m.title, m.credit, m.date, m.description_markdown, m.alt_text, m.rights, m.rights_note, m.creator, m.place,
         m.identifier, m.provenance, m.original_filename, m.tags,
         m.width, m.height, m.page_count, m.frame_count, m.color_profile, m.bit_depth, m.duration, m.codecs, m.content_type,
         thumbnail.storage_key as thumbnail_key, large.storage_key as large_key,
         ${PREVIEW_STATE} as preview_state, ${PREVIEW_ERROR} as preview_error, ${PREVIEW_FAILURE} as preview_failure
    from media m ${DERIVATIVE_JOINS}
   where m.storage_key = any($1)`,
  {
    storage_key: col.text,
    slug: col.text,
    title: col.text,
    credit: col.text.nullable(),
    date: col.text.nullable(),
    description_markdown: col.text.nullable(),
    alt_text: col.text.nullable(),
    rights: col.text.nullable(),
    rights_note: col.text.nullable(),
    creator: col.text.nullable(),
    place: col.text.nullable(),
    identifier: col.text.nullable(),
    provenance: col.text.nullable(),
    original_filename: col.text.nullable(),
    tags: col.array(col.text),
    width: col.int.nullable(),
    height: col.int.nullable(),
    page_count: col.int.nullable(),
    frame_count: col.int.nullable(),
    color_profile: col.text.nullable(),
    bit_depth: col.int.nullable(),
    duration: col.number.nullable(),
    codecs: col.text.nullable(),
    content_type: col.text.nullable(),
    thumbnail_key: col.text.nullable(),
    large_key: col.text.nullable(),
    preview_state: col.text.as<NonNullable<StoredFile['preview_state']>>().nullable(),
    preview_error: col.text.nullable(),
    preview_failure: col.text.as<NonNullable<StoredFile['preview_failure']>>().nullable(),
  },
);

const TRASHED_KEYS = statement(
  'media-browse-trashed',
  'select storage_key from media_trash where starts_with(storage_key, $1)',
  { storage_key: col.text },
);

const lastPart = (path: string) => path.slice(path.lastIndexOf('/') + 1);

const withoutSlashes = (path: string) => path.replace(/^\/+|\/+$/g, '');

const newestFirst = (a: StoredObject, b: StoredObject) =>
  b.lastModified.getTime() - a.lastModified.getTime() || compareNaturally(a.key, b.key);

/** Browses the library as folders and files, with the records of the files. */
@Injectable()
export class MediaBrowser {
  readonly #bucket: string | undefined;

  constructor(
    private readonly storage: Storage,
    private readonly leases: FileLeases,
    private readonly database: Database,
    @Inject(CONFIG) config: Config,
  ) {
    this.#bucket = config.s3?.bucket;
  }

  async browse(prefix: string, bucket?: string): Promise<BrowseResult> {
    if (bucket !== undefined && bucket !== this.#bucket) throw new Problem(403, 'This storage bucket isn’t available.');
    const path = withoutSlashes(prefix);
    if (path !== '' && !isStorageKey(path))
      throw invalidFields([{ path: 'prefix', message: 'This isn’t a valid folder.' }]);
    const { objects, folders } = isInternal(path)
      ? { objects: [], folders: [] }
      : await this.#contents(path && `${path}/`);
    return {
      files: await this.#describe(objects.sort(newestFirst)),
      folders: folders.sort(compareNaturally).map((folder) => ({ name: lastPart(folder), path: folder })),
      breadcrumbs: crumbs(path),
      total_items: objects.length + folders.length,
    };
  }

  /** Lists a folder completely, because sorting by age needs all its files. */
  async #contents(prefix: string) {
    const objects: StoredObject[] = [];
    const folders: string[] = [];
    const [hidden, trashed] = await Promise.all([
      this.leases.hiddenKeys(prefix),
      this.database.rows(TRASHED_KEYS, [prefix]),
    ]);
    for (const { storage_key } of trashed) hidden.add(storage_key);
    for (let fromKey: string | undefined, hasMore = true; hasMore; hasMore = fromKey !== undefined) {
      const listing = await this.storage.list(prefix, { folders: true, from: fromKey, limit: MAX_FILES });
      objects.push(...listing.objects.filter(({ key }) => !isInternal(key) && !hidden.has(key)));
      folders.push(...listing.folders.map(withoutSlashes).filter((folder) => !isInternal(folder)));
      fromKey = listing.next;
    }
    return { objects, folders };
  }

  async #describe(objects: StoredObject[]): Promise<StoredFile[]> {
    const keys = objects.map(({ key }) => key);
    const rows = keys.length > 0 ? await this.database.rows(MEDIA_OF_KEYS, [keys]) : [];
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
        rights_note: row?.rights_note ?? null,
        creator: row?.creator ?? null,
        place: row?.place ?? null,
        identifier: row?.identifier ?? null,
        provenance: row?.provenance ?? null,
        original_filename: row?.original_filename ?? null,
        tags: row?.tags ?? [],
        width: row?.width ?? null,
        height: row?.height ?? null,
        page_count: row?.page_count ?? null,
        frame_count: row?.frame_count ?? null,
        color_profile: row?.color_profile ?? null,
        bit_depth: row?.bit_depth ?? null,
        duration: row?.duration ?? null,
        codecs: row?.codecs ?? null,
        thumbnail_url: row?.thumbnail_key ? mediaUrl(row.thumbnail_key) : null,
        public_derivative_url: row?.large_key ? mediaUrl(row.large_key) : null,
        preview_state: row?.preview_state ?? null,
        preview_error: row?.preview_error ?? null,
        preview_failure: row?.preview_failure ?? null,
      };
    });
  }
}

function crumbs(path: string) {
  const parts = path === '' ? [] : path.split('/');
  return parts.map((name, index) => ({ name, path: parts.slice(0, index + 1).join('/') }));
}
