import { Global, Module } from '@nestjs/common';
import { Health, Metrics } from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';
import { observed } from './storage-metrics.ts';
import { FileLeases } from './file-leases.ts';
import { StorageCleanupJobs } from './storage-cleanup-jobs.ts';
import { StorageCleanup } from './storage-cleanup.ts';
import { DiskSpace } from './disk-space.ts';
import { libraryStorage } from './open-storage.ts';
import { Storage } from './storage.ts';

@Global()
@Module({
  providers: [
    {
      provide: Storage,
      useFactory: async (config: Config, metrics: Metrics) => observed(await libraryStorage(config), metrics),
      inject: [CONFIG, Metrics],
    },
    DiskSpace,
    FileLeases,
    StorageCleanupJobs,
  ],
  exports: [Storage, DiskSpace, FileLeases, StorageCleanupJobs],
})
export class StorageModule {
  constructor(storage: Storage, health: Health) {
    health.watch('storage', () => storage.check());
  }
}

@Module({ providers: [StorageCleanup] })
export class StorageWorkerModule {}
