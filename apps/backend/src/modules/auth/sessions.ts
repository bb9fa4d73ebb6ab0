import { hash, randomBytes } from 'node:crypto';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type Look, Together } from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';
import { Database } from '../../database/index.ts';
import { Credentials } from './credentials.ts';

const TOKEN = /^[\w-]{43}$/;
const DAY_SECONDS = 86_400;
const CLEAN_EVERY_MS = 3_600_000;
/** Of how many sessions it is remembered that they were alive. */
const REMEMBERED = 1000;

/** A session is prolonged when it was last prolonged so long ago: a read a request, a write an hour. */
const PROLONG_AFTER_SECONDS = 3600;

/** $1 hashes of tokens. */
const LOOK = `
  select token_hash, username, extract(epoch from now() - last_seen_at)::int as idle,
    (select sum(changes)::text from record_change) changes
  from session where token_hash = any($1::bytea[]) and expires_at > now()`;

interface Found {
  token_hash: Buffer;
  username: string;
  idle: number;
  changes: string;
}

const keyOf = (hash: Buffer) => hash.toString('latin1');

export interface LiveSession extends Look {
  /** The session has just been prolonged: the browser's cookie should be as well. */
  prolonged: boolean;
}

/** Sessions in PostgreSQL. The browser holds a random token, the table only its keyed hash. */
@Injectable()
export class Sessions implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #log = new Logger(Sessions.name);
  readonly #database: Database;
  readonly #credentials: Credentials;
  #cleaning: NodeJS.Timeout | undefined;
  readonly #looks = new Together<Buffer, Found | undefined>(async (hashes) => {
    // Whoever asks for several things at once is looked up once.
    const found = await this.#database.quick.rows<Found>('session-find', LOOK, [[...new Set(hashes)]]);
    const sessions = new Map(found.map((one) => [keyOf(one.token_hash), one]));
    return hashes.map((hash) => sessions.get(keyOf(hash)));
  });
  /** The hashes of tokens that were alive when they were last looked at. */
  readonly #alive = new LRUCache<string, Buffer>({ max: REMEMBERED });
  #changes: string | undefined;
  /** Lifetime without use, in seconds. */
  readonly lifetime: number;

  constructor(database: Database, credentials: Credentials, @Inject(CONFIG) config: Config) {
    this.#database = database;
    this.#credentials = credentials;
    this.lifetime = config.sessionDays * DAY_SECONDS;
  }

  onApplicationBootstrap(): void {
    this.#cleaning = setInterval(() => void this.clean(), CLEAN_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.#cleaning);
  }

  /** Begins a session; answers the token for the browser. */
  async begin(username: string): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.#database.change(
      'session-begin',
      `insert into session (token_hash, username, expires_at) values ($1, $2, now() + make_interval(secs => $3))`,
      [await this.#hash(token), username, this.lifetime],
    );
    return token;
  }

  /** The session of a token, unless it has ended or run out. */
  async find(token: string): Promise<LiveSession | undefined> {
    if (!TOKEN.test(token)) return undefined;
    const known = this.#alive.get(token);
    const hash = known ?? (await this.#hash(token));
    const found = await this.#looks.ask(hash);
    if (!found) {
      this.#alive.delete(token);
      return undefined;
    }
    if (known === undefined) this.#alive.set(token, hash);
    this.#changes = found.changes;
    const prolonged = found.idle >= PROLONG_AFTER_SECONDS;
    if (prolonged) await this.#prolong(hash);
    return { username: found.username, prolonged, changes: found.changes };
  }

  /**
   * What the next look will probably say: the number of changes at the last one, if this token was alive then. Enough to
   * begin work on, never enough to answer on. Under load, when one look does for many, it is not worth saying.
   */
  expected(token: string): string | undefined {
    return this.#looks.idle && this.#alive.has(token) ? this.#changes : undefined;
  }

  /** Ends a session at once, everywhere. */
  async end(token: string): Promise<void> {
    if (!TOKEN.test(token)) return;
    await this.#database.change('session-end', `delete from session where token_hash = $1`, [await this.#hash(token)]);
  }

  /** Forgets sessions that have run out. */
  async clean(): Promise<void> {
    try {
      await this.#database.change('session-clean', `delete from session where expires_at <= now()`);
    } catch (error) {
      this.#log.warn(`Sessions that ran out stay a while longer: ${(error as Error).message}`);
    }
  }

  #prolong(hash: Buffer): Promise<number> {
    return this.#database.change(
      'session-prolong',
      `update session set last_seen_at = now(), expires_at = now() + make_interval(secs => $2) where token_hash = $1`,
      [hash, this.lifetime],
    );
  }

  /** Of key and token: as the token is 256 random bits of one length, this says no less than an HMAC, at a third of its time. */
  async #hash(token: string): Promise<Buffer> {
    return hash('sha256', Buffer.concat([await this.#credentials.sessionKey(), Buffer.from(token)]), 'buffer');
  }
}
