import type { MediaRevision, OperationResponse, bulkMediaOperations } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { type ColumnsOf, Database, type StatementExecutor, col, statement } from '../../../database/index.ts';
import {
  ChangeSet,
  type MediaSnapshot,
  changeRecords,
  deleteMedia,
  detachMedia,
  restoreExistingMedia,
  voyagesShowing,
} from '../../records/index.ts';
import { FileLeases } from '../../storage/index.ts';

type Operations = typeof bulkMediaOperations;
type Usage = OperationResponse<Operations['usage']>;

const FIND = statement(
  'bulk-media-lock',
  'select id, slug, title, storage_key from media where slug = any($1) order by id for update',
  {
    id: col.int,
    slug: col.text,
    title: col.text,
    storage_key: col.text.nullable(),
  },
);
const DERIVATIVES = statement(
  'bulk-media-derivatives',
  'select storage_key from derivative where media_id = any($1::int[]) and storage_key is not null order by storage_key',
  { storage_key: col.text },
);
const SHOWING = statement(
  'bulk-media-voyages',
  `select v.slug from voyage v where v.id in (${voyagesShowing('$1::int[]')}) order by v.start_day, v.slug`,
  { slug: col.text },
);

const USAGE = statement(
  'bulk-media-usage',
  `
  with selection as (select array(select id from media where slug = any($1)) ids)
  select
    coalesce((select json_agg(json_build_object('title', v.title, 'voyage_slug', v.slug) order by v.start_day, v.slug)
      from voyage v where v.id in (select x.voyage_id from selection, lateral (${voyagesShowing('selection.ids')}) x)), '[]') voyages,
    coalesce((select json_agg(json_build_object('title', a.title, 'album_slug', a.slug, 'voyage_slug', v.slug) order by v.start_day, a.sort_order)
      from album a left join voyage v on v.id = a.voyage_id
      where a.id in (select e.album_id from selection, album_media e where e.media_id = any(selection.ids))), '[]') albums,
    coalesce((select json_agg(json_build_object('full_name', p.full_name, 'person_slug', p.slug) order by p.filing_key, p.slug)
      from person p where p.portrait = any($1)), '[]') people`,
  {
    voyages: col.json<Usage['voyages']>(),
    albums: col.json<Usage['albums']>(),
    people: col.json<Usage['people']>(),
  } satisfies ColumnsOf<Usage>,
);

const LATEST = statement(
  'media-latest-revisions',
  `
  select slug media_slug, max(revision) revision from history where kind = 'media' and slug = any($1) group by slug order by slug`,
  { media_slug: col.text, revision: col.int } satisfies ColumnsOf<MediaRevision>,
);

const SNAPSHOTS = statement(
  'bulk-media-snapshots',
  `
  select h.slug, h.before,
    h.revision = (select max(l.revision) from history l where l.kind = 'media' and l.slug = h.slug) latest
  from unnest($1::text[], $2::int[]) requested(slug, revision)
  join history h on h.kind = 'media' and h.slug = requested.slug and h.revision = requested.revision`,
  { slug: col.text, before: col.json<MediaSnapshot>().nullable(), latest: col.bool },
);

/** The latest revision of each media item. */
export const latestRevisions = (executor: StatementExecutor, slugs: readonly string[]): Promise<MediaRevision[]> =>
  executor.rows(LATEST, [slugs]);

/** Bulk operations on selected media items. Each operation is one change. */
@Injectable()
export class BulkMedia {
  constructor(
    private readonly database: Database,
    private readonly leases: FileLeases,
  ) {}

  async usage(slugs: readonly string[]): Promise<Usage> {
    const row = await this.database.row(USAGE, [slugs]);
    return row ?? { voyages: [], albums: [], people: [] };
  }

