import { CopyObjectCommand, DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The files of the archive, by keys like `harry-s.-truman/image/buoy.png`, for what happens to them behind its back. */
interface Library {
  put(key: string, bytes: Buffer): Promise<void>;
  move(from: string, to: string): Promise<void>;
  /** What is gone already stays so. */
  remove(key: string): Promise<void>;
}

function onDisk(root: string): Library {
  const at = async (key: string) => {
    const file = path.join(root, key);
    await mkdir(path.dirname(file), { recursive: true });
    return file;
  };
  return {
    put: async (key, bytes) => writeFile(await at(key), bytes),
    move: async (from, to) => rename(path.join(root, from), await at(to)),
    async remove(key) {
      await rm(path.join(root, key), { force: true });
      // A folder goes with its last file, as it does on S3.
      try {
        for (let folder = path.dirname(key); folder !== '.'; folder = path.dirname(folder))
          await rmdir(path.join(root, folder));
      } catch (error) {
        if (!['ENOTEMPTY', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
      }
    },
  };
}

function onS3(Bucket: string): Library {
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

/** Of the archive that the journeys look at: of its bucket, or else of its data directory. */
export const library: Library = process.env.S3_BUCKET
  ? onS3(process.env.S3_BUCKET)
  : onDisk(path.join(process.env.DATA_DIR ?? '.data', 'media'));
