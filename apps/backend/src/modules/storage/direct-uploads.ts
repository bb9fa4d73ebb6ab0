import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { undefinedIfMissing, withUnavailableError } from './s3-errors.ts';
import type { ObjectLocation } from './object-location.ts';

/** How long the URL of a part is valid. */
const ADDRESS_SECONDS = 3600;
const CHECKSUM_HEADER = 'x-amz-checksum-sha256';

/** A part that a client is about to send. */
export interface ExpectedPart {
  /** From 1. */
  number: number;
  /** Bytes. */
  size: number;
  /** Base64. */
  sha256: string;
}

/** Where a client sends a part, with `PUT`, and the headers that belong to the address. */
export interface PartAddress {
  number: number;
  url: string;
  headers: Record<string, string>;
}

/** A part in the bucket. */
export interface StoredPart {
  number: number;
  size: number;
}

/** Uploads that clients send to the bucket themselves, in parts. */
export interface DirectUploads {
  /** Starts an upload of an object and returns its id. */
  begin(key: string): Promise<string>;
  /** An address accepts only the part with this size and checksum. */
  address(key: string, id: string, part: ExpectedPart): Promise<PartAddress>;
  /** The parts so far; undefined if the upload is complete or has expired. */
  parts(key: string, id: string): Promise<StoredPart[] | undefined>;
  /** Joins all parts to one object. */
  complete(key: string, id: string): Promise<void>;
}

/** Multipart uploads with presigned parts. Those that are never completed are aborted a day later, as all multipart uploads. */
export class S3DirectUploads implements DirectUploads {
  readonly #client: S3Client;
  /** Signs addresses that browsers reach. */
  readonly #publicClient: S3Client;
  readonly #locate: (key: string) => ObjectLocation;

  constructor(client: S3Client, publicClient: S3Client, locate: (key: string) => ObjectLocation) {
    this.#client = client;
    this.#publicClient = publicClient;
    this.#locate = locate;
  }

  async begin(key: string): Promise<string> {
    const created = await withUnavailableError(() =>
      this.#client.send(
        new CreateMultipartUploadCommand({
          ...this.#locate(key),
          ContentType: 'application/octet-stream',
          ChecksumAlgorithm: 'SHA256',
        }),
      ),
    );
    return created.UploadId ?? '';
  }

  async address(key: string, id: string, { number, size, sha256 }: ExpectedPart): Promise<PartAddress> {
    const command = new UploadPartCommand({
      ...this.#locate(key),
      UploadId: id,
      PartNumber: number,
      ContentLength: size,
      ChecksumSHA256: sha256,
    });
    const url = await withUnavailableError(() =>
      getSignedUrl(this.#publicClient, command, {
        expiresIn: ADDRESS_SECONDS,
        // As headers, because not all compatible servers read them from the address.
        unhoistableHeaders: new Set([CHECKSUM_HEADER]),
        signableHeaders: new Set(['host', 'content-length', CHECKSUM_HEADER]),
      }),
    );
    return { number, url, headers: { [CHECKSUM_HEADER]: sha256 } };
  }

  async parts(key: string, id: string): Promise<StoredPart[] | undefined> {
    const found = await this.#list(key, id);
    return found?.map(({ PartNumber, Size }) => ({ number: PartNumber ?? 0, size: Size ?? 0 }));
  }

  async complete(key: string, id: string): Promise<void> {
    const Parts = ((await this.#list(key, id)) ?? []).map(({ PartNumber, ETag, ChecksumSHA256 }) => ({
      PartNumber,
      ETag,
      ...(ChecksumSHA256 === undefined ? {} : { ChecksumSHA256 }),
    }));
    await withUnavailableError(() =>
      this.#client.send(
        new CompleteMultipartUploadCommand({ ...this.#locate(key), UploadId: id, MultipartUpload: { Parts } }),
      ),
    );
  }

  async #list(key: string, id: string) {
    const parts = [];
    for (let marker: string | undefined, hasMore = true; hasMore; hasMore = marker !== undefined) {
      const page = await undefinedIfMissing(() =>
        this.#client.send(new ListPartsCommand({ ...this.#locate(key), UploadId: id, PartNumberMarker: marker })),
      );
      if (!page) return undefined;
      parts.push(...(page.Parts ?? []));
      marker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
    }
    return parts;
  }
}
