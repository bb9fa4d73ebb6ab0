import { mediaOperations } from '@archive/contracts';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type OperationInput, Contract, type Expected, IfMatch } from '../../common/index.ts';
import { IdempotencyKey, type IdempotentRequest } from '../idempotency/index.ts';
import { Username } from '../auth/index.ts';
import { VoyageMediaWrites } from './voyage-media-writes.ts';

@Controller()
export class VoyageMediaController {
  readonly #writes: VoyageMediaWrites;

  constructor(writes: VoyageMediaWrites) {
    this.#writes = writes;
  }

  @Contract(mediaOperations.link)
  link(
    { body }: OperationInput<typeof mediaOperations.link>,
    @Username() username: string,
    @IfMatch() expected: Expected,
    @IdempotencyKey() once?: IdempotentRequest,
  ) {
    return this.#writes.link(body, username, expected, once);
  }

  @Contract(mediaOperations.unlink)
  async unlink(
    { query }: OperationInput<typeof mediaOperations.unlink>,
    @Username() username: string,
    @IfMatch() expected: Expected,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    void reply.headers(await this.#writes.unlink(query, username, expected));
  }
}
