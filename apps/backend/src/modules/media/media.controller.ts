import { mediaOperations, mediaRecordOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../common/index.ts';
import { MediaNeighbors } from './media-neighbors.ts';
import { MediaPreservation } from './media-preservation.ts';
import { MediaQueries } from './media-queries.ts';

@Controller()
export class MediaController {
  readonly #queries: MediaQueries;
  readonly #neighbors: MediaNeighbors;
  readonly #preservation: MediaPreservation;

  constructor(queries: MediaQueries, neighbors: MediaNeighbors, preservation: MediaPreservation) {
    this.#queries = queries;
    this.#neighbors = neighbors;
    this.#preservation = preservation;
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

  @Contract(mediaRecordOperations.neighbors)
  neighbors({ params, query }: OperationInput<typeof mediaRecordOperations.neighbors>) {
    return this.#neighbors.neighborsOf(params.slug, query.album);
  }

  @Contract(mediaRecordOperations.preservation)
  preservation({ params }: OperationInput<typeof mediaRecordOperations.preservation>) {
    return this.#preservation.preservationOf(params.slug);
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
