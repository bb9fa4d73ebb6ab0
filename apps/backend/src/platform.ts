import type { DynamicModule, Type } from '@nestjs/common';
import { HealthModule, MetricsModule } from './common/index.ts';
import { type Config, ConfigModule } from './config/index.ts';
import { DatabaseModule } from './database/database.module.ts';
import { StorageModule } from './modules/storage/index.ts';
import { QueuesModule } from './queues/index.ts';

/** What every process of the archive stands on. */
export const platform = (config: Config): (DynamicModule | Type)[] => [
  ConfigModule.with(config),
  HealthModule,
  MetricsModule,
  DatabaseModule,
  StorageModule,
  QueuesModule,
];
