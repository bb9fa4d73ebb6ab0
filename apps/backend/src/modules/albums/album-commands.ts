import type { AlbumCreate, AlbumEntry, AlbumMedia, AlbumUpdate } from '@archive/contracts';
import { slugify } from '@archive/voyage-document';
import { Injectable } from '@nestjs/common';
import { invalidFields, type JsonText, notFound, Problem, withHeaders } from '../../common/index.ts';
import type { WriteRequest } from '../idempotency/index.ts';
import { col, Database, freeSlug, statement } from '../../database/index.ts';
import {
  addAlbumEntry,
  changeRecords,
  changeRecordsOnce,
  deleteAlbums,
  differences,
  hasAlbumEntry,
  insertAlbum,
  linkableMedia,
  lockAlbum,
  lockCollections,
  lockListOfAlbum,
  lockVoyage,
  moveAlbum,
  removeAlbumEntry,
  setAlbumEntries,
  updateAlbum,
} from '../records/index.ts';
import { AlbumQueries } from './album-queries.ts';

const MEDIA_BY_SLUG = statement(
  'album-media-listed',
  'select id, slug from media where slug = any($1::text[]) order by id for key share',
  { id: col.int, slug: col.text },
);
const ENTRIES = statement('album-entries', 'select media_id from album_media where album_id = $1 order by sort_order', {
  media_id: col.int,
});

/** Converts the number of items before the new one, which clients send, to a position. Positions start at 1. */
const placeAfter = (lastPosition: number | null | undefined) =>
  typeof lastPosition === 'number' ? lastPosition + 1 : undefined;

/** Creates and deletes albums, and changes their media. */
@Injectable()
export class AlbumCommands {
  constructor(
    private readonly database: Database,
    private readonly queries: AlbumQueries,
  ) {}

  create({ voyage_slug, ...album }: AlbumCreate, write: WriteRequest): Promise<JsonText> {
    return changeRecordsOnce(this.database, write, async (changes) => {
      const { executor } = changes;
      const voyage = voyage_slug === null ? null : await lockVoyage(executor, voyage_slug);
      if (!voyage) await lockCollections(executor);
      const slug = await freeSlug(
        executor,
        'album',
        slugify(voyage ? `${voyage.start_date} ${album.title}` : album.title),
      );
      const { sort_order, ...values } = album;
      await insertAlbum(changes, {
        ...values,
        slug,
        voyage_id: voyage?.id ?? null,
        sort_order: placeAfter(sort_order),
      });
      const location = `/api/curator/albums/${slug}`;
      return withHeaders(await this.queries.withoutMedia(slug, executor), { location });
    });
  }

  /** Updates the fields in the request, and moves the album in its list. */
  update(slug: string, { sort_order, ...input }: AlbumUpdate, write: WriteRequest): Promise<JsonText> {
    return changeRecords(this.database, write, async (changes) => {
      const { executor } = changes;
      const position = placeAfter(sort_order);
      if (position !== undefined) await lockListOfAlbum(executor, slug);
      const album = await lockAlbum(executor, slug, write.expected);
      const changedValues = differences(album.values, input);
      if (Object.keys(changedValues).length > 0) await updateAlbum(changes, album.id, changedValues);
      if (position !== undefined && position !== album.sort_order) await moveAlbum(changes, album, position);
      return this.queries.get(slug, executor);
    });
  }

  /**
   * Sets the media and their order.
   * @throws 404 if a media record does not exist, 422 if the list contains a record twice
   */
  setMedia(slug: string, { media_slugs }: AlbumMedia, write: WriteRequest): Promise<JsonText> {
    const repeated = media_slugs.find((media_slug, index) => media_slugs.indexOf(media_slug) !== index);
    if (repeated !== undefined)
      throw invalidFields([{ path: 'media_slugs', message: `The list contains “${repeated}” more than once.` }]);
    return changeRecords(this.database, write, async (changes) => {
      const { executor } = changes;
      const album = await lockAlbum(executor, slug, write.expected);
      const rows = await executor.rows(MEDIA_BY_SLUG, [media_slugs]);
      const ids = new Map(rows.map((media) => [media.slug, media.id]));
      const order = media_slugs.map((media_slug) => {
        const id = ids.get(media_slug);
        if (id === undefined) throw notFound('Media not found in database.');
        return id;
      });
      const entries = await executor.rows(ENTRIES, [album.id]);
      const isCurrent =
        entries.length === order.length && entries.every(({ media_id }, index) => media_id === order[index]);
      if (!isCurrent) await setAlbumEntries(changes, album.id, order);
      return this.queries.get(slug, executor);
    });
  }

  /** Deletes the album; its media are kept. */
  remove(slug: string, write: WriteRequest): Promise<void> {
    return changeRecords(this.database, write, async (changes) => {
      await lockListOfAlbum(changes.executor, slug);
      const { id } = await lockAlbum(changes.executor, slug, write.expected);
      await deleteAlbums(changes, [id]);
    });
  }

  addMedia(slug: string, { media_slug, sort_order }: AlbumEntry, write: WriteRequest): Promise<JsonText> {
    return changeRecordsOnce(this.database, write, async (changes) => {
      const { executor } = changes;
      const album = await lockAlbum(executor, slug, write.expected);
      const media = await linkableMedia(executor, media_slug);
      if (await hasAlbumEntry(executor, album.id, media.id))
        throw new Problem(409, `“${media.title}” is already in this album.`);
      await addAlbumEntry(changes, album.id, media.id, { position: placeAfter(sort_order) });
      return this.queries.get(slug, executor);
    });
  }

  removeMedia(slug: string, mediaSlug: string, write: WriteRequest): Promise<void> {
    return changeRecords(this.database, write, async (changes) => {
      const { executor } = changes;
      const album = await lockAlbum(executor, slug, write.expected);
      const media = await linkableMedia(executor, mediaSlug);
      if (!(await hasAlbumEntry(executor, album.id, media.id)))
        throw notFound(`“${media.title}” is not in this album.`);
      await removeAlbumEntry(changes, album.id, media.id);
    });
  }
}
