import type { DynamicModule, Type } from '@nestjs/common';
import { HealthModule, MetricsModule } from './common/index.ts';
import { type Config, ConfigModule } from './config/index.ts';
import { DatabaseModule } from './database/index.ts';
import { StorageModule } from './modules/storage/index.ts';
import { QueuesModule } from './queues/index.ts';

/** The modules that every process needs. */
export const platform = (config: Config): (DynamicModule | Type)[] => [
  ConfigModule.with(config),
  HealthModule,
  MetricsModule,
  DatabaseModule,
  StorageModule,
  QueuesModule,
];

/** Configuration without PgBouncer and replica, for programs that hold a connection's locks for a long time and handle no requests. */
export const withOwnConnections = (config: Config): Config => ({
  ...config,
  database: { ...config.database, poolerUrl: undefined, readUrl: undefined },
});
