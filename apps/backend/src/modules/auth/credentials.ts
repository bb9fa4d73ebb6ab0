import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { Role } from '@archive/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { Problem } from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';
import { col, Database, type RowOf, statement } from '../../database/index.ts';
import { hashPassword, verifyPassword, type WorkFactor, WORK_FACTOR } from './password-hash.ts';

const KEY_LENGTH = 32;
/** Makes the hash cheap for tests, which sign in thousands of times. */
const TEST_WORK_FACTOR = { ln: 10, r: 8, p: 1 };
/** Must not change, because that would change the key and sign everyone out. */
const SESSION_KEY_COST = { N: 16_384, r: 8, p: 1 };

const deriveKey = (password: string, salt: string) =>
  new Promise<Buffer>((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, KEY_LENGTH, SESSION_KEY_COST, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

/** Devices that have signed in before wait in a queue of their own, which others can't fill. */
type DeviceKind = 'known' | 'unknown';

/** Passwords that are checked or wait in one queue. One takes about 0.2 s. */
const MAX_WAITING = 16;
const RETRY_SECONDS = 5;

/** Checks one password after another, and few wait. The two queues take turns in the thread for passwords. */
class SignInQueue {
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  async run(check: () => Promise<boolean>): Promise<boolean> {
    if (this.#waiting >= MAX_WAITING)
      throw new Problem(429, `Too many people are signing in. Please try again in ${RETRY_SECONDS} seconds.`, {
        headers: { 'retry-after': String(RETRY_SECONDS) },
      });
    this.#waiting += 1;
    const result = this.#last.then(check).finally(() => {
      this.#waiting -= 1;
    });
    this.#last = result.catch(() => undefined);
    return result;
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Who signs in or is signed in. */
export interface Identity {
  /** Null for the account in the configuration. */
  accountId: number | null;
  /** What history and the security log record. */
  name: string;
  role: Role;
}

/** An account that a password is checked for; without an identity, there is no such account. */
interface Candidate {
  identity?: Identity;
  hash: string;
}

/** Names and addresses are the same if they differ only in case, spacing or compatible characters. */
export const accountKey = (text: string): string =>
  text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase().normalize('NFC');

const COLUMNS = { accountId: col.int, name: col.text, role: col.text.as<Role>(), hash: col.text };
const SELECTED = 'select id as "accountId", name, role, password_hash as hash from account';
const IS_ACTIVE = 'deactivated_at is null and password_hash is not null';
const FIND = statement(
  'account-find',
  `${SELECTED} where ${IS_ACTIVE} and (email_key = $1 or id = (select account_id from account_name where key = $1))
   order by email_key = $1 desc nulls last limit 1`,
  COLUMNS,
);
const FIND_BY_ID = statement('account-find-by-id', `${SELECTED} where ${IS_ACTIVE} and id = $1`, COLUMNS);

/** The passwords of accounts: the one in the configuration (SPEC section 5), and those in the database. */
@Injectable()
export class Credentials {
  /** The name of the account in the configuration. */
  readonly username: string;
  readonly #database: Database;
  readonly #acceptsAccounts: boolean;
  readonly #hash: Promise<string>;
  /** The hash of no password, so that the check of an unknown account takes as long as any other. */
  readonly #noHash: Promise<string>;
  readonly #sessionKey: Promise<Buffer>;
  readonly #workFactor: WorkFactor;
  readonly #queues = { known: new SignInQueue(), unknown: new SignInQueue() };

  constructor(@Inject(CONFIG) config: Config, database: Database) {
    const { username, password, hash } = config.curator;
    this.#workFactor = config.environment === 'test' ? TEST_WORK_FACTOR : WORK_FACTOR;
    this.username = username;
    this.#database = database;
    this.#acceptsAccounts = config.signOn.localAccounts;
    this.#hash = hash === undefined ? this.hash(password) : Promise.resolve(hash);
    this.#noHash = this.hash(randomBytes(32).toString('base64'));
    this.#sessionKey = deriveKey(hash ?? password, `session of ${username}`);
  }

  /** The account with this name or e-mail address. */
  async find(username: string): Promise<Candidate> {
    const account = await this.#database.row(FIND, [accountKey(username)]);
    return timingSafeEqual(digest(username), digest(this.username)) ? this.#configured() : this.#candidate(account);
  }

  /** The account of a session. */
  async findById(accountId: number | null): Promise<Candidate> {
    if (accountId === null) return this.#configured();
    return this.#candidate(await this.#database.row(FIND_BY_ID, [accountId]));
  }

  /**
   * Checks a password, if its queue is not full. Takes the same time for an unknown account, a wrong password and the right one.
   * @throws Problem 429 while too many others wait in the queue
   */
  async check({ identity, hash }: Candidate, password: string, device: DeviceKind): Promise<Identity | undefined> {
    const isMatch = await this.#queues[device].run(() => verifyPassword(password, hash));
    return isMatch ? identity : undefined;
  }

  /** The hash to store for a new password. */
  hash(password: string): Promise<string> {
    return hashPassword(password, this.#workFactor);
  }

  /**
   * Key for hashing session tokens. It is derived from the credentials in the configuration, so everyone stays signed in after a restart,
   * but new credentials sign everyone out.
   */
  sessionKey(): Promise<Buffer> {
    return this.#sessionKey;
  }

  async #configured(): Promise<Candidate> {
    const identity: Identity = { accountId: null, name: this.username, role: 'administrator' };
    return { identity, hash: await this.#hash };
  }

  async #candidate(account: RowOf<typeof COLUMNS> | undefined): Promise<Candidate> {
    if (!account || !this.#acceptsAccounts) return { hash: await this.#noHash };
    const { hash, ...identity } = account;
    return { identity, hash };
  }
}
