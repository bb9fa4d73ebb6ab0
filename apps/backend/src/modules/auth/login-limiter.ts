import { isIPv6 } from 'node:net';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '../../common/index.ts';
import { Database, statement } from '../../database/index.ts';

const FAILURES = 10;
const SECONDS = 60;
const CLEAN_EVERY_MS = 3_600_000;

const DELETE_EXPIRED = statement('login-attempts-delete-expired', 'delete from login_attempt where expire < $1');

/** A household has a whole /64 of IPv6 addresses. */
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
 * Allows ten failed logins a minute per address. Counts in PostgreSQL, so that the limit holds across API processes and restarts; in
 * memory while PostgreSQL is unavailable.
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
    // The library's own cleanup would not stop with the application.
    this.#cleaning = setInterval(() => void this.#clean(), CLEAN_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.#cleaning);
  }

  /** Counts an attempt before its outcome is known, so that parallel attempts count too. */
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

  /** Removes a successful attempt from the count. */
  async succeeded(address: string): Promise<void> {
    await this.#limiter.reward(limiterKey(address));
  }

  async #clean(): Promise<void> {
    try {
      await this.#database.execute(DELETE_EXPIRED, [Date.now()]);
    } catch (error) {
      this.#log.warn(`Expired login attempts could not be deleted: ${(error as Error).message}`);
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
