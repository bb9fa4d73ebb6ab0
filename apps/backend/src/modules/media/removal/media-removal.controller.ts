import { mediaOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../../common/index.ts';
import { Write, type WriteRequest } from '../../idempotency/index.ts';
import { MediaRemoval } from './media-removal.ts';

@Controller()
export class MediaRemovalController {
  readonly #removal: MediaRemoval;

  constructor(removal: MediaRemoval) {
    this.#removal = removal;
  }

  @Contract(mediaOperations.remove)
  remove({ params, query }: OperationInput<typeof mediaOperations.remove>, @Write() write: WriteRequest) {
    return this.#removal.remove(params.media_slug, {
      ...write,
      files: query.delete_from_s3 ? 'delete' : 'trash',
    });
  }

  @Contract(mediaOperations.removeFiles)
  async removeFiles({ body }: OperationInput<typeof mediaOperations.removeFiles>) {
    return { deleted_count: await this.#removal.removeFiles(body.urls) };
  }
}
