import { randomBytes, timingSafeEqual } from 'node:crypto';
import { SCRYPT_HASH } from '../../config/index.ts';
import { passwordThread } from './password-thread.ts';

const SALT_BYTES = 16;
const KEY_BYTES = 32;
const MAX_MEMORY = 256 * 1024 * 1024;

export interface WorkFactor {
  /** Binary logarithm of the cost N. */
  ln: number;
  /** Block size. */
  r: number;
  /** Parallelization. */
  p: number;
}

/** The OWASP recommendation for scrypt with 16 MB of memory. */
export const WORK_FACTOR: WorkFactor = { ln: 14, r: 8, p: 5 };

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

function derive(password: string, salt: Buffer, bytes: number, { ln, r, p }: WorkFactor): Promise<Buffer> {
  const options = { N: 2 ** ln, r, p, maxmem: MAX_MEMORY };
  return passwordThread.derive({ password: password.normalize('NFC'), salt, bytes, options });
}

/** The hash of a password as a PHC string. It includes the salt and the work factor, so that the work factor can change later. */
export async function hashPassword(password: string, workFactor: WorkFactor): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, KEY_BYTES, workFactor);
  const { ln, r, p } = workFactor;
  return `$scrypt$ln=${ln},r=${r},p=${p}$${base64(salt)}$${base64(key)}`;
}

/**
 * Whether a password has this hash, compared in constant time and with the work factor of the hash.
 * @throws Error where `hash` is not a PHC string of scrypt
 */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [, ln, r, p, salt = '', key = ''] = SCRYPT_HASH.exec(hash) ?? [];
  if (key === '') throw new Error('Not a PHC string of scrypt');
  const expected = Buffer.from(key, 'base64');
  const workFactor = { ln: Number(ln), r: Number(r), p: Number(p) };
  const bytes = await derive(password, Buffer.from(salt, 'base64'), expected.length, workFactor);
  return timingSafeEqual(bytes, expected);
}
