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
import { type ObjectLocation, undefinedIfMissing, withUnavailableError } from './s3-errors.ts';
import type { Body } from './storage.ts';

/** One part of a stream. `release` returns its buffer for reuse. */
interface StreamPart {
  bytes: Buffer;
  release(): void;
}

const streamPart = (bytes: Uint8Array): StreamPart => ({
  bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  release: () => undefined,
});

/**
 * Splits a stream into parts of `bytes` bytes; the last may be shorter, and there is at least one. Memory use depends on the number of
 * unreleased parts, not on the length of the stream.
 */
export async function* partsOf(body: Body, bytes: number): AsyncGenerator<StreamPart> {
  if (body instanceof Uint8Array && body.length < bytes) {
    yield streamPart(body);
    return;
  }
  const free: Buffer[] = [];
  const takeBuffer = () => free.pop() ?? Buffer.allocUnsafeSlow(bytes);
  let room = takeBuffer();
  let size = 0;
  const nextPart = (): StreamPart => {
    const full = room;
    return { bytes: full.subarray(0, size), release: () => free.push(full) };
  };
  const source: AsyncIterable<Uint8Array> | Iterable<Uint8Array> = body instanceof Uint8Array ? [body] : body;
  for await (const chunk of source) {
    for (let offset = 0; offset < chunk.length;) {
      const end = Math.min(chunk.length, offset + bytes - size);
      room.set(chunk.subarray(offset, end), size);
      size += end - offset;
      offset = end;
      if (size < bytes) continue;
      yield nextPart();
      room = takeBuffer();
      size = 0;
    }
  }
  yield nextPart();
}

/** An object to copy, with its known size. */
interface CopiedObject {
  /** `bucket/key`, URL-encoded. */
  source: string;
  /** Bytes. */
  size: number;
}

type SendPart = (
  numbered: ObjectLocation & { UploadId: string | undefined; PartNumber: number },
) => Promise<string | undefined>;

/** Multipart uploads and copies of large objects, with limited concurrency. They either succeed completely or have no effect. */
export class S3Parts {
  readonly #client: S3Client;

  constructor(client: S3Client) {
    this.#client = client;
  }

  /** Uploads parts as one object. Errors of `pieces` are rethrown. */
  put(location: ObjectLocation, type: string, parts: AsyncIterable<StreamPart>, concurrency: number): Promise<void> {
    const sendParts = async function* (client: S3Client): AsyncGenerator<SendPart> {
      for await (const { bytes: Body, release } of parts)
        if (Body.length > 0)
          yield (part) =>
            client
              .send(new UploadPartCommand({ ...part, Body }))
              .then(({ ETag }) => ETag)
              .finally(release);
    };
    return this.#assemble(location, type, sendParts(this.#client), concurrency);
  }

  /** Joins objects into one on the server, in ranges of at most `bytes`, which must be at least twice the minimum part size. */
  copy(
    sources: readonly CopiedObject[],
    location: ObjectLocation,
    type: string,
    bytes: number,
    concurrency: number,
  ): Promise<void> {
    const sendParts = async function* (client: S3Client): AsyncGenerator<SendPart> {
      for (const { source, size } of sources) {
        // Uses ranges of equal length, because only the very last one may be smaller than the minimum.
        const length = Math.ceil(size / Math.ceil(size / bytes));
        for (let start = 0; start < size; start += length) {
          const range = `bytes=${start}-${Math.min(start + length, size) - 1}`;
          yield async (part) => {
            const command = new UploadPartCopyCommand({ ...part, CopySource: source, CopySourceRange: range });
            return (await client.send(command)).CopyPartResult?.ETag;
          };
        }
      }
    };
    return this.#assemble(location, type, sendParts(this.#client), concurrency);
  }

  /** Aborts multipart uploads started before `before`. Returns their number. */
  async abortBefore(bucket: string, before: Date): Promise<number> {
    let aborted = 0;
    let fromKey: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {};
    while (fromKey) {
      const marker: object = fromKey;
      const page = await withUnavailableError(() =>
        this.#client.send(new ListMultipartUploadsCommand({ Bucket: bucket, ...marker })),
      );
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        if (!Key || !UploadId || !Initiated || Initiated >= before) continue;
        await undefinedIfMissing(() =>
          this.#client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId })),
        );
        aborted += 1;
      }
      fromKey = page.IsTruncated
        ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
        : undefined;
    }
    return aborted;
  }

  async #assemble(
    location: ObjectLocation,
    type: string,
    sendParts: AsyncIterable<SendPart>,
    concurrency: number,
  ): Promise<void> {
    const { UploadId } = await withUnavailableError(() =>
      this.#client.send(new CreateMultipartUploadCommand({ ...location, ContentType: type })),
    );
    try {
      const Parts = await uploadInOrder(sendParts, concurrency, (send, PartNumber) =>
        withUnavailableError(async () => ({ PartNumber, ETag: await send({ ...location, UploadId, PartNumber }) })),
      );
      await withUnavailableError(() =>
        this.#client.send(new CompleteMultipartUploadCommand({ ...location, UploadId, MultipartUpload: { Parts } })),
      );
    } catch (error) {
      // The parts of an abandoned upload use space until it is aborted. If this fails, `abortBefore` aborts it later.
      await this.#client.send(new AbortMultipartUploadCommand({ ...location, UploadId })).catch(() => undefined);
      throw error;
    }
  }
}

/** Processes at most `concurrency` parts in parallel. Settles only after all started parts have settled. */
async function uploadInOrder(
  sendParts: AsyncIterable<SendPart>,
  concurrency: number,
  work: (send: SendPart, number: number) => Promise<CompletedPart>,
): Promise<CompletedPart[]> {
  const completed: CompletedPart[] = [];
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  try {
    let number = 0;
    for await (const send of sendParts) {
      number += 1;
      const index = number - 1;
      const pendingPart: Promise<void> = work(send, number)
        .then((part) => void (completed[index] = part))
        .catch((error: unknown) => void failures.push(error))
        .finally(() => running.delete(pendingPart));
      running.add(pendingPart);
      if (running.size >= concurrency) await Promise.race(running);
      if (failures.length > 0) break;
    }
  } finally {
    await Promise.all(running);
  }
  if (failures.length > 0) throw failures[0];
  return completed;
}
