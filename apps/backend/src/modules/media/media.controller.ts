import { mediaOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../common/index.ts';
import { MediaQueries } from './media-queries.ts';

@Controller()
export class MediaController {
  readonly #queries: MediaQueries;

  constructor(queries: MediaQueries) {
    this.#queries = queries;
  }

  @Contract(mediaOperations.list)
  list({ query }: OperationInput<typeof mediaOperations.list>) {
    return this.#queries.list(query);
  }

  @Contract(mediaOperations.matches)
  matches({ query }: OperationInput<typeof mediaOperations.matches>) {
    return this.#queries.matches(query);
  }

  @Contract(mediaOperations.get)
  get({ params }: OperationInput<typeof mediaOperations.get>) {
    return this.#queries.get(params.slug);
  }

  @Contract(mediaOperations.byVoyage)
  byVoyage({ params }: OperationInput<typeof mediaOperations.byVoyage>) {
    return this.#queries.byVoyage(params.slug);
  }

  @Contract(mediaOperations.search)
  search({ query }: OperationInput<typeof mediaOperations.search>) {
    return this.#queries.duplicates(query);
  }

  @Contract(mediaOperations.usage)
  usage({ params }: OperationInput<typeof mediaOperations.usage>) {
    return this.#queries.usage(params.media_slug);
  }
}
