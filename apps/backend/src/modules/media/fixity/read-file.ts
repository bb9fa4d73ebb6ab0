import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { bytesPassed, Problem } from '../../../common/index.ts';
import type { Storage } from '../../storage/index.ts';
import { type FileKind, HEAD_BYTES, kindOfHead, WholeFile } from '../intake/file-kind.ts';

/** What a stored file is, read from its first byte to its last. */
export interface ReadFile {
  /** Bytes. */
  size: number;
  sha256: Buffer;
  /** What it is by its content; a sentence where it is nothing that the archive takes. */
  kind: FileKind | string;
  head: Buffer;
}

/** Reads a stored file through, without holding it; undefined where there is none. */
export async function readFile(storage: Storage, key: string): Promise<ReadFile | undefined> {
  const stream = await storage.open(key);
  if (!stream) return undefined;
  const hash = createHash('sha256');
  const watch: { whole?: WholeFile; head: Buffer[]; size: number } = { head: [], size: 0 };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytesPassed(chunk.length);
    watch.size += chunk.length;
    if (watch.whole) watch.whole.pass(chunk);
    else {
      watch.head.push(chunk);
      if (watch.size >= HEAD_BYTES) watch.whole = begun(watch.head);
    }
  }
  const head = Buffer.concat(watch.head);
  const kind = await kindOf(head, watch.whole ?? begun(watch.head), (range) =>
    storage.open(key, { start: range.start, end: Math.min(range.end, watch.size - 1) }),
  );
  return { size: watch.size, sha256: hash.digest(), kind, head };
}

function begun(chunks: readonly Buffer[]): WholeFile {
  const head = Buffer.concat(chunks);
  const whole = new WholeFile(head);
  whole.pass(head);
  return whole;
}

type Open = (range: { start: number; end: number }) => Promise<Readable | undefined>;

async function kindOf(head: Buffer, whole: WholeFile, open: Open): Promise<FileKind | string> {
  try {
    return (await kindOfHead(head)) ?? (await whole.kind(open));
  } catch (error) {
    if (error instanceof Problem) return error.detail;
    throw error;
  }
}
