import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import { mediaUploadSchema } from '@archive/contracts';
import type { Agent } from 'undici';
import { Problem } from '../../../common/index.ts';
import { CONFIG, type Config } from '../../../config/index.ts';
import { col, Database, type RowOf, statement } from '../../../database/index.ts';
import type { Jobs } from '../../../queues/index.ts';
import { IncomingFiles, MediaIntake } from '../../media/index.ts';
import { DiskSpace } from '../../storage/index.ts';
import { FetchFailure } from './fetch-failure.ts';
import { FETCH_LIMITS, type FetchLimits } from './fetch-limits.ts';
import { FETCH, FetchResults } from './fetch-results.ts';
import { FetchTasks } from './fetch-tasks.ts';
import { requestFile } from './file-request.ts';
import { guardedAgent } from './guarded-agent.ts';
import { HostLimiter } from './host-limiter.ts';
import { describe } from './media-description.ts';
import { downloadUrlOf } from '../plan/media-links.ts';

const HEARTBEAT_MS = 2000;
/** Tolerated difference between the clocks of worker and database. */
const CLOCK_TOLERANCE_MS = 200;
/** Maximum delay after errors of this system (unavailable storage, a full disk). */
const MAX_PAUSE_MS = 60_000;
/** A fetch fails after it has been interrupted this many times. */
const MAX_INTERRUPTIONS = 60;

const ACTIVE_FETCH = {
  ...FETCH,
  category: col.text.as<'source' | 'additional_source'>(),
  media_type: col.text.nullable(),
  title: col.text.nullable(),
  tries: col.int,
  voyage_slug: col.text,
  due_in_ms: col.int,
  known: col.int.nullable(),
  failed: col.text.nullable(),
};
export type ActiveFetch = RowOf<typeof ACTIVE_FETCH>;

const START = statement(
  'media-fetch-start',
  `
  update media_fetch f set heartbeat_at = now() from ingest_operation o, voyage v
  where f.id = $1 and f.attempt = $2 and f.state = 'waiting' and o.id = f.operation_id and o.status = 'running' and v.id = f.voyage_id
  returning f.id, f.operation_id, f.attempt, f.url, f.host, f.category, f.media_type, f.title, f.tries, o.started_by,
    v.slug voyage_slug, (extract(epoch from f.due_at - now()) * 1000)::int due_in_ms,
    (select d.media_id from media_fetch d
      where d.url = f.url and d.state = 'done' and d.media_id is not null order by d.id desc limit 1) known,
    (select d.reason from media_fetch d
      where d.operation_id = f.operation_id and d.url = f.url and d.state = 'failed' limit 1) failed`,
  ACTIVE_FETCH,
);

/** Updates no row if another attempt has started or the operation has ended. */
const HEARTBEAT = statement(
  'media-fetch-heartbeat',
  `
  update media_fetch f set heartbeat_at = now() from ingest_operation o
  where f.id = $1 and f.attempt = $2 and f.state = 'waiting' and o.id = f.operation_id and o.status = 'running'`,
);

const FETCH_DELAY = statement(
  'media-fetch-due',
  'select (extract(epoch from due_at - now()) * 1000)::int due_in_ms from media_fetch where id = $1',
  { due_in_ms: col.int },
);

const CLEAR_HEARTBEAT = statement(
  'media-fetch-clear-heartbeat',
  'update media_fetch set heartbeat_at = null where id = $1 and attempt = $2',
);

const COUNT_ATTEMPT = statement(
  'media-fetch-count-attempt',
  `
  update media_fetch set tries = tries + 1 where id = $1 and attempt = $2 and state = 'waiting' returning tries`,
  { tries: col.int },
);

/** Applies a delay that a server requested to all links to its host. */
const POSTPONE_HOST = statement(
  'media-fetch-postpone-host',
  `
  update media_fetch set due_at = greatest(due_at, now() + make_interval(secs => $2)) where host = $1 and state = 'waiting'`,
);

const MEDIA = statement('media-fetch-media', 'select id from media where slug = $1', { id: col.int });

/** Another attempt of the fetch has started, or its operation has ended. */
class CanceledError extends Error {}

/** The server requested a delay while the task was waiting for its slot. */
class PostponedError extends Error {
  readonly ms: number;

  constructor(ms: number) {
    super('Postponed');
    this.ms = ms;
  }
}

/** The worker is shutting down. */
class Stopping extends Error {}

/** Fetches linked files in the worker, one per job of the queue `media-fetch`. */
@Injectable()
export class MediaFetcher implements BeforeApplicationShutdown {
  readonly #log = new Logger('Ingest');
  readonly #agent: Agent;
  readonly #gate: HostLimiter;
  readonly #stopping = new AbortController();

  constructor(
    private readonly database: Database,
    private readonly incoming: IncomingFiles,
    private readonly intake: MediaIntake,
    private readonly disk: DiskSpace,
    private readonly tasks: FetchTasks,
    private readonly results: FetchResults,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(FETCH_LIMITS) private readonly limits: FetchLimits,
  ) {
    this.#agent = guardedAgent(config.ingest.allowHosts, limits);
    this.#gate = new HostLimiter(() => limits.perHost);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stopping.abort(new Stopping('The worker is shutting down'));
    await this.#agent.destroy();
  }

