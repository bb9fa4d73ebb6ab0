import path from 'node:path';
import type { Config, S3Config } from '../../config/index.ts';
import { DiskStorage } from './disk-storage.ts';
import type { Storage } from './storage.ts';

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
