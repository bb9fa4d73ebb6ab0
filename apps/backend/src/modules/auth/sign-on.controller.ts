import { authOperations, type SignOnFailure } from '@archive/contracts';
import { Controller, Get, Logger, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, Contract, type OperationInput, Problem } from '../../common/index.ts';
import { SecurityLog } from '../security-log/index.ts';
import { Accounts } from './accounts.ts';
import { BrowserSessions } from './browser-sessions.ts';
import { LoginLimiter } from './login-limiter.ts';
import { SignOn, SignOnError } from './sign-on.ts';

/** Signing in with a provider: the way there, and the way back. */
@Controller()
export class SignOnController {
  constructor(
    private readonly accounts: Accounts,
    private readonly limiter: LoginLimiter,
    private readonly log: SecurityLog,
    private readonly sessions: BrowserSessions,
    private readonly signOn: SignOn,
  ) {}

  @Contract(authOperations.signOn)
  async begin(
    { params, body }: OperationInput<typeof authOperations.signOn>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return { url: await this.signOn.begin(params.provider, body, request, reply) };
  }

  /** The provider sends the browser here. The page that follows checks `to`, and shows why it failed. */
  @Access('public')
  @Get('/sign-on/:provider')
  async finish(@Param('provider') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const method = this.signOn.provider(id).name;
    let query: Record<string, string>;
    try {
      const to = await this.#finish(id, method, request, reply);
      query = to === undefined ? {} : { to };
    } catch (error) {
      const reason = failureOf(error);
      const details = { method, reason };
      const kind = reason === 'busy' ? 'login-throttled' : 'login-failed';
      this.log.record({ kind, actor: null, address: request.ip, details });
      query = { sign_on: reason };
    }
    const search = new URLSearchParams(query).toString();
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(search === '' ? '/' : `/?${search}`, 303);
  }

  async #finish(id: string, method: string, request: FastifyRequest, reply: FastifyReply) {
    // Answers of a provider can’t be guessed, but each costs requests to it. The address alone is limited.
    const limited = { address: request.ip, username: `sign-on ${request.ip}`, device: undefined };
    await this.limiter.admit(limited);
    const { person, idToken, attempt } = await this.signOn.finish(id, request, reply);
    const identity = await this.accounts.signOn(person, attempt.invitation);
    if (typeof identity === 'string') throw new SignOnError(identity);
    if (!(await this.sessions.start(identity, null, request, reply, idToken))) throw new SignOnError('expired');
    await this.limiter.recordSuccess(limited);
    await this.accounts.recordSignIn(identity);
    this.log.record({ kind: 'login-succeeded', actor: identity.name, address: request.ip, details: { method } });
    return attempt.to;
  }
}

function failureOf(error: unknown): SignOnFailure {
  if (error instanceof SignOnError) return error.reason;
  if (error instanceof Problem && error.getStatus() === 429) return 'busy';
  new Logger(SignOnController.name).error(error);
  return 'failed';
}
