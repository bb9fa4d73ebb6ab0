import { frontendOperations } from '@archive/contracts';
import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type OperationInput, Contract } from '../../common/index.ts';
import { Username } from '../auth/index.ts';
import { SecurityLog } from '../security-log/index.ts';
import { DeployTokens } from './deploy-tokens.ts';
import { Registrations } from './registrations.ts';

/** Only users can create tokens for pipelines; a deploy token can't create another token. */
@Controller()
export class DeployTokensController {
  readonly #log: SecurityLog;
  readonly #registrations: Registrations;
  readonly #tokens: DeployTokens;

  constructor(log: SecurityLog, registrations: Registrations, tokens: DeployTokens) {
    this.#log = log;
    this.#registrations = registrations;
    this.#tokens = tokens;
  }

  @Contract(frontendOperations.tokens)
  list() {
    return this.#tokens.list();
  }

  @Contract(frontendOperations.createToken)
  async create(
    { body: { name = null, label } }: OperationInput<typeof frontendOperations.createToken>,
    @Username() username: string,
    @Req() { ip: address }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    if (name !== null) await this.#registrations.require(name);
    reply.header('cache-control', 'no-store');
    const created = await this.#tokens.create(name, label, username);
    const details = { token_id: created.token_id, label, scope: created.scope, ...(name === null ? {} : { name }) };
    this.#log.record({ kind: 'token-created', actor: username, address, details });
    return created;
  }

  @Contract(frontendOperations.revokeToken)
  async revoke(
    { params: { token_id } }: OperationInput<typeof frontendOperations.revokeToken>,
    @Username() username: string,
    @Req() { ip: address }: FastifyRequest,
  ): Promise<void> {
    await this.#tokens.revoke(token_id, username);
    this.#log.record({ kind: 'token-revoked', actor: username, address, details: { token_id } });
  }
}
