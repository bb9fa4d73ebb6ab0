import { apiTokenOperations } from '@archive/contracts';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Contract, type OperationInput } from '../../common/index.ts';
import { SecurityLog } from '../security-log/index.ts';
import { ApiTokens } from './api-tokens.ts';
import { identityOf } from './session-guard.ts';

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
  list(_input: OperationInput<Operations['list']>, @Req() request: FastifyRequest) {
    return this.#tokens.list(identityOf(request));
  }

  @Contract(apiTokenOperations.create)
  async create({ body }: OperationInput<Operations['create']>, @Req() request: FastifyRequest) {
    const created = await this.#tokens.create(body, identityOf(request));
    const { token_id, label, scopes } = created;
    this.#record('token-created', request, { token_id, label, scope: scopes.join(', ') });
    return created;
  }

  @Contract(apiTokenOperations.revoke)
  async revoke(
    { params: { token_id } }: OperationInput<Operations['revoke']>,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    await this.#tokens.revoke(token_id, identityOf(request));
    this.#record('token-revoked', request, { token_id });
  }

  #record(
    kind: 'token-created' | 'token-revoked',
    { username: actor, ip: address }: FastifyRequest,
    details: Record<string, string | number>,
  ): void {
    this.#log.record({ kind, actor, address, details });
  }
}
