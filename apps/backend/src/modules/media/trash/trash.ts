import type { OperationResponse, TrashItem, trashOperations } from '@archive/contracts';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { type OperationInput, toProblem } from '../../../common/index.ts';
import { CONFIG, type Config } from '../../../config/index.ts';
import {
  type ColumnsOf,
  Database,
  type StatementExecutor,
  afterCommit,
  col,
  statement,
} from '../../../database/index.ts';
import { JobHandlers, JobQueues, Retention } from '../../../queues/index.ts';
import {
  type ChangeSet,
  type RemovedFromTrash,
  changeRecords,
  markEmptied,
  removeDueFromTrash,
  removeFromTrash,
  restoreRecord,
} from '../../records/index.ts';
import { FileLeases } from '../../storage/index.ts';
import { DELETION_OF_TRASHED } from '../media-columns.ts';

type Operations = typeof trashOperations;

/** No further items are started after this time; the client sends the rest again. Requests time out after 15 s. */
const TIME_LIMIT_MS = 5000;

/** Restores deleted media, or deletes them permanently. */
@Injectable()
export class Trash {
  readonly #log = new Logger('Media');

  constructor(
    private readonly database: Database,
    private readonly leases: FileLeases,
    private readonly queues: JobQueues,
  ) {}

  /** Restores each item in its own transaction, so that a failure doesn't stop the others. */
  async restore(slugs: readonly string[], changedBy: string): Promise<OperationResponse<Operations['restore']>> {
    const outcome: OperationResponse<Operations['restore']> = { restored: [], failures: [] };
    const deadline = Date.now() + TIME_LIMIT_MS;
    for (const slug of new Set(slugs)) {
      if (Date.now() > deadline) break;
      try {
        if (await this.#restoreItem(slug, changedBy)) outcome.restored.push(slug);
        else outcome.failures.push({ media_slug: slug, reason: 'It’s no longer in the trash.' });
      } catch (error) {
        const problem = toProblem(error);
        const status = problem.getStatus();
        // While a service is unavailable, every remaining item would fail as well.
        if (status === 503 && outcome.restored.length + outcome.failures.length === 0) throw error;
        if (status === 503) break;
        if (status >= 500) this.#log.error(`Could not restore ${slug}`, error);
        outcome.failures.push({ media_slug: slug, reason: problem.detail });
      }
    }
    return outcome;
  }

  #restoreItem(slug: string, changedBy: string): Promise<boolean> {
    return changeRecords(this.database, { changedBy }, (changes) => restoreTrashed(changes, this.leases, slug));
  }

  /** Deletes items permanently, in one transaction. */
  remove(slugs: readonly string[], changedBy: string): Promise<OperationResponse<Operations['remove']>> {
    return this.database.transaction(async (executor) => {
      const removed = await removeFromTrash(executor, slugs);
      await deleteFilesOfTrashed(executor, this.leases, removed);
      const deleted = removed.map(({ slug }) => slug);
      afterCommit(() => this.#log.log(`${deleted.length} media permanently deleted by ${changedBy}`));
      return { deleted, missing: [...new Set(slugs)].filter((slug) => !deleted.includes(slug)) };
    });
  }

  /** Empties the trash in the background. If the job is lost, retention deletes the items later. */
  empty(until: string, changedBy: string): Promise<OperationResponse<Operations['empty']>> {
    return this.database.transaction(async (executor) => {
      const emptied = await markEmptied(executor, until);
      afterCommit(async () => {
        this.#log.log(`Trash with ${emptied} media emptied by ${changedBy}`);
        await this.queues.add('trash-empty', {}, { id: `trash-${Date.now()}` });
      });
      return { emptied };
    });
  }
}

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
  readonly #days: number | null;

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) config: Config,
  ) {
    this.#days = config.trashDays;
  }

  async list({
    limit,
    offset,
  }: OperationInput<typeof trashOperations.list>['query']): Promise<OperationResponse<typeof trashOperations.list>> {
    const [items, count] = await Promise.all([
      this.database.rows(LIST, [this.#days, limit, offset]),
      this.database.row(COUNT),
    ]);
    return { items, total: count?.total ?? 0, retention_days: this.#days };
  }
}

const SNAPSHOT = statement(
  'trash-snapshot',
  `select h.before from media_trash t ${DELETION_OF_TRASHED} where t.slug = $1 and t.emptied_at is null for update of t`,
  { before: col.json<unknown>() },
);

/** Restores a media item with its file and links. Returns false if it isn't in the trash. */
export async function restoreTrashed(changes: ChangeSet, leases: FileLeases, slug: string): Promise<boolean> {
  const { executor } = changes;
  const row = await executor.row(SNAPSHOT, [slug]);
  if (!row) return false;
  await restoreRecord(changes, 'media', slug, row.before, (key) => leases.reclaim(executor, key));
  return true;
}

const DERIVATIVES = statement(
  'trash-derivatives',
  `select d ->> 'storage_key' storage_key
   from unnest($1::text[]) t(slug) ${DELETION_OF_TRASHED}, jsonb_array_elements(h.before #> '{keys,derivatives}') d
   where d ->> 'storage_key' is not null`,
  { storage_key: col.text },
);

/** Schedules the deletion of the files and previews of media that left the trash. After that they can't be restored. */
export async function deleteFilesOfTrashed(
  executor: StatementExecutor,
  leases: FileLeases,
  removed: readonly RemovedFromTrash[],
): Promise<void> {
  const derivatives = await executor.rows(DERIVATIVES, [removed.map(({ slug }) => slug)]);
  const keys = [...removed, ...derivatives].flatMap(({ storage_key }) => storage_key ?? []);
  await leases.scheduleDeletion(executor, keys);
}

const BATCH_SIZE = 200;

/** Permanently deletes media that users emptied from the trash or that have been in it for too long. Runs in the worker. */
@Injectable()
export class TrashCleanup {
  readonly #days: number | null;

  constructor(
    private readonly database: Database,
    private readonly leases: FileLeases,
    @Inject(CONFIG) config: Config,
    handlers: JobHandlers,
    retention: Retention,
  ) {
    this.#days = config.trashDays;
    handlers.handle('trash-empty', async () => {
      await this.deleteDue();
    });
    retention.enforce('trash', () => this.deleteDue());
  }

  /** Returns the number of deleted media items. Each batch is a transaction, so a restart loses nothing. */
  async deleteDue(): Promise<number> {
    for (let deleted = 0; ;) {
      const count = await this.#deleteBatch();
      deleted += count;
      if (count < BATCH_SIZE) return deleted;
    }
  }

  #deleteBatch(): Promise<number> {
    return this.database.transaction(async (executor) => {
      const removed = await removeDueFromTrash(executor, this.#days, BATCH_SIZE);
      await deleteFilesOfTrashed(executor, this.leases, removed);
      return removed.length;
    });
  }
}
