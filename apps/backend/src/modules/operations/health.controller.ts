import { healthOperations } from '@archive/contracts';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  Contract,
  Health,
  Liveness,
  Metrics,
  type OperationInput,
  Problem,
  Access,
  canReadMetrics,
} from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';

@Controller()
export class HealthController {
  constructor(
    private readonly health: Health,
    private readonly liveness: Liveness,
  ) {}

  @Contract(healthOperations.live)
  live(_input: OperationInput<typeof healthOperations.live>, @Res({ passthrough: true }) reply: FastifyReply) {
    const { failure } = this.liveness;
    reply.header('cache-control', 'no-store');
    if (failure === undefined) return { status: 'up' as const };
    reply.code(503);
    return { status: 'down' as const, detail: failure };
  }

  @Contract(healthOperations.ready)
  async ready(_input: OperationInput<typeof healthOperations.ready>, @Res({ passthrough: true }) reply: FastifyReply) {
    const health = await this.health.check();
    reply.header('cache-control', 'no-store');
    if (health.status === 'down') reply.code(503);
    return health;
  }
}

/** Metrics of this process and of the whole archive, for a monitoring system rather than a signed-in user. */
@Controller()
export class MetricsController {
  readonly #token: string | undefined;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly metrics: Metrics,
  ) {
    this.#token = config.metricsToken;
  }

  @Access('public')
  @Get('/metrics')
  async read(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    if (!canReadMetrics(this.#token, request.raw)) throw new Problem(403, 'Only operators may read metrics.');
    reply.headers({ 'cache-control': 'no-store', 'content-type': this.metrics.contentType });
    return this.metrics.read();
  }
}
