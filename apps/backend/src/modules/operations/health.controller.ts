import { healthOperations } from '@archive/contracts';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type OperationInput, Contract, Health } from '../../common/index.ts';

@Controller()
export class HealthController {
  readonly #health: Health;

  constructor(health: Health) {
    this.#health = health;
  }

  @Contract(healthOperations.live)
  live() {
    return { status: 'up' as const };
  }

  @Contract(healthOperations.ready)
  async ready(_input: OperationInput<typeof healthOperations.ready>, @Res({ passthrough: true }) reply: FastifyReply) {
    const health = await this.#health.check();
    reply.header('cache-control', 'no-store');
    if (health.status === 'down') reply.code(503);
    return health;
  }
}
