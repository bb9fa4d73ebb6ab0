import { hash, randomBytes } from 'node:crypto';
import {
  type Account,
  type accountOperations,
  INVITATION_DAYS,
  type Invitation,
  type OperationBody,
  type Role,
  SCOPES_OF_ROLE,
  type SignOnFailure,
} from '@archive/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { invalidFields, notFound, Problem } from '../../common/index.ts';
import { CONFIG, type Config, DEFAULT_USERNAME, isCommonPassword } from '../../config/index.ts';
import {
  col,
  type ColumnsOf,
  Database,
  type RowOf,
  type Statement,
  statement,
  type StatementExecutor,
} from '../../database/index.ts';
import { accountKey, Credentials, type Identity } from './credentials.ts';
import { REMOVE_PASSKEYS } from './passkeys.ts';
import { END_SECOND_FACTOR } from './second-factor.ts';

type Operations = typeof accountOperations;
type InvitationLink = Omit<Invitation, 'mailed'>;

const SELECTED = `name, email, role, created_by, instant_text(created_at) as created_at,
  issuer as provider,
  case when deactivated_at is not null then 'deactivated' when password_hash is null and issuer is null then 'invited' else 'active' end as state,
  instant_text(invitation_expires_at) as invitation_expires_at, instant_text(last_signed_in_at) as last_signed_in_at`;
const COLUMNS = {
  name: col.text,
  email: col.text,
  role: col.text.as<Role>(),
  created_by: col.text,
  created_at: col.text,
  state: col.text.as<Account['state']>(),
  invitation_expires_at: col.text.nullable(),
  last_signed_in_at: col.text.nullable(),
  provider: col.text.nullable(),
} satisfies ColumnsOf<Account>;
const LOCKED = { id: col.int, ...COLUMNS };
type LockedAccount = RowOf<typeof LOCKED>;

const LIST = statement('accounts', `select ${SELECTED} from account order by lower(name), id`, COLUMNS);
const LOCK = statement('account-lock', `select id, ${SELECTED} from account where email_key = $1 for update`, LOCKED);
const LOCK_BY_ID = statement(
  'account-lock-by-id',
  `select id, ${SELECTED} from account where id = $1 for update`,
  LOCKED,
);
const TAKEN = statement(
  'account-taken',
  `select exists (select from account where email_key = $1 and id is distinct from $3) email,
     exists (select from account_name where key = $2 and account_id is distinct from $3) name`,
  { email: col.bool, name: col.bool },
);
const CREATE = statement(
  'account-create',
  'insert into account (name, email, email_key, role, created_by) values ($1, $2, $3, $4, $5) returning id',
  { id: col.int },
);
/** No row if another account has or had the name. */
/** Nobody else may take a name of these, so they are limited. */
const MAX_NAMES = 10;
const COUNT_NAMES = statement('account-count-names', 'select count(*)::int from account_name where account_id = $1', {
  count: col.int,
});
const NAME = statement(
  'account-name',
  `insert into account_name (key, account_id, spellings) values ($1, $2, array[$3])
   on conflict (key) do update set spellings = array(select distinct unnest(account_name.spellings || excluded.spellings))
     where account_name.account_id = excluded.account_id
   returning account_id`,
  { account_id: col.int },
);
const PROFILE = statement('account-profile', 'select email, issuer as provider from account where id = $1', {
  email: col.text,
  provider: col.text.nullable(),
});
const UPDATE = statement(
  'account-update',
  `update account set name = $2, email = $3, email_key = $4, role = $5,
     deactivated_at = case when $6 then null else coalesce(deactivated_at, now()) end,
     invitation_hash = case when $6 then invitation_hash end,
     invitation_expires_at = case when $6 then invitation_expires_at end
   where id = $1 returning ${SELECTED}`,
  COLUMNS,
);
const INVITE = statement(
  'account-invite',
  `update account set password_hash = null, issuer = null, subject = null, invitation_hash = $2, invitation_expires_at = now() + make_interval(days => ${INVITATION_DAYS})
   where id = $1 returning ${SELECTED}`,
  COLUMNS,
);
const IS_OPEN = 'invitation_hash = $1 and invitation_expires_at > now() and deactivated_at is null';
const INVITED = statement('account-invited', `select name, email from account where ${IS_OPEN}`, {
  name: col.text,
  email: col.text,
});
/** Only one of two simultaneous requests gets a row. */
const ACCEPT = statement(
  'account-accept',
  `update account set password_hash = $2, invitation_hash = null, invitation_expires_at = null where ${IS_OPEN}
   returning id as "accountId", name, role`,
  { accountId: col.int, name: col.text, role: col.text.as<Role>() },
);
const SET_PASSWORD = statement(
  'account-set-password',
  'update account set password_hash = $2 where id = $1 and password_hash = $3 and deactivated_at is null',
);
const SIGNED_IN = statement('account-signed-in', 'update account set last_signed_in_at = now() where id = $1');
/** $2: why, which the sign-in page shows. */
const END_SESSIONS = statement(
  'account-end-sessions',
  'update session set expires_at = now(), id_token = null, end_reason = $2 where account_id = $1 and end_reason is null',
);
/** The account can sign in again, so nobody is told otherwise. */
const FORGET_DEACTIVATION = statement(
  'account-forget-deactivation',
  `update session set end_reason = null where account_id = $1 and end_reason = 'deactivated'`,
);
const RENAME_SESSIONS = statement('account-rename-sessions', 'update session set username = $2 where account_id = $1');
/** $2: scopes that the account may still have, without the names of micro-frontends. */
const REVOKE_TOKENS = statement(
  'account-revoke-tokens',
  `update api_token set revoked_at = now(), revoked_by = $3 where account_id = $1 and revoked_at is null
     and exists (select from unnest(scopes) scope where split_part(scope, ':', 1) <> all($2))`,
);
const NAMES = statement(
  'account-names',
  'select spelling as name from account_name, unnest(spellings) spelling where account_id = $1',
  { name: col.text },
);

