import type { ClientBase } from 'pg';
import { columnTypes } from './column-types.ts';
import { clientDeadlineOptions, deadlineOptions } from './deadlines.ts';
import { Migrator } from '@mikro-orm/migrations';
import { defineConfig, type Options } from '@mikro-orm/postgresql';
import { migrations } from './migrations/index.ts';

/** Short, so that a request fails as unavailable long before the browser's timeout. */
const CONNECT_MS = 4000;

/**
 * Driver options in addition to those of MikroORM. Passes the full URL, because MikroORM reads only host, port, user and database from it,
 * and would drop `sslmode` and the like.
 */
export const driverOptions = (url: string, statementMs: number) => ({
  ...deadlineOptions(statementMs),
  connectionString: url,
  connectionTimeoutMillis: CONNECT_MS,
  application_name: 'archive',
  types: columnTypes,
});

/**
 * Options for PgBouncer in transaction mode. Each transaction may get a different server connection, which doesn't have the prepared
 * statements.
 */
export function poolerOptions(url: string, statementMs: number) {
  const { onConnect, ...deadlines } = clientDeadlineOptions(statementMs);
  const { connectionTimeoutMillis, application_name, types } = driverOptions(url, statementMs);
  return {
    ...deadlines,
    connectionString: url,
    connectionTimeoutMillis,
    application_name,
    types,
    onConnect: (client: ClientBase) => {
      onConnect(client);
      sendUnnamed(client);
    },
  };
}

/** Sends statements without names, so that the server doesn't retain them. */
function sendUnnamed(client: ClientBase): void {
  const { query } = client as unknown as { query: (...args: unknown[]) => unknown };
  const withoutName = (config: unknown, ...rest: unknown[]) =>
    query.call(client, isNamed(config) ? { ...config, name: undefined } : config, ...rest);
  (client as unknown as { query: typeof query }).query = withoutName;
}

const isNamed = (config: unknown): config is { name: string } =>
  typeof config === 'object' && config !== null && 'name' in config && typeof config.name === 'string';

/**
 * Options for the connection pool and the migrations, which are written by hand. There are no entities, because queries are written in SQL.
 */
export function databaseOptions(url: string, poolMax: number): Options {
  return defineConfig({
    clientUrl: url,
    discovery: { warnWhenNoEntities: false },
    forceUtcTimezone: true,
    pool: { min: 0, max: poolMax },
    extensions: [Migrator],
    migrations: {
      migrationsList: migrations,
      snapshot: false,
      tableName: 'migration',
      transactional: true,
      allOrNothing: true,
    },
  });
}
