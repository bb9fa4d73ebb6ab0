import { authOperations } from '@archive/contracts';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Contract, notFound, type OperationInput, Problem } from '../../common/index.ts';
import { Sessions } from './sessions.ts';
import { Username } from './username.decorator.ts';

const keyOf = ({ sessionKey }: FastifyRequest): Buffer => {
  if (sessionKey === null) throw new Problem(401, 'Please sign in.');
  return sessionKey;
};

/** The sessions of the signed-in user. */
@Controller()
export class SessionsController {
  readonly #sessions: Sessions;

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
  }

  @Contract(authOperations.sessions)
  list(
    _input: OperationInput<typeof authOperations.sessions>,
    @Username() username: string,
    @Req() request: FastifyRequest,
  ) {
    return this.#sessions.list(username, keyOf(request));
  }

  @Contract(authOperations.endSession)
  async end({ params }: OperationInput<typeof authOperations.endSession>, @Username() username: string): Promise<void> {
    const ended = await this.#sessions.endOne(username, params.session_id);
    if (!ended) throw notFound('This session has already ended.');
  }

  @Contract(authOperations.endOtherSessions)
  async endOthers(
    _input: OperationInput<typeof authOperations.endOtherSessions>,
    @Username() username: string,
    @Req() request: FastifyRequest,
  ) {
    return { ended: await this.#sessions.endOthers(username, keyOf(request)) };
  }
}
