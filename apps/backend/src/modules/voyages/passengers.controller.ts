import { peopleOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../common/index.ts';
import { Write, type WriteRequest } from '../idempotency/index.ts';
import { PassengerWrites } from './passenger-writes.ts';

@Controller()
export class PassengersController {
  readonly #writes: PassengerWrites;

  constructor(writes: PassengerWrites) {
    this.#writes = writes;
  }

  @Contract(peopleOperations.link)
  link({ body }: OperationInput<typeof peopleOperations.link>, @Write() write: WriteRequest) {
    return this.#writes.link(body, write);
  }

  @Contract(peopleOperations.relink)
  relink({ body }: OperationInput<typeof peopleOperations.relink>, @Write() write: WriteRequest) {
    return this.#writes.relink(body, write);
  }

  @Contract(peopleOperations.unlink)
  unlink({ query }: OperationInput<typeof peopleOperations.unlink>, @Write() write: WriteRequest) {
    return this.#writes.unlink(query, write);
  }

  @Contract(peopleOperations.reorder)
  reorder({ query }: OperationInput<typeof peopleOperations.reorder>, @Write() write: WriteRequest) {
    return this.#writes.reorder(query, query.direction, write);
  }

  @Contract(peopleOperations.setOrder)
  setOrder({ body }: OperationInput<typeof peopleOperations.setOrder>, @Write() write: WriteRequest) {
    return this.#writes.setOrder(body, write);
  }
}
