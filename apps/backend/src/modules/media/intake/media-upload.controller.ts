import { mediaCalls, mediaUploadSchema } from '@archive/contracts';
import { Controller, Inject, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type CallInput, checked, Contract, IdempotencyKey, type KeyedRequest } from '../../../common/index.ts';
import { CONFIG, type Config } from '../../../config/index.ts';
import { Username } from '../../auth/index.ts';
import { IncomingFiles } from './incoming-files.ts';
import { fingerprinted, MediaIntake } from './media-intake.ts';
import { readUploadForm } from './upload-form.ts';

@Controller()
export class MediaUploadController {
  readonly #incoming: IncomingFiles;
  readonly #intake: MediaIntake;
  readonly #largest: number;

  constructor(incoming: IncomingFiles, intake: MediaIntake, @Inject(CONFIG) config: Config) {
    this.#incoming = incoming;
    this.#intake = intake;
    this.#largest = config.maxUploadBytes;
  }

  @Contract(mediaCalls.upload)
  async upload(
    _input: CallInput<typeof mediaCalls.upload>,
    @Req() request: FastifyRequest,
    @Username() username: string,
    @IdempotencyKey() once: KeyedRequest | undefined,
  ) {
    const { fields, file } = await readUploadForm(request, this.#incoming, this.#largest);
    const upload = await this.#incoming.discarding(file, () => checked(mediaUploadSchema, fields));
    return this.#intake.keep(upload, file, { changedBy: username }, once && fingerprinted(once, upload, file.sha256));
  }
}
