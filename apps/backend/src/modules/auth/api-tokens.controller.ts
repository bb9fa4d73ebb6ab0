import { apiTokenOperations } from '@archive/contracts';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Contract, type OperationInput } from '../../common/index.ts';
import { SecurityLog } from '../security-log/index.ts';
import { ApiTokens } from './api-tokens.ts';
import { Username } from './session-guard.ts';

type Operations = typeof apiTokenOperations;

/** Only users can create tokens for programs; a token can't create another token. */
@Controller()
export class ApiTokensController {
  readonly #log: SecurityLog;
  readonly #tokens: ApiTokens;

  constructor(log: SecurityLog, tokens: ApiTokens) {
    this.#log = log;
    this.#tokens = tokens;
  }

  @Contract(apiTokenOperations.list)
  list() {
    return this.#tokens.list();
  }

  @Contract(apiTokenOperations.create)
  async create(
    { body }: OperationInput<Operations['create']>,
    @Username() actor: string,
    @Req() { ip: address }: FastifyRequest,
  ) {
    const created = await this.#tokens.create(body, actor);
    const { token_id, label, scopes } = created;
    this.#log.record({ kind: 'token-created', actor, address, details: { token_id, label, scope: scopes.join(', ') } });
    return created;
  }

  @Contract(apiTokenOperations.revoke)
  async revoke(
    { params: { token_id } }: OperationInput<Operations['revoke']>,
    @Username() actor: string,
    @Req() { ip: address }: FastifyRequest,
  ): Promise<void> {
    await this.#tokens.revoke(token_id, actor);
    this.#log.record({ kind: 'token-revoked', actor, address, details: { token_id } });
  }
}
