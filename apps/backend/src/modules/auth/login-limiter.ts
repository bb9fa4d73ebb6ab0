import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';
import { Database, statement } from '../../database/index.ts';
import { Retention } from '../../queues/index.ts';
import { accountKey } from './credentials.ts';

/** Attempts (`points`) per period (`duration`, in seconds). Successful attempts are not counted in the end. */
const BUDGETS = {
  /** Attempts from one IP address. */
  address: { points: 10, duration: 60 },
  /** Attempts for one account, from all addresses. */
  account: { points: 20, duration: 600 },
  /** Attempts for an account whose budget is used up. Failures slow down the next one, but the account isn't locked. */
  slow: { points: 1, duration: 5 },
  /** Attempts from one known device. */
  device: { points: 10, duration: 60 },
  /** Codes of the second factor after the right password, for one account, or from one known device. */
  code: { points: 5, duration: 600 },
};
type Budget = keyof typeof BUDGETS;
type Limiter = RateLimiterMemory | RateLimiterPostgres;
const NAMES = Object.keys(BUDGETS) as Budget[];

/** Delay for each attempt of a known device beyond its budget, in milliseconds, and the maximum number of waiting attempts. */
const DEVICE_DELAY_MS = 1000;
const MAX_DELAYED = 8;

export interface LoginAttempt {
  address: string;
  /** The username as entered. The account may not exist. */
  username: string;
  /** Id of the device, if it is known. */
  device: string | undefined;
}

