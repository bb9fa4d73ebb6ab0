import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { S3Config } from '../../config/index.ts';
import { type DirectUploads, S3DirectUploads } from './direct-uploads.ts';
import { undefinedIfMissing, withUnavailableError } from './s3-errors.ts';
import { partsOf, S3Parts } from './s3-parts.ts';
import {
  type Body,
  type ByteRange,
  type LinkOptions,
  type Listing,
  type ListOptions,
  Storage,
  type WriteResult,
  type StoredObject,
} from './storage.ts';
import { assertStorageKey } from './storage-key.ts';

const MB = 1024 * 1024;

/** Objects above `part` bytes are uploaded in parts, with `uploadConcurrency` of them in memory. */
const SIZES = { part: 8 * MB, uploadConcurrency: 2, copyPart: 64 * MB, copyConcurrency: 6 };

/** Maximum keys per listing. */
const MAX_KEYS = 1000;

/** A metadata request transfers no content, and transactions wait for it, so it times out early. */
const METADATA_TIMEOUT_MS = 10_000;

/** Links are valid for 15 minutes. For 5 minutes the same link is returned, so that browsers can cache the file. */
const LINK_SECONDS = 900;
const SAME_LINK_MS = 300_000;

/** Objects in one bucket of Amazon S3 or a compatible server. */
export class S3Storage extends Storage {
  readonly #bucket: string;
  readonly #client: S3Client;
  readonly #parts: S3Parts;
  readonly #sizes: typeof SIZES;
  /** Signs URLs for the public address; undefined when browsers can't reach the storage. */
  readonly #publicClient: S3Client | undefined;
  /** Undefined when browsers can't reach the storage. */
  override readonly directUploads: DirectUploads | undefined;
  override readonly writeAt = undefined;

  constructor(config: S3Config, sizes: Partial<typeof SIZES> = {}) {
    super();
    this.#bucket = config.bucket;
    this.#client = clientOf(config, config.endpoint);
    this.#publicClient = config.publicUrl === undefined ? undefined : clientOf(config, config.publicUrl);
    this.#parts = new S3Parts(this.#client);
    this.directUploads =
      this.#publicClient && new S3DirectUploads(this.#client, this.#publicClient, (key) => this.#objectAt(key));
    this.#sizes = { ...SIZES, ...sizes };
  }

  override async put(key: string, body: Body, type: string): Promise<WriteResult> {
    const location = this.#objectAt(key);
    const { part, uploadConcurrency } = this.#sizes;
    const hash = createHash('sha256');
    let size = 0;
    const countBytes = async function* () {
      for await (const partBody of partsOf(body, part)) {
        hash.update(partBody.bytes);
        size += partBody.bytes.length;
        yield partBody;
      }
    };
    const parts = countBytes();
    const { value: firstPart } = await parts.next();
    if (firstPart && firstPart.bytes.length === part) {
      const allParts = async function* () {
        yield firstPart;
        yield* parts;
      };
      await this.#parts.put(location, type, allParts(), uploadConcurrency);
    } else {
      const Body = firstPart?.bytes ?? Buffer.alloc(0);
      await withUnavailableError(() =>
        this.#client.send(new PutObjectCommand({ ...location, Body, ContentType: type })),
      );
    }
    return { size, sha256: hash.digest() };
  }

  override async open(key: string, range?: ByteRange): Promise<Readable | undefined> {
    const location = this.#objectAt(key);
    const Range = range && `bytes=${range.start}-${range.end}`;
    const output = await undefinedIfMissing(() => this.#client.send(new GetObjectCommand({ ...location, Range })));
    return output?.Body instanceof Readable ? output.Body : undefined;
  }

  override async stat(key: string): Promise<StoredObject | undefined> {
    const location = this.#objectAt(key);
    const abortSignal = AbortSignal.timeout(METADATA_TIMEOUT_MS);
    const output = await undefinedIfMissing(() => this.#client.send(new HeadObjectCommand(location), { abortSignal }));
    return output && storedObject(key, output.ContentLength, output.LastModified, output.ETag);
  }

  override async list(prefix: string, { folders = false, from, limit = 1000 }: ListOptions = {}): Promise<Listing> {
    const page = await withUnavailableError(() =>
      this.#client.send(
        new ListObjectsV2Command({
          Bucket: this.#bucket,
          Prefix: prefix,
          Delimiter: folders ? '/' : undefined,
          ContinuationToken: from,
          MaxKeys: Math.min(limit, MAX_KEYS),
        }),
      ),
    );
    return {
      // S3 consoles create empty objects with a trailing slash as folders.
      objects: (page.Contents ?? []).flatMap(({ Key = '', Size, LastModified, ETag }) =>
        Key.endsWith('/') ? [] : [storedObject(Key, Size, LastModified, ETag)],
      ),
      folders: (page.CommonPrefixes ?? []).flatMap(({ Prefix }) => Prefix ?? []),
      next: page.IsTruncated ? page.NextContinuationToken : undefined,
    };
  }

  override async move(from: string, to: string, type: string): Promise<boolean> {
    const location = this.#objectAt(to);
    const object = await this.stat(from);
    if (!object) return false;
    const source = [this.#bucket, ...from.split('/')].map(encodeURIComponent).join('/');
    const { copyPart, copyConcurrency } = this.#sizes;
    if (object.size > copyPart) {
      await this.#parts.copy(source, object.size, location, type, copyPart, copyConcurrency);
    } else {
      const copied = { ...location, CopySource: source, ContentType: type, MetadataDirective: 'REPLACE' } as const;
      await withUnavailableError(() => this.#client.send(new CopyObjectCommand(copied)));
    }
    await this.remove(from);
    return true;
  }

  override async remove(key: string): Promise<void> {
    const location = this.#objectAt(key);
    await undefinedIfMissing(() => this.#client.send(new DeleteObjectCommand(location)));
  }

  override async link(key: string, { type, disposition }: LinkOptions): Promise<string | undefined> {
    const location = this.#objectAt(key);
    const client = this.#publicClient;
    if (!client) return undefined;
    const responseOptions = {
      ResponseContentType: type,
      ResponseContentDisposition: disposition,
      ResponseCacheControl: `private, max-age=${LINK_SECONDS}`,
    };
    const signingDate = new Date(Date.now() - (Date.now() % SAME_LINK_MS));
    return withUnavailableError(() =>
      getSignedUrl(client, new GetObjectCommand({ ...location, ...responseOptions }), {
        expiresIn: LINK_SECONDS,
        signingDate,
      }),
    );
  }

  override clean(before: Date): Promise<number> {
    return this.#parts.abortBefore(this.#bucket, before);
  }

  override async check(): Promise<void> {
    await withUnavailableError(() => this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket })));
  }

  #objectAt(key: string) {
    assertStorageKey(key);
    return { Bucket: this.#bucket, Key: key };
  }
}

const clientOf = ({ region, credentials, forcePathStyle }: S3Config, endpoint: string | undefined) =>
  new S3Client({
    endpoint,
    region,
    credentials,
    forcePathStyle: endpoint === undefined ? false : forcePathStyle,
    // Not all compatible servers support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
  });

const storedObject = (key: string, size = 0, lastModified = new Date(0), etag = ''): StoredObject => ({
  key,
  size,
  lastModified,
  etag,
});
