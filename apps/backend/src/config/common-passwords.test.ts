import { describe, expect, test } from '@jest/globals';
import { isCommonPassword, requireUncommonPassword } from './common-passwords.ts';
import { readConfig } from './config.ts';

describe('a password', () => {
  test.each([
    'qwerty123456',
    'QWERTY123456',
    '1qaz2wsx3edc',
    'password1234',
    'Password2026!',
    '12345password',
    'dragon!!!!!!!!',
    'aaaaaaaaaaaaaa',
    'abcabcabcabc',
    'curator-2026!',
    'Sequoia1925!',
  ])('%s is common', (password) => {
    expect(isCommonPassword(password, ['curator', 'sequoia'])).toBe(true);
  });

  test.each(['correct horse', 'a password for tests', 'Xk4-vRt9-pQ2m', 'potomac twilight 47'])(
    '%s is not common',
    (password) => {
      expect(isCommonPassword(password, ['curator', 'sequoia'])).toBe(false);
    },
  );
});

test('a common password in production is rejected with a message that does not repeat it', () => {
  const configWith = (password: string) =>
    readConfig({
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://a:b@localhost/archive',
      CURATOR_USERNAME: 'jane',
      CURATOR_PASSWORD: password,
    });
  expect(() => requireUncommonPassword(configWith('password1234'))).toThrow(
    'CURATOR_PASSWORD is one of the most common passwords, or close to one. Choose another one.',
  );
  expect(() => requireUncommonPassword(configWith('jane12345678'))).toThrow('CURATOR_PASSWORD');
  expect(() => requireUncommonPassword(configWith('correct horse'))).not.toThrow();
});
