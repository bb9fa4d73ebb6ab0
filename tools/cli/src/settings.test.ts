import { describe, expect, test } from '@jest/globals';
import { localAddress, networkAddresses, readSettings, withDatabasePassword } from './settings.ts';

describe('settings', () => {
  test('defaults: port 3000 on loopback, .data in the project, the development curator', () => {
    expect(readSettings({}, '/clone')).toEqual({
      root: '/clone',
      host: '127.0.0.1',
      port: 3000,
      dataDir: '/clone/.data',
      logs: '/clone/.data/logs',
      databaseUrl: undefined,
      databaseOwnerUrl: undefined,
      curator: { username: 'curator', password: 'sequoia', source: 'default' },
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
    expect(readSettings({ ...production, CURATOR_PASSWORD: 'long and own' }).curator).toEqual({
      username: 'ann',
      password: 'long and own',
      source: 'settings',
    });
    expect(readSettings({ ...production, CURATOR_PASSWORD_HASH: '$scrypt$' }).curator).toEqual({
      username: 'ann',
      password: undefined,
      source: 'settings',
    });
  });

  test.each(['0.0.0.0', '::', '192.168.1.5', 'archive.test'])('on %s, the default password is not used', (HOST) => {
    expect(readSettings({ HOST }).curator).toEqual({ username: 'curator', password: undefined, source: 'generated' });
    expect(readSettings({ HOST, CURATOR_PASSWORD: 'sequoia' }).curator.source).toBe('generated');
    expect(readSettings({ HOST, CURATOR_PASSWORD: 'own' }).curator.password).toBe('own');
  });

  test.each<NodeJS.ProcessEnv>([
    { PUBLIC_URL: 'https://archive.example.org' },
    { PUBLIC_URL: 'no address' },
    { ALLOWED_HOSTS: 'localhost yacht.lan' },
    { TRUST_PROXY: '1' },
    { TRUST_PROXY: '10.0.0.0/8' },
    { PUBLIC_URL: 'http://localhost:3000', TRUST_PROXY: 'true' },
  ])('behind a proxy (%j), the default password is not used', (env) => {
    expect(readSettings(env).curator.source).toBe('generated');
    expect(readSettings({ ...env, CURATOR_PASSWORD: 'sequoia' }).curator.source).toBe('generated');
    expect(readSettings({ ...env, CURATOR_PASSWORD: 'own' }).curator.password).toBe('own');
  });

  test.each<NodeJS.ProcessEnv>([
    { PUBLIC_URL: 'http://localhost:3000' },
    { PUBLIC_URL: 'http://[::1]:3000' },
    { ALLOWED_HOSTS: 'localhost 127.0.0.1:3000' },
    { TRUST_PROXY: 'false' },
    { TRUST_PROXY: '' },
  ])('without a proxy (%j), the default password is used', (env) => {
    expect(readSettings(env).curator.source).toBe('default');
  });

  test.each(['127.0.0.1', '127.0.0.2', '::1', 'localhost'])('%s is a loopback address', (HOST) => {
    expect(readSettings({ HOST }).curator.source).toBe('default');
    expect(networkAddresses(HOST, 3000)).toEqual([]);
  });

  test('a server on all addresses is reached at each address of the machine', () => {
    const address = { netmask: '', mac: '', cidr: null };
    const interfaces = {
      lo: [{ ...address, address: '127.0.0.1', family: 'IPv4' as const, internal: true }],
      eth0: [
        { ...address, address: '192.168.1.5', family: 'IPv4' as const, internal: false },
        { ...address, address: '2001:db8::5', family: 'IPv6' as const, internal: false, scopeid: 0 },
        { ...address, address: 'fe80::5', family: 'IPv6' as const, internal: false, scopeid: 2 },
      ],
    };
    expect(networkAddresses('0.0.0.0', 3000, interfaces)).toEqual(['http://192.168.1.5:3000']);
    expect(networkAddresses('::', 3000, interfaces)).toEqual(['http://192.168.1.5:3000', 'http://[2001:db8::5]:3000']);
    expect(networkAddresses('192.168.1.5', 3000)).toEqual(['http://192.168.1.5:3000']);
  });

  test('a server on all addresses is reached at the loopback address', () => {
    expect(localAddress('0.0.0.0', 80)).toBe('http://127.0.0.1:80');
    expect(localAddress('::', 3000)).toBe('http://[::1]:3000');
    expect(localAddress('archive.test', 3000)).toBe('http://archive.test:3000');
  });
});

test('PgBouncer and a replica have the password of the database, unless they have one', () => {
  const env = {
    DATABASE_PASSWORD: 'p@ss',
    DATABASE_POOLER_URL: 'postgres://archive_app@pgbouncer:6432/archive',
    DATABASE_READ_URL: 'postgres://archive_app:own@replica:5432/archive',
  };
  expect(withDatabasePassword(env)).toEqual({
    DATABASE_POOLER_URL: 'postgres://archive_app:p%40ss@pgbouncer:6432/archive',
  });
  expect(withDatabasePassword({ DATABASE_READ_URL: '' })).toEqual({});
});
