import { mediaCalls } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type CallInput, Contract } from '../../common/index.ts';
import { MediaReads } from './media-reads.ts';

@Controller()
export class MediaController {
  readonly #reads: MediaReads;

  constructor(reads: MediaReads) {
    this.#reads = reads;
  }

  @Contract(mediaCalls.list)
  list({ query }: CallInput<typeof mediaCalls.list>) {
    return this.#reads.list(query);
  }

  @Contract(mediaCalls.get)
  get({ params }: CallInput<typeof mediaCalls.get>) {
    return this.#reads.get(params.slug);
  }

  @Contract(mediaCalls.byVoyage)
  byVoyage({ params }: CallInput<typeof mediaCalls.byVoyage>) {
    return this.#reads.byVoyage(params.slug);
  }

  @Contract(mediaCalls.search)
  search({ query }: CallInput<typeof mediaCalls.search>) {
    return this.#reads.duplicates(query);
  }

  @Contract(mediaCalls.usage)
  usage({ params }: CallInput<typeof mediaCalls.usage>) {
    return this.#reads.usage(params.media_slug);
  }
}
