import { frontendCalls } from '@archive/contracts';
import { Controller, Logger, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type CallInput, Contract } from '../../common/index.ts';
import { FrontEndRegistry } from './registry.ts';

@Controller()
export class FrontendsController {
  readonly #log = new Logger('FrontEnd');
  readonly #registry: FrontEndRegistry;

  constructor(registry: FrontEndRegistry) {
    this.#registry = registry;
  }

  @Contract(frontendCalls.registry)
  registry(_input: CallInput<typeof frontendCalls.registry>, @Res({ passthrough: true }) reply: FastifyReply) {
    reply.header('cache-control', 'no-cache');
    return this.#registry.fresh();
  }

  @Contract(frontendCalls.failure)
  failure({ body }: CallInput<typeof frontendCalls.failure>): void {
    this.#log.warn(`A browser could not show ${body.name} ${body.version}: ${body.message}`);
  }
}
