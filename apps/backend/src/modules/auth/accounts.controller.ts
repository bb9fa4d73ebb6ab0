import { accountOperations } from '@archive/contracts';
import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Contract, invalidFields, type OperationInput } from '../../common/index.ts';
import { SecurityLog } from '../security-log/index.ts';
import { Accounts } from './accounts.ts';
import { BrowserSessions } from './browser-sessions.ts';
import { Credentials } from './credentials.ts';
import { InvitationMail } from './invitation-mail.ts';
import { LoginLimiter } from './login-limiter.ts';
import { identityOf, keyOf } from './session-guard.ts';
import { Sessions } from './sessions.ts';

type Operations = typeof accountOperations;

/** The accounts, for administrators, and one’s own account. */
@Controller()
export class AccountsController {
  readonly #accounts: Accounts;
  readonly #browserSessions: BrowserSessions;
  readonly #credentials: Credentials;
  readonly #limiter: LoginLimiter;
  readonly #log: SecurityLog;
  readonly #mail: InvitationMail;
  readonly #sessions: Sessions;

  constructor(
    accounts: Accounts,
    browserSessions: BrowserSessions,
    credentials: Credentials,
    limiter: LoginLimiter,
    log: SecurityLog,
    mail: InvitationMail,
    sessions: Sessions,
  ) {
    this.#accounts = accounts;
    this.#browserSessions = browserSessions;
    this.#credentials = credentials;
    this.#limiter = limiter;
    this.#log = log;
    this.#mail = mail;
    this.#sessions = sessions;
  }

  @Contract(accountOperations.list)
  list(_input: OperationInput<Operations['list']>) {
    return this.#accounts.list();
  }

  @Contract(accountOperations.create)
  async create({ body }: OperationInput<Operations['create']>, @Req() request: FastifyRequest) {
    const by = identityOf(request).name;
    const { account, invitation } = await this.#accounts.create(body, by);
    this.#record('account-created', request, { account: account.name, role: account.role });
    const mailed = await this.#mail.send({ account, invitation, by, kind: 'new' });
    return { account, invitation: { ...invitation, mailed } };
  }

  @Contract(accountOperations.update)
  async update({ params, body }: OperationInput<Operations['update']>, @Req() request: FastifyRequest) {
    const account = await this.#accounts.update(params.account_email, body, identityOf(request));
    const { name, role, state } = account;
    this.#record('account-changed', request, { account: name, role, state });
    return account;
  }

  @Contract(accountOperations.reset)
  async reset({ params }: OperationInput<Operations['reset']>, @Req() request: FastifyRequest) {
    const by = identityOf(request);
    const { account, invitation } = await this.#accounts.reset(params.account_email, by);
    this.#record('account-reset', request, { account: account.name });
    const mailed = await this.#mail.send({ account, invitation, by: by.name, kind: 'reset' });
    return { account, invitation: { ...invitation, mailed } };
  }

  @Contract(accountOperations.invitation)
  invitation({ body }: OperationInput<Operations['invitation']>) {
    return this.#accounts.invited(body.token);
  }

  @Contract(accountOperations.accept)
  async accept(
    { body }: OperationInput<Operations['accept']>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { identity, passwordHash } = await this.#accounts.accept(body.token, body.password);
    await this.#browserSessions.start(identity, passwordHash, request, reply);
    await this.#accounts.recordSignIn(identity);
    this.#log.record({ kind: 'account-activated', actor: identity.name, address: request.ip });
    return { username: identity.name };
  }

  @Contract(accountOperations.profile)
  profile(_input: OperationInput<Operations['profile']>, @Req() request: FastifyRequest) {
    return this.#accounts.profile(identityOf(request));
  }

  @Contract(accountOperations.updateProfile)
  async updateProfile({ body }: OperationInput<Operations['updateProfile']>, @Req() request: FastifyRequest) {
    const identity = identityOf(request);
    await this.#accounts.rename(identity, body.name);
    this.#record('account-changed', request, { account: body.name });
    return this.#accounts.profile({ ...identity, name: body.name });
  }

  @Contract(accountOperations.changePassword)
  async changePassword({ body }: OperationInput<Operations['changePassword']>, @Req() request: FastifyRequest) {
    const identity = identityOf(request);
    const key = keyOf(request);
    // A session has signed in, so guesses from elsewhere don't keep it from this, as for a known device.
    const attempt = { address: request.ip, username: identity.name, device: `session ${key.toString('hex')}` };
    await this.#limiter.admit(attempt);
    const candidate = await this.#credentials.findById(identity.accountId);
    if (!(await this.#credentials.check(candidate, body.current_password, 'known'))) {
      this.#record('login-failed', request, { operation: accountOperations.changePassword.id });
      throw invalidFields([{ path: 'current_password', message: 'This is not your current password.' }]);
    }
    await this.#limiter.recordSuccess(attempt);
    await this.#accounts.setPassword(identity, candidate.hash, body.new_password);
    await this.#sessions.endOthers(identity.accountId, key);
    this.#record('password-changed', request, {});
  }

  #record(
    kind: 'account-created' | 'account-changed' | 'account-reset' | 'password-changed' | 'login-failed',
    { ip: address, identity }: FastifyRequest,
    details: Record<string, string>,
  ): void {
    this.#log.record({ kind, actor: identity?.name ?? null, address, details });
  }
}
