import { describe, expect, test } from '@jest/globals';
import { localAddress, readSettings } from './settings.ts';

describe('settings', () => {
  test('defaults: port 3000 on loopback, .data in the project, the development curator', () => {
    expect(readSettings({}, '/clone')).toEqual({
      root: '/clone',
      host: '127.0.0.1',
      port: 3000,
      dataDir: '/clone/.data',
      logs: '/clone/.data/logs',
      databaseUrl: undefined,
      curator: { username: 'curator', password: 'sequoia', isDefault: true },
      verbose: false,
    });
  });

  test.each(['0', '65536', '-1', '80.5', 'http', ' 3000', '0x50'])(
    'PORT "%s" is rejected, naming the variable',
    (PORT) => {
      expect(() => readSettings({ PORT })).toThrow(`PORT must be a whole number from 1 to 65535, not "${PORT}".`);
    },
  );

  test.each(['1', '65535'])('PORT %s is accepted', (PORT) => {
    expect(readSettings({ PORT }).port).toBe(Number(PORT));
  });

  test('production requires its own curator and rejects the default password', () => {
    const production = { NODE_ENV: 'production', CURATOR_USERNAME: 'ann' };
    expect(() => readSettings(production)).toThrow(/CURATOR_PASSWORD are required/);
    expect(() => readSettings({ ...production, CURATOR_PASSWORD: 'sequoia' })).toThrow(/CURATOR_PASSWORD are required/);
    expect(readSettings({ ...production, CURATOR_PASSWORD: 'long and own' }).curator.isDefault).toBe(false);
  });

  test('a server on all addresses is reached at the loopback address', () => {
    expect(localAddress('0.0.0.0', 80)).toBe('http://127.0.0.1:80');
    expect(localAddress('::', 3000)).toBe('http://[::1]:3000');
    expect(localAddress('archive.test', 3000)).toBe('http://archive.test:3000');
  });
});
