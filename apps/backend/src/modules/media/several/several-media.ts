import type { CallAnswer, MediaRevision, severalMediaCalls } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { Database, type Statements } from '../../../database/index.ts';
import { type MediaSnapshot, restoreMediaThere, snapshotsOf, writeRevisions } from '../../history/index.ts';
import { FileClaims } from '../../storage/index.ts';
import { detachMedia, shownOf, voyagesShowing } from '../detach-media.ts';

type Calls = typeof severalMediaCalls;

interface Found {
  id: number;
  slug: string;
  title: string;
  storage_key: string | null;
}

const FIND = 'select id, slug, title, storage_key from media where slug = any($1) order by id for update';
const PICTURES =
  'select storage_key from derivative where media_id = any($1::int[]) and storage_key is not null order by storage_key';
const SHOWING = `select v.slug from voyage v where v.id in (${voyagesShowing('$1::int[]')}) order by v.start_day, v.slug`;

const USAGE = `
  with chosen as (select array(select id from media where slug = any($1)) ids)
  select
    coalesce((select json_agg(json_build_object('title', v.title, 'voyage_slug', v.slug) order by v.start_day, v.slug)
      from voyage v where v.id in (select x.voyage_id from chosen, lateral (${voyagesShowing('chosen.ids')}) x)), '[]') voyages,
    coalesce((select json_agg(json_build_object('title', a.title, 'album_slug', a.slug, 'voyage_slug', v.slug) order by v.start_day, a.sort_order)
      from album a join voyage v on v.id = a.voyage_id
      where a.id in (select e.album_id from chosen, album_media e where e.media_id = any(chosen.ids))), '[]') albums`;

const LATEST = `
  select slug media_slug, max(revision) revision from history where kind = 'media' and slug = any($1) group by slug order by slug`;

const KEPT = `
  select h.slug, h.before,
    h.revision = (select max(l.revision) from history l where l.kind = 'media' and l.slug = h.slug) latest
  from unnest($1::text[], $2::int[]) asked(slug, revision)
  join history h on h.kind = 'media' and h.slug = asked.slug and h.revision = asked.revision`;

/** Numbers of the changes that have just been written of these records. */
export const latestRevisions = (statements: Statements, slugs: readonly string[]): Promise<MediaRevision[]> =>
  statements.rows<MediaRevision>('media-latest-revisions', LATEST, [slugs]);

/** What is done to a selection of media, as one change. */
@Injectable()
export class SeveralMedia {
  readonly #database: Database;
  readonly #claims: FileClaims;

  constructor(database: Database, claims: FileClaims) {
    this.#database = database;
    this.#claims = claims;
  }

  async usage(slugs: readonly string[]): Promise<CallAnswer<Calls['usage']>> {
    const row = await this.#database.row<CallAnswer<Calls['usage']>>('media-usage-of-several', USAGE, [slugs]);
    return row ?? { voyages: [], albums: [] };
  }

  /** Takes media off every voyage and out of their albums; each has a revision that brings it back to all of them. */
  detach(slugs: readonly string[], changedBy: string): Promise<CallAnswer<Calls['detach']>> {
    return this.#database.transaction(async (statements) => {
      const { found, missing } = await find(statements, slugs);
      const showing = await shownOf(
        statements,
        found.map(({ id }) => id),
      );
      const shown = found.filter(({ id }) => showing.has(id));
      if (shown.length === 0) return { voyages: [], detached: [], missing };
      const ids = shown.map(({ id }) => id);
      const before = await snapshotsOf(statements, 'media', ids, { deleting: true });
      const voyages = await statements.rows<{ slug: string }>('media-showing-slugs', SHOWING, [ids]);
      const others = await detachMedia(statements, ids);
      const own = shown.map(({ id, slug }) => {
        return { kind: 'media', slug, action: 'update', before: before.get(id) ?? null } as const;
      });
      await writeRevisions(statements, [...own, ...others], { changedBy });
      const detached = await latestRevisions(
        statements,
        shown.map(({ slug }) => slug),
      );
      return { voyages: voyages.map(({ slug }) => slug), detached, missing };
    });
  }

  /** Deletes records, off all voyages and out of all albums, and has their files deleted when asked. */
  remove(slugs: readonly string[], deleteFiles: boolean, changedBy: string): Promise<CallAnswer<Calls['remove']>> {
    return this.#database.transaction(async (statements) => {
      const { found, missing } = await find(statements, slugs);
      const ids = found.map(({ id }) => id);
      const before = await snapshotsOf(statements, 'media', ids, { deleting: true });
      const others = await detachMedia(statements, ids);
      const pictures = await statements.rows<{ storage_key: string }>('media-several-pictures', PICTURES, [ids]);
      await statements.change('media-several-delete', 'delete from media where id = any($1::int[])', [ids]);
      const files = [...found, ...pictures].flatMap(({ storage_key }) => storage_key ?? []);
      if (deleteFiles) await this.#claims.release(statements, files);
      const own = found.map(({ id, slug }) => {
        return { kind: 'media', slug, action: 'delete', before: before.get(id) ?? null } as const;
      });
      await writeRevisions(statements, [...own, ...others], { changedBy });
      return { deleted: found.map(({ slug }) => slug), missing };
    });
  }

  /** Brings records back as they were before one change each. What has been changed since, or is gone, is left as it is. */
  undo(revisions: readonly MediaRevision[], changedBy: string): Promise<CallAnswer<Calls['undo']>> {
    return this.#database.transaction(async (statements) => {
      const { found } = await find(
        statements,
        revisions.map(({ media_slug }) => media_slug),
      );
      const bySlug = new Map(found.map((media) => [media.slug, media]));
      const kept = await statements.rows<{ slug: string; before: MediaSnapshot | null; latest: boolean }>(
        'media-several-kept',
        KEPT,
        [revisions.map(({ media_slug }) => media_slug), revisions.map(({ revision }) => revision)],
      );
      const ready = kept.flatMap(({ slug, before, latest }) =>
        latest && before !== null && bySlug.get(slug)?.id === before.keys.media ? [{ slug, snapshot: before }] : [],
      );
      await writeRevisions(statements, await restoreMediaThere(statements, ready), { changedBy });
      const restored = new Set(ready.map(({ slug }) => slug));
      const titles = new Map(kept.map(({ slug, before }) => [slug, before?.title]));
      return {
        restored: [...restored],
        left: revisions
          .filter(({ media_slug }) => !restored.has(media_slug))
          .map(({ media_slug: slug }) => ({
            media_slug: slug,
            title: bySlug.get(slug)?.title ?? titles.get(slug) ?? slug,
          })),
      };
    });
  }
}

/** The records of a selection, held until the transaction ends, and the addresses that have none. */
async function find(statements: Statements, slugs: readonly string[]) {
  const found = await statements.rows<Found>('media-several-find', FIND, [slugs]);
  const there = new Set(found.map(({ slug }) => slug));
  return { found, missing: [...new Set(slugs)].filter((slug) => !there.has(slug)) };
}
