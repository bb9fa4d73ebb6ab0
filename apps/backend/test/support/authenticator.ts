// cspell:ignore CBOR webauthn
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { Passkey } from '@archive/contracts';
import { codeOf } from '../../src/modules/auth/second-factor.ts';
import type { TestApi } from './api.ts';
import { Browser } from './browser.ts';
import { sql } from './sql.ts';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

const PRESENT = 1;
const VERIFIED = 4;
const HAS_CREDENTIAL = 64;

export interface CreationOptions {
  challenge: string;
  user: { id: string };
}

/** A passkey in software, as a browser at `origin` would use it. Its fields are what attackers would change. */
export class Authenticator {
  readonly id = randomBytes(16).toString('base64url');
  counter = 0;
  flags = PRESENT | VERIFIED;
  userHandle = '';
  origin: string;
  rpId: string;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  constructor(origin: string) {
    this.origin = origin;
    this.rpId = new URL(origin).hostname;
  }

  create({ challenge, user }: CreationOptions) {
    this.userHandle = user.id;
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    );
    const id = Buffer.from(this.id, 'base64url');
    const authData = Buffer.concat([
      this.#data(HAS_CREDENTIAL),
      Buffer.alloc(16),
      Buffer.from([0, id.length]),
      id,
      key,
    ]);
    const attestation = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', new Uint8Array(authData)],
      ]),
    );
    return this.#credential({
      clientDataJSON: this.#clientData('webauthn.create', challenge).toString('base64url'),
      attestationObject: Buffer.from(attestation).toString('base64url'),
      transports: ['internal'],
    });
  }

  get({ challenge }: { challenge: string }) {
    const clientData = this.#clientData('webauthn.get', challenge);
    const authData = this.#data(0);
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.#keys.privateKey);
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: this.userHandle,
    });
  }

  #credential(response: Record<string, string | string[]>) {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  #data(flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(this.rpId), Buffer.from([this.flags | flags]), counter]);
  }
}

/** Browsers offer no passkeys at an IP address. */
export const namedOrigin = (api: TestApi): string => api.visitor().url.replace('127.0.0.1', 'localhost');

export const creationOptions = async (browser: Browser) =>
  (await (await browser.post('/api/account/passkeys/options')).json()) as CreationOptions;

export const addPasskey = (browser: Browser, credential: object, name = 'Laptop') =>
  browser.post('/api/account/passkeys', { name, credential });

/** Signs in at the name of the archive, so that passkeys can be added. */
export async function signInAt(origin: string, username: string, password: string): Promise<Browser> {
  const browser = new Browser(origin);
  const { status } = await browser.post('/api/auth/login', { username, password });
  if (status !== 200) throw new Error(`Signing in returned ${status}`);
  return browser;
}

export async function aPasskeyOf(browser: Browser) {
  const authenticator = new Authenticator(browser.url);
  const response = await addPasskey(browser, authenticator.create(await creationOptions(browser)));
  if (response.status !== 200) throw new Error(`The passkey was not added: ${await response.text()}`);
  return { authenticator, passkey: (await response.json()) as Passkey };
}

export const passkeySignInOptions = async (browser: Browser) => {
  const response = await browser.post('/api/auth/passkey/options');
  const { options } = (await response.json()) as { options: { challenge: string } | null };
  if (!options) throw new Error('Nobody can sign in with a passkey');
  return options;
};

export const signInWithPasskey = (browser: Browser, credential: object) =>
  browser.post('/api/auth/passkey', { credential });

export const timeStep = () => Math.floor(Date.now() / 30_000);

/** The code of an account at a time step. */
export async function codeAt(api: TestApi, email: string, step: number): Promise<string> {
  const row = await api.database.row(
    sql<{ secret: Buffer }>(
      `select secret from second_factor join account on id = account_id where email = '${email}'`,
    ),
  );
  if (!row) throw new Error(`${email} has no second factor`);
  return codeOf(row.secret, step);
}

/** Turns on the second factor. Leaves the codes of the current and the next time step unused. */
export async function turnOnCodes(api: TestApi, browser: Browser, email: string) {
  await browser.post('/api/account/second-factor/start');
  const activation = await codeAt(api, email, timeStep() - 1);
  const response = await browser.post('/api/account/second-factor/activate', { code: activation });
  if (response.status !== 200) throw new Error(`The second factor was not turned on: ${await response.text()}`);
  const { recovery_codes } = (await response.json()) as { recovery_codes: string[] };
  return { activation, recovery: recovery_codes };
}
