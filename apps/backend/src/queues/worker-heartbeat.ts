import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Database, statement } from '../database/index.ts';
import { JobRunner } from './job-runner.ts';
import { Retention } from './retention.ts';

const HEARTBEAT_INTERVAL_MS = 5000;

const SAVE_HEARTBEAT = statement(
  'worker-beat',
  `insert into worker (name, running, completed, failed) values ($1, $2, $3, $4)
  on conflict (name) do update set heartbeat_at = now(), running = excluded.running, completed = excluded.completed,
    failed = excluded.failed`,
);
const DELETE_OLD = statement('worker-delete-old', `delete from worker where heartbeat_at < now() - interval '1 day'`);
const SIGN_OFF = statement('worker-sign-off', 'delete from worker where name = $1');

/** Shows operators that this worker process is running, and its activity. A killed process stays listed for a day without heartbeats. */
@Injectable()
export class WorkerHeartbeat implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  readonly #log = new Logger('Queues');
  readonly #stopping = new AbortController();
  readonly #name = `${hostname()}-${process.pid}-${Date.now().toString(36)}`;

  constructor(
    private readonly database: Database,
    private readonly runner: JobRunner,
    retention: Retention,
  ) {
    retention.enforce('workers', () => database.execute(DELETE_OLD));
  }

  onApplicationBootstrap(): void {
    void this.#writeHeartbeat();
  }

  beforeApplicationShutdown(): void {
    this.#stopping.abort();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.execute(SIGN_OFF, [this.#name]).catch(() => undefined);
  }

  async #writeHeartbeat(): Promise<void> {
    for (const { signal } = this.#stopping; !signal.aborted;) {
      await this.database.untilReachable();
      if (signal.aborted) return;
      const { running, completed, failed } = this.runner.activity;
      try {
        await this.database.execute(SAVE_HEARTBEAT, [this.#name, running, completed, failed]);
      } catch (error) {
        this.#log.debug(`Heartbeat not saved: ${(error as Error).message}`);
      }
      await pause(HEARTBEAT_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
