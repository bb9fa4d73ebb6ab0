import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import { mediaUploadSchema } from '@archive/contracts';
import type { Agent } from 'undici';
import { Problem } from '../../../common/index.ts';
import { CONFIG, type Config } from '../../../config/index.ts';
import { Database } from '../../../database/index.ts';
import type { Jobs } from '../../../queues/index.ts';
import { IncomingFiles, MediaIntake } from '../../media/index.ts';
import { FetchFailure } from './fetch-failure.ts';
import { FETCH_LIMITS, type FetchLimits } from './fetch-limits.ts';
import { type Fetch, FetchSettling } from './fetch-settling.ts';
import { FetchTasks } from './fetch-tasks.ts';
import { requestFile } from './file-request.ts';
import { guardedAgent } from './guarded-agent.ts';
import { HostGate } from './host-gate.ts';
import { describe } from './media-description.ts';
import { downloadAddress } from './media-links.ts';

const ALIVE_MS = 2000;
/** Clocks differ by less. */
const EARLY_MS = 200;
/** What is ours to put right (storage away, a full disk) is waited for: after pauses up to this. */
const LONGEST_PAUSE_MS = 60_000;
/** A link at which the program was interrupted so often is given up. */
const MOST_INTERRUPTIONS = 60;

const BEGIN = `
  update media_fetch f set alive_at = now() from ingest_operation o, voyage v
  where f.id = $1 and f.attempt = $2 and f.state = 'waiting' and o.id = f.operation_id and o.status = 'running' and v.id = f.voyage_id
  returning f.id, f.operation_id, f.attempt, f.url, f.host, f.category, f.media_type, f.title, f.tries, o.started_by,
    v.slug voyage_slug, (extract(epoch from f.due_at - now()) * 1000)::int due_in_ms,
    (select d.media_id from media_fetch d
      where d.url = f.url and d.state = 'done' and d.media_id is not null order by d.id desc limit 1) known,
    (select d.reason from media_fetch d
      where d.operation_id = f.operation_id and d.url = f.url and d.state = 'failed' limit 1) failed`;

/** Nothing when the row is no longer this attempt's, or its operation has been ended. */
const STILL = `
  update media_fetch f set alive_at = now() from ingest_operation o
  where f.id = $1 and f.attempt = $2 and f.state = 'waiting' and o.id = f.operation_id and o.status = 'running'`;

const DUE = 'select (extract(epoch from due_at - now()) * 1000)::int due_in_ms from media_fetch where id = $1';

const REST = 'update media_fetch set alive_at = null where id = $1 and attempt = $2';

const TRIED = `
  update media_fetch set tries = tries + 1 where id = $1 and attempt = $2 and state = 'waiting' returning tries`;

/** A server that asks to be left alone is left alone by all links to it. */
const LEAVE_ALONE = `
  update media_fetch set due_at = greatest(due_at, now() + make_interval(secs => $2)) where host = $1 and state = 'waiting'`;

const MEDIA = 'select id from media where slug = $1';

export interface Begun extends Fetch {
  category: 'source' | 'additional_source';
  media_type: string | null;
  title: string | null;
  tries: number;
  voyage_slug: string;
  due_in_ms: number;
  known: number | null;
  failed: string | null;
}

/** The row is somebody else's by now, or its operation was cancelled. */
class CalledOff extends Error {}

/** Its server has asked to be left alone since. */
class Postponed extends Error {
  readonly ms: number;

  constructor(ms: number) {
    super('Not yet');
    this.ms = ms;
  }
}

/** The worker stops. */
class Stopping extends Error {}

/** Fetches what documents link to, one file a job: the worker's part of the queue `media-fetch`. */
@Injectable()
export class MediaFetcher implements BeforeApplicationShutdown {
  readonly #log = new Logger('Ingest');
  readonly #database: Database;
  readonly #incoming: IncomingFiles;
  readonly #intake: MediaIntake;
  readonly #tasks: FetchTasks;
  readonly #settling: FetchSettling;
  readonly #config: Config;
  readonly #limits: FetchLimits;
  readonly #agent: Agent;
  readonly #gate: HostGate;
  readonly #stopping = new AbortController();

  constructor(
    database: Database,
    incoming: IncomingFiles,
    intake: MediaIntake,
    tasks: FetchTasks,
    settling: FetchSettling,
    @Inject(CONFIG) config: Config,
    @Inject(FETCH_LIMITS) limits: FetchLimits,
  ) {
    this.#database = database;
    this.#incoming = incoming;
    this.#intake = intake;
    this.#tasks = tasks;
    this.#settling = settling;
    this.#config = config;
    this.#limits = limits;
    this.#agent = guardedAgent(config.ingest.allowHosts, limits);
    this.#gate = new HostGate(() => limits.perHost);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stopping.abort(new Stopping('The worker stops'));
    await this.#agent.destroy();
  }

