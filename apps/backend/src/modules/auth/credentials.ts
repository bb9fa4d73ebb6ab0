import { createHash, scrypt, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Problem } from '../../common/index.ts';
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

/** Devices that have signed in before wait in a queue of their own, which others can't fill. */
export type DeviceKind = 'known' | 'unknown';

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

/** The curators' shared username and password (SPEC section 5). */
@Injectable()
export class Credentials {
  readonly username: string;
  readonly #hash: Promise<string>;
  readonly #sessionKey: Promise<Buffer>;
  readonly #queues = { known: new SignInQueue(), unknown: new SignInQueue() };

  constructor(@Inject(CONFIG) config: Config) {
    const { username, password, hash } = config.curator;
    const workFactor = config.environment === 'test' ? TEST_WORK_FACTOR : WORK_FACTOR;
    this.username = username;
    this.#hash = hash === undefined ? hashPassword(password, workFactor) : Promise.resolve(hash);
    this.#sessionKey = deriveKey(hash ?? password, `session of ${username}`);
  }

  /**
   * Checks a username and password, if its queue is not full. Takes the same time for a wrong username, a wrong password and the right pair.
   * @throws Problem 429 while too many others wait in the queue
   */
  async match(username: string, password: string, device: DeviceKind): Promise<boolean> {
    const isSamePassword = await this.#queues[device].run(async () => verifyPassword(password, await this.#hash));
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
