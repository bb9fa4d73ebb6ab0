import { SECURITY_EVENT_KINDS, type SecurityEventKind } from '@archive/contracts';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { Metrics, currentRequestId } from '../../common/index.ts';
import { Database, statement } from '../../database/index.ts';

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
  readonly #rowLimiter = new RateLimiterMemory({ points: ROWS_PER_MINUTE, duration: 60 });
  /** The last write. Rows are written one after another, so that they are in order and need only one connection. */
  #lastSave = Promise.resolve();
  readonly #count: (kind: SecurityEventKind) => void;

  constructor(
    private readonly database: Database,
    metrics: Metrics,
  ) {
    const events = metrics.counter({
      name: 'security_events_total',
      help: 'Security events by kind, see /ops/security',
      labelNames: ['kind'],
    });
    // Initializes every kind with 0, so that an alert detects the first event.
    for (const kind of SECURITY_EVENT_KINDS) events.inc({ kind }, 0);
    this.#count = (kind) => events.inc({ kind });
  }

  record(event: NewSecurityEvent): void {
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

  async #save({ kind, actor, address, details = {}, requestId }: NewSecurityEvent): Promise<void> {
    try {
      await this.#rowLimiter.consume('rows');
    } catch {
      return;
    }
    try {
      await this.database.execute(INSERT, [kind, actor, address, JSON.stringify(details), requestId ?? null]);
    } catch (error) {
      this.#log.warn(`A security event could not be saved: ${(error as Error).message}`);
    }
  }
}

interface NewSecurityEvent {
  kind: SecurityEventKind;
  /** The curator, token or server component; null if nobody is signed in. Never an unverified name that someone typed. */
  actor: string | null;
  /** IP address of the client. */
  address: string | null;
  /** Details of the event. They must never contain a password, token, cookie or the content of a record. */
  details?: Record<string, string | number>;
  /** Id of the request; that of the current request by default. */
  requestId?: string | undefined;
}

/** Whether another site sent the request, according to the browser's headers. */
function isForeign({ headers, host }: FastifyRequest, publicUrl: string | undefined): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site === 'cross-site' || site === 'same-site') return true;
  return origin !== undefined && origin !== publicUrl && URL.parse(origin)?.host !== host;
}

const RESUMABLE = '/media-uploads';
const UNSUPPORTED = 415;
/** The status of a request for a host that isn't the archive's. */
const MISDIRECTED = 421;

/**
 * Whether a rejected request was about a file: it was sent as a form or in parts, or the operation can reject a file. Such operations
 * accept JSON, and reject other bodies with the same status.
 */
function isOfFile({ headers, routeOptions: { config, url = '' } }: FastifyRequest): boolean {
  const { operation } = config;
  if (operation?.multipart !== undefined || url.startsWith(RESUMABLE)) return true;
  const type = headers['content-type'];
  return (
    operation?.errors?.includes(UNSUPPORTED) === true && (type === undefined || type.startsWith('application/json'))
  );
}

const REASONS: Readonly<Record<number, string>> = { 413: 'size', [UNSUPPORTED]: 'type' };

/** Records rejected requests from other sites and rejected files, based on the status of the response. */
export function recordRejectedRequests(server: FastifyInstance, log: SecurityLog, publicUrl: string | undefined): void {
  server.addHook('onResponse', (request, { statusCode }, done) => {
    const { username: actor, ip: address, id: requestId } = request;
    const details = { route: request.routeOptions.url ?? 'none' };
    const isMisdirected = statusCode === MISDIRECTED;
    if (isMisdirected || (statusCode === 403 && isForeign(request, publicUrl)))
      log.record({
        kind: 'origin-rejected',
        actor,
        address,
        requestId,
        details: {
          ...details,
          origin: (request.headers.origin ?? 'none').slice(0, 200),
          ...(isMisdirected && { host: request.host.slice(0, 200) }),
        },
      });
    const reason = REASONS[statusCode];
    if (reason !== undefined && isOfFile(request))
      log.record({ kind: 'file-rejected', actor, address, requestId, details: { ...details, reason } });
    done();
  });
}
