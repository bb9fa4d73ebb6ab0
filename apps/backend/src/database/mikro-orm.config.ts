import { Migrator } from '@mikro-orm/migrations';
import { defineConfig, type Options } from '@mikro-orm/postgresql';
import { migrations } from './migrations/index.ts';

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
