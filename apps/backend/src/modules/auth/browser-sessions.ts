import { Inject, Injectable } from '@nestjs/common';
import type { SessionEndReason } from '@archive/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { behindTls } from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';
import { SecurityLog } from '../security-log/index.ts';
import type { Identity } from './credentials.ts';
import { readCookie, setCookie } from './known-devices.ts';
import { Sessions } from './sessions.ts';

/** The session of a browser: starts and ends it, with its cookie. */
@Injectable()
export class BrowserSessions {
  readonly #config: Config;
  readonly #log: SecurityLog;
  readonly #sessions: Sessions;

  constructor(@Inject(CONFIG) config: Config, log: SecurityLog, sessions: Sessions) {
    this.#config = config;
    this.#log = log;
    this.#sessions = sessions;
  }

  /**
   * Starts a session with a token of its own, and ends the earlier one. Returns false if the account was changed or deactivated since its
   * password was checked with this hash.
   */
  async start(
    identity: Identity,
    passwordHash: string | null,
    request: FastifyRequest,
    reply: FastifyReply,
    idToken: string | null = null,
  ): Promise<boolean> {
    await this.#endCurrent(request);
    const client = { address: request.ip, userAgent: request.headers['user-agent'] };
    const token = await this.#sessions.create(identity, passwordHash, client, idToken);
    if (token === undefined) return false;
    setCookie(reply, 'session', token, this.#sessions.lifetime, behindTls(this.#config, request));
    return true;
  }

  /** Ends the session of the request, and clears its cookie. Returns what a provider needs to sign the person out as well. */
  async end(request: FastifyRequest, reply: FastifyReply): Promise<string | null> {
    const idToken = await this.#endCurrent(request);
    setCookie(reply, 'session', '', 0, behindTls(this.#config, request));
    return idToken;
  }

  /** Why the session of the request was ended by someone else. */
  async endReason(request: FastifyRequest): Promise<SessionEndReason | null> {
    const token = readCookie(request, 'session', behindTls(this.#config, request));
    return token === undefined ? null : this.#sessions.endReason(token);
  }

  async #endCurrent(request: FastifyRequest): Promise<string | null> {
    const token = readCookie(request, 'session', behindTls(this.#config, request));
    const ended = token === undefined ? undefined : await this.#sessions.end(token);
    if (!ended) return null;
    const { username: actor, idToken } = ended;
    this.#log.record({ kind: 'session-ended', actor, address: request.ip, details: { reason: 'signed out' } });
    return idToken;
  }
}
