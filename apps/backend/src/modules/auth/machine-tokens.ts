import { createHash, randomBytes } from 'node:crypto';

/** Creates and hashes tokens of one kind. Each kind has a prefix, so that leaked tokens can be recognized. */
export class MachineTokens {
  readonly #prefix: string;
  readonly #format: RegExp;

  constructor(prefix: string) {
    this.#prefix = prefix;
    this.#format = new RegExp(String.raw`^${prefix}[\w-]{43}$`);
  }

  /** Returns a new token and the hash to store. A token has 256 random bits, so a slow hash is unnecessary. */
  create(): { token: string; hash: Buffer } {
    const token = this.#prefix + randomBytes(32).toString('base64url');
    return { token, hash: hashOf(token) };
  }

  /** The hash to look up; undefined if the text isn’t a token of this kind. */
  hashOf(token: string): Buffer | undefined {
    return this.#format.test(token) ? hashOf(token) : undefined;
  }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest();
