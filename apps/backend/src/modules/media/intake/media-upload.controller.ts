import { mediaOperations, mediaUploadSchema } from '@archive/contracts';
import { Controller, Inject, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import {
  Contract,
  type JsonText,
  jsonText,
  type OperationInput,
  parseOrReject,
  Problem,
} from '../../../common/index.ts';
import { Write, type WriteRequest } from '../../idempotency/index.ts';
import { CONFIG, type Config } from '../../../config/index.ts';
import { IncomingFiles } from './incoming-files.ts';
import { withFileFingerprint, MediaIntake } from './media-intake.ts';
import { readUploadForm } from './upload-form.ts';

/**
 * Limits the response for a program with a token for uploads to what it has sent: it may not read records.
 * @throws Problem 409 for a file that the library has, without its title and address
 */
async function limitToSent(store: () => Promise<JsonText>): Promise<JsonText> {
  try {
    const { media_slug } = JSON.parse((await store()).text) as { media_slug: string };
    return jsonText(JSON.stringify({ media_slug }));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.members.media_slug !== undefined)
      throw new Problem(409, 'This file is already in the media library.', { members: { duplicate: true } });
    if (error.members.trashed_slug !== undefined)
      throw new Problem(409, 'This file is in the trash. Ask a curator to restore it.');
    throw error;
  }
}

@Controller()
export class MediaUploadController {
  readonly #maxUploadBytes: number;

  constructor(
    private readonly incoming: IncomingFiles,
    private readonly intake: MediaIntake,
    @Inject(CONFIG) config: Config,
  ) {
    this.#maxUploadBytes = config.maxUploadBytes;
  }

  @Contract(mediaOperations.upload)
  async upload(
    _input: OperationInput<typeof mediaOperations.upload>,
    @Req() request: FastifyRequest,
    @Write() { changedBy, idempotency }: WriteRequest,
  ) {
    const { fields, file } = await readUploadForm(request, this.incoming, this.#maxUploadBytes);
    const upload = await this.incoming.discardOnError(file, () => parseOrReject(mediaUploadSchema, fields));
    const keyed = idempotency && withFileFingerprint(idempotency, upload, file.sha256);
    const store = () => this.intake.store(upload, file, { changedBy }, keyed);
    return request.sessionKey === null ? limitToSent(store) : store();
  }
}
