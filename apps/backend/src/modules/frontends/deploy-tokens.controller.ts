import { frontendCalls } from '@archive/contracts';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type CallInput, Contract } from '../../common/index.ts';
import { Username } from '../auth/index.ts';
import { DeployTokens } from './deploy-tokens.ts';

/** People give pipelines their keys; a pipeline itself makes none. */
@Controller()
export class DeployTokensController {
  readonly #tokens: DeployTokens;

  constructor(tokens: DeployTokens) {
    this.#tokens = tokens;
  }

  @Contract(frontendCalls.tokens)
  list() {
    return this.#tokens.list();
  }

  @Contract(frontendCalls.makeToken)
  make(
    { body: { name, label } }: CallInput<typeof frontendCalls.makeToken>,
    @Username() username: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    reply.header('cache-control', 'no-store');
    return this.#tokens.make(name, label, username);
  }

  @Contract(frontendCalls.revokeToken)
  revoke({ params }: CallInput<typeof frontendCalls.revokeToken>): Promise<void> {
    return this.#tokens.revoke(params.token_id);
  }
}
