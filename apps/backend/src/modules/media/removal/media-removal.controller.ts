import { mediaCalls } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type CallInput, Contract, type Expected, IfMatch } from '../../../common/index.ts';
import { Username } from '../../auth/index.ts';
import { MediaRemoval } from './media-removal.ts';

@Controller()
export class MediaRemovalController {
  readonly #removal: MediaRemoval;

  constructor(removal: MediaRemoval) {
    this.#removal = removal;
  }

  @Contract(mediaCalls.remove)
  remove(
    { params, query }: CallInput<typeof mediaCalls.remove>,
    @Username() changedBy: string,
    @IfMatch() expected: Expected,
  ) {
    return this.#removal.remove(params.media_slug, { deleteFile: query.delete_from_s3, changedBy, expected });
  }

  @Contract(mediaCalls.removeFiles)
  async removeFiles({ body }: CallInput<typeof mediaCalls.removeFiles>) {
    return { deleted_count: await this.#removal.removeFiles(body.urls) };
  }
}
