import path from 'node:path';
import { Global, Module } from '@nestjs/common';
import { Health, Metrics } from '../../common/index.ts';
import { CONFIG, type Config, type S3Config } from '../../config/index.ts';
import { DiskSpace } from './disk-space.ts';
import { DiskStorage } from './disk-storage.ts';
import { FileLeases } from './file-leases.ts';
import { StorageCleanup } from './storage-cleanup.ts';
import { observed, Storage } from './storage.ts';

/** Storage in a folder on this machine. */
export const diskStorage = (folder: string): Storage => new DiskStorage(folder);

/** Storage in a bucket. The S3 client is large, so it is loaded only when needed. */
export async function bucketStorage(config: S3Config): Promise<Storage> {
  const { S3Storage } = await import('./s3-storage.ts');
  return new S3Storage(config);
}

/** The folder of the media library if no bucket is configured. */
export const libraryFolder = (dataDirectory: string): string => path.join(dataDirectory, 'media');

/** Opens the storage of the media library. */
export const libraryStorage = async ({ dataDirectory, s3 }: Config): Promise<Storage> =>
  s3 ? bucketStorage(s3) : diskStorage(libraryFolder(dataDirectory));

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
  ],
  exports: [Storage, DiskSpace, FileLeases],
})
export class StorageModule {
  constructor(storage: Storage, health: Health) {
    health.watch('storage', () => storage.check());
  }
}

@Module({ providers: [StorageCleanup] })
export class StorageWorkerModule {}

export { Storage, type Body, type ByteRange, type StoredObject, type UploadLink } from './storage.ts';
export {
  DERIVATIVES_PREFIX,
  DOCUMENTS_PREFIX,
  EDITIONS_PREFIX,
  INCOMING_PREFIX,
  isStorageKey,
  mediaUrl,
  SYSTEM_PREFIX,
  UPLOADS_PREFIX,
} from './storage-key.ts';
export * from './discrepancies.repository.ts';
export { DiskSpace, diskWarning } from './disk-space.ts';
export { FILE_DELETION_LOCK } from './storage-cleanup.ts';
export { FileLeases } from './file-leases.ts';
