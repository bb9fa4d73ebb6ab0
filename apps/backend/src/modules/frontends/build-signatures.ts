import { createHash, verify } from 'node:crypto';
import { signedText, type SignedBuild } from '@archive/contracts/build-signature';
import { Inject, Injectable } from '@nestjs/common';
import { Problem } from '../../common/index.ts';
import { CONFIG, type Config, type PublisherKey } from '../../config/index.ts';

/** Configured instead of a name, it accepts a key for all micro-frontends and the shell. */
const ANY = '*';

/** Accepts builds that are signed with a configured key. Without any keys, builds need no signature. */
@Injectable()
export class BuildSignatures {
  readonly #keys: readonly PublisherKey[];

  constructor(@Inject(CONFIG) config: Config) {
    this.#keys = config.frontends.keys;
  }

  /** The accepted keys, each identified by its fingerprint instead of the key itself. */
  accepted(): { name: string | null; fingerprint: string }[] {
    return this.#keys.map((key) => ({ name: key.name === ANY ? null : key.name, fingerprint: fingerprintOf(key) }));
  }

  /**
   * Returns the fingerprint of the key that signed a build; undefined if no keys are configured.
   * @throws Problem 403 if none of the publisher's keys has signed it
   */
  check(build: SignedBuild, signature: string | undefined): string | undefined {
    if (this.#keys.length === 0) return undefined;
    const { name, version } = build;
    if (signature === undefined)
      throw new Problem(
        403,
        `${name} ${version} is not signed, and this archive accepts signed builds only. Set SIGNING_KEY to the key of the publisher of ${name}.`,
      );
    const text = Buffer.from(signedText(build));
    const signed = Buffer.from(signature, 'base64');
    const key = this.#keys.find(
      (key) => (key.name === name || key.name === ANY) && verify(null, text, key.key, signed),
    );
    if (key) return fingerprintOf(key);
    throw new Problem(
      403,
      `${name} ${version} is not signed with a key of its publisher. The archive lists the keys in FRONTEND_KEYS.`,
    );
  }
}

const fingerprintOf = ({ key }: PublisherKey) =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16);
