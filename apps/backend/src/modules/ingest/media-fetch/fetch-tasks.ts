import { Inject, Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { CONFIG, type Config } from '../../../config/index.ts';
import { AwayError, Database } from '../../../database/index.ts';
import { JobQueues } from '../../../queues/index.ts';
import type { Reading } from '../plan/prepare.ts';
import { type SavedVoyage, wantedOf, wantMedia } from './fetch-rows.ts';
import { completeIfFetched } from './operation-fetching.ts';

/** A row of `media_fetch`, as far as the queue is concerned. */
export interface Task {
  id: number;
  /** How often it was given to the queue; a job of an earlier attempt does nothing. */
  attempt: number;
}

const AT_ONCE = 50;

/** The first of each address, servers in turn: what else wants the same file waits for it. */
const BEGIN = `
  with first as (
    select f.id, row_number() over (partition by f.host order by f.id) turn from media_fetch f
    where f.operation_id = $1 and f.state = 'waiting' and f.attempt = 0 and not exists (
      select from media_fetch e where e.operation_id = $1 and e.url = f.url and e.id < f.id and e.state = 'waiting')),
  begun as (
    update media_fetch f set attempt = 1, due_at = now() from first
    where f.id = first.id and f.attempt = 0 returning f.id, f.attempt, first.turn)
  select id, attempt from begun order by turn, id`;

/** Due for a while, and no worker says that it is at it. */
const LOST = `
  select f.id, f.attempt from media_fetch f join ingest_operation o on o.id = f.operation_id
  where f.state = 'waiting' and f.attempt > 0 and o.status = 'running' and f.due_at < now() - make_interval(secs => $1)
    and (f.alive_at is null or f.alive_at < now() - make_interval(secs => 3 * $1))
  order by f.due_at, f.id limit ${AT_ONCE}`;

const AGAIN = `
  update media_fetch set attempt = attempt + 1, alive_at = null, due_at = now() + make_interval(secs => $3)
  where id = $1 and attempt = $2 and state = 'waiting' returning id, attempt`;

/** What nobody has begun yet: its operation was interrupted, or that which it waited for has gone with its voyage. */
const UNBEGUN = `
  select distinct f.operation_id id from media_fetch f join ingest_operation o on o.id = f.operation_id
  where f.state = 'waiting' and f.attempt = 0 and o.status = 'running'`;

const FETCHED = `
  select o.id from ingest_operation o where o.status = 'running' and o.saved_at is not null
    and not exists (select from media_fetch f where f.operation_id = o.id and f.state = 'waiting')`;

/** An operation that waits for a large file, or for a server that asked it to wait, is not a stalled one. */
const ALIVE = `
  update ingest_operation o set updated_at = now(), progressed_at = now()
  where o.status = 'running' and o.saved_at is not null and o.updated_at < now() - interval '30 seconds'
    and exists (select from media_fetch f where f.operation_id = o.id and f.state = 'waiting')`;

const jobId = ({ id, attempt }: Task) => `${id}-${attempt}`;

/** Files that are still to be fetched: rows of a table, which the queue works off. */
@Injectable()
export class FetchTasks {
  readonly #database: Database;
  readonly #queues: JobQueues;
  readonly #isWanted: boolean;

  constructor(database: Database, queues: JobQueues, @Inject(CONFIG) { ingest }: Config) {
    this.#isWanted = ingest.fetchMedia;
    this.#database = database;
    this.#queues = queues;
  }

  /** Notes what saved voyages link to, in the transaction that saves them. */
  async want(client: ClientBase, operationId: string, reading: Reading, saved: readonly SavedVoyage[]): Promise<void> {
    if (this.#isWanted) await wantMedia(client, operationId, wantedOf(reading, saved));
  }

  /** Gives the queue what they want, once that is certain. A queue that is away now is no loss: the rows are found again. */
  async begin(operationId: string): Promise<void> {
    const begun = await this.#database.rows<Task>('media-fetch-begin', BEGIN, [operationId]);
    try {
      for (const task of begun) await this.#add(task);
    } catch (error) {
      if (!(error instanceof AwayError)) throw error;
    }
  }

  /** Gives a row to the queue once more, to be done after so many milliseconds; what else happened to it meanwhile counts more. */
  async again({ id, attempt }: Task, delayMs = 0): Promise<void> {
    const task = await this.#database.row<Task>('media-fetch-again', AGAIN, [id, attempt, delayMs / 1000]);
    if (task) await this.#add(task, delayMs);
  }

  /** Looks after what no queue knows, whose worker was killed, and who waits for something that has gone. */
  async resume(overdueSeconds = 2): Promise<void> {
    for (const { id } of await this.#database.rows<{ id: string }>('media-fetch-unbegun', UNBEGUN))
      await this.begin(id);
    for (let more = true; more;) {
      const page = await this.#database.rows<Task>('media-fetch-lost', LOST, [overdueSeconds]);
      const lost = [];
      for (const task of page) if (!(await this.#isQueued(task))) lost.push(task);
      for (const task of lost) await this.again(task);
      more = lost.length === AT_ONCE;
    }
    for (const { id } of await this.#database.rows<{ id: string }>('media-fetch-fetched', FETCHED))
      await this.#database.transaction((_, client) => completeIfFetched(client, id));
    await this.#database.change('media-fetch-alive', ALIVE);
  }

  #add(task: Task, delayMs = 0): Promise<void> {
    const payload = { fetch_id: task.id, attempt: task.attempt };
    return this.#queues.add('media-file-fetch', payload, { id: jobId(task), delayMs });
  }

  /** Whether the queue will come to it by itself. A worker that is at it says so in the row. */
  async #isQueued(task: Task): Promise<boolean> {
    const state = await this.#queues.state('media-file-fetch', jobId(task));
    return state === 'waiting' || state === 'delayed' || state === 'prioritized';
  }
}
