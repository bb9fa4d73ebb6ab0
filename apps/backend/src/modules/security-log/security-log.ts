import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { currentRequestId, Metrics } from '../../common/index.ts';
import { Database, statement } from '../../database/index.ts';
import { SECURITY_EVENT_KINDS, type SecurityEvent, type SecurityEventKind } from './security-events.ts';

/**
 * Maximum number of rows that a process writes per minute, so that an attack can't fill the disk. Metrics and the log still get every
 * event.
 */
const ROWS_PER_MINUTE = 600;

const INSERT = statement(
  'security-event-insert',
  'insert into security_event (kind, actor, address, details, request_id) values ($1, $2, $3, $4, $5)',
);

/**
 * The security log: each event is a row for `/ops/security`, a log line with `stream: "security"`, and a count in the metrics.
 * `record` never throws and never delays its caller.
 */
@Injectable()
export class SecurityLog implements BeforeApplicationShutdown {
  readonly #log = new Logger('Security');
  readonly #database: Database;
  readonly #rowLimiter = new RateLimiterMemory({ points: ROWS_PER_MINUTE, duration: 60 });
  /** The last write. Rows are written one after another, so that they are in order and need only one connection. */
  #lastSave = Promise.resolve();
  readonly #count: (kind: SecurityEventKind) => void;

  constructor(database: Database, metrics: Metrics) {
    this.#database = database;
    const events = metrics.counter({
      name: 'security_events_total',
      help: 'Security events by kind, see /ops/security',
      labelNames: ['kind'],
    });
    // Initializes every kind with 0, so that an alert detects the first event.
    for (const kind of SECURITY_EVENT_KINDS) events.inc({ kind }, 0);
    this.#count = (kind) => events.inc({ kind });
  }

  record(event: SecurityEvent): void {
    const { kind, actor, address, details = {} } = event;
    this.#count(kind);
    this.#log.log({ stream: 'security', event: kind, actor, address, details });
    // The request id is read now, because saving may run outside of the request's context.
    const withId = { requestId: currentRequestId(), ...event };
    this.#lastSave = this.#lastSave.then(() => this.#save(withId));
  }

  /** Waits until pending rows are written. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.#lastSave;
  }

  async #save({ kind, actor, address, details = {}, requestId }: SecurityEvent): Promise<void> {
    try {
      await this.#rowLimiter.consume('rows');
    } catch {
      return;
    }
    try {
      await this.#database.execute(INSERT, [kind, actor, address, JSON.stringify(details), requestId ?? null]);
    } catch (error) {
      this.#log.warn(`A security event could not be saved: ${(error as Error).message}`);
    }
  }
}
