import { type DynamicModule, Module, type Type } from '@nestjs/common';
import type { Config } from './config/index.ts';
import { AuthWorkerModule } from './modules/auth/index.ts';
import { EditionWorkerModule } from './modules/edition/index.ts';
import { EditorsWorkerModule } from './modules/editors/index.ts';
import { ExportsWorkerModule } from './modules/exports/index.ts';
import { FrontendsWorkerModule } from './modules/frontends/index.ts';
import { IdempotencyWorkerModule } from './modules/idempotency/index.ts';
import { IngestWorkerModule } from './modules/ingest/index.ts';
import { MediaWorkerModule } from './modules/media/index.ts';
import { SearchWorkerModule } from './modules/search/index.ts';
import { SecurityLogWorkerModule } from './modules/security-log/index.ts';
import { StorageWorkerModule } from './modules/storage/index.ts';
import { platform, withOwnConnections } from './platform.ts';
import { QueueWorkersModule } from './queues/index.ts';

/** Job handlers and retention rules of each domain. */
const WORKER_MODULES: Type[] = [
  QueueWorkersModule,
  AuthWorkerModule,
  EditionWorkerModule,
  EditorsWorkerModule,
  ExportsWorkerModule,
  FrontendsWorkerModule,
  IdempotencyWorkerModule,
  IngestWorkerModule,
  MediaWorkerModule,
  SearchWorkerModule,
  StorageWorkerModule,
  SecurityLogWorkerModule,
];

@Module({})
export class WorkerModule {
  static with(config: Config): DynamicModule {
    return { module: WorkerModule, imports: [...platform(withOwnConnections(config)), ...WORKER_MODULES] };
  }
}