/** Two first sign-ins of one person at the same moment make one account. */
const SIGN_ON_LOCK = statement('account-sign-on-lock', 'select pg_advisory_xact_lock(hashtextextended($1, 0))');
const LOCK_BY_IDENTITY = statement(
  'account-lock-by-identity',
  `select id, ${SELECTED} from account where issuer = $1 and subject = $2 for update`,
  LOCKED,
);
const CREATE_WITH_IDENTITY = statement(
  'account-create-with-identity',
  'insert into account (name, email, email_key, role, created_by, issuer, subject) values ($1, $2, $3, $4, $5, $6, $7) returning id',
  { id: col.int },
);
/** Gives an invited account to a person of a provider. */
const CONNECT = statement(
  'account-connect',
  `update account set issuer = $2, subject = $3, invitation_hash = null, invitation_expires_at = null where ${IS_OPEN}
   returning id, ${SELECTED}`,
  LOCKED,
);
const SET_ROLE = statement('account-set-role', 'update account set role = $2 where id = $1');
/** $1: issuers; $2: whether passwords of invited people are accepted. */
const END_SESSIONS_OF_OTHERS = statement(
  'account-end-sessions-of-others',
  `delete from session using account a where a.id = account_id
     and case when issuer is null then not $2 else issuer <> all($1) end`,
);

/** Names that history records for others than accounts. */
const RESERVED = [DEFAULT_USERNAME, 'the server'];

const digest = (token: string) => hash('sha256', token, 'buffer');
const taken = (path: string, message: string) => new Problem(409, message, { errors: [{ path, message }] });
const nameTaken = () => taken('name', 'Another account has or had this name. Add a middle name or an initial.');
const ACCOUNT_NOT_FOUND = 'There is no account with this e-mail address.';
/** Names made unique by a number stay within the length of names. */
const MAX_PROVIDED_NAME = 90;
const EXPIRED = 'This link has expired or was already used. Ask an administrator for a new one.';

/** Who signs in with a provider, as the provider says. */
export interface ProvidedPerson {
  issuer: string;
  subject: string;
  /** Undefined if no group gives one. */
  role: Role | undefined;
  name: string;
  /** Undefined unless the provider has verified it. */
  email: string | undefined;
  /** Recorded as who added the account. */
  provider: string;
}

