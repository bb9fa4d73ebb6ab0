import { CompiledQuery, type ControlledTransaction } from 'kysely';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { QueryConfig, QueryResult } from 'pg';
import { columnTypes } from './column-types.ts';
import type { Statement } from './statement.ts';
import { UnavailableError, isDatabaseUnavailable } from '../common/unavailable.ts';

export type Parameters = readonly unknown[];

/** Executes declared statements: on a pool, or in one transaction. */
export interface Statements {
  rows<Row extends object>(statement: Statement<Row>, parameters?: Parameters): Promise<Row[]>;
  rows<Row extends object>(name: string, sql: string, parameters?: Parameters): Promise<Row[]>;
  /** The first row. */
  row<Row extends object>(statement: Statement<Row>, parameters?: Parameters): Promise<Row | undefined>;
  row<Row extends object>(name: string | undefined, sql: string, parameters?: Parameters): Promise<Row | undefined>;
  /** Number of rows affected. */
  execute(statement: Statement, parameters?: Parameters): Promise<number>;
  execute(name: string, sql: string, parameters?: Parameters): Promise<number>;
}

type Undeclared = [name: string | undefined, sql: string, parameters?: Parameters];
type Arguments = [statement: Statement, parameters?: Parameters] | Undeclared;

interface Result {
  rows: object[];
  rowCount: number | null;
}

function parse(given: Arguments): [Statement, Parameters] {
  const [statement, second, third = []] = given as Undeclared;
  if (typeof statement === 'object') return [statement, (second as unknown as Parameters | undefined) ?? []];
  return [{ name: statement, sql: second, columns: undefined }, third];
}

/** Statements over any client that can send queries. */
export class StatementSender implements Statements {
  readonly #send: (statement: Statement, parameters: Parameters) => Promise<Result>;

  constructor(send: (statement: Statement, parameters: Parameters) => Promise<Result>) {
    this.#send = send;
  }

  rows<Row extends object>(statement: Statement<Row>, parameters?: Parameters): Promise<Row[]>;
  rows<Row extends object>(name: string, sql: string, parameters?: Parameters): Promise<Row[]>;
  async rows<Row extends object>(...given: Arguments): Promise<Row[]> {
    return (await this.#send(...parse(given))).rows as Row[];
  }

  row<Row extends object>(statement: Statement<Row>, parameters?: Parameters): Promise<Row | undefined>;
  row<Row extends object>(name: string | undefined, sql: string, parameters?: Parameters): Promise<Row | undefined>;
  async row<Row extends object>(...given: Arguments): Promise<Row | undefined> {
    return (await this.#send(...parse(given))).rows[0] as Row | undefined;
  }

  async execute(...given: Arguments): Promise<number> {
    return (await this.#send(...parse(given))).rowCount ?? 0;
  }
}

export interface Connection {
  query<T extends object>(query: QueryConfig): Promise<QueryResult<T>>;
}

/** Statements on a connection or pool of the driver, prepared under their names. */
export function statementsOn(connection: Connection): Statements {
  return new StatementSender((statement, parameters) => send(connection, statement, parameters));
}

/** Statements in the transaction of a unit of work. They are sent through Kysely, which prepares nothing, so names are unused. */
export function statementsInTransaction(em: EntityManager): Statements {
  return new StatementSender(async ({ sql }, parameters) => {
    const transaction = em.getTransactionContext<ControlledTransaction<unknown>>();
    if (!transaction) throw new Error('The unit of work has no transaction');
    const { rows, numAffectedRows = 0 } = await withUnavailableErrors(() =>
      transaction.executeQuery<object>(CompiledQuery.raw(sql, [...parameters])),
    );
    return { rows, rowCount: Number(numAffectedRows) };
  });
}

/** @throws UnavailableError when the server does not respond */
export function send(
  connection: Connection,
  { name, sql }: Pick<Statement, 'name' | 'sql'>,
  parameters: Parameters = [],
): Promise<Result> {
  return withUnavailableErrors(() =>
    connection.query<object>({ name, text: sql, values: [...parameters], types: columnTypes } as QueryConfig),
  );
}

export async function withUnavailableErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw !(error instanceof UnavailableError) && isDatabaseUnavailable(error)
      ? new UnavailableError('database', error)
      : error;
  }
}
