import { peopleOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../common/index.ts';
import { Write, type WriteRequest } from '../idempotency/index.ts';
import { PersonWrites } from './person-writes.ts';

@Controller()
export class PersonWritesController {
  readonly #writes: PersonWrites;

  constructor(writes: PersonWrites) {
    this.#writes = writes;
  }

  @Contract(peopleOperations.create)
  create({ body }: OperationInput<typeof peopleOperations.create>, @Write() write: WriteRequest) {
    return this.#writes.create(body, write);
  }

  @Contract(peopleOperations.update)
  update({ params, body }: OperationInput<typeof peopleOperations.update>, @Write() write: WriteRequest) {
    return this.#writes.update(params.person_slug, body, write);
  }

  @Contract(peopleOperations.remove)
  remove({ params }: OperationInput<typeof peopleOperations.remove>, @Write() write: WriteRequest) {
    return this.#writes.remove(params.person_slug, write);
  }
}
