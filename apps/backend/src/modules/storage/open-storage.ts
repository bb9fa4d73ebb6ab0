import path from 'node:path';
import type { Config, S3Config } from '../../config/index.ts';
import { DiskStorage } from './disk-storage.ts';
import type { Storage } from './storage.ts';

/** Files below a folder of this machine. */
export const diskStorage = (folder: string): Storage => new DiskStorage(folder);

/** Files in a bucket. The S3 client is large, so it is loaded only when needed. */
export async function bucketStorage(config: S3Config): Promise<Storage> {
  const { S3Storage } = await import('./s3-storage.ts');
  return new S3Storage(config);
}

/** Where the media library is without a bucket. */
export const libraryFolder = (dataDirectory: string): string => path.join(dataDirectory, 'media');

/** The media library. */
export const libraryStorage = async ({ dataDirectory, s3 }: Config): Promise<Storage> =>
  s3 ? bucketStorage(s3) : diskStorage(libraryFolder(dataDirectory));
