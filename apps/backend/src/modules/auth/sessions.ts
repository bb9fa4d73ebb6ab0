import { hash, randomBytes } from 'node:crypto';
import type { Role, SessionEndReason, SignedInSession } from '@archive/contracts';
import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import Bowser from 'bowser';
import { LRUCache } from 'lru-cache';
import { BatchLoader } from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';
import { Database, type RowOf, col, statement } from '../../database/index.ts';
import { Credentials, type Identity } from './credentials.ts';

const TOKEN = /^[\w-]{43}$/;
const DAY_SECONDS = 86_400;
/** A session is extended at most every five minutes, so that most requests only read it. */
const EXTEND_AFTER_SECONDS = 300;
const MAX_USER_AGENT = 500;
const MAX_HASHES = 1000;

const SESSION_ROW = {
  token_hash: col.bytes,
  account_id: col.int.nullable(),
  username: col.text,
  role: col.text.as<Role>(),
  idle: col.int,
  changes: col.text,
};
type SessionRow = RowOf<typeof SESSION_ROW>;

/** $1: hashes of tokens. */
const FIND = statement(
  'session-find',
  `select token_hash, account_id, username, role, extract(epoch from now() - last_seen_at)::int as idle,
    (select sum(changes)::text from record_change) changes
  from session where token_hash = any($1::bytea[]) and expires_at > now()`,
  SESSION_ROW,
);
/** $7: account; $8: its role. A change of the account waits until its new session is there to be ended or changed as well. */
const CREATE = statement(
  'session-create',
  `insert into session (token_hash, username, credentials, user_agent, address, expires_at, account_id, role, id_token)
   select $1, $2, $3, $4, $5, now() + make_interval(secs => $6), $7, $8, $10
   where $7::int is null or exists (
     select from account where id = $7 and name = $2 and role = $8 and password_hash is not distinct from $9 and deactivated_at is null for share)`,
);
/** $3: maximum idle time. $4: maximum lifetime. Both in seconds. */
const EXTEND = statement(
  'session-extend',
  `update session set last_seen_at = now(), address = $2,
     expires_at = least(now() + make_interval(secs => $3), created_at + make_interval(secs => $4))
   where token_hash = $1 and expires_at > now() returning greatest(0, extract(epoch from expires_at - now()))::int as seconds`,
  { seconds: col.int },
);
const ENDED = { username: col.text, idToken: col.text.nullable() };
const END = statement(
  'session-end',
  'delete from session where token_hash = $1 returning username, id_token as "idToken"',
  ENDED,
);
/** The session stays until the night, to say on its device why it has ended. */
const END_ELSEWHERE = "update session set expires_at = now(), id_token = null, end_reason = 'elsewhere'";
const END_ONE = statement(
  'session-end-one',
  `${END_ELSEWHERE} where id = $1 and account_id is not distinct from $2 and expires_at > now()`,
);
const END_OTHERS = statement(
  'session-end-others',
  `${END_ELSEWHERE} where account_id is not distinct from $1 and token_hash <> $2 and expires_at > now()`,
);
const END_REASON = statement('session-end-reason', 'select end_reason reason from session where token_hash = $1', {
  reason: col.text.as<SessionEndReason>().nullable(),
});
/** $1: token hash of the current session. */
const LIST = statement(
  'sessions',
  `select id, user_agent, address, created_at, last_seen_at, expires_at, token_hash = $1 as current
   from session where account_id is not distinct from $2 and credentials = $3 and expires_at > now()
   order by token_hash = $1 desc, last_seen_at desc, id desc limit 200`,
  {
    id: col.int,
    user_agent: col.text.nullable(),
    address: col.text.nullable(),
    created_at: col.timestamp,
    last_seen_at: col.timestamp,
    expires_at: col.timestamp,
    current: col.bool,
  },
);
const DELETE_WITH_EARLIER_CREDENTIALS = statement(
  'session-delete-of-earlier-credentials',
  'delete from session where credentials <> $1',
);

const keyOf = (hash: Buffer) => hash.toString('latin1');
const toIsoInstant = (text: string) => new Date(text).toISOString();

/** The client that signs in. */
interface Client {
  address: string;
  userAgent: string | undefined;
}

export interface LiveSession {
  /** Identifies the session in this process and in the database. The browser doesn't know it. */
  key: Buffer;
  identity: Identity;
  /** Number of changes to the archive's records. Read together with the session to save a round trip. */
  changes: string;
  /** If the session was just extended, the seconds until it ends, for extending the browser's cookie. */
  extended: number | undefined;
}

