import { Socket } from 'node:net';
import { Client, type PoolConfig, type QueryConfig, type QueryResult } from 'pg';

/** Maximum number of a process's connections for fast statements. */
const MAX_CONNECTIONS = 4;
/** Maximum number of pending statements on a connection before the next connection is used. */
const MAX_PIPELINED = 4;

/**
 * Connections for statements that read one record by key, in less time than a network round trip takes. A statement is sent without
 * waiting for the previous result, and the statements of an event-loop turn are sent in one packet (decision 0039). Slow statements belong
 * in the ordinary pool, because here they would delay the statements after them.
 */
export class FastPathPool {
  /** Maximum number of connections per process. */
  static readonly max = MAX_CONNECTIONS;
  readonly #config: PoolConfig;
  #connections: FastPathConnection[] = [];
  #ended = false;

  /** Connections are opened when they are first needed. */
  constructor(config: PoolConfig) {
    this.#config = config;
  }

  /** A rejected statement doesn't affect the others. @throws the error of `pg` */
  async query<T extends object>(query: QueryConfig): Promise<QueryResult<T>> {
    if (this.#ended) throw new Error('Connection terminated');
    return this.#choose().query<T>(query);
  }

  /** Number of open connections, and number of connections in use. */
  get connections(): { open: number; inUse: number } {
    const open = this.#connections.filter(({ broken }) => !broken);
    return { open: open.length, inUse: open.filter(({ pending }) => pending > 0).length };
  }

  /** Closes all connections after their pending statements have finished. */
  async end(): Promise<void> {
    this.#ended = true;
    await Promise.all(this.#connections.map((connection) => connection.end()));
  }

  #choose(): FastPathConnection {
    if (this.#connections.some(({ broken }) => broken))
      this.#connections = this.#connections.filter(({ broken }) => !broken);
    const free = this.#connections.find(({ pending }) => pending < MAX_PIPELINED);
    if (free) return free;
    if (this.#connections.length === MAX_CONNECTIONS)
      return this.#connections.reduce((leastBusy, connection) =>
        connection.pending < leastBusy.pending ? connection : leastBusy,
      );
    const connection = new FastPathConnection(this.#config);
    this.#connections.push(connection);
    return connection;
  }
}

class FastPathConnection {
  readonly #socket = new Socket();
  readonly #client: Client;
  /** Resolves when the connection is open; undefined from then on. */
  #opening: Promise<unknown> | undefined;
  #isCorked = false;
  pending = 0;
  broken = false;

  constructor({ onConnect, ...config }: PoolConfig) {
    this.#client = new Client({ ...config, pipeline: true, stream: () => this.#socket });
    const markBroken = () => void (this.broken = true);
    this.#client.on('error', markBroken).on('end', markBroken);
    this.#opening = this.#client.connect().then(() => {
      onConnect?.(this.#client);
      this.#opening = undefined;
    });
    this.#opening.catch(markBroken);
  }

  async query<T extends object>(query: QueryConfig): Promise<QueryResult<T>> {
    this.pending += 1;
    try {
      if (this.#opening) await this.#opening;
      this.#corkUntilNextTick();
      return await this.#client.query<T>(query);
    } finally {
      this.pending -= 1;
    }
  }

  async end(): Promise<void> {
    await this.#opening?.catch(() => undefined);
    await this.#client.end();
  }

  /** Buffers writes until the end of this event-loop turn. */
  #corkUntilNextTick(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    this.#socket.cork();
    setImmediate(() => {
      this.#isCorked = false;
      this.#socket.uncork();
    });
  }
}
