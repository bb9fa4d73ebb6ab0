import { voyageOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../common/index.ts';
import { VoyageReads } from './voyage-reads.ts';

@Controller()
export class VoyagesController {
  readonly #reads: VoyageReads;

  constructor(reads: VoyageReads) {
    this.#reads = reads;
  }

  @Contract(voyageOperations.list)
  list({ query }: OperationInput<typeof voyageOperations.list>) {
    return this.#reads.list(query);
  }

  @Contract(voyageOperations.administrations)
  administrations({ query }: OperationInput<typeof voyageOperations.administrations>) {
    return this.#reads.administrations(query);
  }

  @Contract(voyageOperations.position)
  place({ query }: OperationInput<typeof voyageOperations.position>) {
    return this.#reads.place(query);
  }

  @Contract(voyageOperations.get)
  get({ params }: OperationInput<typeof voyageOperations.get>) {
    return this.#reads.get(params.slug);
  }

  @Contract(voyageOperations.adjacent)
  adjacent({ params }: OperationInput<typeof voyageOperations.adjacent>) {
    return this.#reads.adjacent(params.slug);
  }
}
