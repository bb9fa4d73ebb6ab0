import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Problem } from '../../../common/index.ts';
import type { Storage } from '../../storage/index.ts';
import { type FileKind, HEAD_BYTES, kindOfHead, ContentInspector } from '../intake/file-kind.ts';

/** Size, hash and type of a stored file. */
export interface ReadFile {
  /** Bytes. */
  size: number;
  sha256: Buffer;
  /** The type by its content, or a message when the archive doesn't accept it. */
  kind: FileKind | string;
  head: Buffer;
}

/** Streams a stored file to compute its hash and type; undefined when it doesn't exist. */
export async function readFile(storage: Storage, key: string): Promise<ReadFile | undefined> {
  const stream = await storage.open(key);
  if (!stream) return undefined;
  const hash = createHash('sha256');
  const watch: { whole?: ContentInspector; head: Buffer[]; size: number } = { head: [], size: 0 };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk);
    watch.size += chunk.length;
    if (watch.whole) watch.whole.pass(chunk);
    else {
      watch.head.push(chunk);
      if (watch.size >= HEAD_BYTES) watch.whole = watchContent(watch.head);
    }
  }
  const head = Buffer.concat(watch.head);
  const kind = await kindOf(head, watch.whole ?? watchContent(watch.head), (range) =>
    storage.open(key, { start: range.start, end: Math.min(range.end, watch.size - 1) }),
  );
  return { size: watch.size, sha256: hash.digest(), kind, head };
}

function watchContent(chunks: readonly Buffer[]): ContentInspector {
  const head = Buffer.concat(chunks);
  const inspector = new ContentInspector(head);
  inspector.pass(head);
  return inspector;
}

type OpenRange = (range: { start: number; end: number }) => Promise<Readable | undefined>;

async function kindOf(head: Buffer, inspector: ContentInspector, open: OpenRange): Promise<FileKind | string> {
  try {
    return (await kindOfHead(head)) ?? (await inspector.kind(open));
  } catch (error) {
    if (error instanceof Problem) return error.detail;
    throw error;
  }
}
