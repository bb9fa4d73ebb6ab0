import { mediaCalls } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type CallInput, Contract, type Expected, IfMatch, notFound } from '../../common/index.ts';
import { Username } from '../auth/index.ts';
import { MediaWrites } from './media-writes.ts';
import { SeveralMedia } from './several/several-media.ts';

@Controller()
export class MediaWritesController {
  readonly #writes: MediaWrites;

  readonly #several: SeveralMedia;

  constructor(writes: MediaWrites, several: SeveralMedia) {
    this.#writes = writes;
    this.#several = several;
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
  async detach({ params }: CallInput<typeof mediaCalls.detach>, @Username() username: string) {
    const { voyages, detached, missing } = await this.#several.detach([params.media_slug], username);
    if (missing.length > 0) throw notFound('Media not found in database.');
    return { voyages_affected: voyages.length, revision: detached[0]?.revision ?? null };
  }
}
