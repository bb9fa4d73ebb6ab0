import { frontendOperations } from '@archive/contracts';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type OperationInput, Contract, notFound } from '../../common/index.ts';
import { ApiTokens, Username } from '../auth/index.ts';
import { SecurityLog } from '../security-log/index.ts';
import { FrontendRegistry } from './registry.ts';
import { Registrations } from './registrations.ts';
import { Releases } from './releases.ts';

/** Registers and retires micro-frontends. Only people can do that, not pipelines. */
@Controller()
export class RemotesController {
  constructor(
    private readonly log: SecurityLog,
    private readonly registry: FrontendRegistry,
    private readonly registrations: Registrations,
    private readonly releases: Releases,
    private readonly tokens: ApiTokens,
  ) {}

  @Contract(frontendOperations.register)
  async register(
    { params: { name }, body }: OperationInput<typeof frontendOperations.register>,
    @Username() actor: string,
    @Req() { ip: address }: FastifyRequest,
  ) {
    const registration = await this.registrations.register(name, body, actor);
    await this.registry.fresh();
    this.log.record({ kind: 'remote-registered', actor, address, details: { name, path: body.path } });
    return registration;
  }

  @Contract(frontendOperations.retire)
  async retire(
    { params: { name } }: OperationInput<typeof frontendOperations.retire>,
    @Username() actor: string,
    @Req() { ip: address }: FastifyRequest,
  ): Promise<void> {
    await this.releases.requireNoDependents(name);
    // Retired first, so that no version can be promoted after the live one is removed.
    const wasRegistered = await this.registrations.retire(name, actor);
    const wasLive = await this.releases.remove(name, actor);
    if (!wasRegistered && !wasLive) throw notFound(`There is no micro-frontend called ${name}.`);
    await this.tokens.revokeAllWith(`deploy:${name}`, actor);
    await this.registry.fresh();
    this.log.record({ kind: 'remote-retired', actor, address, details: { name } });
  }
}
