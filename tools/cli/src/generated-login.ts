import { randomBytes, scryptSync } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from './settings.ts';

/** A password that only the person who started the archive has seen. DATA_DIR keeps its hash. */
export interface GeneratedLogin {
  /** Set only at the start that generated the password. */
  password: string | undefined;
  /** The hash in the PHC string format, for CURATOR_PASSWORD_HASH. */
  hash: string;
  file: string;
  /** Saves the hash. Call it when the password is shown. */
  save(): void;
}

const PARTS = 4;
const PART_LENGTH = 5;
/** Letters and digits that are not confused when copied by hand. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz123456789';
/** The work factor that the API uses too. */
const [LN, R, P] = [14, 8, 5];
const MAX_MEMORY = 256 * 1024 * 1024;

/** The password of DATA_DIR, generated the first time. */
export function generatedLogin(dataDir: string): GeneratedLogin {
  const file = join(dataDir, 'curator-password-hash');
  if (existsSync(file)) {
    const hash = readFileSync(file, 'utf8').trim();
    return { password: undefined, hash, file, save: () => undefined };
  }
  const password = newPassword();
  const hash = scryptHash(password);
  return { password, hash, file, save: () => writeFileSync(file, `${hash}\n`, { mode: 0o600 }) };
}

/** 100 random bits: `fq7mx-2kzpa-…`. */
function newPassword(): string {
  const letters = Array.from(randomBytes(PARTS * PART_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return Array.from({ length: PARTS }, (_, index) =>
    letters.slice(index * PART_LENGTH, (index + 1) * PART_LENGTH),
  ).join('-');
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

function scryptHash(password: string): string {
  const salt = randomBytes(16);
  const key = scryptSync(password, salt, 32, { N: 2 ** LN, r: R, p: P, maxmem: MAX_MEMORY });
  return `$scrypt$ln=${LN},r=${R},p=${P}$${base64(salt)}$${base64(key)}`;
}

/** How to sign in, in one or two sentences. */
export function loginInstructions(
  { username, password, source }: Settings['curator'],
  generated?: GeneratedLogin,
): string {
  if (generated?.password !== undefined)
    return `Sign in as "${username}" with the password "${generated.password}". It is shown only once, so write it down.`;
  if (generated)
    return `Sign in as "${username}" with the password that the first start showed. To get a new one, remove ${generated.file} and start again.`;
  if (source === 'default') return `Sign in as "${username}" with the password "${password}".`;
  return `Sign in as "${username}" with the password of ${password === undefined ? 'CURATOR_PASSWORD_HASH' : 'CURATOR_PASSWORD'}.`;
}
