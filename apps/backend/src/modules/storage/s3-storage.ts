import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { isNativeError } from 'node:util/types';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { S3Config } from '../../config/index.ts';
import { AwayError } from '../../database/index.ts';
import {
  type Body,
  type ByteRange,
  type Listing,
  type ListOptions,
  Storage,
  type Stored,
  type StoredObject,
} from './storage.ts';
import { assertStorageKey } from './storage-key.ts';

/** An object up to this size goes in one request, a larger one in parts of it: all that is held in memory. */
const PART_BYTES = 8 * 1024 * 1024;

const statusOf = (error: unknown) =>
  typeof error === 'object' && error !== null && '$metadata' in error
    ? (error.$metadata as { httpStatusCode?: number }).httpStatusCode
    : undefined;

async function orAbsent<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    const named = isNativeError(error) ? error.name : '';
    // A bucket that is not there is a fault of the configuration, not an absent object.
    if (named === 'NoSuchKey' || (statusOf(error) === 404 && named !== 'NoSuchBucket')) return undefined;
    throw away(error);
  }
}

const away = (error: unknown) => new AwayError('file storage', error);

async function orAway<T>(work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    throw away(error);
  });
}

/** Cuts a stream into pieces of the part's size; the last may be shorter, and there is always one. */
async function* parts(body: Body): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  const source: AsyncIterable<Uint8Array> | Iterable<Uint8Array> = body instanceof Uint8Array ? [body] : body;
  for await (const chunk of source) {
    let rest = Buffer.from(chunk);
    while (size + rest.length >= PART_BYTES) {
      const taken = PART_BYTES - size;
      yield Buffer.concat([...held, rest.subarray(0, taken)]);
      rest = rest.subarray(taken);
      held = [];
      size = 0;
    }
    if (rest.length > 0) held.push(rest);
    size += rest.length;
  }
  yield Buffer.concat(held);
}

/** Objects of one bucket of an S3 server: Amazon's, or any that speaks its protocol. */
export class S3Storage extends Storage {
  readonly #bucket: string;
  readonly #client: S3Client;

  constructor({ bucket, endpoint, region, credentials, forcePathStyle }: S3Config) {
    super();
    this.#bucket = bucket;
    this.#client = new S3Client({
      endpoint,
      region,
      credentials,
      forcePathStyle: endpoint === undefined ? false : forcePathStyle,
      // Servers other than Amazon's do not all know the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: 3,
    });
  }

  override async put(key: string, body: Body, type: string): Promise<Stored> {
    assertStorageKey(key);
    const hash = createHash('sha256');
    let size = 0;
    const counted = async function* () {
      for await (const part of parts(body)) {
        hash.update(part);
        size += part.length;
        yield part;
      }
    };
    const pieces = counted();
    const first = await pieces.next();
    const piece = first.value ?? Buffer.alloc(0);
    if (piece.length < PART_BYTES) {
      await orAway(() => this.#client.send(new PutObjectCommand({ ...this.#at(key), Body: piece, ContentType: type })));
    } else {
      await this.#putParts(key, type, piece, pieces);
    }
    return { size, sha256: hash.digest() };
  }

  override async open(key: string, range?: ByteRange): Promise<Readable | undefined> {
    assertStorageKey(key);
    const Range = range && `bytes=${range.start}-${range.end}`;
    const found = await orAbsent(() => this.#client.send(new GetObjectCommand({ ...this.#at(key), Range })));
    return found?.Body instanceof Readable ? found.Body : undefined;
  }

  override async stat(key: string): Promise<StoredObject | undefined> {
    assertStorageKey(key);
    const found = await orAbsent(() => this.#client.send(new HeadObjectCommand(this.#at(key))));
    return found && described(key, found.ContentLength, found.LastModified, found.ETag);
  }

  override async list(prefix: string, { folders = false, from, limit = 1000 }: ListOptions = {}): Promise<Listing> {
    const page = await orAway(() =>
      this.#client.send(
        new ListObjectsV2Command({
          Bucket: this.#bucket,
          Prefix: prefix,
          Delimiter: folders ? '/' : undefined,
          ContinuationToken: from,
          MaxKeys: limit,
        }),
      ),
    );
    return {
      // Consoles leave empty objects that end in a slash where someone made a folder.
      objects: (page.Contents ?? []).flatMap(({ Key = '', Size, LastModified, ETag }) =>
        Key.endsWith('/') ? [] : [described(Key, Size, LastModified, ETag)],
      ),
      folders: (page.CommonPrefixes ?? []).flatMap(({ Prefix }) => Prefix ?? []),
      next: page.IsTruncated ? page.NextContinuationToken : undefined,
    };
  }

  override async remove(key: string): Promise<void> {
    assertStorageKey(key);
    await orAbsent(() => this.#client.send(new DeleteObjectCommand(this.#at(key))));
  }

  override async check(): Promise<void> {
    await orAway(() => this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket })));
  }

  async #putParts(key: string, type: string, first: Buffer, rest: AsyncGenerator<Buffer>): Promise<void> {
    const at = this.#at(key);
    const { UploadId } = await orAway(() =>
      this.#client.send(new CreateMultipartUploadCommand({ ...at, ContentType: type })),
    );
    try {
      const Parts = [await this.#putPart(key, UploadId, 1, first)];
      for await (const piece of rest) {
        if (piece.length > 0) Parts.push(await this.#putPart(key, UploadId, Parts.length + 1, piece));
      }
      await orAway(() =>
        this.#client.send(new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts } })),
      );
    } catch (error) {
      // Parts of a forsaken upload cost room for ever.
      await this.#client.send(new AbortMultipartUploadCommand({ ...at, UploadId })).catch(() => undefined);
      throw error;
    }
  }

  async #putPart(key: string, UploadId: string | undefined, PartNumber: number, Body: Buffer) {
    const { ETag } = await orAway(() =>
      this.#client.send(new UploadPartCommand({ ...this.#at(key), UploadId, PartNumber, Body })),
    );
    return { ETag, PartNumber };
  }

  #at(key: string) {
    return { Bucket: this.#bucket, Key: key };
  }
}

const described = (key: string, size = 0, lastModified = new Date(0), etag = ''): StoredObject => ({
  key,
  size,
  lastModified,
  etag,
});
