import { describe, expect, test } from '@jest/globals';
import { addressOf, readSettings } from './settings.ts';

describe('settings', () => {
  test('without any variable: port 3000 of this machine only, .data beside the project, the development curator', () => {
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
    'PORT "%s" is refused, naming the variable',
    (PORT) => {
      expect(() => readSettings({ PORT })).toThrow(`PORT must be a whole number from 1 to 65535, and it is "${PORT}".`);
    },
  );

  test.each(['1', '65535'])('PORT %s is taken', (PORT) => {
    expect(readSettings({ PORT }).port).toBe(Number(PORT));
  });

  test('production without a curator of its own, or with the password that everybody knows, is refused', () => {
    const production = { NODE_ENV: 'production', CURATOR_USERNAME: 'ann' };
    expect(() => readSettings(production)).toThrow(/CURATOR_PASSWORD must be set/);
    expect(() => readSettings({ ...production, CURATOR_PASSWORD: 'sequoia' })).toThrow(/CURATOR_PASSWORD must be set/);
    expect(readSettings({ ...production, CURATOR_PASSWORD: 'long and own' }).curator.isDefault).toBe(false);
  });

  test('a server on all addresses is reached on this machine by the loopback one', () => {
    expect(addressOf('0.0.0.0', 80)).toBe('http://127.0.0.1:80');
    expect(addressOf('::', 3000)).toBe('http://[::1]:3000');
    expect(addressOf('archive.test', 3000)).toBe('http://archive.test:3000');
  });
});
