import { allows, MAX_REQUESTS_IN_FLIGHT, type TokenKind } from '@archive/contracts';
import { type ExecutionContext, Inject, Injectable, createParamDecorator } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Problem, behindTls } from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';
import { SecurityLog } from '../security-log/index.ts';
import { ApiTokens, type Machine } from './api-tokens.ts';
import { readCookie, setCookie } from './known-devices.ts';
import type { Identity } from './credentials.ts';
import { type LiveSession, Sessions } from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The program whose token was sent; null for people. */
    machine: Machine | null;
    /** Identifies the session; null without one. */
    sessionKey: Buffer | null;
    /** Who is signed in; null without a session. */
    identity: Identity | null;
    /**
     * Rejects a change whose session or token has ended, or may no longer do this, while the body was sent.
     * @throws Problem 401 or 403
     */
    requireAccess: () => Promise<void>;
  }
}

const NOT_ALLOWED = 'Your role doesn’t allow this. An administrator can change it.';

/** Uses of a token from one address are recorded at most once per interval. */
const USE_INTERVAL_MS = 600_000;

/**
 * Denies by default: every route, including plugin routes, requires a session with the role that the route declares, unless it is public.
 * Runs before the body is read, so that clients that may not use a route can't send large bodies, and for changes again after it.
 */
@Injectable()
export class SessionGuard {
  readonly #sessions: Sessions;
  readonly #config: Config;
  readonly #log: SecurityLog;
  readonly #tokens: ApiTokens;
  readonly #inFlight = new RequestsInFlight();
  /** Combinations of program and address whose use was recorded recently. */
  readonly #recentUses = new LRUCache<string, true>({ max: 1000, ttl: USE_INTERVAL_MS });

  constructor(sessions: Sessions, @Inject(CONFIG) config: Config, log: SecurityLog, tokens: ApiTokens) {
    this.#tokens = tokens;
    this.#sessions = sessions;
    this.#config = config;
    this.#log = log;
  }

  guard(server: FastifyInstance): void {
    server.decorateRequest('username', null);
    server.decorateRequest('machine', null);
    server.decorateRequest('sessionKey', null);
    server.decorateRequest('identity', null);
    server.decorateRequest('changeCount', null);
    server.decorateRequest('requireAccess', () => Promise.resolve());
    server.addHook('onRequest', async (request, reply) => {
      const { access = 'administrator' } = request.routeOptions.config;
      if (request.is404 || access === 'public') return;
      if (await this.#authenticateMachine(request)) {
        this.#inFlight.enter(request.username ?? '', request, reply);
        return;
      }
      const session = await this.sessionOf(request, reply);
      if (!session) throw new Problem(401, 'Please sign in.');
      this.#inFlight.enter(session.key.toString('latin1'), request, reply);
      request.username = session.identity.name;
      request.sessionKey = session.key;
      request.identity = session.identity;
      request.changeCount = session.changes;
      if (!allows(session.identity.role, access)) throw this.#denied(request);
    });
    // After a JSON body. Files are read by the handlers, which call `requireAccess` themselves.
    server.addHook('preHandler', async (request, reply) => {
      if ((!request.identity && !request.machine) || request.method === 'GET' || request.method === 'HEAD') return;
      request.requireAccess = () => this.#requireAccess(request, reply);
      await request.requireAccess();
    });
  }

  async #requireAccess(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { access = 'administrator' } = request.routeOptions.config;
    if (await this.#authenticateMachine(request)) return;
    const session = await this.sessionOf(request, reply);
    if (!session) throw new Problem(401, 'Please sign in.');
    if (access !== 'public' && !allows(session.identity.role, access)) throw this.#denied(request);
  }

