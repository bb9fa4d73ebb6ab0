import path from 'node:path';
import { Global, Module } from '@nestjs/common';
import { Health, Metrics } from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';
import { countErrors } from './counted-storage.ts';
import { FileClaims } from './file-claims.ts';
import { FileDeletionJobs } from './file-deletion-jobs.ts';
import { FileDeletions } from './file-deletions.ts';
import { DiskStorage } from './disk-storage.ts';
import { Storage } from './storage.ts';

async function storageOf(config: Config): Promise<Storage> {
  if (!config.s3) return new DiskStorage(path.join(config.dataDirectory, 'media'));
  // The client is large; who keeps files on disk does not wait for it.
  const { S3Storage } = await import('./s3-storage.ts');
  return new S3Storage(config.s3);
}

@Global()
@Module({
  providers: [
    {
      provide: Storage,
      useFactory: async (config: Config, metrics: Metrics) => countErrors(await storageOf(config), metrics),
      inject: [CONFIG, Metrics],
    },
    FileClaims,
    FileDeletionJobs,
  ],
  exports: [Storage, FileClaims, FileDeletionJobs],
})
export class StorageModule {
  constructor(storage: Storage, health: Health) {
    health.watch('storage', () => storage.check());
  }
}

@Module({ providers: [FileDeletions] })
export class StorageWorkerModule {}
