import { open } from 'node:fs/promises';
import type { FileMetadata } from '@archive/contracts';
import { type DocumentInfo, metadataOf } from '@archive/file-metadata';

/** Large, because TIFF scans may have their metadata far into the file. */
const MAX_METADATA_BYTES = 64 * 1024 * 1024;

/** The metadata embedded in a picture or PDF on disk, including the information dictionary of a PDF; empty if there is none. */
export async function embeddedMetadata(file: string, info: DocumentInfo): Promise<FileMetadata> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const bytes = new Uint8Array(Math.min(size, MAX_METADATA_BYTES));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    return metadataOf(bytes.subarray(0, bytesRead), info);
  } finally {
    await handle.close();
  }
}
