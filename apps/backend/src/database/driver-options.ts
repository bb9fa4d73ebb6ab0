import { columnTypes } from './column-types.ts';

/** A request shall hear that the database is away long before the browser gives up on it. */
const CONNECT_MS = 4000;

/**
 * What the driver is told beside MikroORM's own options. The address goes to it whole, for MikroORM reads only host, port, user and
 * database from it: `sslmode` and the like would be lost.
 */
export const driverOptions = (url: string) => ({
  connectionString: url,
  connectionTimeoutMillis: CONNECT_MS,
  application_name: 'archive',
  keepAlive: true,
  types: columnTypes,
});
