import { peopleOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract, type Expected, IfMatch } from '../../common/index.ts';
import { IdempotencyKey, type IdempotentRequest } from '../idempotency/index.ts';
import { Username } from '../auth/index.ts';
import { PersonWrites } from './person-writes.ts';

@Controller()
export class PersonWritesController {
  readonly #writes: PersonWrites;

  constructor(writes: PersonWrites) {
    this.#writes = writes;
  }

  @Contract(peopleOperations.create)
  create(
    { body }: OperationInput<typeof peopleOperations.create>,
    @Username() username: string,
    @IdempotencyKey() once?: IdempotentRequest,
  ) {
    return this.#writes.create(body, username, once);
  }

  @Contract(peopleOperations.update)
  update(
    { params, body }: OperationInput<typeof peopleOperations.update>,
    @Username() username: string,
    @IfMatch() expected: Expected,
  ) {
    return this.#writes.update(params.person_slug, body, username, expected);
  }

  @Contract(peopleOperations.remove)
  remove(
    { params }: OperationInput<typeof peopleOperations.remove>,
    @Username() username: string,
    @IfMatch() expected: Expected,
  ) {
    return this.#writes.remove(params.person_slug, username, expected);
  }
}
