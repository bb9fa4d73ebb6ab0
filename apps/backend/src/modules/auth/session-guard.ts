import { Inject, Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { behindTls, confirm, forgetAnswer, mayBeKept, Problem } from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';
import { Credentials } from './credentials.ts';
import { readSessionCookie, setSessionCookie } from './session-cookie.ts';
import { type LiveSession, Sessions } from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The front end whose pipeline asks, by its deploy token; null for people. */
    pipeline: string | null;
  }
}

export interface Pipeline {
  /** How history names it. */
  username: string;
  /** The one front end that it may change. */
  pipeline: string;
}

/**
 * Denies by default: each route of the server, those of plugins too, needs a session unless it says that it is open. It runs
 * before a body is read, so that nothing large is taken from strangers.
 */
@Injectable()
export class SessionGuard {
  readonly #sessions: Sessions;
  readonly #credentials: Credentials;
  readonly #config: Config;
  #pipelineOf: (token: string) => Promise<Pipeline | undefined> = () => Promise.resolve(undefined);

  constructor(sessions: Sessions, credentials: Credentials, @Inject(CONFIG) config: Config) {
    this.#sessions = sessions;
    this.#credentials = credentials;
    this.#config = config;
  }

  /** Says who a deploy token belongs to; asked on the routes that are open to pipelines. */
  admitPipelines(pipelineOf: (token: string) => Promise<Pipeline | undefined>): void {
    this.#pipelineOf = pipelineOf;
  }

  guard(server: FastifyInstance): void {
    server.decorateRequest('username', null);
    server.decorateRequest('pipeline', null);
    server.decorateRequest('changes', null);
    server.decorateRequest('look', null);
    server.addHook('onRequest', async (request, reply) => {
      if (request.is404 || request.routeOptions.config.open === true) return;
      if (await this.#admit(request)) return;
      const mayBegin = this.#mayBegin(request);
      request.look = this.#sessionOf(request, reply);
      if (!mayBegin) return confirm(request);
      // Whoever sends the answer hears of a failure; until then nobody does.
      request.look.catch(() => undefined);
    });
    server.addHook('onSend', (request, reply, payload, done) => {
      if (request.look === null) return done(null, payload);
      const expected = request.changes;
      confirm(request).then(
        () => {
          // Made while something changed: nobody knows which of the two counts is the answer's.
          if (request.changes !== expected) request.changes = null;
          done(null, payload);
        },
        (error: Error) => {
          forgetAnswer(reply);
          done(error);
        },
      );
    });
  }

  /**
   * Whether work may begin beside the look at the session, of which no word leaves before the look has been made: on reads of somebody
   * who was signed in when last seen (decision 0032).
   */
  #mayBegin(request: FastifyRequest): boolean {
    if (!mayBeKept(request)) return false;
    const token = readSessionCookie(request, behindTls(this.#config, request));
    const expected = token === undefined ? undefined : this.#sessions.expected(token);
    if (expected === undefined) return false;
    request.changes = expected;
    return true;
  }

  async #admit(request: FastifyRequest): Promise<boolean> {
    const [, token] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (token === undefined || request.routeOptions.config.call?.pipelines !== true) return false;
    const found = await this.#pipelineOf(token);
    if (!found) throw new Problem(401, 'This deploy token is not known, or has been revoked.');
    request.username = found.username;
    request.pipeline = found.pipeline;
    return true;
  }

  /** Who asks, by the session cookie; prolongs the session when it is time. */
  async identify(request: FastifyRequest, reply: FastifyReply): Promise<string | undefined> {
    return (await this.#sessionOf(request, reply))?.username;
  }

  async #sessionOf(request: FastifyRequest, reply: FastifyReply): Promise<LiveSession | undefined> {
    const tls = behindTls(this.#config, request);
    const token = readSessionCookie(request, tls);
    if (token === undefined) return undefined;
    const session = await this.#sessions.find(token);
    if (session?.username !== this.#credentials.username) return undefined;
    if (session.prolonged) setSessionCookie(reply, token, this.#sessions.lifetime, tls);
    return session;
  }
}
