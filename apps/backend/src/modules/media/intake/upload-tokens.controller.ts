import { intakeOperations } from '@archive/contracts';
import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Contract, type OperationInput } from '../../../common/index.ts';
import { Username } from '../../auth/index.ts';
import { SecurityLog } from '../../security-log/index.ts';
import { UploadTokens } from './upload-tokens.ts';

type Operations = typeof intakeOperations;

/** Only users can create tokens for programs; a token can't create another token. */
@Controller()
export class UploadTokensController {
  readonly #log: SecurityLog;
  readonly #tokens: UploadTokens;

  constructor(log: SecurityLog, tokens: UploadTokens) {
    this.#log = log;
    this.#tokens = tokens;
  }

  @Contract(intakeOperations.tokens)
  list() {
    return this.#tokens.list();
  }

  @Contract(intakeOperations.createToken)
  async create(
    { body: { label } }: OperationInput<Operations['createToken']>,
    @Username() username: string,
    @Req() { ip: address }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    reply.header('cache-control', 'no-store');
    const created = await this.#tokens.create(label, username);
    const details = { token_id: created.token_id, label, scope: 'upload' };
    this.#log.record({ kind: 'token-created', actor: username, address, details });
    return created;
  }

  @Contract(intakeOperations.revokeToken)
  async revoke(
    { params: { token_id } }: OperationInput<Operations['revokeToken']>,
    @Username() username: string,
    @Req() { ip: address }: FastifyRequest,
  ): Promise<void> {
    await this.#tokens.revoke(token_id, username);
    this.#log.record({ kind: 'token-revoked', actor: username, address, details: { token_id, scope: 'upload' } });
  }
}
