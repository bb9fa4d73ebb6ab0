import { mediaOperations } from '@archive/contracts';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type OperationInput, Contract } from '../../common/index.ts';
import { Write, type WriteRequest } from '../idempotency/index.ts';
import { VoyageMediaWrites } from './voyage-media-writes.ts';

@Controller()
export class VoyageMediaController {
  readonly #writes: VoyageMediaWrites;

  constructor(writes: VoyageMediaWrites) {
    this.#writes = writes;
  }

  @Contract(mediaOperations.link)
  link({ body }: OperationInput<typeof mediaOperations.link>, @Write() write: WriteRequest) {
    return this.#writes.link(body, write);
  }

  @Contract(mediaOperations.unlink)
  async unlink(
    { query }: OperationInput<typeof mediaOperations.unlink>,
    @Write() write: WriteRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    void reply.headers(await this.#writes.unlink(query, write));
  }
}
