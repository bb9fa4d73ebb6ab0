import { authOperations } from '@archive/contracts';
import { Controller, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { behindTls, type OperationInput, Contract, Problem } from '../../common/index.ts';
import { CONFIG, type Config, hasDefaultPassword } from '../../config/index.ts';
import { KnownDevices, readCookie, setCookie } from './known-devices.ts';
import { SecurityLog } from '../security-log/index.ts';
import { Credentials } from './credentials.ts';
import { Sessions, deviceName } from './sessions.ts';
import { LoginLimiter } from './login-limiter.ts';
import { SessionGuard } from './session-guard.ts';

/** Headers of proxies. Only people at the machine may sign in with the default password, and a proxy may lead others to it. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];
const OWN_PASSWORD_NEEDED =
  'A proxy leads to this archive, so it needs a password of its own. Set CURATOR_PASSWORD, and TRUST_PROXY for the proxy.';

@Controller()
export class AuthController {
  readonly #config: Config;
  readonly #credentials: Credentials;
  readonly #devices: KnownDevices;
  readonly #guard: SessionGuard;
  readonly #limiter: LoginLimiter;
  readonly #log: SecurityLog;
  readonly #sessions: Sessions;

  constructor(
    @Inject(CONFIG) config: Config,
    credentials: Credentials,
    devices: KnownDevices,
    guard: SessionGuard,
    limiter: LoginLimiter,
    log: SecurityLog,
    sessions: Sessions,
  ) {
    this.#config = config;
    this.#credentials = credentials;
    this.#devices = devices;
    this.#guard = guard;
    this.#limiter = limiter;
    this.#log = log;
    this.#sessions = sessions;
  }

  @Contract(authOperations.login)
  async login(
    { body }: OperationInput<typeof authOperations.login>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    if (hasDefaultPassword(this.#config) && FORWARDED.some((name) => name in request.headers))
      throw new Problem(403, OWN_PASSWORD_NEEDED);
    const device = await this.#devices.identify(request);
    const attempt = { address: request.ip, username: body.username, device };
    // A wrong username may be a password typed into the wrong field, so only the correct username is recorded.
    const actor = body.username === this.#credentials.username ? body.username : null;
    const details = { device: deviceName(request.headers['user-agent'] ?? null), known_device: device ? 'yes' : 'no' };
    const record = (kind: 'login-succeeded' | 'login-failed' | 'login-throttled') =>
      this.#log.record({ kind, actor, address: request.ip, details });
    try {
      await this.#limiter.admit(attempt);
    } catch (error) {
      if (error instanceof Problem) record('login-throttled');
      throw error;
    }
    const queue = device === undefined ? 'unknown' : 'known';
    const isMatch = await this.#credentials.match(body.username, body.password, queue).catch((error: unknown) => {
      if (error instanceof Problem) record('login-throttled');
      throw error;
    });
    if (!isMatch) {
      record('login-failed');
      throw new Problem(401, 'Invalid credentials. Please try again.');
    }
    await this.#limiter.recordSuccess(attempt);
    await this.#endSession(request);
    const token = await this.#sessions.create(this.#credentials.username, {
      address: request.ip,
      userAgent: request.headers['user-agent'],
    });
    setCookie(reply, 'session', token, this.#sessions.lifetime, behindTls(this.#config, request));
    await this.#devices.remember(request, reply, device);
    record('login-succeeded');
    return { username: this.#credentials.username };
  }

  @Contract(authOperations.session)
  async session(
    _input: OperationInput<typeof authOperations.session>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const username = await this.#guard.identify(request, reply);
    return { authenticated: username !== undefined, username: username ?? null };
  }

  @Contract(authOperations.logout)
  async logout(
    _input: OperationInput<typeof authOperations.logout>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    await this.#endSession(request);
    setCookie(reply, 'session', '', 0, behindTls(this.#config, request));
  }

  async #endSession(request: FastifyRequest): Promise<void> {
    const token = readCookie(request, 'session', behindTls(this.#config, request));
    if (token === undefined || !(await this.#sessions.end(token))) return;
    this.#log.record({
      kind: 'session-ended',
      actor: this.#credentials.username,
      address: request.ip,
      details: { reason: 'signed out' },
    });
  }
}
