import { Injectable, Logger } from '@nestjs/common';
import { col, Database, type RowOf, statement, type StatementExecutor } from '../../../database/index.ts';
import { attachMedia, ChangeSet, isAttached, lockVoyages, orderMedia } from '../../records/index.ts';
import { completeIfFetched, lockOperation } from './fetch-progress.ts';

export const FETCH = {
  id: col.int,
  operation_id: col.uuid,
  attempt: col.int,
  url: col.text,
  host: col.text,
  started_by: col.text,
};
/** A fetch that a worker is processing. */
export type Fetch = RowOf<typeof FETCH>;

const PENDING_FETCH = {
  id: col.int,
  voyage_id: col.int,
  category: col.text.as<'source' | 'additional_source'>(),
};
type PendingFetch = RowOf<typeof PENDING_FETCH>;

/** Pending fetches of the same file in one operation. */
const PENDING = statement(
  'media-fetch-of-file',
  `
  select f.id, f.voyage_id, f.category from media_fetch f
  where f.operation_id = $1 and f.url = $2 and f.state = 'waiting' order by f.id`,
  PENDING_FETCH,
);

const MARK_DONE = statement(
  'media-fetch-done',
  `
  update media_fetch set state = 'done', media_id = $2 where id = any($1) and state = 'waiting'`,
);

const MARK_FAILED = statement(
  'media-fetch-failed',
  `
  update media_fetch set state = 'failed', reason = $3 where operation_id = $1 and url = $2 and state = 'waiting'
  returning id`,
  { id: col.int },
);

const ADD_WARNINGS = statement(
  'media-fetch-warn',
  `
  with warned as (
    insert into ingest_problem (operation_id, ordinal, line, voyage, field, severity, message, suggestion)
    select $1, coalesce((select max(ordinal) from ingest_problem where operation_id = $1), 0) + row_number() over (order by f.id),
      f.line, v.start_date, f.field, 'warning', $3, $4
    from media_fetch f join voyage v on v.id = f.voyage_id where f.id = any($2) returning 1)
  update ingest_operation set media_warnings = media_warnings + (select count(*) from warned), updated_at = now() where id = $1`,
);

const SET_MEDIA = statement('media-fetch-set-media', 'update media_fetch set media_id = $2 where id = $1');

/** Media of an import that aren't in document order, with their new positions. Only the import's media swap positions among themselves. */
const MISPLACED = statement(
  'media-fetch-misplaced',
  `
  with fetched as (
    select l.media_id, l.sort_order, row_number() over (order by l.sort_order) position, row_number() over (order by min(f.id)) target_position
    from media_fetch f join voyage_media l on l.voyage_id = f.voyage_id and l.media_id = f.media_id and l.media_category = f.category
    where f.operation_id = $1 and f.voyage_id = $2 group by l.media_id, l.sort_order, l.media_category
    having l.media_category = $3)
  select link.media_id, target.sort_order from fetched link join fetched target on target.position = link.target_position
  where link.sort_order <> target.sort_order`,
  { media_id: col.int, sort_order: col.int },
);

const SUGGESTION =
  'Download the file yourself, upload it, and attach it to the voyage. The original link is kept as a source.';

/** Saves the result of a download for all voyages of the operation that link to the file. */
@Injectable()
export class FetchResults {
  readonly #log = new Logger('Ingest');

  constructor(private readonly database: Database) {}

  /** Attaches the media record to all voyages that link to it. */
  async complete(fetch: Fetch, mediaId: number): Promise<void> {
    const pending = await this.database.rows(PENDING, [fetch.operation_id, fetch.url]);
    // Locks voyages before the operation, in the same order as the import.
    for (const item of pending)
      await this.database.transaction((executor) => this.#link(executor, item, mediaId, fetch));
    const ids = pending.map(({ id }) => id);
    await this.#finish(fetch, (executor) => executor.execute(MARK_DONE, [ids, mediaId]));
  }

  /** Adds a warning for each voyage that links to the file. */
  async failed(fetch: Fetch, reason: string): Promise<void> {
    await this.#finish(fetch, async (executor, isRunning) => {
      const { operation_id: operation, url } = fetch;
      const failed = await executor.rows(MARK_FAILED, [operation, url, reason]);
      const message = `${url} couldn’t be downloaded. ${reason}`;
      const ids = failed.map(({ id }) => id);
      if (isRunning) await executor.execute(ADD_WARNINGS, [operation, ids, message, SUGGESTION]);
    });
  }

  async #finish(
    { operation_id: operationId }: Fetch,
    write: (executor: StatementExecutor, isRunning: boolean) => Promise<unknown>,
  ): Promise<void> {
    const hasEnded = await this.database.transaction(async (executor) => {
      const operation = await lockOperation(executor, operationId);
      await write(executor, operation !== undefined);
      return operation?.saved === true && (await completeIfFetched(executor, operationId));
    });
    if (hasEnded)
      this.#log.log(`Operation ${operationId} is complete: all media were fetched or reported as warnings.`);
  }

  async #link(
    executor: StatementExecutor,
    { id, voyage_id: voyageId, category }: PendingFetch,
    mediaId: number,
    { started_by: changedBy, operation_id: operationId }: Fetch,
  ): Promise<void> {
    if (!(await lockVoyages(executor, [voyageId])).has(voyageId)) return;
    const changes = new ChangeSet(executor, { changedBy, operationId });
    if (!(await isAttached(executor, voyageId, mediaId)))
      await attachMedia(changes, voyageId, mediaId, { media_category: category, notes: null });
    await executor.execute(SET_MEDIA, [id, mediaId]);
    const misplaced = await executor.rows(MISPLACED, [operationId, voyageId, category]);
    if (misplaced.length > 0) await orderMedia(executor, voyageId, misplaced);
    await changes.save();
  }
}
