import { isNativeError } from 'node:util/types';
import type { QueryConfig, QueryResult } from 'pg';
import { columnTypes } from './column-types.ts';
import type { Statement } from './statement.ts';
import { withSpan } from '../common/tracing.ts';
import { DiskFullError, UnavailableError, isDatabaseUnavailable } from '../common/unavailable.ts';

export type Parameters = readonly unknown[];

/** Executes declared statements on a pool or in a transaction. */
export interface StatementExecutor {
  rows<Row extends object>(statement: Statement<Row>, parameters?: Parameters): Promise<Row[]>;
  /** Returns the first row. */
  row<Row extends object>(statement: Statement<Row>, parameters?: Parameters): Promise<Row | undefined>;
  /** Returns the number of affected rows. */
  execute(statement: Statement, parameters?: Parameters): Promise<number>;
}

export interface Result {
  rows: object[];
  rowCount: number | null;
}

/** Executes statements with a function that sends them. */
export class CallbackExecutor implements StatementExecutor {
  readonly #send: (statement: Statement, parameters: Parameters) => Promise<Result>;

  constructor(send: (statement: Statement, parameters: Parameters) => Promise<Result>) {
    this.#send = send;
  }

  async rows<Row extends object>(statement: Statement<Row>, parameters: Parameters = []): Promise<Row[]> {
    return (await this.#send(statement, parameters)).rows as Row[];
  }

  async row<Row extends object>(statement: Statement<Row>, parameters: Parameters = []): Promise<Row | undefined> {
    return (await this.#send(statement, parameters)).rows[0] as Row | undefined;
  }

  async execute(statement: Statement, parameters: Parameters = []): Promise<number> {
    return (await this.#send(statement, parameters)).rowCount ?? 0;
  }
}

export interface Connection {
  query<T extends object>(query: QueryConfig): Promise<QueryResult<T>>;
}

/** Executes statements on a connection or pool of the driver. They are prepared under their names. */
export function executorOn(connection: Connection): StatementExecutor {
  return new CallbackExecutor((statement, parameters) => send(connection, statement, parameters));
}

/** @throws UnavailableError if the server doesn't respond */
export function send(
  connection: Connection,
  { name, sql }: Pick<Statement, 'name' | 'sql'>,
  parameters: Parameters = [],
): Promise<Result> {
  return withUnavailableErrors(() =>
    withSpan(name ?? 'statement', { attributes: { 'db.system.name': 'postgresql', 'db.query.summary': name } }, () =>
      connection.query<object>({ name, text: sql, values: [...parameters], types: columnTypes } as QueryConfig),
    ),
  );
}

export async function withUnavailableErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isDiskFull(error)) throw new DiskFullError('database', error);
    throw !(error instanceof UnavailableError) && isDatabaseUnavailable(error)
      ? new UnavailableError('database', error)
      : error;
  }
}

/** Whether PostgreSQL's disk is full (it could not extend a file). */
const isDiskFull = (error: unknown) => isNativeError(error) && 'code' in error && error.code === '53100';
