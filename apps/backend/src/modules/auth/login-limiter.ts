import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '../../common/index.ts';
import { Database } from '../../database/index.ts';

/** Attempts (`points`) per period (`duration`, in seconds). Successful ones are given back. */
const BUDGETS = {
  /** From one address. */
  address: { points: 10, duration: 60 },
  /** At one account, from all addresses. */
  account: { points: 20, duration: 600 },
  /** At an account whose budget is used up: sign-in becomes slower instead of locked. */
  slow: { points: 1, duration: 5 },
  /** From one known device. */
  device: { points: 10, duration: 60 },
};
type Budget = keyof typeof BUDGETS;
type Limiter = RateLimiterMemory | RateLimiterPostgres;
const NAMES = Object.keys(BUDGETS) as Budget[];

/** Delay of each further attempt of a known device, in milliseconds, and how many may wait. */
const DEVICE_DELAY_MS = 1000;
const MAX_DELAYED = 8;

export interface LoginAttempt {
  address: string;
  /** As entered; it need not exist. */
  username: string;
  /** Id of a known device. */
  device: string | undefined;
}

/** A household has a whole /64 of IPv6 addresses. */
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

/** Names that do not exist are limited the same way, so that the limit does not reveal which exist. */
const accountKey = (username: string) => createHash('sha256').update(username).digest('base64url');

const inMemory = () =>
  Object.fromEntries(NAMES.map((name) => [name, new RateLimiterMemory(BUDGETS[name])])) as Record<Budget, Limiter>;

/**
 * Limits guesses of the password: ten failures a minute from one address, twenty in ten minutes at one account from anywhere, and one
 * attempt in five seconds beyond. A device that has signed in before has its own budget, and waits instead of being refused: other
 * people's guesses, even from behind the same proxy, never block it.
 *
 * Counts in PostgreSQL, so that the limits hold across API processes and restarts; in memory while PostgreSQL is unavailable.
 */
@Injectable()
export class LoginLimiter implements OnApplicationBootstrap {
  readonly #database: Database;
  readonly #memory = inMemory();
  #limiters = this.#memory;
  /** Waiting attempts of known devices, by device: how many, and when the last one's turn ends. */
  readonly #delayed = new Map<string, { count: number; last: Promise<void> }>();

  constructor(database: Database) {
    this.#database = database;
  }

  onApplicationBootstrap(): void {
    void this.#database.untilReachable().then(() => this.#share());
  }

  /**
   * Counts an attempt before its outcome is known, so that parallel attempts count too. Resolves when the password may be checked.
   * @throws Problem 429 with the time to wait
   */
  async admit({ address, username, device }: LoginAttempt): Promise<void> {
    if (device !== undefined) {
      if ((await this.#consume('device', device)) !== undefined) await this.#delay(device);
      return;
    }
    const byAddress = await this.#consume('address', limiterKey(address));
    if (byAddress !== undefined) throw tooMany(byAddress);
    const account = accountKey(username);
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
            ['account', accountKey(username)],
          ]
        : [['device', device]];
    await Promise.all(counts.map(([budget, key]) => this.#limiters[budget].reward(key)));
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
        // The worker deletes them: see `RETENTION`.
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
