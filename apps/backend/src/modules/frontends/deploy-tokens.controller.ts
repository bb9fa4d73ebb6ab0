import { frontendOperations } from '@archive/contracts';
import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type OperationInput, Contract } from '../../common/index.ts';
import { Username } from '../auth/index.ts';
import { SecurityLog } from '../security-log/index.ts';
import { DeployTokens } from './deploy-tokens.ts';

/** Users create tokens for pipelines; a deploy token cannot create another one. */
@Controller()
export class DeployTokensController {
  readonly #log: SecurityLog;
  readonly #tokens: DeployTokens;

  constructor(log: SecurityLog, tokens: DeployTokens) {
    this.#log = log;
    this.#tokens = tokens;
  }

  @Contract(frontendOperations.tokens)
  list() {
    return this.#tokens.list();
  }

  @Contract(frontendOperations.createToken)
  async make(
    { body: { name = null, label } }: OperationInput<typeof frontendOperations.createToken>,
    @Username() username: string,
    @Req() { ip: address }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    reply.header('cache-control', 'no-store');
    const created = await this.#tokens.create(name, label, username);
    const details = { token: created.token_id, label, scope: created.scope, ...(name === null ? {} : { name }) };
    this.#log.record({ kind: 'token-created', actor: username, address, details });
    return created;
  }

  @Contract(frontendOperations.revokeToken)
  async revoke(
    { params: { token_id: token } }: OperationInput<typeof frontendOperations.revokeToken>,
    @Username() username: string,
    @Req() { ip: address }: FastifyRequest,
  ): Promise<void> {
    await this.#tokens.revoke(token);
    this.#log.record({ kind: 'token-revoked', actor: username, address, details: { token } });
  }
}
