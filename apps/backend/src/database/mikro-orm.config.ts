import { Migrator } from '@mikro-orm/migrations';
import { defineConfig, type Options, UnderscoreNamingStrategy } from '@mikro-orm/postgresql';
import { migrations } from './migrations/index.ts';

/**
 * The database connection. Each module registers its entities with `MikroOrmModule.forFeature`; migrations are written by hand, because
 * the schema contains more than entities can express.
 */
export function databaseOptions(url: string, poolMax: number): Options {
  return defineConfig({
    clientUrl: url,
    discovery: { warnWhenNoEntities: false },
    namingStrategy: UnderscoreNamingStrategy,
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