/** The accounts of people. The one in the configuration is not among the rows: nothing here can change it. */
@Injectable()
export class Accounts {
  readonly #credentials: Credentials;
  readonly #database: Database;
  readonly #signOn: Config['signOn'];
  readonly #title: string;

  constructor(credentials: Credentials, database: Database, @Inject(CONFIG) config: Config) {
    this.#credentials = credentials;
    this.#database = database;
    this.#signOn = config.signOn;
    this.#title = config.archive.title;
  }

  async list(): Promise<Account[]> {
    const configured: Account = {
      name: this.#credentials.username,
      email: null,
      role: 'administrator',
      state: 'active',
      invitation_expires_at: null,
      created_at: null,
      created_by: null,
      last_signed_in_at: null,
      provider: null,
    };
    return [configured, ...(await this.#database.rows(LIST)).map((row) => this.#account(row))];
  }

  /** @throws 409 for a name or an address that another account has or had */
  create({ name, email, role }: OperationBody<Operations['create']>, by: string) {
    return this.#database.transaction(async (executor) => {
      await this.#requireFree(executor, name, email, null);
      const row = await required(executor, CREATE, [name, email, accountKey(email), role, by]);
      await takeName(executor, row.id, name);
      return this.#invite(executor, row.id);
    });
  }

