import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { mayReadMetrics, Metrics, Problem, Public } from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';

/** The figures of this process and of the whole archive. No session opens them: who reads them is a program. */
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
    if (!mayReadMetrics(this.#token, request.raw)) throw new Problem(403, 'Figures are for those who run the archive.');
    reply.headers({ 'cache-control': 'no-store', 'content-type': this.#metrics.contentType });
    return this.#metrics.read();
  }
}
