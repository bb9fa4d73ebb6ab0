import { frontendOperations } from '@archive/contracts';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type OperationInput, Contract } from '../../common/index.ts';
import { Username } from '../auth/index.ts';
import { DeployTokens } from './deploy-tokens.ts';

/** Users create tokens for pipelines; a deploy token cannot create another one. */
@Controller()
export class DeployTokensController {
  readonly #tokens: DeployTokens;

  constructor(tokens: DeployTokens) {
    this.#tokens = tokens;
  }

  @Contract(frontendOperations.tokens)
  list() {
    return this.#tokens.list();
  }

  @Contract(frontendOperations.createToken)
  make(
    { body: { name, label } }: OperationInput<typeof frontendOperations.createToken>,
    @Username() username: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    reply.header('cache-control', 'no-store');
    return this.#tokens.create(name, label, username);
  }

  @Contract(frontendOperations.revokeToken)
  revoke({ params }: OperationInput<typeof frontendOperations.revokeToken>): Promise<void> {
    return this.#tokens.revoke(params.token_id);
  }
}
