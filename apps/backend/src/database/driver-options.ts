import type { ClientBase } from 'pg';
import { columnTypes } from './column-types.ts';
import { clientDeadlineOptions, deadlineOptions } from './deadlines.ts';

/** A request should fail as unavailable long before the browser's time-out. */
const CONNECT_MS = 4000;

/**
 * Driver options besides MikroORM's own. The full URL is passed, because MikroORM reads only host, port, user and
 * database from it and would drop `sslmode` and the like.
 */
export const driverOptions = (url: string, statementMs: number) => ({
  ...deadlineOptions(statementMs),
  connectionString: url,
  connectionTimeoutMillis: CONNECT_MS,
  application_name: 'archive',
  types: columnTypes,
});

/** Options for PgBouncer in transaction mode: each transaction may get another connection of the server, which knows no prepared statement. */
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

/** Sends statements without their names, so that the server doesn't keep them. */
function sendUnnamed(client: ClientBase): void {
  const { query } = client as unknown as { query: (...args: unknown[]) => unknown };
  const withoutName = (config: unknown, ...rest: unknown[]) =>
    query.call(client, isNamed(config) ? { ...config, name: undefined } : config, ...rest);
  (client as unknown as { query: typeof query }).query = withoutName;
}

const isNamed = (config: unknown): config is { name: string } =>
  typeof config === 'object' && config !== null && 'name' in config && typeof config.name === 'string';
