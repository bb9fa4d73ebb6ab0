import { setTimeout as pause } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { afterCommit, Database } from '../../../database/index.ts';
import { FetchTasks } from '../media-fetch/fetch-tasks.ts';
import { failOperation } from './operation.ts';
import { IngestJobs } from './ingest-jobs.ts';
import { giveUpUndoing } from '../undo/undo-row.ts';
import { END_SESSIONS, OPERATION_LOCK } from './ingest-session.ts';

const EVERY_MS = 2000;
/** Between taking a job from the queue and locking its operation a worker needs less than this. */
const CLAIMING_MS = 500;
const MOST_INTERRUPTIONS = 20;

const GIVEN_UP = `The ingest was interrupted ${MOST_INTERRUPTIONS} times without getting any further, and was given up. What was saved before is kept.`;

/** Operations that nobody has touched for a second; longer, up to a minute, the more often they were taken up in vain. */
const LEFT = `
  select id, attempt from ingest_operation
  where (status = 'initializing' or (status = 'running' and saved_at is null) or undo_by is not null)
    and updated_at < now() - least(interval '1 minute', interval '1 second' * power(2, least(interruptions, 6)))
  order by created_at, id`;

const TAKE_UP = `
  update ingest_operation set attempt = attempt + 1, interruptions = interruptions + 1, updated_at = now()
  where id = $1 and attempt = $2 and (status in ('initializing', 'running') or undo_by is not null)
  returning interruptions`;

interface Left {
  id: string;
  attempt: number;
}

/**
 * Looks after operations whose worker was killed or stands still, or whose job never reached the queue: from a worker's start and every two seconds
 * they are put in the queue again. The row is the truth; a job that is lost costs nothing but these seconds.
 */
@Injectable()
export class IngestWatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #log = new Logger('Ingest');
  readonly #stopping = new AbortController();
  readonly #database: Database;
  readonly #jobs: IngestJobs;
  readonly #fetches: FetchTasks;

  constructor(database: Database, jobs: IngestJobs, fetches: FetchTasks) {
    this.#database = database;
    this.#jobs = jobs;
    this.#fetches = fetches;
  }

  onApplicationBootstrap(): void {
    void this.#watch();
  }

  beforeApplicationShutdown(): void {
    this.#stopping.abort();
  }

  /** Takes up every operation that is left, and the media of those that are saved. */
  async look(): Promise<void> {
    await this.#endStalled();
    const left = await this.#database.rows<Left>('ingest.left', LEFT);
    for (const operation of left) {
      const prospect = await this.#jobs.prospect(operation.id, operation.attempt);
      if (prospect === 'waiting' || (await this.#isRun(operation))) continue;
      if (prospect === 'active') {
        await pause(CLAIMING_MS);
        if (await this.#isRun(operation)) continue;
      }
      await this.#takeUp(operation);
    }
    await this.#fetches.resume();
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopping;
    for (let trouble = ''; !signal.aborted;) {
      await this.#database.reachable();
      try {
        await this.look();
        trouble = '';
      } catch (error) {
        const { message } = error as Error;
        if (message !== trouble && !signal.aborted) this.#log.warn(`Operations are not looked after: ${message}`);
        trouble = message;
      }
      await pause(EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** A worker that gets no further, be it that it hangs or that its storage does, loses the operation. */
  async #endStalled(): Promise<void> {
    for (const { id } of await this.#database.rows<{ id: string }>('ingest.end-sessions', END_SESSIONS))
      this.#log.warn(`Operation ${id} stands still or is over, and is taken from its worker.`);
  }

  /** Whether a worker holds the operation's lock. */
  async #isRun({ id }: Left): Promise<boolean> {
    const row = await this.#database.row<{ free: boolean }>(
      'ingest.is-run',
      // The lock is given back as the statement ends, which is the end of its transaction.
      `select pg_try_advisory_xact_lock${OPERATION_LOCK} as free`,
      [id],
    );
    return row?.free === false;
  }

  async #takeUp({ id, attempt }: Left): Promise<void> {
    await this.#database.transaction(async (statements, client) => {
      const row = await statements.row<{ interruptions: number }>('ingest.take-up', TAKE_UP, [id, attempt]);
      if (!row) return;
      if (row.interruptions > MOST_INTERRUPTIONS) {
        await failOperation(client, { id, attempt: attempt + 1 }, GIVEN_UP);
        await giveUpUndoing(statements, id);
        this.#log.error(`Operation ${id} was given up.`);
        return;
      }
      afterCommit(() => this.#jobs.add(id, attempt + 1));
      this.#log.warn(`Operation ${id} was left by its worker and is taken up again (attempt ${attempt + 1}).`);
    });
  }
}