  async fetch({ fetch_id: id, attempt }: Jobs['media-file-fetch']): Promise<void> {
    const row = await this.#database.row<Begun>('media-fetch-turn', BEGIN, [id, attempt]);
    if (!row) return;
    if (row.due_in_ms > EARLY_MS) return this.#tasks.again(row, row.due_in_ms);
    if (row.known !== null) return this.#settling.done(row, row.known);
    if (row.failed !== null) return this.#settling.failed(row, row.failed);
    const callOff = new AbortController();
    const heart = setInterval(() => void this.#beat(row, callOff), ALIVE_MS);
    try {
      const signal = AbortSignal.any([callOff.signal, this.#stopping.signal]);
      const media = await this.#gate.enter(row.host, signal, async () => {
        await this.#checkDue(row);
        return this.#bring(row, signal).catch(async (error: unknown) => {
          // Before the next one has its turn.
          await this.#leaveAlone(row, error);
          throw error;
        });
      });
      await this.#settling.done(row, media);
    } catch (error) {
      await this.#heed(row, error);
    } finally {
      clearInterval(heart);
    }
  }

  async #beat(row: Begun, callOff: AbortController): Promise<void> {
    const still = await this.#database.change('media-fetch-still', STILL, [row.id, row.attempt]).catch(() => 1);
    if (still === 0) callOff.abort(new CalledOff());
  }

  /** Others may have been told something while this one waited for its turn. */
  async #checkDue({ id }: Begun): Promise<void> {
    const row = await this.#database.row<{ due_in_ms: number }>('media-fetch-due', DUE, [id]);
    if (row && row.due_in_ms > EARLY_MS) throw new Postponed(row.due_in_ms);
  }

  /** The key of the media record: a new one, or that of the very same file. */
  async #bring(row: Begun, signal: AbortSignal): Promise<number> {
    const address = downloadAddress(row.url);
    if (address === null) throw new FetchFailure('final', 'The address leads to no file.');
    const asking = { dispatcher: this.#agent, allowed: this.#config.ingest.allowHosts, limits: this.#limits, signal };
    const coming = await requestFile(address, asking);
    let broken: unknown;
    const watched = async function* () {
      try {
        yield* coming.body;
      } catch (error) {
        broken = error;
        throw error;
      }
    };
    try {
      const file = await this.#incoming.receive(watched());
      const upload = await this.#incoming.discarding(file, () =>
        mediaUploadSchema.parse(describe(row, coming.filename, file.kind.mediaType)),
      );
      const saved = await this.#intake.keep(upload, file, { changedBy: row.started_by, operationId: row.operation_id });
      return await this.#idOf((JSON.parse(saved.text) as { media_slug: string }).media_slug);
    } catch (error) {
      // A store in between may have its own words for a body that broke off.
      if (broken !== undefined) throw broken;
      const same = error instanceof Problem ? error.members['media_slug'] : undefined;
      if (typeof same === 'string') return this.#idOf(same);
      throw error;
    }
  }

  async #idOf(slug: string): Promise<number> {
    const media = await this.#database.row<{ id: number }>('media-fetch-media', MEDIA, [slug]);
    if (!media) throw new Error('The media record was deleted as it was made');
    return media.id;
  }

  async #heed(row: Begun, error: unknown): Promise<void> {
    if (error instanceof CalledOff) return;
    if (error instanceof Postponed) return this.#tasks.again(row, error.ms);
    if (error instanceof Stopping) {
      await this.#database.change('media-fetch-rest', REST, [row.id, row.attempt]).catch(() => undefined);
      throw error;
    }
    if (error instanceof FetchFailure) return this.#retry(row, error);
    // The file is of no kind that is taken, or its voyage has just been deleted.
    if (error instanceof Problem && error.getStatus() < 500) return this.#settling.failed(row, error.detail);
    const interruptions = row.attempt - row.tries;
    this.#log.warn(`${row.url} was not kept, and is tried again: ${(error as Error).message}`);
    if (interruptions > MOST_INTERRUPTIONS)
      return this.#settling.failed(row, 'The archive could not keep the file, however often it tried.');
    await this.#tasks.again(row, Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** Math.min(interruptions, 10)));
  }

  async #leaveAlone({ host }: Begun, error: unknown): Promise<void> {
    const asked = error instanceof FetchFailure ? (error.retryAfterMs ?? 0) : 0;
    if (asked > 0 && asked <= this.#limits.longestWaitMs)
      await this.#database.change('media-fetch-leave-alone', LEAVE_ALONE, [host, asked / 1000]);
  }

  async #retry(row: Begun, failure: FetchFailure): Promise<void> {
    const { tries: most, pauseMs, offlinePauseMs, longestWaitMs } = this.#limits;
    const asked = failure.retryAfterMs ?? 0;
    if (asked > longestWaitMs) return this.#settling.failed(row, `${failure.message} It asks to come back much later.`);
    const tried = await this.#database.row<{ tries: number }>('media-fetch-tried', TRIED, [row.id, row.attempt]);
    if (!tried) return;
    if (failure.kind === 'final' || tried.tries >= most) return this.#settling.failed(row, failure.message);
    const pause = (failure.kind === 'offline' ? offlinePauseMs : pauseMs) * 2 ** (tried.tries - 1);
    await this.#tasks.again(row, Math.max(pause, asked));
  }
}
