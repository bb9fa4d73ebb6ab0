import { mediaOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../common/index.ts';
import { MediaReads } from './media-reads.ts';

@Controller()
export class MediaController {
  readonly #reads: MediaReads;

  constructor(reads: MediaReads) {
    this.#reads = reads;
  }

  @Contract(mediaOperations.list)
  list({ query }: OperationInput<typeof mediaOperations.list>) {
    return this.#reads.list(query);
  }

  @Contract(mediaOperations.get)
  get({ params }: OperationInput<typeof mediaOperations.get>) {
    return this.#reads.get(params.slug);
  }

  @Contract(mediaOperations.byVoyage)
  byVoyage({ params }: OperationInput<typeof mediaOperations.byVoyage>) {
    return this.#reads.byVoyage(params.slug);
  }

  @Contract(mediaOperations.search)
  search({ query }: OperationInput<typeof mediaOperations.search>) {
    return this.#reads.duplicates(query);
  }

  @Contract(mediaOperations.usage)
  usage({ params }: OperationInput<typeof mediaOperations.usage>) {
    return this.#reads.usage(params.media_slug);
  }
}
