import { voyageOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../common/index.ts';
import { Write, type WriteRequest } from '../idempotency/index.ts';
import { VoyageWrites } from './voyage-writes.ts';

@Controller()
export class VoyageWritesController {
  readonly #writes: VoyageWrites;

  constructor(writes: VoyageWrites) {
    this.#writes = writes;
  }

  @Contract(voyageOperations.create)
  create({ body }: OperationInput<typeof voyageOperations.create>, @Write() write: WriteRequest) {
    return this.#writes.create(body, write);
  }

  @Contract(voyageOperations.update)
  update({ params, body }: OperationInput<typeof voyageOperations.update>, @Write() write: WriteRequest) {
    return this.#writes.update(params.voyage_slug, body, write);
  }

  @Contract(voyageOperations.remove)
  remove({ params }: OperationInput<typeof voyageOperations.remove>, @Write() write: WriteRequest) {
    return this.#writes.remove(params.voyage_slug, write);
  }
}
