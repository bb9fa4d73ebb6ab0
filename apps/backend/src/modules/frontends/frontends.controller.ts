import { frontendCalls } from '@archive/contracts';
import { Controller, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { behindTls, type CallInput, Contract } from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';
import { readSessionCookie } from '../auth/index.ts';
import { FrontEndRegistry } from './registry.ts';
import { FrontEndReports } from './reports.ts';

/** What browsers ask and say of front ends. */
@Controller()
export class FrontendsController {
  readonly #config: Config;
  readonly #registry: FrontEndRegistry;
  readonly #reports: FrontEndReports;

  constructor(@Inject(CONFIG) config: Config, registry: FrontEndRegistry, reports: FrontEndReports) {
    this.#config = config;
    this.#registry = registry;
    this.#reports = reports;
  }

  @Contract(frontendCalls.registry)
  async registry(
    _input: CallInput<typeof frontendCalls.registry>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    reply.header('cache-control', 'no-cache');
    return this.#registry.seenBy(this.#sessionOf(request), await this.#registry.fresh());
  }

  @Contract(frontendCalls.failure)
  failure({ body }: CallInput<typeof frontendCalls.failure>, @Req() request: FastifyRequest): Promise<void> {
    return this.#reports.take(this.#sessionOf(request) ?? '', body);
  }

  @Contract(frontendCalls.shown)
  shown({ body }: CallInput<typeof frontendCalls.shown>, @Req() request: FastifyRequest): Promise<void> {
    return this.#reports.take(this.#sessionOf(request) ?? '', body);
  }

  #sessionOf(request: FastifyRequest): string | undefined {
    return readSessionCookie(request, behindTls(this.#config, request));
  }
}
