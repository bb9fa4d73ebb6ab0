import { CopyObjectCommand, DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Direct access to stored files by key (`harry-s.-truman/image/buoy.png`), for changes the archive does not know about. */
interface StorageFiles {
  put(key: string, bytes: Buffer): Promise<void>;
  move(from: string, to: string): Promise<void>;
  /** Ignores missing files. */
  remove(key: string): Promise<void>;
}

function onDisk(root: string): StorageFiles {
  const pathAt = async (key: string) => {
    const file = path.join(root, key);
    await mkdir(path.dirname(file), { recursive: true });
    return file;
  };
  return {
    put: async (key, bytes) => writeFile(await pathAt(key), bytes),
    move: async (from, to) => rename(path.join(root, from), await pathAt(to)),
    async remove(key) {
      await rm(path.join(root, key), { force: true });
      // Removes empty folders, as on S3.
      try {
        for (let folder = path.dirname(key); folder !== '.'; folder = path.dirname(folder))
          await rmdir(path.join(root, folder));
      } catch (error) {
        if (!['ENOTEMPTY', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
      }
    },
  };
}

function onS3(Bucket: string): StorageFiles {
  const client = new S3Client({
    endpoint: process.env.S3_ENDPOINT,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: {
      accessKeyId: process.env.S3_ACCESS_KEY_ID ?? '',
      secretAccessKey: process.env.S3_SECRET_ACCESS_KEY ?? '',
    },
  });
  const remove = async (Key: string) => void (await client.send(new DeleteObjectCommand({ Bucket, Key })));
  return {
    async put(Key, Body) {
      await client.send(new PutObjectCommand({ Bucket, Key, Body }));
    },
    async move(from, Key) {
      const CopySource = encodeURI(`${Bucket}/${from}`);
      await client.send(new CopyObjectCommand({ Bucket, Key, CopySource }));
      await remove(from);
    },
    remove,
  };
}

/** Storage of the archive under test: its bucket, or its data directory. */
export const storageFiles: StorageFiles = process.env.S3_BUCKET
  ? onS3(process.env.S3_BUCKET)
  : onDisk(path.join(process.env.DATA_DIR ?? '.data', 'media'));