  async fetch({ fetch_id: id, attempt }: Jobs['media-file-fetch']): Promise<void> {
    const row = await this.database.row(START, [id, attempt]);
    if (!row) return;
    if (row.due_in_ms > CLOCK_TOLERANCE_MS) return this.tasks.requeue(row, row.due_in_ms);
    if (row.known !== null) return this.results.complete(row, row.known);
    if (row.failed !== null) return this.results.failed(row, row.failed);
    const cancellation = new AbortController();
    const heartbeat = setInterval(() => void this.#sendHeartbeat(row, cancellation), HEARTBEAT_MS);
    try {
      const signal = AbortSignal.any([cancellation.signal, this.#stopping.signal]);
      const media = await this.#gate.enter(row.host, signal, async () => {
        await this.#checkDue(row);
        return this.#download(row, signal).catch(async (error: unknown) => {
          // Must happen before the next task gets the slot.
          await this.#postponeHost(row, error);
          throw error;
        });
      });
      await this.results.complete(row, media);
    } catch (error) {
      await this.#handleFailure(row, error);
    } finally {
      clearInterval(heartbeat);
    }
  }

  async #sendHeartbeat(row: ActiveFetch, cancellation: AbortController): Promise<void> {
    const updatedRows = await this.database.execute(HEARTBEAT, [row.id, row.attempt]).catch(() => 1);
    if (updatedRows === 0) cancellation.abort(new CanceledError());
  }

  /** The server may have requested a delay while this task waited for its slot. */
  async #checkDue({ id }: ActiveFetch): Promise<void> {
    const row = await this.database.row(FETCH_DELAY, [id]);
    if (row && row.due_in_ms > CLOCK_TOLERANCE_MS) throw new PostponedError(row.due_in_ms);
  }

  /** Returns the id of the media record: a new one, or the existing record of the same file. */
  async #download(row: ActiveFetch, signal: AbortSignal): Promise<number> {
    const address = downloadUrlOf(row.url);
    if (address === null) throw new FetchFailure('final', 'The address doesn’t lead to a file.');
    const options = { dispatcher: this.#agent, allowed: this.config.ingest.allowHosts, limits: this.limits, signal };
    await this.disk.requireReserve();
    const response = await requestFile(address, options);
    let downloadError: unknown;
    const watchProgress = async function* () {
      try {
        yield* response.body;
      } catch (error) {
        downloadError = error;
        throw error;
      }
    };
    try {
      const file = await this.incoming.receive(watchProgress());
      const upload = await this.incoming.discardOnError(file, () =>
        mediaUploadSchema.parse(describe(row, response.filename, file.kind.mediaType)),
      );
      const result = await this.intake.store(upload, file, {
        changedBy: row.started_by,
        operationId: row.operation_id,
      });
      return await this.#idOf((JSON.parse(result.text) as { media_slug: string }).media_slug);
    } catch (error) {
      // Storage may wrap the error of a failed download.
      if (downloadError !== undefined) throw downloadError;
      const same = error instanceof Problem ? error.members['media_slug'] : undefined;
      if (typeof same === 'string') return this.#idOf(same);
      throw error;
    }
  }

  async #idOf(slug: string): Promise<number> {
    const media = await this.database.row(MEDIA, [slug]);
    if (!media) throw new Error('The new media record was deleted');
    return media.id;
  }

  async #handleFailure(row: ActiveFetch, error: unknown): Promise<void> {
    if (error instanceof CanceledError) return;
    if (error instanceof PostponedError) return this.tasks.requeue(row, error.ms);
    if (error instanceof Stopping) {
      await this.database.execute(CLEAR_HEARTBEAT, [row.id, row.attempt]).catch(() => undefined);
      throw error;
    }
    if (error instanceof FetchFailure) return this.#retry(row, error);
    // The file type isn't supported, or the voyage was just deleted.
    if (error instanceof Problem && error.getStatus() < 500) return this.results.failed(row, error.detail);
    const interruptions = row.attempt - row.tries;
    this.#log.warn(`${row.url} could not be saved and is retried: ${(error as Error).message}`);
    if (interruptions > MAX_INTERRUPTIONS)
      return this.results.failed(row, 'The file couldn’t be saved after repeated attempts.');
    await this.tasks.requeue(row, Math.min(MAX_PAUSE_MS, 1000 * 2 ** Math.min(interruptions, 10)));
  }

  async #postponeHost({ host }: ActiveFetch, error: unknown): Promise<void> {
    const delayMs = error instanceof FetchFailure ? (error.retryAfterMs ?? 0) : 0;
    if (delayMs > 0 && delayMs <= this.limits.maxWaitMs)
      await this.database.execute(POSTPONE_HOST, [host, delayMs / 1000]);
  }

  async #retry(row: ActiveFetch, failure: FetchFailure): Promise<void> {
    const { maxAttempts, retryDelayMs, offlineRetryDelayMs, maxWaitMs } = this.limits;
    const delayMs = failure.retryAfterMs ?? 0;
    if (delayMs > maxWaitMs)
      return this.results.failed(row, `${failure.message} That website asked us to try again later.`);
    const attemptRow = await this.database.row(COUNT_ATTEMPT, [row.id, row.attempt]);
    if (!attemptRow) return;
    if (failure.kind === 'final' || attemptRow.tries >= maxAttempts) return this.results.failed(row, failure.message);
    const pause = (failure.kind === 'offline' ? offlineRetryDelayMs : retryDelayMs) * 2 ** (attemptRow.tries - 1);
    await this.tasks.requeue(row, Math.max(pause, delayMs));
  }
}