/** The key for an address. For IPv6, it is the /64 prefix, because a household has all addresses of its prefix. */
export function limiterKey(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address.replace('::ffff:', '');
  const [head = '', tail] = address.split('::');
  const remaining = head.split(':').filter(Boolean);
  const right = tail?.split(':').filter(Boolean) ?? [];
  const groups =
    tail === undefined
      ? remaining
      : [...remaining, ...Array<string>(8 - remaining.length - right.length).fill('0'), ...right];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** The key for an account. Accounts that don't exist are limited in the same way, so that the limit doesn't reveal which ones exist. */
const limiterAccount = (username: string) => createHash('sha256').update(accountKey(username)).digest('base64url');

const codeKey = ({ username, device }: LoginAttempt) => device ?? limiterAccount(username);

const inMemory = () =>
  Object.fromEntries(NAMES.map((name) => [name, new RateLimiterMemory(BUDGETS[name])])) as Record<Budget, Limiter>;

/**
 * Limits password guesses: ten failures a minute from one address, twenty in ten minutes for one account from all addresses, and one
 * failure every five seconds beyond that. A device that has signed in before has its own budget. Its attempts beyond the budget wait
 * instead of being rejected, so other people's guesses, even from behind the same proxy, never block it.
 *
 * The counts are in PostgreSQL, so that the limits apply across API processes and restarts; in memory while PostgreSQL is unavailable.
 */
@Injectable()
export class LoginLimiter implements OnApplicationBootstrap {
  readonly #database: Database;
  readonly #memory = inMemory();
  #limiters = this.#memory;
  /** Waiting attempts by known device: their number, and a promise that resolves when the last one may proceed. */
  readonly #delayed = new Map<string, { count: number; last: Promise<void> }>();

  constructor(database: Database) {
    this.#database = database;
  }

  onApplicationBootstrap(): void {
    void this.#database.untilReachable().then(() => this.#share());
  }

  /**
   * Counts an attempt before its outcome is known, so that concurrent attempts are counted as well. Resolves when the password may be
   * checked.
   * @throws Problem 429 with the time to wait
   */
  async admit({ address, username, device }: LoginAttempt): Promise<void> {
    if (device !== undefined) {
      if ((await this.#consume('device', device)) !== undefined) await this.#delay(device);
      return;
    }
    const byAddress = await this.#consume('address', limiterKey(address));
    if (byAddress !== undefined) throw tooMany(byAddress);
    const account = limiterAccount(username);
    if ((await this.#consume('account', account)) === undefined) return;
    const bySlow = await this.#consume('slow', account);
    if (bySlow !== undefined) throw tooMany(bySlow);
  }

  /** Removes a successful attempt from the counts. */
  async recordSuccess({ address, username, device }: LoginAttempt): Promise<void> {
    const counts: [Budget, string][] =
      device === undefined
        ? [
            ['address', limiterKey(address)],
            ['account', limiterAccount(username)],
          ]
        : [['device', device]];
    const refunds: Promise<unknown>[] = counts.map(([budget, key]) => this.#limiters[budget].reward(key));
    // Deleted, because attempts that were rejected in the meantime count as well, and would keep the next new device out.
    if (device === undefined) refunds.push(this.#limiters.slow.delete(limiterAccount(username)));
    await Promise.all(refunds);
  }

  /** Counts a code before it is checked. @throws Problem 429 with the time to wait */
  async admitCode(attempt: LoginAttempt): Promise<void> {
    const ms = await this.#consume('code', codeKey(attempt));
    if (ms !== undefined) throw tooMany(ms);
  }

  /** Removes a right code from the counts. */
  async recordRightCode(attempt: LoginAttempt): Promise<void> {
    await this.#limiters.code.reward(codeKey(attempt));
  }

  /** Milliseconds until the next attempt; undefined if this one is within the budget. */
  async #consume(budget: Budget, key: string): Promise<number | undefined> {
    try {
      await this.#limiters[budget].consume(key);
      return undefined;
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      return error.msBeforeNext;
    }
  }

  /** Queues attempts, so that even with a stolen device cookie only one guess a second is checked. */
  async #delay(device: string): Promise<void> {
    const waiting = this.#delayed.get(device) ?? { count: 0, last: Promise.resolve() };
    if (waiting.count >= MAX_DELAYED) throw tooMany(MAX_DELAYED * DEVICE_DELAY_MS);
    waiting.count += 1;
    waiting.last = waiting.last.then(() => pause(DEVICE_DELAY_MS));
    this.#delayed.set(device, waiting);
    await waiting.last;
    waiting.count -= 1;
    if (waiting.count === 0) this.#delayed.delete(device);
  }

  #share(): void {
    const limiterOf = (name: Budget) =>
      new RateLimiterPostgres({
        storeClient: this.#database.pool,
        storeType: 'pool',
        tableName: 'login_attempt',
        tableCreated: true,
        keyPrefix: `login-${name}`,
        ...BUDGETS[name],
        // The worker deletes expired rows (see `RETENTION`).
        clearExpiredByTimeout: false,
        insuranceLimiter: this.#memory[name],
      });
    this.#limiters = Object.fromEntries(NAMES.map((name) => [name, limiterOf(name)])) as Record<Budget, Limiter>;
  }
}

function tooMany(ms: number): Problem {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return new Problem(429, `Too many failed attempts. Please try again in ${seconds} seconds.`, {
    headers: { 'retry-after': String(seconds) },
  });
}

const DELETE_SESSIONS = statement(
  'session-delete-expired',
  'delete from session where expires_at <= now() or created_at <= now() - make_interval(days => $1)',
);
const DELETE_CONFIRMATIONS = statement(
  'confirmations-delete-expired',
  `delete from confirmation where created_at <= now() - interval '1 hour'`,
);
const DELETE_ATTEMPTS = statement('login-attempts-delete-expired', 'delete from login_attempt where expire < $1');

/** Deletes expired sessions, confirmations and counts of failed sign-ins. Runs in the worker. */
@Injectable()
export class ExpiredSignIns {
  constructor(@Inject(CONFIG) config: Config, database: Database, retention: Retention) {
    retention.enforce('sessions', () => database.execute(DELETE_SESSIONS, [config.sessionMaxDays]));
    retention.enforce('confirmations', () => database.execute(DELETE_CONFIRMATIONS));
    retention.enforce('login-attempts', () => database.execute(DELETE_ATTEMPTS, [Date.now()]));
  }
}
