import { mediaOperations, mediaUploadSchema } from '@archive/contracts';
import { Controller, Inject, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type OperationInput, parseOrReject, Contract } from '../../../common/index.ts';
import { Write, type WriteRequest } from '../../idempotency/index.ts';
import { CONFIG, type Config } from '../../../config/index.ts';
import { IncomingFiles } from './incoming-files.ts';
import { withFileFingerprint, MediaIntake } from './media-intake.ts';
import { readUploadForm } from './upload-form.ts';

@Controller()
export class MediaUploadController {
  readonly #incoming: IncomingFiles;
  readonly #intake: MediaIntake;
  readonly #maxUploadBytes: number;

  constructor(incoming: IncomingFiles, intake: MediaIntake, @Inject(CONFIG) config: Config) {
    this.#incoming = incoming;
    this.#intake = intake;
    this.#maxUploadBytes = config.maxUploadBytes;
  }

  @Contract(mediaOperations.upload)
  async upload(
    _input: OperationInput<typeof mediaOperations.upload>,
    @Req() request: FastifyRequest,
    @Write() { changedBy, idempotency }: WriteRequest,
  ) {
    const { fields, file } = await readUploadForm(request, this.#incoming, this.#maxUploadBytes);
    const upload = await this.#incoming.discardOnError(file, () => parseOrReject(mediaUploadSchema, fields));
    return this.#intake.store(
      upload,
      file,
      { changedBy },
      idempotency && withFileFingerprint(idempotency, upload, file.sha256),
    );
  }
}