  /** Detaches media from all voyages and their albums. Returns a revision per item; undoing it attaches the item again. */
  detach(slugs: readonly string[], changedBy: string): Promise<OperationResponse<Operations['detach']>> {
    return changeRecords(this.database, { changedBy }, async (changes) => {
      const { executor } = changes;
      const { found, missing } = await find(executor, slugs);
      const attached = await filterAttached(
        executor,
        found.map(({ id }) => id),
      );
      const selected = found.filter(({ id }) => attached.has(id));
      if (selected.length === 0) return { voyages: [], detached: [], missing };
      const ids = selected.map(({ id }) => id);
      // Like the undo of a deletion, this undo needs to know where the media were attached.
      await changes.takeSnapshots('media', ids, { deleting: true });
      const voyages = await executor.rows(SHOWING, [ids]);
      await detachMedia(changes, ids, 'voyages');
      await changes.save();
      const detached = await latestRevisions(
        executor,
        selected.map(({ slug }) => slug),
      );
      return { voyages: voyages.map(({ slug }) => slug), detached, missing };
    });
  }

  /**
   * Deletes media items and detaches them from all voyages and albums. Deletes their files on request, or else moves the items to the
   * trash.
   */
  remove(
    slugs: readonly string[],
    deleteFiles: boolean,
    changedBy: string,
  ): Promise<OperationResponse<Operations['remove']>> {
    return changeRecords(this.database, { changedBy }, async (changes) => {
      const { executor } = changes;
      const { found, missing } = await find(executor, slugs);
      const ids = found.map(({ id }) => id);
      await changes.takeSnapshots('media', ids, { deleting: true });
      await detachMedia(changes, ids, 'everything');
      const derivatives = await executor.rows(DERIVATIVES, [ids]);
      await deleteMedia(changes, ids, deleteFiles ? 'delete' : 'trash');
      const files = [...found, ...derivatives].flatMap(({ storage_key }) => storage_key ?? []);
      if (deleteFiles) await this.leases.scheduleDeletion(executor, files);
      return { deleted: found.map(({ slug }) => slug), missing };
    });
  }

  /** Restores each media item to its state before the given revision. Items that were changed or deleted since are left unchanged. */
  undo(revisions: readonly MediaRevision[], changedBy: string): Promise<OperationResponse<Operations['undo']>> {
    return this.database.transaction(async (executor) => {
      const { found } = await find(
        executor,
        revisions.map(({ media_slug }) => media_slug),
      );
      const bySlug = new Map(found.map((media) => [media.slug, media]));
      const snapshots = await executor.rows(SNAPSHOTS, [
        revisions.map(({ media_slug }) => media_slug),
        revisions.map(({ revision }) => revision),
      ]);
      const ready = snapshots.flatMap(({ slug, before, latest }) =>
        latest && before !== null && bySlug.get(slug)?.id === before.keys.media ? [{ slug, snapshot: before }] : [],
      );
      const changes = new ChangeSet(executor, { changedBy });
      await restoreExistingMedia(changes, ready);
      await changes.save();
      const restored = new Set(ready.map(({ slug }) => slug));
      const titles = new Map(snapshots.map(({ slug, before }) => [slug, before?.title]));
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

/** Locks the selected media items until the transaction ends. Also returns the slugs that no media item has. */
async function find(executor: StatementExecutor, slugs: readonly string[]) {
  const rows = await executor.rows(FIND, [slugs]);
  const existing = new Set(rows.map(({ slug }) => slug));
  return { found: rows, missing: [...new Set(slugs)].filter((slug) => !existing.has(slug)) };
}

const ATTACHED = statement(
  'media-attached',
  `
  select media_id from voyage_media where media_id = any($1::int[])
  union select e.media_id from album_media e join album a on a.id = e.album_id
    where e.media_id = any($1::int[]) and a.voyage_id is not null`,
  { media_id: col.int },
);

/** Returns the ids of those media items that a voyage uses, directly or in an album. */
async function filterAttached(executor: StatementExecutor, media: readonly number[]): Promise<Set<number>> {
  const rows = await executor.rows(ATTACHED, [media]);
  return new Set(rows.map(({ media_id }) => media_id));
}
