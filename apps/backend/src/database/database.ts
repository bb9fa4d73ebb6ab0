import { isNativeError } from 'node:util/types';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { CompiledQuery, type ControlledTransaction } from 'kysely';
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { AwayError, isDatabaseAway } from './away.ts';
import { columnTypes } from './column-types.ts';
import { retryPassing } from './passing.ts';
import { QuickLanes } from './quick-lanes.ts';
import { withCommitHooks } from './transaction-context.ts';

type Parameters = readonly unknown[];

/** Statements on one connection, inside of one transaction. */
export interface Statements {
  /** Rows of a prepared statement. `name` belongs to exactly one text, and is the same at each call. */
  rows<T extends object>(name: string, sql: string, parameters?: Parameters): Promise<T[]>;
  row<T extends object>(name: string, sql: string, parameters?: Parameters): Promise<T | undefined>;
  /** Number of rows that a change met. */
  change(name: string, sql: string, parameters?: Parameters): Promise<number>;
}

const RETRY_MS = 1000;
const TELL_EVERY = 10;

/**
 * PostgreSQL for reads: named prepared statements on MikroORM's own pool, past its entities (03-house.md, Speed).
 * Days, times and instants arrive as text, numbers as numbers. Every failure to reach the server is an `AwayError`.
 */
@Injectable()
export class Database implements Statements, OnApplicationShutdown {
  readonly #log = new Logger(Database.name);
  readonly #orm: MikroORM;
  readonly #pool: Pool;
  readonly #lanes: QuickLanes;
  /** For reads of one record by its key, by connections of their own: whatever takes longer keeps others waiting there. */
  readonly quick: Statements;
  #stopped = false;
  /** One search for the database, however many wait for it. */
  #reaching: Promise<void> | undefined;

