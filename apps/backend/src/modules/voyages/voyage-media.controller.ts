import { mediaCalls } from '@archive/contracts';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import {
  type CallInput,
  Contract,
  type Expected,
  IdempotencyKey,
  IfMatch,
  type KeyedRequest,
} from '../../common/index.ts';
import { Username } from '../auth/index.ts';
import { VoyageMediaWrites } from './voyage-media-writes.ts';

@Controller()
export class VoyageMediaController {
  readonly #writes: VoyageMediaWrites;

  constructor(writes: VoyageMediaWrites) {
    this.#writes = writes;
  }

  @Contract(mediaCalls.link)
  link(
    { body }: CallInput<typeof mediaCalls.link>,
    @Username() username: string,
    @IfMatch() expected: Expected,
    @IdempotencyKey() once?: KeyedRequest,
  ) {
    return this.#writes.link(body, username, expected, once);
  }

  @Contract(mediaCalls.unlink)
  async unlink(
    { query }: CallInput<typeof mediaCalls.unlink>,
    @Username() username: string,
    @IfMatch() expected: Expected,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    void reply.headers(await this.#writes.unlink(query, username, expected));
  }
}
