import { presidentCalls } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import {
  type CallInput,
  Contract,
  type Expected,
  IdempotencyKey,
  IfMatch,
  type KeyedRequest,
} from '../../common/index.ts';
import { Username } from '../auth/index.ts';
import { PresidentWrites } from './president-writes.ts';

@Controller()
export class PresidentWritesController {
  readonly #writes: PresidentWrites;

  constructor(writes: PresidentWrites) {
    this.#writes = writes;
  }

  @Contract(presidentCalls.create)
  create(
    { body }: CallInput<typeof presidentCalls.create>,
    @Username() username: string,
    @IdempotencyKey() once?: KeyedRequest,
  ) {
    return this.#writes.create(body, username, once);
  }

  @Contract(presidentCalls.update)
  update(
    { params, body }: CallInput<typeof presidentCalls.update>,
    @Username() username: string,
    @IfMatch() expected: Expected,
  ) {
    return this.#writes.update(params.president_slug, body, username, expected);
  }

  @Contract(presidentCalls.remove)
  remove(
    { params }: CallInput<typeof presidentCalls.remove>,
    @Username() username: string,
    @IfMatch() expected: Expected,
  ) {
    return this.#writes.remove(params.president_slug, username, expected);
  }
}
