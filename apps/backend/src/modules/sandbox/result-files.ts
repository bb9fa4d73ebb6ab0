import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { SandboxCrash } from './sandbox-process.ts';

/** @throws SandboxCrash when the file is missing or too large */
export async function openResult(file: string, maxBytes: number): Promise<FileHandle> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => undefined);
  const stats = await handle?.stat();
  if (handle && stats?.isFile() && stats.size <= maxBytes) return handle;
  await handle?.close();
  throw new SandboxCrash('crash', `No usable ${file}`);
}

/** @throws SandboxCrash when the file is missing or too large */
export async function readResult(file: string, maxBytes: number): Promise<Buffer> {
  const handle = await openResult(file, maxBytes);
  try {
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
