import { isIPv6 } from 'node:net';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '../../common/index.ts';
import { Database } from '../../database/index.ts';

const FAILURES = 10;
const SECONDS = 60;
const CLEAN_EVERY_MS = 3_600_000;

/** A person at home has a whole /64 of IPv6 addresses to try from. */
export function limiterKey(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address.replace('::ffff:', '');
  const [head = '', tail] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail?.split(':').filter(Boolean) ?? [];
  const groups =
    tail === undefined ? left : [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/**
 * Ten failed logins a minute from one address. Counted in PostgreSQL, which a login needs anyway, so that the limit holds over
 * all API processes and restarts; in memory while PostgreSQL cannot be asked.
 */
@Injectable()
export class LoginLimiter implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #log = new Logger(LoginLimiter.name);
  readonly #database: Database;
  readonly #memory = new RateLimiterMemory({ points: FAILURES, duration: SECONDS });
  #limiter: RateLimiterMemory | RateLimiterPostgres = this.#memory;
  #cleaning: NodeJS.Timeout | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  onApplicationBootstrap(): void {
    void this.#database.reachable().then(() => this.#share());
    // The library's own cleaning could not be ended with the application.
    this.#cleaning = setInterval(() => void this.#clean(), CLEAN_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.#cleaning);
  }

  /** Counts an attempt before its outcome is known, so that many at once cannot slip through. */
  async attempt(address: string): Promise<void> {
    try {
      await this.#limiter.consume(limiterKey(address));
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
      throw new Problem(429, `Too many failed attempts. Please try again in ${seconds} seconds.`, {
        headers: { 'retry-after': String(seconds) },
      });
    }
  }

  /** Takes a successful attempt out of the count. */
  async succeeded(address: string): Promise<void> {
    await this.#limiter.reward(limiterKey(address));
  }

  async #clean(): Promise<void> {
    try {
      await this.#database.change('login-attempts-clean', 'delete from login_attempt where expire < $1', [Date.now()]);
    } catch (error) {
      this.#log.warn(`Attempts that no longer count stay a while longer: ${(error as Error).message}`);
    }
  }

  #share(): void {
    this.#limiter = new RateLimiterPostgres({
      storeClient: this.#database.pool,
      storeType: 'pool',
      tableName: 'login_attempt',
      tableCreated: true,
      keyPrefix: 'login',
      points: FAILURES,
      duration: SECONDS,
      clearExpiredByTimeout: false,
      insuranceLimiter: this.#memory,
    });
  }
}
