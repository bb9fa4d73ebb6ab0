import { authOperations } from '@archive/contracts';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Contract, notFound, type OperationInput } from '../../common/index.ts';
import { SecurityLog } from '../security-log/index.ts';
import { Sessions } from './sessions.ts';
import { identityOf, keyOf } from './session-guard.ts';

/** The sessions of the signed-in user. */
@Controller()
export class SessionsController {
  readonly #log: SecurityLog;
  readonly #sessions: Sessions;

  constructor(log: SecurityLog, sessions: Sessions) {
    this.#log = log;
    this.#sessions = sessions;
  }

  @Contract(authOperations.sessions)
  list(_input: OperationInput<typeof authOperations.sessions>, @Req() request: FastifyRequest) {
    return this.#sessions.list(identityOf(request).accountId, keyOf(request));
  }

  @Contract(authOperations.endSession)
  async end(
    { params }: OperationInput<typeof authOperations.endSession>,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    const hasEnded = await this.#sessions.endOne(identityOf(request).accountId, params.session_id);
    if (!hasEnded) throw notFound('This session has already ended.');
    this.#record(request, { reason: 'signed out elsewhere', session: params.session_id });
  }

  @Contract(authOperations.endOtherSessions)
  async endOthers(_input: OperationInput<typeof authOperations.endOtherSessions>, @Req() request: FastifyRequest) {
    const endedCount = await this.#sessions.endOthers(identityOf(request).accountId, keyOf(request));
    if (endedCount > 0) this.#record(request, { reason: 'all others signed out', sessions: endedCount });
    return { ended: endedCount };
  }

  #record({ username: actor, ip: address }: FastifyRequest, details: Record<string, string | number>): void {
    this.#log.record({ kind: 'session-ended', actor, address, details });
  }
}
