import { Problem } from '../../../common/index.ts';
import type { Storage } from '../../storage/index.ts';
import { ContentCheck } from '../intake/content-check.ts';
import type { FileKind } from '../intake/file-kind.ts';

/** Size, hash and type of a stored file. */
export interface ReadFile {
  /** Bytes. */
  size: number;
  sha256: Buffer;
  /** The type according to the content, or a message if the archive doesn't accept it. */
  kind: FileKind | string;
}

/** Streams a stored file to compute its hash and type; undefined when it doesn't exist. */
export async function readFile(storage: Storage, key: string): Promise<ReadFile | undefined> {
  const stream = await storage.open(key);
  if (!stream) return undefined;
  const check = new ContentCheck();
  for await (const chunk of stream as AsyncIterable<Buffer>) check.pass(chunk);
  const { size, sha256 } = check;
  return { size, sha256, kind: await kindOf(check, storage, key) };
}

async function kindOf(check: ContentCheck, storage: Storage, key: string): Promise<FileKind | string> {
  try {
    return await check.kind(storage, [key]);
  } catch (error) {
    if (error instanceof Problem) return error.detail;
    throw error;
  }
}
