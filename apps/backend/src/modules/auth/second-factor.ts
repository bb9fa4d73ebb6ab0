import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { CODE_REQUIRED } from '@archive/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { invalidFields, Problem } from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';
import { col, Database, statement } from '../../database/index.ts';
import { SecurityLog } from '../security-log/index.ts';
import type { Identity } from './credentials.ts';
import { type LoginAttempt, LoginLimiter } from './login-limiter.ts';

/** What all authenticator apps expect (RFC 6238): HMAC-SHA-1 of a key of 160 bits, 30 seconds, six digits. */
const SECRET_BYTES = 20;
const STEP_MS = 30_000;
const DIGITS = 6;
const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const STATE = statement(
  'second-factor',
  `select instant_text(activated_at) as active_since, cardinality(recovery_hashes) as recovery_codes_left
   from second_factor where account_id = $1 and activated_at is not null`,
  { active_since: col.text, recovery_codes_left: col.int },
);
/** No row if a second factor is active. */
const START = statement(
  'second-factor-start',
  `insert into second_factor (account_id, secret) values ($1, $2)
   on conflict (account_id) do update set secret = excluded.secret where second_factor.activated_at is null
   returning (select email from account where id = account_id) as email`,
  { email: col.text },
);
const SECRET = statement(
  'second-factor-secret',
  'select secret from second_factor where account_id = $1 and (activated_at is not null) = $2',
  { secret: col.bytes },
);
const ACTIVATE = statement(
  'second-factor-activate',
  `update second_factor set activated_at = now(), last_step = $2, recovery_hashes = $3
   where account_id = $1 and activated_at is null and secret = $4`,
);
/** Only one of two simultaneous uses changes a row. */
const USE_STEP = statement(
  'second-factor-use-step',
  'update second_factor set last_step = $2 where account_id = $1 and activated_at is not null and last_step < $2',
);
const USE_RECOVERY_CODE = statement(
  'second-factor-use-recovery-code',
  `update second_factor set recovery_hashes = array_remove(recovery_hashes, $2)
   where account_id = $1 and activated_at is not null and $2 = any(recovery_hashes)`,
);
export const END_SECOND_FACTOR = statement('second-factor-end', 'delete from second_factor where account_id = $1');

const ALREADY_ACTIVE = 'Your second factor is already on. Turn it off first.';

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((group) => BASE32[Number.parseInt(group, 2)]).join('');
}

/** The code of a time step (RFC 4226, 5.3). */
export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const code = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff;
  return String(code % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The current, previous or next time step if it has this code: clocks differ, and typing takes time. */
function stepOf(secret: Buffer, code: string): number | undefined {
  const now = Math.floor(Date.now() / STEP_MS);
  return [now, now - 1, now + 1].find((step) => timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(code)));
}

const isCode = (text: string) => /^\d{6}$/.test(text);
const plain = (text: string) => text.replaceAll(/[\s-]/g, '').toUpperCase();
/** Recovery codes have 80 random bits, so a fast hash is enough. */
const digest = (recoveryCode: string) => hash('sha256', plain(recoveryCode), 'buffer');
const newRecoveryCode = () => base32(randomBytes(RECOVERY_BYTES)).toLowerCase().match(/.{4}/g)?.join('-') ?? '';

/** Codes from an app (TOTP) and recovery codes, which signing in with a password needs where a person has turned them on. */
@Injectable()
export class SecondFactor {
  readonly #title: string;

  constructor(
    private readonly database: Database,
    private readonly limiter: LoginLimiter,
    private readonly log: SecurityLog,
    @Inject(CONFIG) config: Config,
  ) {
    this.#title = config.archive.title;
  }

  async state(accountId: number | null) {
    const row = await this.database.row(STATE, [accountId]);
    return row ?? { active_since: null, recovery_codes_left: 0 };
  }

  /** A new key, which takes effect with `activate`. @throws 409 if a second factor is active */
  async start(accountId: number) {
    const key = randomBytes(SECRET_BYTES);
    const row = await this.database.row(START, [accountId, key]);
    if (!row) throw new Problem(409, ALREADY_ACTIVE);
    const secret = base32(key);
    const [issuer, label] = [this.#title, row.email].map((text) => encodeURIComponent(text));
    return { secret, uri: `otpauth://totp/${issuer}:${label}?secret=${secret}&issuer=${issuer}` };
  }

  /** Returns the recovery codes. @throws 409 without a key to activate, 422 for a wrong code */
  async activate(accountId: number, code: string): Promise<string[]> {
    const row = await this.database.row(SECRET, [accountId, false]);
    if (!row) throw new Problem(409, 'There is no key to activate. Start again.');
    const step = isCode(plain(code)) ? stepOf(row.secret, plain(code)) : undefined;
    if (step === undefined)
      throw invalidFields([{ path: 'code', message: 'This is not the current code. Check the time of your device.' }]);
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    if ((await this.database.execute(ACTIVATE, [accountId, step, codes.map(digest), row.secret])) === 0)
      throw new Problem(409, 'Your second factor was changed in another window. Reload the page.');
    return codes;
  }

  /** Returns false if there was none. */
  async end(accountId: number): Promise<boolean> {
    return (await this.database.execute(END_SECOND_FACTOR, [accountId])) > 0;
  }

  /**
   * After the right password: requires the code of an account that has a second factor.
   * @throws Problem 401 without the right code, 429 for too many wrong ones
   */
  async require({ accountId, name: actor }: Identity, code: string | undefined, attempt: LoginAttempt): Promise<void> {
    if (accountId === null || (await this.state(accountId)).active_since === null) return;
    if (code === undefined || plain(code) === '') throw codeRequired('Enter the code from your app.');
    const { address } = attempt;
    const record = (kind: 'login-failed' | 'login-throttled' | 'recovery-code-used') =>
      this.log.record({ kind, actor, address, details: { factor: 'code' } });
    await this.limiter.admitCode(attempt).catch((error: unknown) => {
      if (error instanceof Problem) record('login-throttled');
      throw error;
    });
    const isRecoveryCode = !isCode(plain(code));
    if (!(await (isRecoveryCode ? this.#useRecoveryCode(accountId, code) : this.#useCode(accountId, plain(code))))) {
      record('login-failed');
      throw codeRequired('This code is wrong, or was already used. Try the next one.');
    }
    await this.limiter.recordRightCode(attempt);
    if (isRecoveryCode) record('recovery-code-used');
  }

  async #useCode(accountId: number, code: string): Promise<boolean> {
    const row = await this.database.row(SECRET, [accountId, true]);
    const step = row && stepOf(row.secret, code);
    return step !== undefined && (await this.database.execute(USE_STEP, [accountId, step])) === 1;
  }

  async #useRecoveryCode(accountId: number, code: string): Promise<boolean> {
    return (await this.database.execute(USE_RECOVERY_CODE, [accountId, digest(code)])) === 1;
  }
}

const codeRequired = (detail: string) => new Problem(401, detail, { members: { type: CODE_REQUIRED } });
