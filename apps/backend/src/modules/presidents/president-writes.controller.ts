import { presidentOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract, type Expected, IfMatch } from '../../common/index.ts';
import { IdempotencyKey, type IdempotentRequest } from '../idempotency/index.ts';
import { Username } from '../auth/index.ts';
import { PresidentWrites } from './president-writes.ts';

@Controller()
export class PresidentWritesController {
  readonly #writes: PresidentWrites;

  constructor(writes: PresidentWrites) {
    this.#writes = writes;
  }

  @Contract(presidentOperations.create)
  create(
    { body }: OperationInput<typeof presidentOperations.create>,
    @Username() username: string,
    @IdempotencyKey() once?: IdempotentRequest,
  ) {
    return this.#writes.create(body, username, once);
  }

  @Contract(presidentOperations.update)
  update(
    { params, body }: OperationInput<typeof presidentOperations.update>,
    @Username() username: string,
    @IfMatch() expected: Expected,
  ) {
    return this.#writes.update(params.president_slug, body, username, expected);
  }

  @Contract(presidentOperations.remove)
  remove(
    { params }: OperationInput<typeof presidentOperations.remove>,
    @Username() username: string,
    @IfMatch() expected: Expected,
  ) {
    return this.#writes.remove(params.president_slug, username, expected);
  }
}
