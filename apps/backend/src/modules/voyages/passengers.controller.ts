import { peopleOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract, type Expected, IfMatch } from '../../common/index.ts';
import { IdempotencyKey, type IdempotentRequest } from '../idempotency/index.ts';
import { Username } from '../auth/index.ts';
import { PassengerWrites } from './passenger-writes.ts';

@Controller()
export class PassengersController {
  readonly #writes: PassengerWrites;

  constructor(writes: PassengerWrites) {
    this.#writes = writes;
  }

  @Contract(peopleOperations.link)
  link(
    { body }: OperationInput<typeof peopleOperations.link>,
    @Username() username: string,
    @IfMatch() expected: Expected,
    @IdempotencyKey() once?: IdempotentRequest,
  ) {
    return this.#writes.link(body, username, expected, once);
  }

  @Contract(peopleOperations.relink)
  relink(
    { body }: OperationInput<typeof peopleOperations.relink>,
    @Username() username: string,
    @IfMatch() expected: Expected,
  ) {
    return this.#writes.relink(body, username, expected);
  }

  @Contract(peopleOperations.unlink)
  unlink(
    { query }: OperationInput<typeof peopleOperations.unlink>,
    @Username() username: string,
    @IfMatch() expected: Expected,
  ) {
    return this.#writes.unlink(query, username, expected);
  }

  @Contract(peopleOperations.reorder)
  reorder(
    { query }: OperationInput<typeof peopleOperations.reorder>,
    @Username() username: string,
    @IfMatch() expected: Expected,
  ) {
    return this.#writes.reorder(query, query.direction, username, expected);
  }

  @Contract(peopleOperations.setOrder)
  setOrder(
    { body }: OperationInput<typeof peopleOperations.setOrder>,
    @Username() username: string,
    @IfMatch() expected: Expected,
  ) {
    return this.#writes.setOrder(body, username, expected);
  }
}
