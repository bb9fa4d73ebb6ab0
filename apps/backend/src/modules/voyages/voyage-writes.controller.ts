import { voyageCalls } from '@archive/contracts';
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
import { VoyageWrites } from './voyage-writes.ts';

@Controller()
export class VoyageWritesController {
  readonly #writes: VoyageWrites;

  constructor(writes: VoyageWrites) {
    this.#writes = writes;
  }

  @Contract(voyageCalls.create)
  create(
    { body }: CallInput<typeof voyageCalls.create>,
    @Username() username: string,
    @IdempotencyKey() once?: KeyedRequest,
  ) {
    return this.#writes.create(body, username, once);
  }

  @Contract(voyageCalls.update)
  update(
    { params, body }: CallInput<typeof voyageCalls.update>,
    @Username() username: string,
    @IfMatch() expected: Expected,
  ) {
    return this.#writes.update(params.voyage_slug, body, username, expected);
  }

  @Contract(voyageCalls.remove)
  remove(
    { params }: CallInput<typeof voyageCalls.remove>,
    @Username() username: string,
    @IfMatch() expected: Expected,
  ) {
    return this.#writes.remove(params.voyage_slug, username, expected);
  }
}
