import pg, { type PoolConfig, type QueryConfig, type QueryResult } from 'pg';

/** A connection with more planned statements is replaced, because plans of searches take a megabyte each. */
const MAX_PLANS = 40;
/** Longer than for ordinary connections, because a new connection has no plans. */
const IDLE_MS = 600_000;

/** No parallel workers, because starting them takes longer than these statements save. */
const SETTINGS = '-c plan_cache_mode=force_generic_plan -c max_parallel_workers_per_gather=0';

/** Names of the statements that each connection has planned. */
const planned = new WeakMap<pg.PoolClient, Set<string>>();

/** Whether to close the connection after it has run a statement, because it keeps too many plans. */
export function hasTooManyPlans(client: pg.PoolClient, { name }: Pick<QueryConfig, 'name'>): boolean {
  const names = planned.get(client) ?? new Set();
  if (name !== undefined) planned.set(client, names.add(name));
  return names.size > MAX_PLANS;
}

/**
 * Half as many connections as in the pool of `config`, for statements that take longer to plan than to run (`planOnce`). A connection plans
 * each of them once, for any values of its parameters. On other connections, PostgreSQL plans a statement for its values at least five
 * times. PgBouncer accepts no `options`, so behind it, that is the case here, too.
 */
export const plannedOptions = ({ options, max = 2, ...config }: PoolConfig): PoolConfig => ({
  ...config,
  ...(options !== undefined && { options: `${options} ${SETTINGS}` }),
  max: Math.ceil(max / 2),
  idleTimeoutMillis: IDLE_MS,
});

/** Executes statements on connections of their own (see `plannedOptions`). */
export class PlannedPool {
  readonly #pool: pg.Pool;

  constructor(config: PoolConfig) {
    this.#pool = new pg.Pool(plannedOptions(config));
    // A lost connection is replaced when the next statement needs one.
    this.#pool.on('error', () => undefined);
  }

  /** @throws the error of `pg` */
  async query<T extends object>(query: QueryConfig): Promise<QueryResult<T>> {
    const client = await this.#pool.connect();
    let isBroken = true;
    try {
      const result = await client.query<T>(query);
      isBroken = hasTooManyPlans(client, query);
      return result;
    } finally {
      client.release(isBroken);
    }
  }

  get connections(): { open: number; inUse: number; waiting: number; max: number } {
    const { totalCount, idleCount, waitingCount, options } = this.#pool;
    return { open: totalCount, inUse: totalCount - idleCount, waiting: waitingCount, max: options.max };
  }

  /** Closes all connections after their pending statements have finished. */
  end(): Promise<void> {
    return this.#pool.end();
  }
}