  /** @throws 404 for an unknown account, 409 for a name or an address of another one, or for one’s own role and access */
  update(accountEmail: string, changes: OperationBody<Operations['update']>, by: Identity): Promise<Account> {
    return this.#database.transaction(async (executor) => {
      const account = await lock(executor, accountEmail);
      const { name = account.name, email = account.email, role = account.role } = changes;
      const { active = account.state !== 'deactivated' } = changes;
      if (account.id === by.accountId && (role !== account.role || !active))
        throw new Problem(409, 'You can’t change your own role or access. Ask another administrator.');
      if (account.provider !== null && role !== account.role)
        throw new Problem(409, 'This account’s role comes from its groups at the provider.');
      await this.#requireFree(executor, name, email, account.id);
      await this.#rename(executor, account, name);
      if (role !== account.role || !active)
        await executor.execute(END_SESSIONS, [account.id, active ? 'role' : 'deactivated']);
      if (active && account.state === 'deactivated') await executor.execute(FORGET_DEACTIVATION, [account.id]);
      const scopes = active ? SCOPES_OF_ROLE[role] : [];
      await executor.execute(REVOKE_TOKENS, [account.id, scopes, by.name]);
      const values = [account.id, name, email, accountKey(email), role, active];
      return this.#account(await required(executor, UPDATE, values));
    });
  }

  /** Ends all ways into an account, its API tokens too: someone who knew the password may have made some. @throws 404 for an unknown account, 409 for a deactivated one */
  reset(accountEmail: string, by: Identity) {
    return this.#database.transaction(async (executor) => {
      const { id, state } = await lock(executor, accountEmail);
      if (state === 'deactivated') throw new Problem(409, 'This account is deactivated. Reactivate it first.');
      await executor.execute(END_SESSIONS, [id, 'reset']);
      await executor.execute(REVOKE_TOKENS, [id, [], by.name]);
      for (const end of [REMOVE_PASSKEYS, END_SECOND_FACTOR]) await executor.execute(end, [id]);
      return this.#invite(executor, id);
    });
  }

  /** @throws 404 for an invitation that has expired or was used */
  async invited(token: string): Promise<{ name: string; email: string }> {
    const row = await this.#database.row(INVITED, [digest(token)]);
    if (!row) throw notFound(EXPIRED);
    return row;
  }

  /** Sets the password of an invited person. @throws 404 for an invitation that has expired or was used, 422 for a common password */
  async accept(token: string, password: string): Promise<{ identity: Identity; passwordHash: string }> {
    if (!this.#signOn.localAccounts) throw new Problem(409, 'Sign in with a provider instead of a password.');
    const { name, email } = await this.invited(token);
    this.#requireUncommon('password', password, [name, email]);
    const passwordHash = await this.#credentials.hash(password);
    const identity = await this.#database.row(ACCEPT, [digest(token), passwordHash]);
    if (!identity) throw notFound(EXPIRED);
    return { identity, passwordHash };
  }

  async profile({ accountId, name, role }: Identity) {
    if (accountId === null) return { name, email: null, role, provider: null, configured: true };
    const row = await this.#database.row(PROFILE, [accountId]);
    const provider = this.#providerName(row?.provider ?? null);
    return { name, email: row?.email ?? null, role, provider, configured: false };
  }

  /** @throws 409 for a name that another account has or had, and for the account in the configuration */
  async rename({ accountId }: Identity, name: string): Promise<void> {
    await this.#database.transaction(async (executor) => {
      const account = await executor.row(LOCK_BY_ID, [requireOwn(accountId)]);
      if (!account) throw notFound(ACCOUNT_NOT_FOUND);
      // Deactivated after the guard had let the request pass.
      if (account.state === 'deactivated') throw new Problem(401, 'Please sign in.');
      const { id, email, role } = account;
      const { count = 0 } = (await executor.row(COUNT_NAMES, [id])) ?? {};
      if (count >= MAX_NAMES) throw new Problem(409, 'You have changed your name too often. Ask an administrator.');
      await this.#requireFree(executor, name, email, id);
      await this.#rename(executor, account, name);
      await executor.execute(UPDATE, [id, name, email, accountKey(email), role, true]);
    });
  }

  /** @throws 409 if the password was changed or reset in the meantime, and for the account in the configuration, 422 for a common password */
  async setPassword({ accountId, name }: Identity, previousHash: string, password: string): Promise<void> {
    const id = requireOwn(accountId);
    this.#requireUncommon('new_password', password, [name]);
    const values = [id, await this.#credentials.hash(password), previousHash];
    if ((await this.#database.execute(SET_PASSWORD, values)) === 0)
      throw new Problem(409, 'Your password was changed in the meantime. Sign in again.');
  }

  /**
   * The account of a person at a provider, which the first sign-in adds. Issuer and subject alone identify it: an equal e-mail address never
   * opens an account, only its invitation does. The groups give the role each time; a different one ends the sessions that have another.
   */
  signOn(person: ProvidedPerson, invitation?: string): Promise<Identity | SignOnFailure> {
    const { issuer, subject, role } = person;
    return this.#database.transaction(async (executor) => {
      await executor.row(SIGN_ON_LOCK, [`sign-on ${issuer} ${subject}`]);
      const known = await executor.row(LOCK_BY_IDENTITY, [issuer, subject]);
      if (known?.state === 'deactivated') return 'deactivated';
      if (known) return withRole(executor, known, role);
      if (role === undefined) return 'no-role';
      if (invitation === undefined) return this.#addProvided(executor, { ...person, role });
      const connected = await executor.row(CONNECT, [digest(invitation), issuer, subject]);
      return connected ? withRole(executor, connected, role) : 'invitation';
    });
  }

  /** Ends sessions of accounts that can’t sign in with this configuration. */
  async endSessionsOfOthers(): Promise<void> {
    const { providers, localAccounts } = this.#signOn;
    await this.#database.execute(END_SESSIONS_OF_OTHERS, [providers.map(({ issuer }) => issuer), localAccounts]);
  }

  async recordSignIn({ accountId }: Identity): Promise<void> {
    if (accountId !== null) await this.#database.execute(SIGNED_IN, [accountId]);
  }

  /** The names under which history recorded an account: the current one and earlier ones. */
  async namesOf({ accountId, name }: Identity): Promise<string[]> {
    if (accountId === null) return [name];
    return (await this.#database.rows(NAMES, [accountId])).map((row) => row.name);
  }

  async #invite(executor: StatementExecutor, id: number): Promise<{ account: Account; invitation: InvitationLink }> {
    const token = randomBytes(32).toString('base64url');
    const account = this.#account(await required(executor, INVITE, [id, digest(token)]));
    // What follows # is never sent to a server, so it is in no log.
    return { account, invitation: { path: `/invitation#${token}`, expires_at: account.invitation_expires_at ?? '' } };
  }

  #account(account: Account): Account {
    return { ...account, provider: this.#providerName(account.provider) };
  }

  #providerName(issuer: string | null): string | null {
    return this.#signOn.providers.find((provider) => provider.issuer === issuer)?.name ?? issuer;
  }

  async #rename(executor: StatementExecutor, account: { id: number; name: string }, name: string): Promise<void> {
    if (name === account.name) return;
    await takeName(executor, account.id, name);
    await executor.execute(RENAME_SESSIONS, [account.id, name]);
  }

  async #requireFree(executor: StatementExecutor, name: string, email: string, id: number | null): Promise<void> {
    const key = accountKey(name);
    const is = await executor.row(TAKEN, [accountKey(email), key, id]);
    if (is?.email) throw taken('email', 'Another account has this e-mail address.');
    if (is?.name || this.#isReserved(key)) throw nameTaken();
  }

  #isReserved(key: string): boolean {
    return [this.#credentials.username, ...RESERVED].some((other) => accountKey(other) === key);
  }

  async #addProvided(
    executor: StatementExecutor,
    { issuer, subject, role, name, email, provider }: ProvidedPerson & { role: Role },
  ): Promise<Identity | SignOnFailure> {
    if (email === undefined) return 'unverified';
    const base = cleanName(name) || cleanName(email.slice(0, email.indexOf('@'))) || provider;
    for (let number = 1; ; number += 1) {
      const own = number === 1 ? base : `${base} ${number}`;
      const is = await executor.row(TAKEN, [accountKey(email), accountKey(own), null]);
      if (is?.email) return 'email-taken';
      if (is?.name || this.#isReserved(accountKey(own))) continue;
      const values = [own, email, accountKey(email), role, provider, issuer, subject];
      const { id } = await required(executor, CREATE_WITH_IDENTITY, values);
      await takeName(executor, id, own);
      return { accountId: id, name: own, role };
    }
  }

  #requireUncommon(path: string, password: string, words: readonly string[]): void {
    const context = [...words, ...words.flatMap((word) => word.split(/[\s@.]+/)), this.#title, 'sequoia'];
    if (!isCommonPassword(password, context)) return;
    throw invalidFields([{ path, message: 'This password is easy to guess. Choose another one.' }]);
  }
}

