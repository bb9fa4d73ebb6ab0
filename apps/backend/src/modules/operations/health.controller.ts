import { healthOperations } from '@archive/contracts';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type OperationInput, Contract, Health, Liveness } from '../../common/index.ts';

@Controller()
export class HealthController {
  readonly #health: Health;
  readonly #liveness: Liveness;

  constructor(health: Health, liveness: Liveness) {
    this.#health = health;
    this.#liveness = liveness;
  }

  @Contract(healthOperations.live)
  live(_input: OperationInput<typeof healthOperations.live>, @Res({ passthrough: true }) reply: FastifyReply) {
    const { failure } = this.#liveness;
    reply.header('cache-control', 'no-store');
    if (failure === undefined) return { status: 'up' as const };
    reply.code(503);
    return { status: 'down' as const, detail: failure };
  }

  @Contract(healthOperations.ready)
  async ready(_input: OperationInput<typeof healthOperations.ready>, @Res({ passthrough: true }) reply: FastifyReply) {
    const health = await this.#health.check();
    reply.header('cache-control', 'no-store');
    if (health.status === 'down') reply.code(503);
    return health;
  }
}
