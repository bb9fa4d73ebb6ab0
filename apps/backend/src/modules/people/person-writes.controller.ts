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
import { PersonWrites } from './person-writes.ts';

@Controller()
export class PersonWritesController {
  readonly #writes: PersonWrites;

  constructor(writes: PersonWrites) {
    this.#writes = writes;
  }

  @Contract(peopleCalls.create)
  create(
    { body }: CallInput<typeof peopleCalls.create>,
    @Username() username: string,
    @IdempotencyKey() once?: KeyedRequest,
  ) {
    return this.#writes.create(body, username, once);
  }

  @Contract(peopleCalls.update)
  update(
    { params, body }: CallInput<typeof peopleCalls.update>,
    @Username() username: string,
    @IfMatch() expected: Expected,
  ) {
    return this.#writes.update(params.person_slug, body, username, expected);
  }

  @Contract(peopleCalls.remove)
  remove(
    { params }: CallInput<typeof peopleCalls.remove>,
    @Username() username: string,
    @IfMatch() expected: Expected,
  ) {
    return this.#writes.remove(params.person_slug, username, expected);
  }
}
