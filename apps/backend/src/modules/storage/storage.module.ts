import path from 'node:path';
import { Global, Module } from '@nestjs/common';
import { Health, Metrics } from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';
import { withErrorMetrics } from './storage-metrics.ts';
import { FileLeases } from './file-leases.ts';
import { StorageCleanupJobs } from './storage-cleanup-jobs.ts';
import { StorageCleanup } from './storage-cleanup.ts';
import { DiskSpace } from './disk-space.ts';
import { DiskStorage } from './disk-storage.ts';
import { Storage } from './storage.ts';

async function storageOf(config: Config): Promise<Storage> {
  if (!config.s3) return new DiskStorage(path.join(config.dataDirectory, 'media'));
  // The S3 client is large, so it is loaded only when needed.
  const { S3Storage } = await import('./s3-storage.ts');
  return new S3Storage(config.s3);
}

@Global()
@Module({
  providers: [
    {
      provide: Storage,
      useFactory: async (config: Config, metrics: Metrics) => withErrorMetrics(await storageOf(config), metrics),
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
