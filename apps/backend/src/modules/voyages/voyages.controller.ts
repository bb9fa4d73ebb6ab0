import { voyageOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../common/index.ts';
import { VoyageQueries } from './voyage-queries.ts';

@Controller()
export class VoyagesController {
  readonly #queries: VoyageQueries;

  constructor(queries: VoyageQueries) {
    this.#queries = queries;
  }

  @Contract(voyageOperations.list)
  list({ query }: OperationInput<typeof voyageOperations.list>) {
    return this.#queries.list(query);
  }

  @Contract(voyageOperations.administrations)
  administrations({ query }: OperationInput<typeof voyageOperations.administrations>) {
    return this.#queries.administrations(query);
  }

  @Contract(voyageOperations.position)
  position({ query }: OperationInput<typeof voyageOperations.position>) {
    return this.#queries.positionOf(query);
  }

  @Contract(voyageOperations.get)
  get({ params }: OperationInput<typeof voyageOperations.get>) {
    return this.#queries.get(params.slug);
  }

  @Contract(voyageOperations.adjacent)
  adjacent({ params }: OperationInput<typeof voyageOperations.adjacent>) {
    return this.#queries.adjacent(params.slug);
  }
}
