import { randomBytes } from 'node:crypto';
import {
  type DirectUpload,
  type DirectUploadParts,
  type DirectUploadState,
  uploadOperations,
} from '@archive/contracts';
import { Controller, Inject, Injectable } from '@nestjs/common';
import { Contract, type OperationInput, Problem, invalidFields, notFound } from '../../../common/index.ts';
import { CONFIG, type Config } from '../../../config/index.ts';
import { Username } from '../../auth/index.ts';
import { Storage, type UploadLink } from '../../storage/index.ts';
import { UploadChecks } from './upload-checks.ts';
import { isDirect, partCount, partKeyOf, partSize, storedSizes } from './upload-pieces.ts';
import { UploadRepository } from './upload-repository.ts';

const MB = 1024 * 1024;
const MIN_PART_BYTES = 8 * MB;
/** Less than the limit of S3 (10,000), so that the list of hashes stays small. */
const MAX_PARTS = 2000;

const partBytesFor = (size: number) => Math.max(MIN_PART_BYTES, Math.ceil(size / MAX_PARTS / MB) * MB);

const EXPIRED = 'This upload has expired. Start it again.';

/** Uploads whose parts browsers send to the bucket, so that they don't pass through the archive twice. */
@Injectable()
export class DirectFileUploads {
  readonly #maxUploadBytes: number;

  constructor(
    private readonly uploads: UploadRepository,
    private readonly checks: UploadChecks,
    private readonly storage: Storage,
    @Inject(CONFIG) config: Config,
  ) {
    this.#maxUploadBytes = config.maxUploadBytes;
  }

  /**
   * Starts an upload. The `upload_id` is null if browsers can't reach the bucket.
   * @throws Problem 413 for a file that is too large, 429 for too many open uploads
   */
  async start(size: number, username: string): Promise<DirectUpload> {
    if (!this.storage.uploadLink) return { upload_id: null, part_bytes: MIN_PART_BYTES };
    if (size > this.#maxUploadBytes)
      throw new Problem(413, `Files can be up to ${Math.floor(this.#maxUploadBytes / MB)} MB. This file is larger.`);
    const id = randomBytes(16).toString('hex');
    const part_bytes = partBytesFor(size);
    await this.uploads.start(id, username, size, part_bytes);
    return { upload_id: id, part_bytes };
  }

  /** Returns the numbers of the parts that have arrived. @throws 404 for an upload that is finished or has expired */
  async state(id: string, username: string): Promise<DirectUploadState> {
    const upload = await this.#find(id, username);
    const sizes = await storedSizes(this.storage, id);
    const numbers = Array.from({ length: partCount(upload) }, (_, index) => index + 1);
    return {
      size: upload.size,
      part_bytes: upload.part_bytes,
      parts: numbers.filter((number) => sizes.get(partKeyOf(id, number)) === partSize(upload, number)),
    };
  }

  /** Returns upload URLs for parts with these checksums. Starts to check the parts that have arrived so far. */
  async addresses(
    id: string,
    username: string,
    { parts }: DirectUploadParts,
  ): Promise<(UploadLink & { number: number })[]> {
    const upload = await this.#find(id, username);
    const extra = parts.findIndex(({ number }) => number > partCount(upload));
    if (extra >= 0)
      throw invalidFields([{ path: `parts.${extra}.number`, message: 'The file doesn’t have this many parts.' }]);
    await this.uploads.addHashes(id, Object.fromEntries(parts.map(({ number, sha256 }) => [number, sha256])));
    this.checks.start(upload);
    return Promise.all(
      parts.map(async ({ number, sha256 }) => {
        const content = { size: partSize(upload, number), sha256 };
        const link = await this.storage.uploadLink?.(partKeyOf(id, number), content);
        if (!link) throw notFound(EXPIRED);
        return { number, ...link };
      }),
    );
  }

  async #find(id: string, username: string) {
    const upload = await this.uploads.find(id, username);
    if (!this.storage.uploadLink || !upload || !isDirect(upload)) throw notFound(EXPIRED);
    return upload;
  }
}

type Operations = typeof uploadOperations;

@Controller()
export class DirectUploadsController {
  constructor(private readonly uploads: DirectFileUploads) {}

  @Contract(uploadOperations.startDirect)
  start({ body }: OperationInput<Operations['startDirect']>, @Username() username: string) {
    return this.uploads.start(body.size, username);
  }

  @Contract(uploadOperations.directState)
  state({ params }: OperationInput<Operations['directState']>, @Username() username: string) {
    return this.uploads.state(params.upload_id, username);
  }

  @Contract(uploadOperations.directParts)
  parts({ params, body }: OperationInput<Operations['directParts']>, @Username() username: string) {
    return this.uploads.addresses(params.upload_id, username, body);
  }
}
