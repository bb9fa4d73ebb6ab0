import { Socket } from 'node:net';
import { Client, type ClientConfig, type QueryConfig, type QueryResult } from 'pg';

/** The most connections of a process that are for quick statements alone. */
const LANES = 4;
/** So many statements follow one another before another connection takes the next. */
const FOLLOWING = 4;

/**
 * Connections for statements that find one record by its key in less time than the way to the server takes. Each is sent at once, without
 * waiting for the answer to the one before, and those of one turn of the event loop leave in one packet (decision 0039). A slow
 * statement would keep all behind it waiting: such ones belong to the pool.
 */
export class QuickLanes {
  /** The most connections of a process. */
  static readonly most = LANES;
  readonly #config: ClientConfig;
  #lanes: Lane[] = [];
  #ended = false;

  /** Opens its connections with `config`, each when it is first needed. */
  constructor(config: ClientConfig) {
    this.#config = config;
  }

  /** @throws what `pg` throws where the server is away or refuses the statement; the statements beside it do not notice the latter */
  async query<T extends object>(query: QueryConfig): Promise<QueryResult<T>> {
    if (this.#ended) throw new Error('Connection terminated');
    return this.#choose().query<T>(query);
  }

  /** How many connections are open, and how many of them are at work. */
  get connections(): { open: number; inUse: number } {
    const open = this.#lanes.filter(({ broken }) => !broken);
    return { open: open.length, inUse: open.filter(({ underWay }) => underWay > 0).length };
  }

  /** What is under way is still answered. */
  async end(): Promise<void> {
    this.#ended = true;
    await Promise.all(this.#lanes.map((lane) => lane.end()));
  }

  #choose(): Lane {
    if (this.#lanes.some(({ broken }) => broken)) this.#lanes = this.#lanes.filter(({ broken }) => !broken);
    const free = this.#lanes.find(({ underWay }) => underWay < FOLLOWING);
    if (free) return free;
    if (this.#lanes.length === LANES)
      return this.#lanes.reduce((least, lane) => (lane.underWay < least.underWay ? lane : least));
    const lane = new Lane(this.#config);
    this.#lanes.push(lane);
    return lane;
  }
}

class Lane {
  readonly #socket = new Socket();
  readonly #client: Client;
  /** Until the connection stands. */
  #opening: Promise<unknown> | undefined;
  #gathering = false;
  underWay = 0;
  broken = false;

  constructor(config: ClientConfig) {
    this.#client = new Client({ ...config, pipeline: true, stream: () => this.#socket });
    const breaks = () => void (this.broken = true);
    this.#client.on('error', breaks).on('end', breaks);
    this.#opening = this.#client.connect().then(() => (this.#opening = undefined));
    this.#opening.catch(breaks);
  }

  async query<T extends object>(query: QueryConfig): Promise<QueryResult<T>> {
    this.underWay += 1;
    try {
      if (this.#opening) await this.#opening;
      this.#gather();
      return await this.#client.query<T>(query);
    } finally {
      this.underWay -= 1;
    }
  }

  async end(): Promise<void> {
    await this.#opening?.catch(() => undefined);
    await this.#client.end();
  }

  /** Holds back what is written until all that is asked in this turn of the event loop has been. */
  #gather(): void {
    if (this.#gathering) return;
    this.#gathering = true;
    this.#socket.cork();
    setImmediate(() => {
      this.#gathering = false;
      this.#socket.uncork();
    });
  }
}
