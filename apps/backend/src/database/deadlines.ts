import type { ClientBase } from 'pg';

/** Time limit of a statement in an import or its undo, set at the start of the transaction. */
export const LONG_STATEMENT_MS = 300_000;
/** Longest idle time inside a transaction, so that a hung process does not hold its locks forever. */
const IDLE_IN_TRANSACTION_MS = 60_000;
/**
 * Gives PostgreSQL time to cancel a timed-out statement itself, so that the connection survives. The client destroys the connection only
 * if the server doesn't respond.
 */
const CLIENT_MARGIN_MS = 2000;
const KEEP_ALIVE_MS = 10_000;

/** Disables JIT compilation, because compiling the long search statement takes longer than running it. */
const DISABLE_JIT = '-c jit=off';

/** Makes the server send keepalives as often as the client does. */
const SERVER_KEEP_ALIVE = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=4';

/**
 * Options of `pg` for connections on which every statement has a deadline, both on the server and on the client.
 * @param statementMs time limit of a statement, in milliseconds
 */
export function deadlineOptions(statementMs: number) {
  const open = new Set<DeadlineWatch>();
  return {
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    options: `${SERVER_KEEP_ALIVE} ${DISABLE_JIT}`,
    onConnect: (client: ClientBase) => enforceDeadline(client, statementMs, open),
  };
}

/** Like `deadlineOptions`, for connections to PgBouncer. PgBouncer rejects these startup parameters, so the server's time limits must be configured there. */
export function clientDeadlineOptions(statementMs: number) {
  const { keepAlive, keepAliveInitialDelayMillis, onConnect } = deadlineOptions(statementMs);
  return { keepAlive, keepAliveInitialDelayMillis, onConnect };
}

/** Members of `pg`'s client that its types omit. */
interface Internals {
  connection: {
    on(event: 'readyForQuery', listener: () => void): void;
    stream: { destroy(error: Error): void };
  };
  query: (...args: unknown[]) => unknown;
}

const watches = new WeakMap<object, DeadlineWatch>();

/**
 * Destroys a connection if a statement has waited too long for its result. Also destroys every connection that has been silent for as
 * long: the same failover or frozen host has probably affected it, and the next statement on it would wait for another full timeout.
 */
function enforceDeadline(client: ClientBase, statementMs: number, open: Set<DeadlineWatch>): void {
  const { connection } = client as unknown as Internals;
  const prototype = Object.getPrototypeOf(client) as Internals;
  const watch: DeadlineWatch = new DeadlineWatch(
    statementMs,
    () => connection.stream.destroy(missedDeadline()),
    (sentAt) => {
      for (const other of open) if (other === watch || other.respondedAt < sentAt) other.destroy();
    },
  );
  open.add(watch);
  client.once('end', () => open.delete(watch));
  connection.on('readyForQuery', () => watch.responded());
  (client as unknown as Internals).query = (...args) => {
    watch.onSent();
    return prototype.query.apply(client, args);
  };
  watches.set(client, watch);
}

/**
 * Sets a different time limit, on server and client, for a transaction or for a connection that is closed after use.
 * @returns a function that restores the client's time limit; call it after a transaction, because its connection is reused
 */
export async function extendDeadline(
  client: ClientBase,
  statementMs: number,
  scope: 'transaction' | 'connection',
): Promise<() => void> {
  const watch = watches.get(client);
  const previousStatementMs = watch?.statementMs;
  if (watch) watch.statementMs = statementMs;
  await client.query(`set ${scope === 'transaction' ? 'local' : 'session'} statement_timeout = ${statementMs}`);
  return () => {
    if (watch && previousStatementMs !== undefined) watch.statementMs = previousStatementMs;
  };
}

/**
 * Whether the server has responded on this connection since a time, or still has time to respond.
 * @param since in milliseconds, as of `Date.now()`
 */
export const isResponsive = (client: ClientBase, since: number): boolean =>
  watches.get(client)?.isResponsive(since) ?? false;

const missedDeadline = () =>
  Object.assign(new Error('A database statement exceeded its deadline'), { code: 'ETIMEDOUT', syscall: 'read' });

interface PendingStatement {
  sentAt: number;
  dueAt: number;
}

/** Watches a connection's pending statements, oldest first. Results arrive in the order of the statements. */
class DeadlineWatch {
  statementMs: number;
  respondedAt = Date.now();
  readonly destroy: () => void;
  readonly #onMissed: (sentAt: number) => void;
  readonly #pending: PendingStatement[] = [];
  #isWatching = false;

  constructor(statementMs: number, destroy: () => void, onMissed: (sentAt: number) => void) {
    this.statementMs = statementMs;
    this.destroy = destroy;
    this.#onMissed = onMissed;
  }

  onSent(): void {
    const sentAt = Date.now();
    const wait = this.statementMs + CLIENT_MARGIN_MS;
    this.#pending.push({ sentAt, dueAt: sentAt + wait });
    // Uses one timer per connection rather than per statement, because most statements end long before a timer would fire.
    if (!this.#isWatching) this.#checkAfter(wait);
  }

  responded(): void {
    this.#pending.shift();
    this.respondedAt = Date.now();
  }

  isResponsive(since: number): boolean {
    const [oldest] = this.#pending;
    return this.respondedAt >= since || (oldest !== undefined && oldest.dueAt > Date.now());
  }

  #checkAfter(ms: number): void {
    this.#isWatching = true;
    setTimeout(() => {
      this.#isWatching = false;
      const [oldest] = this.#pending;
      if (!oldest) return;
      const remainingMs = oldest.dueAt - Date.now();
      if (remainingMs > 0) this.#checkAfter(remainingMs);
      else this.#onMissed(oldest.sentAt);
    }, ms).unref();
  }
}