  #denied({ username: actor, ip: address, routeOptions: { url = '' } }: FastifyRequest): Problem {
    this.#log.record({ kind: 'access-denied', actor, address, details: { route: url } });
    return new Problem(403, NOT_ALLOWED);
  }

  async #authenticateMachine(request: FastifyRequest): Promise<boolean> {
    const kind = request.routeOptions.config.operation?.machineAuth;
    const machine = kind && (await this.machineOf(request, kind));
    if (!machine) return false;
    request.username = machine.username;
    request.machine = machine;
    return true;
  }

  /**
   * The program whose token a request has; undefined without a token.
   * @throws Problem 401 for a token that isn't valid, or isn't for this kind of operation
   */
  async machineOf(
    { headers, ip: address, routeOptions }: FastifyRequest,
    kind: TokenKind,
  ): Promise<Machine | undefined> {
    const [, token] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? [];
    if (token === undefined) return undefined;
    const machine = await this.#tokens.machineOf(token, kind);
    if (!machine) {
      this.#log.record({ kind: 'token-rejected', actor: null, address, details: { route: routeOptions.url ?? '' } });
      throw new Problem(401, 'This token is unknown, expired or revoked, or not for this.');
    }
    this.#recordUse(machine.username, address);
    return machine;
  }

  /** Records the use of a token, but not for each request, because a program sends many. */
  #recordUse(actor: string, address: string): void {
    const use = `${actor} ${address}`;
    if (this.#recentUses.has(use)) return;
    this.#recentUses.set(use, true);
    this.#log.record({ kind: 'token-used', actor, address });
  }

  /** The session of the cookie, which can also be used on public routes. Extends the session if that is due. */
  async sessionOf(request: FastifyRequest, reply: FastifyReply): Promise<LiveSession | undefined> {
    const isTls = behindTls(this.#config, request);
    const token = readCookie(request, 'session', isTls);
    if (token === undefined) return undefined;
    const session = await this.#sessions.find(token, request.ip);
    if (session?.extended !== undefined) setCookie(reply, 'session', token, session.extended, isTls);
    return session;
  }
}

/** Who is signed in. @throws 401 without a session, for requests with a token as well */
export function identityOf({ identity }: FastifyRequest): Identity {
  if (identity === null) throw new Problem(401, 'Please sign in.');
  return identity;
}

/** The key of the session. @throws 401 without one */
export function keyOf({ sessionKey }: FastifyRequest): Buffer {
  if (sessionKey === null) throw new Problem(401, 'Please sign in.');
  return sessionKey;
}

/** Injects the signed-in user's name into the handler of a non-public route: `create({ body }, @Username() username: string)`. */
export const Username = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { username } = context.switchToHttp().getRequest<FastifyRequest>();
  if (username === null) throw new Problem(401, 'Please sign in.');
  return username;
});

const RETRY_SECONDS = 1;

/** Limits the number of concurrent requests per session or token, so that one client can't use up the server. */
class RequestsInFlight {
  readonly #counts = new Map<string, number>();

  /**
   * Counts a request until its response has been sent or its connection is closed.
   * @param caller identifies the session or token
   * @throws Problem 429 if the caller already has too many concurrent requests
   */
  enter(caller: string, { routeOptions: { config } }: FastifyRequest, reply: FastifyReply): void {
    // If the connection was closed while the session was looked up, `close` is never emitted.
    if (reply.raw.destroyed) return;
    const kind = config.operation ? 'operations' : 'files';
    const key = `${kind} ${caller}`;
    const count = this.#counts.get(key) ?? 0;
    if (count >= MAX_REQUESTS_IN_FLIGHT[kind])
      throw new Problem(429, 'Too many requests at the same time. Please try again in a moment.', {
        headers: { 'retry-after': String(RETRY_SECONDS) },
      });
    this.#counts.set(key, count + 1);
    reply.raw.once('close', () => this.#leave(key));
  }

  #leave(key: string): void {
    const remaining = (this.#counts.get(key) ?? 1) - 1;
    if (remaining > 0) this.#counts.set(key, remaining);
    else this.#counts.delete(key);
  }
}
