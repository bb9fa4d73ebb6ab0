import { columnTypes } from './column-types.ts';
import { deadlineOptions } from './deadlines.ts';

/** A request should fail as unavailable long before the browser's time-out. */
const CONNECT_MS = 4000;

/**
 * Driver options besides MikroORM's own. The URL is passed whole, because MikroORM reads only host, port, user and
 * database from it and would drop `sslmode` and the like.
 */
export const driverOptions = (url: string, statementMs: number) => ({
  ...deadlineOptions(statementMs),
  connectionString: url,
  connectionTimeoutMillis: CONNECT_MS,
  application_name: 'archive',
  types: columnTypes,
});
