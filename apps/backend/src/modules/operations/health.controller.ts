import { healthCalls } from '@archive/contracts';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type CallInput, Contract, Health } from '../../common/index.ts';

@Controller()
export class HealthController {
  readonly #health: Health;

  constructor(health: Health) {
    this.#health = health;
  }

  @Contract(healthCalls.live)
  live() {
    return { status: 'up' as const };
  }

  @Contract(healthCalls.ready)
  async ready(_input: CallInput<typeof healthCalls.ready>, @Res({ passthrough: true }) reply: FastifyReply) {
    const health = await this.#health.look();
    reply.header('cache-control', 'no-store');
    if (health.status === 'down') reply.code(503);
    return health;
  }
}
