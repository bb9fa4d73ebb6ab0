import { type MediaUpload, uploadOperations } from '@archive/contracts';
import { Controller, Injectable } from '@nestjs/common';
import { Contract, type JsonText, type OperationInput, Problem, notFound } from '../../../common/index.ts';
import { type IdempotentRequest, Write, type WriteRequest } from '../../idempotency/index.ts';
import { DiskSpace } from '../../storage/index.ts';
import { type IncomingFile, IncomingFiles } from '../intake/incoming-files.ts';
import { MediaIntake, withFileFingerprint } from '../intake/media-intake.ts';
import { UploadChecks } from './upload-checks.ts';
import { UploadParts } from './upload-parts.ts';
import { isDirect, pieceKeysOf } from './upload-pieces.ts';
import { type ResumableUpload, UploadRepository } from './upload-repository.ts';

/** Creates a media record from a complete resumable upload. */
@Injectable()
export class FinishUpload {
  constructor(
    private readonly uploads: UploadRepository,
    private readonly parts: UploadParts,
    private readonly incoming: IncomingFiles,
    private readonly intake: MediaIntake,
    private readonly disk: DiskSpace,
    private readonly checks: UploadChecks,
  ) {}

  /** @throws Problem 409 when the library already has the file. The upload stays and can be finished with `allow_duplicate`. */
  async finish(id: string, upload: MediaUpload, username: string, keyed?: IdempotentRequest): Promise<JsonText> {
    const request = keyed && withFileFingerprint(keyed, upload, Buffer.from(id));
    // A finished upload is deleted, so a repeated request can only return the earlier response.
    const earlier = await this.intake.earlierResponse(request);
    if (earlier) return earlier;
    const resumable = await this.uploads.find(id, username);
    if (!resumable) throw notFound('This upload has expired. Start it again.');
    if (!isDirect(resumable) && resumable.received < resumable.size)
      throw new Problem(409, 'The upload isn’t complete yet.');
    if (!isDirect(resumable)) await this.disk.requireReserve();
    const file = await this.#receive(resumable);
    const result = await this.intake.store(upload, file, { changedBy: username }, request);
    // If storage fails here, the upload is deleted when it expires.
    await this.parts.remove(resumable).catch(() => undefined);
    return result;
  }

  async #receive(upload: ResumableUpload): Promise<IncomingFile> {
    try {
      return await this.incoming.accept(pieceKeysOf(upload), await this.checks.complete(upload));
    } catch (error) {
      // A rejected file is useless, but an incomplete upload can still be finished.
      if (error instanceof Problem && error.getStatus() !== 409) await this.parts.remove(upload).catch(() => undefined);
      throw error;
    }
  }
}

@Controller()
export class FinishUploadController {
  constructor(private readonly uploads: FinishUpload) {}

  @Contract(uploadOperations.finish)
  finish(
    { params, body }: OperationInput<typeof uploadOperations.finish>,
    @Write() { changedBy, idempotency }: WriteRequest,
  ) {
    return this.uploads.finish(params.upload_id, body, changedBy, idempotency);
  }
}
