import { presidentOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../common/index.ts';
import { Write, type WriteRequest } from '../idempotency/index.ts';
import { PresidentWrites } from './president-writes.ts';

@Controller()
export class PresidentWritesController {
  readonly #writes: PresidentWrites;

  constructor(writes: PresidentWrites) {
    this.#writes = writes;
  }

  @Contract(presidentOperations.create)
  create({ body }: OperationInput<typeof presidentOperations.create>, @Write() write: WriteRequest) {
    return this.#writes.create(body, write);
  }

  @Contract(presidentOperations.update)
  update({ params, body }: OperationInput<typeof presidentOperations.update>, @Write() write: WriteRequest) {
    return this.#writes.update(params.president_slug, body, write);
  }

  @Contract(presidentOperations.remove)
  remove({ params }: OperationInput<typeof presidentOperations.remove>, @Write() write: WriteRequest) {
    return this.#writes.remove(params.president_slug, write);
  }
}