/** A name as accounts may have it. */
function cleanName(name: string): string {
  const letters = [...name.normalize('NFC')].map((letter) =>
    /[:@\s\p{Cc}\p{Cf}]/u.test(letter.normalize('NFKC')) ? ' ' : letter,
  );
  const clean = letters.join('').replaceAll(/ +/g, ' ').trim();
  return [...clean].slice(0, MAX_PROVIDED_NAME).join('').trim();
}

/** Gives an account the role of its groups. Without one, it can’t sign in. */
async function withRole(
  executor: StatementExecutor,
  { id, name, role: previous }: LockedAccount,
  role: Role | undefined,
): Promise<Identity | SignOnFailure> {
  if (role === previous) return { accountId: id, name, role };
  await executor.execute(END_SESSIONS, [id, 'role']);
  await executor.execute(REVOKE_TOKENS, [id, role === undefined ? [] : SCOPES_OF_ROLE[role], 'the server']);
  if (role === undefined) return 'no-role';
  await executor.execute(SET_ROLE, [id, role]);
  return { accountId: id, name, role };
}

export function requireOwn(accountId: number | null): number {
  if (accountId !== null) return accountId;
  throw new Problem(
    409,
    'The name and password of this account are in the configuration: CURATOR_USERNAME and CURATOR_PASSWORD.',
  );
}

async function takeName(executor: StatementExecutor, id: number, name: string): Promise<void> {
  if (!(await executor.row(NAME, [accountKey(name), id, name]))) throw nameTaken();
}

async function required<Row extends object>(
  executor: StatementExecutor,
  query: Statement<Row>,
  values: unknown[],
): Promise<Row> {
  const row = await executor.row(query, values);
  if (!row) throw notFound(ACCOUNT_NOT_FOUND);
  return row;
}

const lock = (executor: StatementExecutor, email: string) => required(executor, LOCK, [accountKey(email)]);
