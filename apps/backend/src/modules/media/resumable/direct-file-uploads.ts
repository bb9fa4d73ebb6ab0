import { createHash, randomBytes } from 'node:crypto';
import type { DirectUpload, DirectUploadParts, DirectUploadState } from '@archive/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { invalidFields, notFound, Problem } from '../../../common/index.ts';
import { CONFIG, type Config } from '../../../config/index.ts';
import { type DirectUploads, type PartAddress, Storage } from '../../storage/index.ts';
import { ContentCheck } from '../intake/content-check.ts';
import { type IncomingFile, IncomingFiles } from '../intake/incoming-files.ts';
import { fileKeyOf } from './upload-parts.ts';
import { type DirectFileUpload, type ResumableUpload, UploadRepository } from './upload-repository.ts';

const MB = 1024 * 1024;
const MIN_PART_BYTES = 8 * MB;
/** Fewer than the 10,000 of S3, so that the list of hashes stays small. */
const MAX_PARTS = 2000;

const partBytesFor = (size: number) => Math.max(MIN_PART_BYTES, Math.ceil(size / MAX_PARTS / MB) * MB);
const partCount = ({ size, part_bytes: bytes }: DirectFileUpload) => Math.ceil(size / bytes);
const partSize = (upload: DirectFileUpload, number: number) =>
  Math.min(upload.part_bytes, upload.size - (number - 1) * upload.part_bytes);

const LOST = 'Part of the upload was lost. Start it again.';

/** Uploads whose parts browsers send to the bucket, so that they don't pass through the archive twice. */
@Injectable()
export class DirectFileUploads {
  readonly #uploads: UploadRepository;
  readonly #incoming: IncomingFiles;
  readonly #storage: Storage;
  readonly #maxUploadBytes: number;

  constructor(uploads: UploadRepository, incoming: IncomingFiles, storage: Storage, @Inject(CONFIG) config: Config) {
    this.#uploads = uploads;
    this.#incoming = incoming;
    this.#storage = storage;
    this.#maxUploadBytes = config.maxUploadBytes;
  }

  /**
   * Starts an upload; null when browsers don't reach the bucket.
   * @throws Problem 413 for a file that is too large
   */
  async start(size: number, username: string): Promise<DirectUpload> {
    const direct = this.#storage.directUploads;
    if (!direct) return { upload_id: null, part_bytes: MIN_PART_BYTES };
    if (size > this.#maxUploadBytes)
      throw new Problem(413, `Files can be up to ${Math.floor(this.#maxUploadBytes / MB)} MB. This file is larger.`);
    const id = randomBytes(16).toString('hex');
    const multipartId = await direct.begin(fileKeyOf(id));
    const part_bytes = partBytesFor(size);
    await this.#uploads.startDirect(id, username, size, multipartId, part_bytes);
    return { upload_id: id, part_bytes };
  }

  /** Which parts have arrived. @throws 404 for an upload that is finished or has expired */
  async state(id: string, username: string): Promise<DirectUploadState> {
    const [direct, upload] = await this.#find(id, username);
    const key = fileKeyOf(id);
    const parts = await direct.parts(key, upload.multipart_id);
    // All parts have arrived, but the record was not created yet.
    const isComplete = parts === undefined && (await this.#storage.stat(key)) !== undefined;
    if (!parts && !isComplete) throw notFound('This upload has expired. Start it again.');
    const numbers = isComplete ? allNumbers(upload) : (parts ?? []).map(({ number }) => number);
    return { size: upload.size, part_bytes: upload.part_bytes, parts: numbers };
  }

  /** The addresses that parts with these checksums are sent to. */
  async addresses(id: string, username: string, { parts }: DirectUploadParts): Promise<PartAddress[]> {
    const [direct, upload] = await this.#find(id, username);
    const extra = parts.findIndex(({ number }) => number > partCount(upload));
    if (extra >= 0) throw invalidFields([{ path: `parts.${extra}.number`, message: 'The file has fewer parts.' }]);
    await this.#uploads.addHashes(id, Object.fromEntries(parts.map(({ number, sha256 }) => [number, sha256])));
    return Promise.all(
      parts.map(({ number, sha256 }) =>
        direct.address(fileKeyOf(id), upload.multipart_id, { number, sha256, size: partSize(upload, number) }),
      ),
    );
  }

  /**
   * The file of an upload whose parts have all arrived, checked against the checksums of the sender.
   * @throws Problem 409 while parts are missing, 410 when the upload was lost or its content has changed, 415 for unsupported types
   */
  async receive(upload: ResumableUpload & DirectFileUpload): Promise<IncomingFile> {
    const key = fileKeyOf(upload.id);
    if (!(await this.#storage.stat(key))) await this.#complete(upload, key);
    const stream = await this.#storage.open(key);
    if (!stream) throw new Problem(410, LOST);
    return this.#incoming.accept(key, await ContentCheck.of(verified(stream as AsyncIterable<Buffer>, upload)));
  }

  async #complete(upload: DirectFileUpload & { id: string }, key: string): Promise<void> {
    const direct = this.#storage.directUploads;
    const parts = await direct?.parts(key, upload.multipart_id);
    if (!direct || !parts) throw new Problem(410, LOST);
    const isComplete =
      parts.length === partCount(upload) && parts.every(({ number, size }) => size === partSize(upload, number));
    if (!isComplete) throw new Problem(409, 'The upload isn’t complete yet.');
    await direct.complete(key, upload.multipart_id);
  }

  async #find(id: string, username: string): Promise<[DirectUploads, DirectFileUpload]> {
    const upload = await this.#uploads.find(id, username);
    const direct = this.#storage.directUploads;
    if (!direct || !upload || !isDirect(upload)) throw notFound('This upload has expired. Start it again.');
    return [direct, upload];
  }
}

const allNumbers = (upload: DirectFileUpload) => Array.from({ length: partCount(upload) }, (_, index) => index + 1);

/** Whether the parts of an upload are in the bucket. */
export const isDirect = (upload: ResumableUpload): upload is ResumableUpload & DirectFileUpload =>
  upload.multipart_id !== null;

/** The content, as long as each part has the checksum that the sender computed. */
async function* verified(content: AsyncIterable<Buffer>, upload: DirectFileUpload): AsyncGenerator<Buffer> {
  let number = 1;
  let left = partSize(upload, number);
  let hash = createHash('sha256');
  for await (const chunk of content) {
    for (let start = 0; start < chunk.length;) {
      const bytes = chunk.subarray(start, start + left);
      hash.update(bytes);
      start += bytes.length;
      left -= bytes.length;
      if (left > 0) continue;
      if (hash.digest('base64') !== upload.part_hashes[number])
        throw new Problem(410, 'The file was damaged on its way. Upload it again.');
      number += 1;
      left = partSize(upload, number);
      hash = createHash('sha256');
    }
    yield chunk;
  }
  if (number !== partCount(upload) + 1) throw new Problem(410, LOST);
}
