import { createHash, scrypt, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.ts';
import { hashPassword, verifyPassword, WORK_FACTOR } from './password-hash.ts';

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

const digest = (text: string) => createHash('sha256').update(text).digest();

/** The curators' shared username and password (SPEC section 5). */
@Injectable()
export class Credentials {
  readonly username: string;
  readonly #hash: Promise<string>;
  readonly #sessionKey: Promise<Buffer>;

  constructor(@Inject(CONFIG) config: Config) {
    const { username, password, hash } = config.curator;
    const workFactor = config.environment === 'test' ? TEST_WORK_FACTOR : WORK_FACTOR;
    this.username = username;
    this.#hash = hash === undefined ? hashPassword(password, workFactor) : Promise.resolve(hash);
    this.#sessionKey = deriveKey(hash ?? password, `session of ${username}`);
  }

  /** Checks a username and password. Takes the same time for a wrong username, a wrong password and the right pair. */
  async match(username: string, password: string): Promise<boolean> {
    const isSamePassword = await verifyPassword(password, await this.#hash);
    const isSameUsername = timingSafeEqual(digest(username), digest(this.username));
    return isSameUsername && isSamePassword;
  }

  /**
   * Key for hashing session tokens. It is derived from the credentials, so everyone stays signed in after a restart, but new credentials
   * sign everyone out.
   */
  sessionKey(): Promise<Buffer> {
    return this.#sessionKey;
  }
}
