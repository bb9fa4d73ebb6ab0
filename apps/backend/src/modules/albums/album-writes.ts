import type { AlbumCreate, AlbumEntry } from '@archive/contracts';
import { slugify } from '@archive/voyage-document';
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import {
  type Expected,
  expectVersion,
  type JsonText,
  type KeyedRequest,
  notFound,
  onceOnly,
  Problem,
  withHeaders,
} from '../../common/index.ts';
import { Database, freeSlug, type Statements } from '../../database/index.ts';
import { type NewRevision, snapshotOf, writeRevisions } from '../history/index.ts';
import { holdVoyage } from '../voyages/index.ts';
import { AlbumReads } from './album-reads.ts';
import { Album, AlbumMedia } from './album.entity.ts';

/** The count of what is there (SPEC section 2, Albums), or the place behind the last where that is taken. */
const NEXT_ALBUM = `
  select greatest(count(*), coalesce(max(sort_order) + 1, 0))::int place from album where voyage_id = $1`;
const NEXT_ENTRY = `
  select greatest(count(*), coalesce(max(sort_order) + 1, 0))::int place from album_media where album_id = $1`;

/** Where a place is taken, whatever stands there and all behind move on by one. */
const ROOM_FOR_ALBUM = `
  update album set sort_order = sort_order + 1
  where voyage_id = $1 and sort_order >= $2
    and exists (select from album a where a.voyage_id = $1 and a.sort_order = $2)`;
const ROOM_FOR_ENTRY = `
  update album_media set sort_order = sort_order + 1
  where album_id = $1 and sort_order >= $2
    and exists (select from album_media e where e.album_id = $1 and e.sort_order = $2)`;

const TOUCH = 'update album set version = version + 1, updated_at = now() where id = $1';

const MEDIA = 'select id, title from media where slug = $1 for key share';

interface Known {
  id: number;
  title: string;
}

/** The albums, written: each change with its revision. */
@Injectable()
export class AlbumWrites {
  readonly #database: Database;
  readonly #reads: AlbumReads;

  constructor(database: Database, reads: AlbumReads) {
    this.#database = database;
    this.#reads = reads;
  }

  create(album: AlbumCreate, changedBy: string, once?: KeyedRequest): Promise<JsonText> {
    const { title, description, voyage_slug, sort_order } = album;
    return this.#database.write((em, statements) =>
      onceOnly(statements, once, async () => {
        const voyage = await holdVoyage(em, voyage_slug);
        const slug = await freeSlug(statements, 'album', slugify(`${voyage.startDate} ${title}`));
        const next = await statements.row<{ place: number }>('album-next', NEXT_ALBUM, [voyage.id]);
        const sortOrder = sort_order ?? next?.place ?? 0;
        await statements.change('album-room', ROOM_FOR_ALBUM, [voyage.id, sortOrder]);
        em.create(Album, { slug, voyage, title, description, sortOrder });
        await em.flush();
        await writeRevisions(statements, [{ kind: 'album', slug, action: 'create', before: null }], { changedBy });
        const location = `/api/curator/albums/${slug}`;
        return withHeaders(await this.#reads.withoutMedia(slug, statements), { location });
      }),
    );
  }

  /** Its media stay. */
  remove(slug: string, changedBy: string, expected: Expected): Promise<void> {
    return this.#database.write(async (em, statements) => {
      const album = await holdAlbum(em, slug, expected);
      const before = await snapshotOf(statements, 'album', album.id, { deleting: true });
      em.remove(album);
      await em.flush();
      await writeRevisions(statements, [{ kind: 'album', slug, action: 'delete', before }], { changedBy });
    });
  }

  /** Without a place of its own, media come behind all others. */
  add(
    slug: string,
    { media_slug, sort_order }: AlbumEntry,
    changedBy: string,
    expected: Expected,
    once?: KeyedRequest,
  ): Promise<JsonText> {
    return this.#database.write((em, statements) =>
      onceOnly(statements, once, async () => {
        const album = await holdAlbum(em, slug, expected);
        const media = await mediaOf(statements, media_slug);
        if (await em.findOne(AlbumMedia, { album, media: media.id }))
          throw new Problem(409, `“${media.title}” is in this album already.`);
        await changeEntries(em, statements, album, changedBy, async () => {
          const next = await statements.row<{ place: number }>('album-next-entry', NEXT_ENTRY, [album.id]);
          const sortOrder = sort_order ?? next?.place ?? 0;
          await statements.change('album-entry-room', ROOM_FOR_ENTRY, [album.id, sortOrder]);
          em.create(AlbumMedia, { album, media: media.id, sortOrder });
        });
        return this.#reads.get(slug, statements);
      }),
    );
  }

  take(slug: string, mediaSlug: string, changedBy: string, expected: Expected): Promise<void> {
    return this.#database.write(async (em, statements) => {
      const album = await holdAlbum(em, slug, expected);
      const media = await mediaOf(statements, mediaSlug);
      const entry = await em.findOne(AlbumMedia, { album, media: media.id });
      if (!entry) throw notFound(`“${media.title}” is not in this album.`);
      await changeEntries(em, statements, album, changedBy, () => em.remove(entry));
    });
  }
}

async function holdAlbum(em: EntityManager, slug: string, expected: Expected): Promise<Album> {
  const album = await em.findOne(Album, { slug }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!album) throw notFound('Album not found');
  expectVersion(expected, `${album.id}.${album.version}`, 'album');
  return album;
}

async function mediaOf(statements: Statements, slug: string): Promise<Known> {
  const media = await statements.row<Known>('album-media-find', MEDIA, [slug]);
  if (!media) throw notFound('Media not found in database.');
  return media;
}

async function changeEntries(
  em: EntityManager,
  statements: Statements,
  album: Album,
  changedBy: string,
  work: () => unknown,
): Promise<void> {
  const before = await snapshotOf(statements, 'album', album.id);
  await work();
  await em.flush();
  await statements.change('album-touch', TOUCH, [album.id]);
  const revision: NewRevision = { kind: 'album', slug: album.slug, action: 'update', before };
  await writeRevisions(statements, [revision], { changedBy });
}
