import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { canReadMetrics, Metrics, Problem, Public } from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';

/** Metrics of this process and of the whole archive, for a monitoring system rather than a signed-in user. */
@Controller()
export class MetricsController {
  readonly #token: string | undefined;
  readonly #metrics: Metrics;

  constructor(@Inject(CONFIG) config: Config, metrics: Metrics) {
    this.#token = config.metricsToken;
    this.#metrics = metrics;
  }

  @Public()
  @Get('/metrics')
  async read(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    if (!canReadMetrics(this.#token, request.raw)) throw new Problem(403, 'Only operators may read metrics.');
    reply.headers({ 'cache-control': 'no-store', 'content-type': this.#metrics.contentType });
    return this.#metrics.read();
  }
}