/** Sessions in PostgreSQL. The browser holds a random token; the table holds only its keyed hash. */
@Injectable()
export class Sessions implements OnApplicationBootstrap {
  readonly #log = new Logger(Sessions.name);
  readonly #database: Database;
  readonly #credentials: Credentials;
  /** Batches lookups by `keyOf` a token's hash, so that concurrent requests of a session share one lookup. */
  readonly #lookups = new BatchLoader<string, SessionRow | undefined>(async (keys) => {
    const hashes = [...new Set(keys)].map((key) => Buffer.from(key, 'latin1'));
    const rows = await this.#database.fastPath.rows(FIND, [hashes]);
    const sessions = new Map(rows.map((item) => [keyOf(item.token_hash), item]));
    return keys.map((key) => sessions.get(key));
  });
  /** Cached hashes of recent tokens, because computing a hash takes longer than the rest of `find` in this process. */
  readonly #hashes = new LRUCache<string, Buffer>({ max: MAX_HASHES });
  /** Maximum idle time in seconds. */
  readonly lifetime: number;
  /** Maximum lifetime in seconds. */
  readonly #maxLifetime: number;

  constructor(database: Database, credentials: Credentials, @Inject(CONFIG) config: Config) {
    this.#database = database;
    this.#credentials = credentials;
    this.#maxLifetime = config.sessionMaxDays * DAY_SECONDS;
    this.lifetime = Math.min(config.sessionDays * DAY_SECONDS, this.#maxLifetime);
  }

  onApplicationBootstrap(): void {
    void this.#database.untilReachable().then(() => this.deleteWithEarlierCredentials());
  }

  /**
   * Creates a session. Returns the token for the browser; undefined if the account was changed or deactivated in the meantime.
   * @param passwordHash the hash that the password was checked with; null for an account of a provider
   * @param idToken what the provider needs to sign the person out
   */
  async create(
    { accountId, name, role }: Identity,
    passwordHash: string | null,
    { address, userAgent }: Client,
    idToken: string | null = null,
  ): Promise<string | undefined> {
    const token = randomBytes(32).toString('base64url');
    const agent = userAgent?.slice(0, MAX_USER_AGENT) ?? null;
    const session = [await this.#hash(token), name, await this.#credentialsTag(), agent, address, this.lifetime];
    const created = await this.#database.execute(CREATE, [...session, accountId, role, passwordHash, idToken]);
    return created === 1 ? token : undefined;
  }

  /** The session of a token; undefined if it has ended or expired. */
  async find(token: string, address: string): Promise<LiveSession | undefined> {
    if (!TOKEN.test(token)) return undefined;
    const key = await this.#hash(token);
    const row = await this.#lookups.load(keyOf(key));
    if (!row) return undefined;
    const { account_id: accountId, username: name, role, changes, idle } = row;
    const extended = idle >= EXTEND_AFTER_SECONDS ? await this.#extend(key, address) : undefined;
    return { key, identity: { accountId, name, role }, changes, extended };
  }

  /** Why the session of a token was ended by someone else. */
  async endReason(token: string): Promise<SessionEndReason | null> {
    if (!TOKEN.test(token)) return null;
    return (await this.#database.row(END_REASON, [await this.#hash(token)]))?.reason ?? null;
  }

  /** The active sessions of an account: the current one first, then the most recently used ones. */
  async list(account: number | null, current: Buffer): Promise<SignedInSession[]> {
    const rows = await this.#database.rows(LIST, [current, account, await this.#credentialsTag()]);
    return rows.map(({ id, user_agent, address, created_at, last_seen_at, expires_at, current: isCurrent }) => ({
      session_id: id,
      device: deviceName(user_agent),
      address,
      created_at: toIsoInstant(created_at),
      last_used_at: toIsoInstant(last_seen_at),
      expires_at: toIsoInstant(expires_at),
      current: isCurrent,
    }));
  }

  /** Ends the session of a token immediately, in every process. Returns whose it was; undefined if it had already ended. */
  async end(token: string): Promise<RowOf<typeof ENDED> | undefined> {
    if (!TOKEN.test(token)) return undefined;
    return this.#database.row(END, [await this.#hash(token)]);
  }

  /** Ends one of an account's sessions. Returns false if it doesn't exist. */
  async endOne(account: number | null, id: number): Promise<boolean> {
    return (await this.#database.execute(END_ONE, [id, account])) > 0;
  }

  /** Ends all of an account's sessions except the current one. Returns their number. */
  endOthers(account: number | null, current: Buffer): Promise<number> {
    return this.#database.execute(END_OTHERS, [account, current]);
  }

  /** Deletes sessions of earlier credentials, which are no longer valid. */
  async deleteWithEarlierCredentials(): Promise<void> {
    try {
      await this.#database.execute(DELETE_WITH_EARLIER_CREDENTIALS, [await this.#credentialsTag()]);
    } catch (error) {
      this.#log.warn(`Sessions of earlier credentials could not be deleted: ${(error as Error).message}`);
    }
  }

  async #extend(key: Buffer, address: string): Promise<number | undefined> {
    return (await this.#database.row(EXTEND, [key, address, this.lifetime, this.#maxLifetime]))?.seconds;
  }

  /** Distinguishes sessions of these credentials from those of earlier ones. */
  async #credentialsTag(): Promise<Buffer> {
    return hash('sha256', Buffer.concat([await this.#credentials.sessionKey(), Buffer.from('sessions')]), 'buffer');
  }

  /** The keyed hash of a token. A token is 256 random bits, so this is as safe as an HMAC and three times as fast. */
  async #hash(token: string): Promise<Buffer> {
    const bytes = this.#hashes.get(token);
    if (bytes) return bytes;
    const computed = hash(
      'sha256',
      Buffer.concat([await this.#credentials.sessionKey(), Buffer.from(token)]),
      'buffer',
    );
    this.#hashes.set(token, computed);
    return computed;
  }
}

const UNKNOWN = 'Unknown device';

/** A readable name of a browser, from its User-Agent header: "Firefox on Windows". */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return UNKNOWN;
  const { browser, os } = Bowser.parse(userAgent);
  if (browser.name && os.name) return `${browser.name} on ${os.name}`;
  const [program = ''] = /^[\w.-]{1,40}/.exec(userAgent) ?? [];
  return browser.name || (program === '' ? UNKNOWN : `Program “${program}”`);
}
