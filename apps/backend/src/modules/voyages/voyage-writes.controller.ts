import { voyageOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract, type Expected, IfMatch } from '../../common/index.ts';
import { IdempotencyKey, type IdempotentRequest } from '../idempotency/index.ts';
import { Username } from '../auth/index.ts';
import { VoyageWrites } from './voyage-writes.ts';

@Controller()
export class VoyageWritesController {
  readonly #writes: VoyageWrites;

  constructor(writes: VoyageWrites) {
    this.#writes = writes;
  }

  @Contract(voyageOperations.create)
  create(
    { body }: OperationInput<typeof voyageOperations.create>,
    @Username() username: string,
    @IdempotencyKey() once?: IdempotentRequest,
  ) {
    return this.#writes.create(body, username, once);
  }

  @Contract(voyageOperations.update)
  update(
    { params, body }: OperationInput<typeof voyageOperations.update>,
    @Username() username: string,
    @IfMatch() expected: Expected,
    @IdempotencyKey() once?: IdempotentRequest,
  ) {
    return this.#writes.update(params.voyage_slug, body, username, expected, once);
  }

  @Contract(voyageOperations.remove)
  remove(
    { params }: OperationInput<typeof voyageOperations.remove>,
    @Username() username: string,
    @IfMatch() expected: Expected,
  ) {
    return this.#writes.remove(params.voyage_slug, username, expected);
  }
}
