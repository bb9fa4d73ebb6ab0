import { mediaCalls } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type CallInput, Contract, type Expected, IfMatch } from '../../common/index.ts';
import { Username } from '../auth/index.ts';
import { MediaWrites } from './media-writes.ts';

@Controller()
export class MediaWritesController {
  readonly #writes: MediaWrites;

  constructor(writes: MediaWrites) {
    this.#writes = writes;
  }

  @Contract(mediaCalls.update)
  update(
    { params, body }: CallInput<typeof mediaCalls.update>,
    @Username() username: string,
    @IfMatch() expected: Expected,
  ) {
    return this.#writes.update(params.media_slug, body, username, expected);
  }

  @Contract(mediaCalls.detach)
  detach({ params }: CallInput<typeof mediaCalls.detach>, @Username() username: string) {
    return this.#writes.detach(params.media_slug, username);
  }
}
