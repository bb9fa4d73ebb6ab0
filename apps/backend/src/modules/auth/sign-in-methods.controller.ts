import { passkeyOperations, secondFactorOperations, type SecurityEventKind } from '@archive/contracts';
import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Contract, type OperationInput, Problem } from '../../common/index.ts';
import { SecurityLog } from '../security-log/index.ts';
import { Accounts, requireOwn } from './accounts.ts';
import { BrowserSessions } from './browser-sessions.ts';
import { Credentials } from './credentials.ts';
import { KnownDevices } from './known-devices.ts';
import { LoginLimiter } from './login-limiter.ts';
import { Passkeys } from './passkeys.ts';
import { SecondFactor } from './second-factor.ts';
import { identityOf, keyOf } from './session-guard.ts';

type PasskeyInput<K extends keyof typeof passkeyOperations> = OperationInput<(typeof passkeyOperations)[K]>;

const ownId = (request: FastifyRequest) => requireOwn(identityOf(request).accountId);

/** Passkeys and the second factor of one’s own account, and signing in with a passkey. */
@Controller()
export class SignInMethodsController {
  constructor(
    private readonly accounts: Accounts,
    private readonly browserSessions: BrowserSessions,
    private readonly credentials: Credentials,
    private readonly devices: KnownDevices,
    private readonly limiter: LoginLimiter,
    private readonly log: SecurityLog,
    private readonly passkeys: Passkeys,
    private readonly secondFactor: SecondFactor,
  ) {}

  @Contract(passkeyOperations.list)
  list(_input: PasskeyInput<'list'>, @Req() request: FastifyRequest) {
    return this.passkeys.list(identityOf(request).accountId);
  }

  @Contract(passkeyOperations.options)
  async options(
    _input: PasskeyInput<'options'>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const options = await this.passkeys.creationOptions(ownId(request), keyOf(request), request, reply);
    return { ...options };
  }

  @Contract(passkeyOperations.add)
  async add({ body }: PasskeyInput<'add'>, @Req() request: FastifyRequest) {
    const passkey = await this.passkeys.add(ownId(request), keyOf(request), body, request);
    this.#record('passkey-added', request, { passkey: passkey.name });
    return passkey;
  }

  @Contract(passkeyOperations.rename)
  rename({ params, body }: PasskeyInput<'rename'>, @Req() request: FastifyRequest) {
    return this.passkeys.rename(ownId(request), params.passkey_id, body.name);
  }

  @Contract(passkeyOperations.remove)
  async remove({ params }: PasskeyInput<'remove'>, @Req() request: FastifyRequest) {
    const passkey = await this.passkeys.remove(ownId(request), params.passkey_id);
    this.#record('passkey-removed', request, { passkey });
  }

  @Contract(passkeyOperations.signInOptions)
  async signInOptions(
    _input: PasskeyInput<'signInOptions'>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const options = await this.passkeys.signInOptions(request, reply);
    return { options: options && { ...options } };
  }

  @Contract(passkeyOperations.signIn)
  async signIn(
    { body: { credential } }: PasskeyInput<'signIn'>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const attempt = { address: request.ip, username: credential.id, device: undefined };
    await this.limiter.admit(attempt);
    const { accountId, name } = await this.passkeys.accountOf(credential, request).catch((error: unknown) => {
      if (error instanceof Problem) this.#record('login-failed', request, { factor: 'passkey' });
      throw error;
    });
    const { identity, hash } = await this.credentials.findById(accountId);
    if (!identity || !(await this.browserSessions.start(identity, hash, request, reply)))
      throw new Problem(401, 'This account can’t be used. Ask an administrator.');
    await this.limiter.recordSuccess(attempt);
    await this.accounts.recordSignIn(identity);
    const device = await this.devices.identify(request, accountId);
    await this.devices.remember(request, reply, accountId, device);
    this.log.record({ kind: 'passkey-used', actor: identity.name, address: request.ip, details: { passkey: name } });
    return { username: identity.name, role: identity.role };
  }

  @Contract(secondFactorOperations.get)
  state(_input: OperationInput<typeof secondFactorOperations.get>, @Req() request: FastifyRequest) {
    return this.secondFactor.state(identityOf(request).accountId);
  }

  @Contract(secondFactorOperations.start)
  start(_input: OperationInput<typeof secondFactorOperations.start>, @Req() request: FastifyRequest) {
    return this.secondFactor.start(ownId(request));
  }

  @Contract(secondFactorOperations.activate)
  async activate({ body }: OperationInput<typeof secondFactorOperations.activate>, @Req() request: FastifyRequest) {
    const recovery_codes = await this.secondFactor.activate(ownId(request), body.code);
    this.#record('second-factor-enabled', request, {});
    return { recovery_codes };
  }

  @Contract(secondFactorOperations.end)
  async end(_input: OperationInput<typeof secondFactorOperations.end>, @Req() request: FastifyRequest) {
    if (await this.secondFactor.end(ownId(request))) this.#record('second-factor-disabled', request, {});
  }

  #record(kind: SecurityEventKind, { ip: address, identity }: FastifyRequest, details: Record<string, string>): void {
    this.log.record({ kind, actor: identity?.name ?? null, address, details });
  }
}
