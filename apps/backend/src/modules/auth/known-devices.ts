import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { behindTls } from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';
import { Database, col, statement } from '../../database/index.ts';
import { Credentials } from './credentials.ts';

const COOKIE: CookieName = 'device';
const MAX_AGE_DAYS = 365;
const DAY_MS = 86_400_000;
/** Id of the device, day on which the cookie was set, signature. */
const COOKIE_VALUE = /^([\w-]{22})\.(\d{1,6})\.([\w-]{43})$/;

const KEY = statement('device-key', 'select key from device_key', { key: col.bytes });

const today = () => Math.floor(Date.now() / DAY_MS);

/**
 * Recognizes browsers that have signed in before by a signed cookie, so that guesses from elsewhere can't lock anyone out. The
 * cookie alone grants no access.
 */
@Injectable()
export class KnownDevices {
  readonly #config: Config;
  readonly #credentials: Credentials;
  readonly #database: Database;
  #key: Promise<Buffer> | undefined;

  constructor(@Inject(CONFIG) config: Config, credentials: Credentials, database: Database) {
    this.#config = config;
    this.#credentials = credentials;
    this.#database = database;
  }

  /** Id of the request's device; undefined if this account hasn't signed in on it within a year. */
  async identify(request: FastifyRequest, account: number | null): Promise<string | undefined> {
    const [, id, day, signature = ''] = COOKIE_VALUE.exec(readCookie(request, COOKIE, this.#tls(request)) ?? '') ?? [];
    if (id === undefined || Number(day) + MAX_AGE_DAYS < today()) return undefined;
    const expected = await this.#sign(id, Number(day), account);
    return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? id : undefined;
  }

  /** Sets the cookie of a device on which an account has just signed in. It is of no use for the password of another account. */
  async remember(
    request: FastifyRequest,
    reply: FastifyReply,
    account: number | null,
    id = randomBytes(16).toString('base64url'),
  ): Promise<void> {
    const day = today();
    const value = `${id}.${day}.${await this.#sign(id, day, account)}`;
    setCookie(reply, COOKIE, value, MAX_AGE_DAYS * (DAY_MS / 1000), this.#tls(request));
  }

  #tls(request: FastifyRequest): boolean {
    return behindTls(this.#config, request);
  }

  async #sign(id: string, day: number, account: number | null): Promise<string> {
    const mac = await this.mac(account === null ? `${id} ${day}` : `${id} ${day} ${account}`);
    return mac.toString('base64url');
  }

  /** Signs a text with the key for cookies. Texts for other purposes begin with a word, unlike those of devices. */
  async mac(text: string): Promise<Buffer> {
    this.#key ??= this.#deriveKey().catch((error: unknown) => {
      this.#key = undefined;
      throw error;
    });
    return createHmac('sha256', await this.#key)
      .update(text)
      .digest();
  }

  /**
   * Derives the key from a random key in the database and the credentials. New credentials therefore invalidate all cookies, and a cookie
   * doesn't help to guess the password offline.
   */
  async #deriveKey(): Promise<Buffer> {
    const row = await this.#database.row(KEY);
    if (!row) throw new Error('The database has no device key');
    return createHmac('sha256', row.key)
      .update(await this.#credentials.sessionKey())
      .digest();
  }
}

type CookieName = 'session' | 'device' | 'challenge' | 'sign-on';

/** `__Host-` limits a cookie to this exact host and requires `Secure` and `Path=/`, so it is used only with TLS. */
const nameOf = (name: CookieName, tls: boolean) => (tls ? `__Host-${name}` : name);

export function readCookie(request: FastifyRequest, name: CookieName, tls: boolean): string | undefined {
  const prefix = `${nameOf(name, tls)}=`;
  const pairs = request.headers.cookie?.split(';') ?? [];
  return pairs
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(prefix))
    ?.slice(prefix.length);
}

/** Sets an HttpOnly cookie on the response. */
export function setCookie(reply: FastifyReply, name: CookieName, value: string, seconds: number, tls: boolean): void {
  const attributes = `Path=/; HttpOnly; SameSite=Lax${tls ? '; Secure' : ''}`;
  reply.header('set-cookie', `${nameOf(name, tls)}=${value}; Max-Age=${seconds}; ${attributes}`);
}
