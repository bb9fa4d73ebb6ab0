import { mediaOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract, notFound } from '../../common/index.ts';
import { Write, type WriteRequest } from '../idempotency/index.ts';
import { Username } from '../auth/index.ts';
import { MediaCommands } from './media-commands.ts';
import { BulkMedia } from './bulk/bulk-media.ts';

@Controller()
export class MediaCommandsController {
  readonly #commands: MediaCommands;

  readonly #bulk: BulkMedia;

  constructor(commands: MediaCommands, bulk: BulkMedia) {
    this.#commands = commands;
    this.#bulk = bulk;
  }

  @Contract(mediaOperations.update)
  update({ params, body }: OperationInput<typeof mediaOperations.update>, @Write() write: WriteRequest) {
    return this.#commands.update(params.media_slug, body, write);
  }

  @Contract(mediaOperations.detach)
  async detach({ params }: OperationInput<typeof mediaOperations.detach>, @Username() username: string) {
    const { voyages, detached, missing } = await this.#bulk.detach([params.media_slug], username);
    if (missing.length > 0) throw notFound('Media not found in database.');
    return { voyages_affected: voyages.length, revision: detached[0]?.revision ?? null };
  }
}
