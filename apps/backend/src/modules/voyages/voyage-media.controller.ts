import { mediaOperations } from '@archive/contracts';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type OperationInput, Contract } from '../../common/index.ts';
import { Write, type WriteRequest } from '../idempotency/index.ts';
import { VoyageMediaCommands } from './voyage-media-commands.ts';

@Controller()
export class VoyageMediaController {
  readonly #commands: VoyageMediaCommands;

  constructor(commands: VoyageMediaCommands) {
    this.#commands = commands;
  }

  @Contract(mediaOperations.link)
  link({ body }: OperationInput<typeof mediaOperations.link>, @Write() write: WriteRequest) {
    return this.#commands.link(body, write);
  }

  @Contract(mediaOperations.unlink)
  async unlink(
    { query }: OperationInput<typeof mediaOperations.unlink>,
    @Write() write: WriteRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    void reply.headers(await this.#commands.unlink(query, write));
  }

  @Contract(mediaOperations.setOrder)
  setOrder({ params, body }: OperationInput<typeof mediaOperations.setOrder>, @Write() write: WriteRequest) {
    return this.#commands.setOrder(params.voyage_slug, body, write);
  }
}
