import { peopleCalls } from '@archive/contracts';
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
import { PassengerWrites } from './passenger-writes.ts';

@Controller()
export class PassengersController {
  readonly #writes: PassengerWrites;

  constructor(writes: PassengerWrites) {
    this.#writes = writes;
  }

  @Contract(peopleCalls.link)
  link(
    { body }: CallInput<typeof peopleCalls.link>,
    @Username() username: string,
    @IfMatch() expected: Expected,
    @IdempotencyKey() once?: KeyedRequest,
  ) {
    return this.#writes.link(body, username, expected, once);
  }

  @Contract(peopleCalls.relink)
  relink({ body }: CallInput<typeof peopleCalls.relink>, @Username() username: string, @IfMatch() expected: Expected) {
    return this.#writes.relink(body, username, expected);
  }

  @Contract(peopleCalls.unlink)
  unlink({ query }: CallInput<typeof peopleCalls.unlink>, @Username() username: string, @IfMatch() expected: Expected) {
    return this.#writes.unlink(query, username, expected);
  }

  @Contract(peopleCalls.reorder)
  reorder(
    { query }: CallInput<typeof peopleCalls.reorder>,
    @Username() username: string,
    @IfMatch() expected: Expected,
  ) {
    return this.#writes.reorder(query, query.direction, username, expected);
  }
}
