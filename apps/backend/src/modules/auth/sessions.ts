import { hash, randomBytes } from 'node:crypto';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { BatchLoader } from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';
import { col, Database, type RowOf, statement } from '../../database/index.ts';
import { Credentials } from './credentials.ts';

const TOKEN = /^[\w-]{43}$/;
const DAY_SECONDS = 86_400;
const CLEAN_EVERY_MS = 3_600_000;
/** A session is extended at most once an hour: requests read it, and rarely write it. */
const EXTEND_AFTER_SECONDS = 3600;
const MAX_HASHES = 1000;

const FOUND = { token_hash: col.bytes, username: col.text, idle: col.int, changes: col.text };
type Found = RowOf<typeof FOUND>;

/** $1 hashes of tokens. */
const FIND = statement(
  'session-find',
  `select token_hash, username, extract(epoch from now() - last_seen_at)::int as idle,
    (select sum(changes)::text from record_change) changes
  from session where token_hash = any($1::bytea[]) and expires_at > now()`,
  FOUND,
);
const CREATE = statement(
  'session-create',
  'insert into session (token_hash, username, expires_at) values ($1, $2, now() + make_interval(secs => $3))',
);
const EXTEND = statement(
  'session-extend',
  'update session set last_seen_at = now(), expires_at = now() + make_interval(secs => $2) where token_hash = $1',
);
const END = statement('session-end', 'delete from session where token_hash = $1');
const DELETE_EXPIRED = statement('session-delete-expired', 'delete from session where expires_at <= now()');

const keyOf = (hash: Buffer) => hash.toString('latin1');

export interface LiveSession {
  username: string;
  /** Number of changes to the archive's records; one round trip reads it with the session. */
  changes: string;
  /** The session has just been extended: extend the browser's cookie too. */
  extended: boolean;
}

/** Sessions in PostgreSQL. The browser holds a random token; the table holds only its keyed hash. */
@Injectable()
export class Sessions implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #log = new Logger(Sessions.name);
  readonly #database: Database;
  readonly #credentials: Credentials;
  #cleaning: NodeJS.Timeout | undefined;
  /** By `keyOf` a token's hash: concurrent requests of one session are one lookup. */
  readonly #lookups = new BatchLoader<string, Found | undefined>(async (keys) => {
    const hashes = [...new Set(keys)].map((key) => Buffer.from(key, 'latin1'));
    const found = await this.#database.fastPath.rows(FIND, [hashes]);
    const sessions = new Map(found.map((one) => [keyOf(one.token_hash), one]));
    return keys.map((key) => sessions.get(key));
  });
  /** Hashes of the last tokens: computing one takes longer than the rest of `find` in this process. */
  readonly #hashes = new LRUCache<string, Buffer>({ max: MAX_HASHES });
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

  /** Creates a session; returns the token for the browser. */
  async create(username: string): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.#database.execute(CREATE, [await this.#hash(token), username, this.lifetime]);
    return token;
  }

  /** The session of a token, unless it has ended or expired. */
  async find(token: string): Promise<LiveSession | undefined> {
    if (!TOKEN.test(token)) return undefined;
    const hash = await this.#hash(token);
    const found = await this.#lookups.load(keyOf(hash));
    if (!found) return undefined;
    const { username, changes, idle } = found;
    const extended = idle >= EXTEND_AFTER_SECONDS;
    if (extended) await this.#database.execute(EXTEND, [hash, this.lifetime]);
    return { username, changes, extended };
  }

  /** Ends a session immediately, in every process. */
  async end(token: string): Promise<void> {
    if (TOKEN.test(token)) await this.#database.execute(END, [await this.#hash(token)]);
  }

  /** Deletes expired sessions. */
  async clean(): Promise<void> {
    try {
      await this.#database.execute(DELETE_EXPIRED);
    } catch (error) {
      this.#log.warn(`Expired sessions could not be deleted: ${(error as Error).message}`);
    }
  }

  /** Of key and token: the token is 256 random bits of fixed length, so this is as safe as an HMAC at a third of its time. */
  async #hash(token: string): Promise<Buffer> {
    const known = this.#hashes.get(token);
    if (known) return known;
    const computed = hash(
      'sha256',
      Buffer.concat([await this.#credentials.sessionKey(), Buffer.from(token)]),
      'buffer',
    );
    this.#hashes.set(token, computed);
    return computed;
  }
}
