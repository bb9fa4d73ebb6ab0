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
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { S3Config } from '../../config/index.ts';
import { UnavailableError } from '../../database/index.ts';
import { type ObjectLocation, isUnsupportedCopy, undefinedIfMissing, withUnavailableError } from './s3-errors.ts';
import { partsOf, S3Parts } from './s3-parts.ts';
import {
  type Body,
  type ByteRange,
  type ExpectedContent,
  type LinkOptions,
  type Listing,
  type ListOptions,
  Storage,
  type StoredObject,
  type UploadLink,
  type WriteResult,
} from './storage.ts';
import { assertStorageKey } from './storage-key.ts';

const MB = 1024 * 1024;

/** Objects above `part` bytes are uploaded in parts, with `uploadConcurrency` of them in memory. */
const SIZES = { part: 8 * MB, uploadConcurrency: 2, copyPart: 64 * MB, copyConcurrency: 6 };

/** Minimum size of the parts that the server can join, except for the last part. */
const MIN_PART = 5 * MB;

/** Maximum number of objects that are looked up or removed concurrently. */
const BATCH = 16;

/** Maximum keys per listing. */
const MAX_KEYS = 1000;

/** Short, because metadata requests transfer no content, and transactions wait for them. */
const METADATA_TIMEOUT_MS = 10_000;

/** Links are valid for 15 minutes. For 5 minutes, the same link is returned, so that browsers can cache the file. */
const LINK_SECONDS = 900;
const SAME_LINK_MS = 300_000;

const UPLOAD_LINK_SECONDS = 3600;
const CHECKSUM_HEADER = 'x-amz-checksum-sha256';

/** Objects in one bucket of Amazon S3 or a compatible server. */
export class S3Storage extends Storage {
  readonly #bucket: string;
  readonly #client: S3Client;
  readonly #parts: S3Parts;
  /** False after the server has rejected a copy in parts, so that it isn't asked for each file. */
  #copiesParts = true;
  readonly #sizes: typeof SIZES;
  /** Signs URLs with the public origin; undefined if browsers can't reach the storage. */
  readonly #publicClient: S3Client | undefined;
  /** Undefined if browsers can't reach the storage. */
  override readonly uploadLink;
  override readonly writeAt = undefined;

  constructor(config: S3Config, sizes: Partial<typeof SIZES> = {}) {
    super();
    this.#bucket = config.bucket;
    this.#client = clientOf(config, config.endpoint);
    this.#publicClient = config.publicUrl === undefined ? undefined : clientOf(config, config.publicUrl);
    this.#parts = new S3Parts(this.#client);
    const publicClient = this.#publicClient;
    this.uploadLink =
      publicClient && ((key: string, content: ExpectedContent) => this.#uploadLink(publicClient, key, content));
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

  override async move(from: readonly string[], to: string, type: string): Promise<boolean> {
    const location = this.#objectAt(to);
    const found = await inBatches(from, (key) => this.stat(key));
    const objects = found.filter((object) => object !== undefined);
    if (objects.length < from.length) return false;
    await this.#join(objects, location, type);
    // Some servers copy the list of an object's parts instead of their content.
    const size = objects.reduce((total, object) => total + object.size, 0);
    if ((await this.stat(to))?.size !== size) await this.put(to, this.concatenate(from), type);
    await inBatches(from, (key) => this.remove(key));
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
    try {
      await withUnavailableError(() => this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket })));
    } catch (error) {
      // A response to HEAD has only a status. The reason is in the body of another one.
      if (error instanceof UnavailableError && error.cause instanceof S3ServiceException)
        await this.list('', { limit: 1 });
      throw error;
    }
  }

  /** Joins objects into one: on the server, or by sending the bytes if they are too small for that or the server can't. */
  async #join(objects: readonly StoredObject[], location: ObjectLocation, ContentType: string): Promise<void> {
    const { copyPart, copyConcurrency } = this.#sizes;
    const sources = objects.map(({ key, size }) => ({ source: this.#copySource(key), size }));
    const [first] = sources;
    if (first && sources.length === 1 && first.size <= copyPart) {
      const copied = { ...location, CopySource: first.source, ContentType, MetadataDirective: 'REPLACE' } as const;
      await withUnavailableError(() => this.#client.send(new CopyObjectCommand(copied)));
      return;
    }
    if (this.#copiesParts && sources.slice(0, -1).every(({ size }) => size >= MIN_PART)) {
      try {
        await this.#parts.copy(sources, location, ContentType, copyPart, copyConcurrency);
        return;
      } catch (error) {
        if (!isUnsupportedCopy(error)) throw error;
        this.#copiesParts = false;
      }
    }
    await this.put(location.Key, this.concatenate(objects.map(({ key }) => key)), ContentType);
  }

  async #uploadLink(client: S3Client, key: string, { size, sha256 }: ExpectedContent): Promise<UploadLink> {
    const content = { ContentLength: size, ChecksumSHA256: sha256 };
    const command = new PutObjectCommand({ ...this.#objectAt(key), ...content });
    const url = await withUnavailableError(() =>
      getSignedUrl(client, command, {
        expiresIn: UPLOAD_LINK_SECONDS,
        // Sent as headers, because not all compatible servers read them from the URL.
        unhoistableHeaders: new Set([CHECKSUM_HEADER]),
        signableHeaders: new Set(['host', 'content-length', CHECKSUM_HEADER]),
      }),
    );
    return { url, headers: { [CHECKSUM_HEADER]: sha256 } };
  }

  #copySource(key: string): string {
    return [this.#bucket, ...key.split('/')].map(encodeURIComponent).join('/');
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

async function inBatches<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += BATCH)
    results.push(...(await Promise.all(items.slice(start, start + BATCH).map(work))));
  return results;
}

const storedObject = (key: string, size = 0, lastModified = new Date(0), etag = ''): StoredObject => ({
  key,
  size,
  lastModified,
  etag,
});
