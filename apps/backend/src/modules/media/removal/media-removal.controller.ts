import { mediaOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract, type Expected, IfMatch } from '../../../common/index.ts';
import { Username } from '../../auth/index.ts';
import { MediaRemoval } from './media-removal.ts';

@Controller()
export class MediaRemovalController {
  readonly #removal: MediaRemoval;

  constructor(removal: MediaRemoval) {
    this.#removal = removal;
  }

  @Contract(mediaOperations.remove)
  remove(
    { params, query }: OperationInput<typeof mediaOperations.remove>,
    @Username() changedBy: string,
    @IfMatch() expected: Expected,
  ) {
    return this.#removal.remove(params.media_slug, { deleteFile: query.delete_from_s3, changedBy, expected });
  }

  @Contract(mediaOperations.removeFiles)
  async removeFiles({ body }: OperationInput<typeof mediaOperations.removeFiles>) {
    return { deleted_count: await this.#removal.removeFiles(body.urls) };
  }
}
