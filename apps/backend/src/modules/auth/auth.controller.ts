import { authOperations } from '@archive/contracts';
import { Controller, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type OperationInput, Contract, Problem } from '../../common/index.ts';
import { CONFIG, type Config, hasDefaultPassword } from '../../config/index.ts';
import { SecurityLog } from '../security-log/index.ts';
import { Accounts } from './accounts.ts';
import { BrowserSessions } from './browser-sessions.ts';
import { Credentials } from './credentials.ts';
import { KnownDevices } from './known-devices.ts';
import { deviceName } from './sessions.ts';
import { LoginLimiter } from './login-limiter.ts';
import { SecondFactor } from './second-factor.ts';
import { SessionGuard } from './session-guard.ts';
import { SignOn } from './sign-on.ts';

/** Headers of proxies. Only people at the machine may sign in with the default password, and a proxy may lead others to it. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];
const OWN_PASSWORD_NEEDED =
  'A proxy leads to this archive, so it needs a password of its own. Set CURATOR_PASSWORD, and TRUST_PROXY for the proxy.';

@Controller()
export class AuthController {
  readonly #accounts: Accounts;
  readonly #config: Config;
  readonly #credentials: Credentials;
  readonly #devices: KnownDevices;
  readonly #guard: SessionGuard;
  readonly #limiter: LoginLimiter;
  readonly #log: SecurityLog;
  readonly #secondFactor: SecondFactor;
  readonly #sessions: BrowserSessions;
  readonly #signOn: SignOn;

  constructor(
    accounts: Accounts,
    @Inject(CONFIG) config: Config,
    credentials: Credentials,
    devices: KnownDevices,
    guard: SessionGuard,
    limiter: LoginLimiter,
    log: SecurityLog,
    secondFactor: SecondFactor,
    sessions: BrowserSessions,
    signOn: SignOn,
  ) {
    this.#accounts = accounts;
    this.#config = config;
    this.#credentials = credentials;
    this.#devices = devices;
    this.#guard = guard;
    this.#limiter = limiter;
    this.#log = log;
    this.#secondFactor = secondFactor;
    this.#sessions = sessions;
    this.#signOn = signOn;
  }

  @Contract(authOperations.login)
  async login(
    { body }: OperationInput<typeof authOperations.login>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    if (hasDefaultPassword(this.#config) && FORWARDED.some((name) => name in request.headers))
      throw new Problem(403, OWN_PASSWORD_NEEDED);
    const candidate = await this.#credentials.find(body.username);
    const { identity: known } = candidate;
    const device = known && (await this.#devices.identify(request, known.accountId));
    const attempt = { address: request.ip, username: body.username, device };
    // An unknown name may be a password typed into the wrong field, so only those of accounts are recorded.
    const actor = known?.name ?? null;
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
    const identity = await this.#credentials.check(candidate, body.password, queue).catch((error: unknown) => {
      if (error instanceof Problem) record('login-throttled');
      throw error;
    });
    if (identity) await this.#secondFactor.require(identity, body.code, attempt);
    if (!identity || !(await this.#sessions.start(identity, candidate.hash, request, reply))) {
      record('login-failed');
      throw new Problem(401, 'Invalid credentials. Please try again.');
    }
    await this.#limiter.recordSuccess(attempt);
    await this.#accounts.recordSignIn(identity);
    await this.#devices.remember(request, reply, identity.accountId, device);
    record('login-succeeded');
    return { username: identity.name, role: identity.role };
  }

  @Contract(authOperations.session)
  async session(
    _input: OperationInput<typeof authOperations.session>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const identity = (await this.#guard.sessionOf(request, reply))?.identity;
    if (identity) return { authenticated: true, username: identity.name, role: identity.role };
    const end_reason = await this.#sessions.endReason(request);
    return { authenticated: false, username: null, role: null, ...(end_reason && { end_reason }) };
  }

  @Contract(authOperations.logout)
  async logout(
    _input: OperationInput<typeof authOperations.logout>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const idToken = await this.#sessions.end(request, reply);
    const url = idToken === null ? undefined : await this.#signOn.signOutPage(idToken, request);
    if (url === undefined) return undefined;
    reply.code(200);
    return { url };
  }
}
