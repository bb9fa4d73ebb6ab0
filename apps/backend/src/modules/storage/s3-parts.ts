import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { orAbsent, orAway } from './s3-errors.ts';
import type { Body } from './storage.ts';

/** Room for one piece of a stream, used again for a later piece when `release` has been called. */
export interface Piece {
  bytes: Buffer;
  release(): void;
}

const whole = (bytes: Uint8Array): Piece => ({
  bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  release: () => undefined,
});

/**
 * Cuts a stream into pieces of so many bytes; the last may be shorter, and there is always one. As much memory is taken as pieces
 * are held at one time, however long the stream is.
 */
export async function* piecesOf(body: Body, bytes: number): AsyncGenerator<Piece> {
  if (body instanceof Uint8Array && body.length < bytes) {
    yield whole(body);
    return;
  }
  const free: Buffer[] = [];
  const take = () => free.pop() ?? Buffer.allocUnsafeSlow(bytes);
  let room = take();
  let filled = 0;
  const piece = (): Piece => {
    const full = room;
    return { bytes: full.subarray(0, filled), release: () => free.push(full) };
  };
  const source: AsyncIterable<Uint8Array> | Iterable<Uint8Array> = body instanceof Uint8Array ? [body] : body;
  for await (const chunk of source) {
    for (let taken = 0; taken < chunk.length;) {
      const end = Math.min(chunk.length, taken + bytes - filled);
      room.set(chunk.subarray(taken, end), filled);
      filled += end - taken;
      taken = end;
      if (filled < bytes) continue;
      yield piece();
      room = take();
      filled = 0;
    }
  }
  yield piece();
}

/** Where an object lies, as commands of the client take it. */
export interface Place {
  Bucket: string;
  Key: string;
}

type SendPart = (numbered: Place & { UploadId: string | undefined; PartNumber: number }) => Promise<string | undefined>;

/** Objects that are too large for one request: put or copied in parts, a few at a time, and whole or not at all. */
export class S3Parts {
  readonly #client: S3Client;

  constructor(client: S3Client) {
    this.#client = client;
  }

  /** Puts pieces together as one object. What `pieces` throws is thrown on. */
  put(at: Place, type: string, pieces: AsyncIterable<Piece>, atOnce: number): Promise<void> {
    const sends = async function* (client: S3Client): AsyncGenerator<SendPart> {
      for await (const { bytes: Body, release } of pieces)
        if (Body.length > 0)
          yield (part) =>
            client
              .send(new UploadPartCommand({ ...part, Body }))
              .then(({ ETag }) => ETag)
              .finally(release);
    };
    return this.#assemble(at, type, sends(this.#client), atOnce);
  }

  /** Copies an object of a known size, in ranges, without its bytes passing through here. */
  copy(source: string, size: number, at: Place, type: string, bytes: number, atOnce: number): Promise<void> {
    const sends = async function* (client: S3Client): AsyncGenerator<SendPart> {
      for (let start = 0; start < size; start += bytes) {
        const range = `bytes=${start}-${Math.min(start + bytes, size) - 1}`;
        yield async (part) => {
          const command = new UploadPartCopyCommand({ ...part, CopySource: source, CopySourceRange: range });
          return (await client.send(command)).CopyPartResult?.ETag;
        };
      }
    };
    return this.#assemble(at, type, sends(this.#client), atOnce);
  }

  /** Gives up the uploads in parts that began before the moment, and answers how many there were. */
  async abortBefore(bucket: string, before: Date): Promise<number> {
    let aborted = 0;
    let from: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {};
    while (from) {
      const marker: object = from;
      const page = await orAway(() =>
        this.#client.send(new ListMultipartUploadsCommand({ Bucket: bucket, ...marker })),
      );
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        if (!Key || !UploadId || !Initiated || Initiated >= before) continue;
        await orAbsent(() => this.#client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId })));
        aborted += 1;
      }
      from = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined;
    }
    return aborted;
  }

  async #assemble(at: Place, type: string, sends: AsyncIterable<SendPart>, atOnce: number): Promise<void> {
    const { UploadId } = await orAway(() =>
      this.#client.send(new CreateMultipartUploadCommand({ ...at, ContentType: type })),
    );
    try {
      const Parts = await inOrder(sends, atOnce, (send, PartNumber) =>
        orAway(async () => ({ PartNumber, ETag: await send({ ...at, UploadId, PartNumber }) })),
      );
      await orAway(() =>
        this.#client.send(new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts } })),
      );
    } catch (error) {
      // Parts of a forsaken upload cost room for ever. Where this fails as well, `abortBefore` will not.
      await this.#client.send(new AbortMultipartUploadCommand({ ...at, UploadId })).catch(() => undefined);
      throw error;
    }
  }
}

/** Does the work of each part, at most so many at once; ends, even when one fails, only after all that were begun have ended. */
async function inOrder(
  sends: AsyncIterable<SendPart>,
  atOnce: number,
  work: (send: SendPart, number: number) => Promise<CompletedPart>,
): Promise<CompletedPart[]> {
  const done: CompletedPart[] = [];
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  try {
    let number = 0;
    for await (const send of sends) {
      number += 1;
      const at = number - 1;
      const one: Promise<void> = work(send, number)
        .then((part) => void (done[at] = part))
        .catch((error: unknown) => void failures.push(error))
        .finally(() => running.delete(one));
      running.add(one);
      if (running.size >= atOnce) await Promise.race(running);
      if (failures.length > 0) break;
    }
  } finally {
    await Promise.all(running);
  }
  if (failures.length > 0) throw failures[0];
  return done;
}