  constructor(orm: MikroORM, pool: Pool) {
    this.#orm = orm;
    this.#pool = pool;
    this.#lanes = new QuickLanes(pool.options);
    this.quick = statementsOn(this.#lanes);
  }

  static async over(orm: MikroORM): Promise<Database> {
    return new Database(orm, await orm.em.getConnection().getNativeClient());
  }

  /** The pool itself, for libraries that bring their own statements. */
  get pool(): Pool {
    return this.#pool;
  }

  /** Connections of this process, those of the pool and those for quick statements, and how many statements wait for one. */
  get connections(): { inUse: number; idle: number; waiting: number; most: number } {
    const { totalCount, idleCount, waitingCount, options } = this.#pool;
    const { open, inUse } = this.#lanes.connections;
    return {
      inUse: totalCount - idleCount + inUse,
      idle: idleCount + open - inUse,
      waiting: waitingCount,
      most: options.max + QuickLanes.most,
    };
  }

  async rows<T extends object>(name: string, sql: string, parameters?: Parameters): Promise<T[]> {
    return (await query<T>(this.#pool, name, sql, parameters)).rows;
  }

  /** Without a name the statement is not prepared but planned for the values that it is given. */
  async row<T extends object>(name: string | undefined, sql: string, parameters?: Parameters): Promise<T | undefined> {
    return (await query<T>(this.#pool, name, sql, parameters)).rows[0];
  }

  async change(name: string, sql: string, parameters?: Parameters): Promise<number> {
    return (await query(this.#pool, name, sql, parameters)).rowCount ?? 0;
  }

  /**
   * One transaction of raw statements on one connection; rolled back when `work` throws, and begun again with `work` when another
   * one stood in its way.
   */
  transaction<T>(work: (statements: Statements, client: PoolClient) => Promise<T>): Promise<T> {
    return this.#committing(async () => {
      const client = await this.#pool.connect();
      let broken: Error | undefined;
      try {
        await client.query('begin');
        const result = await work(statementsOn(client), client);
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback').catch((failure: Error) => (broken = failure));
        throw error;
      } finally {
        // A connection whose rollback failed is in no known state: the pool shall not keep it.
        client.release(broken);
      }
    });
  }

  /**
   * One unit of work of entities in one transaction: a fresh `EntityManager`, flushed and committed at the end. `statements` run
   * in the same transaction, and see what has been flushed. Begun again as `transaction` is.
   */
  write<T>(work: (em: EntityManager, statements: Statements) => Promise<T>): Promise<T> {
    return this.#committing(() => this.#orm.em.fork().transactional((em) => work(em, statementsBeside(em))));
  }

  /** Runs one statement past the prepared ones; resolves when the server has answered. */
  async ping(): Promise<void> {
    await query(this.#pool, undefined, 'select 1');
  }

  /**
   * Resolves once the database answers, saying in the log while it does not. It never rejects, and stays pending when the
   * process stops before.
   */
  reachable(): Promise<void> {
    this.#reaching ??= this.#reach().finally(() => (this.#reaching = undefined));
    return this.#reaching;
  }

  async onApplicationShutdown(): Promise<void> {
    this.#stopped = true;
    await this.#lanes.end();
  }

  async #reach(): Promise<void> {
    for (let tries = 0; !this.#stopped; tries += 1) {
      try {
        await this.ping();
        if (tries > 0) this.#log.log('The database answers again.');
        break;
      } catch (error) {
        if (tries % TELL_EVERY === 0) {
          this.#log.warn(`The database does not answer (${reasonOf(error)}). Trying again every second until it does.`);
        }
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      }
    }
    if (this.#stopped) await new Promise(() => undefined);
  }

  #committing<T>(work: () => Promise<T>): Promise<T> {
    return awayWhenGone(() =>
      retryPassing(() =>
        withCommitHooks(work, (error) => this.#log.error('What should follow a committed change failed', error)),
      ),
    );
  }
}

function reasonOf(error: unknown): string {
  const reason = error instanceof AwayError ? error.cause : error;
  return isNativeError(reason) ? ('code' in reason && String(reason.code)) || reason.message : String(reason);
}

interface Connection {
  query<T extends object>(query: QueryConfig): Promise<QueryResult<T>>;
}

/** Statements on a connection that somebody else holds. */
export function statementsOn(client: Connection): Statements {
  return {
    rows: async <T extends object>(name: string, sql: string, parameters?: Parameters) =>
      (await query<T>(client, name, sql, parameters)).rows,
    row: async <T extends object>(name: string, sql: string, parameters?: Parameters) =>
      (await query<T>(client, name, sql, parameters)).rows[0],
    change: async (name, sql, parameters) => (await query(client, name, sql, parameters)).rowCount ?? 0,
  };
}

/** MikroORM's connection in a transaction is Kysely's, which prepares nothing: the names of statements go unused. */
function statementsBeside(em: EntityManager): Statements {
  const run = <T extends object>(sql: string, parameters: Parameters = []) => {
    const transaction = em.getTransactionContext<ControlledTransaction<unknown>>();
    if (!transaction) throw new Error('The unit of work is in no transaction');
    return awayWhenGone(() => transaction.executeQuery<T>(CompiledQuery.raw(sql, [...parameters])));
  };
  return {
    rows: async <T extends object>(_: string, sql: string, parameters?: Parameters) =>
      (await run<T>(sql, parameters)).rows,
    row: async <T extends object>(_: string, sql: string, parameters?: Parameters) =>
      (await run<T>(sql, parameters)).rows[0],
    change: async (_, sql, parameters) => Number((await run(sql, parameters)).numAffectedRows ?? 0),
  };
}

async function query<T extends object>(
  on: Connection,
  name: string | undefined,
  text: string,
  parameters: Parameters = [],
): Promise<QueryResult<T>> {
  return awayWhenGone(() => on.query<T>({ name, text, values: [...parameters], types: columnTypes } as QueryConfig));
}

async function awayWhenGone<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw !(error instanceof AwayError) && isDatabaseAway(error) ? new AwayError('database', error) : error;
  }
}
