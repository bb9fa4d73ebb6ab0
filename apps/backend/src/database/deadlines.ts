import type { ClientBase } from 'pg';

/** Longest time of one statement of an import or its undo, which names it where its transaction begins. */
export const LONG_STATEMENT_MS = 300_000;
/** Longest pause inside a transaction: a program that stopped there must not hold its locks for good. */
const IDLE_IN_TRANSACTION_MS = 60_000;
/** PostgreSQL cancels a statement first, and the connection survives; a server that cannot answer loses the connection. */
const CLIENT_MARGIN_MS = 2000;
const KEEP_ALIVE_MS = 10_000;

/** The server looks after idle clients as often as the client looks after it. */
const SERVER_KEEP_ALIVE = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=4';

/**
 * Options of `pg` for connections whose statements all have a deadline, on the server and on the client.
 * @param statementMs longest time of a statement, in milliseconds
 */
export function deadlineOptions(statementMs: number) {
  const open = new Set<DeadlineWatch>();
  return {
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    options: SERVER_KEEP_ALIVE,
    onConnect: (client: ClientBase) => enforceDeadline(client, statementMs, open),
  };
}

/** What of `pg`'s client its types leave out. */
interface Internals {
  connection: {
    on(event: 'readyForQuery', listener: () => void): void;
    stream: { destroy(error: Error): void };
  };
  query: (...given: unknown[]) => unknown;
}

const watches = new WeakMap<object, DeadlineWatch>();

/**
 * Destroys an open connection once a statement on it has waited too long for its result, and with it those that have been silent for
 * as long: what took one, a failover or a frozen host, has taken them too, and the next statement would wait on each in turn.
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
  (client as unknown as Internals).query = (...given) => {
    watch.sent();
    return prototype.query.apply(client, given);
  };
  watches.set(client, watch);
}

/**
 * Gives the statements of a transaction, or of a connection that is closed after its use, another longest time, on both sides.
 * @returns ends the exception on the client, for a connection that is used again
 */
export async function extendDeadline(
  client: ClientBase,
  statementMs: number,
  scope: 'transaction' | 'connection',
): Promise<() => void> {
  const watch = watches.get(client);
  const before = watch?.statementMs;
  if (watch) watch.statementMs = statementMs;
  await client.query(`set ${scope === 'transaction' ? 'local' : 'session'} statement_timeout = ${statementMs}`);
  return () => {
    if (watch && before !== undefined) watch.statementMs = before;
  };
}

const missedDeadline = () =>
  Object.assign(new Error('The database missed the deadline of a statement'), { code: 'ETIMEDOUT', syscall: 'read' });

interface Sent {
  at: number;
  due: number;
}

/** Statements of a connection without a result yet, oldest first: PostgreSQL answers in the order in which they were sent. */
class DeadlineWatch {
  statementMs: number;
  respondedAt = Date.now();
  readonly destroy: () => void;
  readonly #missed: (sentAt: number) => void;
  readonly #pending: Sent[] = [];
  #isWatching = false;

  constructor(statementMs: number, destroy: () => void, missed: (sentAt: number) => void) {
    this.statementMs = statementMs;
    this.destroy = destroy;
    this.#missed = missed;
  }

  sent(): void {
    const at = Date.now();
    const wait = this.statementMs + CLIENT_MARGIN_MS;
    this.#pending.push({ at, due: at + wait });
    // One timer a connection, not one a statement: most statements end long before it.
    if (!this.#isWatching) this.#lookIn(wait);
  }

  responded(): void {
    this.#pending.shift();
    this.respondedAt = Date.now();
  }

  #lookIn(ms: number): void {
    this.#isWatching = true;
    setTimeout(() => {
      this.#isWatching = false;
      const [oldest] = this.#pending;
      if (!oldest) return;
      const left = oldest.due - Date.now();
      if (left > 0) this.#lookIn(left);
      else this.#missed(oldest.at);
    }, ms).unref();
  }
}
