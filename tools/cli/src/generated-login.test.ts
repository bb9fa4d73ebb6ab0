import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { scryptSync } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatedLogin, loginInstructions } from './generated-login.ts';

const CURATOR = { username: 'curator', password: undefined, source: 'generated' as const };

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'login-test-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

test('a password is generated once, shown once, and only its hash is kept', () => {
  const first = generatedLogin(directory);
  expect(first.password).toMatch(/^(?:[a-hj-km-np-z1-9]{5}-){3}[a-hj-km-np-z1-9]{5}$/);
  expect(loginInstructions(CURATOR, first)).toBe(
    `Sign in as "curator" with the password "${first.password}". It is shown only once, so write it down.`,
  );
  expect(existsSync(first.file)).toBe(false);
  first.save();
  expect(statSync(first.file).mode & 0o777).toBe(0o600);
  expect(readFileSync(first.file, 'utf8')).not.toContain(first.password);

  const second = generatedLogin(directory);
  expect(second).toMatchObject({ password: undefined, hash: first.hash });
  expect(loginInstructions(CURATOR, second)).toBe(
    `Sign in as "curator" with the password that the first start showed. To get a new one, remove ${first.file} and start again.`,
  );
});

test('the hash is that of the password, in the format that the API reads', () => {
  const { password = '', hash } = generatedLogin(directory);
  const [, salt = '', key] = /^\$scrypt\$ln=14,r=8,p=5\$([\w+/]{22})\$([\w+/]{43})$/.exec(hash) ?? [];
  const derived = scryptSync(password, Buffer.from(salt, 'base64'), 32, { N: 2 ** 14, r: 8, p: 5, maxmem: 2 ** 28 });
  expect(derived.toString('base64').replace('=', '')).toBe(key);
});

test('no two archives have the same password', () => {
  const passwords = new Set(Array.from({ length: 5 }, () => generatedLogin(directory).password));
  expect(passwords.size).toBe(5);
});
