import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.ts';

const KEY_LENGTH = 32;

const derive = (password: string, salt: string | Buffer) =>
  new Promise<Buffer>((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, KEY_LENGTH, (error, key) => (error ? reject(error) : resolve(key)));
  });

const digest = (text: string) => createHash('sha256').update(text).digest();

/** The curators' shared username and password (SPEC section 5). */
@Injectable()
export class Credentials {
  readonly username: string;
  readonly #salt = randomBytes(16);
  readonly #hash: Promise<Buffer>;
  readonly #sessionKey: Promise<Buffer>;

  constructor(@Inject(CONFIG) config: Config) {
    const { username, password } = config.curator;
    this.username = username;
    this.#hash = derive(password, this.#salt);
    this.#sessionKey = derive(password, `session of ${username}`);
  }

  /** Takes the same time for a wrong username, a wrong password and the right pair. */
  async match(username: string, password: string): Promise<boolean> {
    const [given, expected] = await Promise.all([derive(password, this.#salt), this.#hash]);
    const sameName = timingSafeEqual(digest(username), digest(this.username));
    const samePassword = timingSafeEqual(given, expected);
    return sameName && samePassword;
  }

  /**
   * Key for hashing session tokens. It derives from the credentials: a restart keeps everyone signed in, new credentials sign everyone
   * out.
   */
  sessionKey(): Promise<Buffer> {
    return this.#sessionKey;
  }
}
