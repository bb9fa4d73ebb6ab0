import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { readConfig } from './config.ts';
import { ConfigError } from './variables.ts';

const URL = 'postgresql://archive:secret@localhost:5432/archive';
const configWith = (variables: Record<string, string>) => readConfig({ DATABASE_URL: URL, ...variables });

function sentences(variables: Record<string, string>): readonly string[] {
  try {
    configWith(variables);
  } catch (error) {
    if (error instanceof ConfigError) return error.sentences;
    throw error;
  }
  return [];
}

describe('configuration', () => {
  test('requires only a database', () => {
    expect(configWith({})).toMatchObject({
      environment: 'development',
      host: '127.0.0.1',
      port: 3000,
      dataDirectory: path.resolve('.data'),
      database: { url: URL, poolMax: 10 },
      redisUrl: undefined,
      s3: undefined,
      curator: { username: 'curator', password: 'sequoia' },
      sessionDays: 30,
      sessionMaxDays: 90,
      trustProxy: false,
      archive: {
        title: 'The Sequoia Archive',
        subtitle: 'Voyages of the presidential yacht',
        migrationDocumentUrl: undefined,
      },
      maxUploadBytes: 512 * 1024 * 1024,
      ingest: { fetchMedia: true, allowHosts: [] },
      frontends: { directory: path.resolve('../../dist/frontends'), origins: {} },
    });
  });

  test('treats an empty variable as unset', () => {
    expect(configWith({ PORT: '', S3_BUCKET: '', REDIS_URL: '', CURATOR_PASSWORD: '' })).toEqual(configWith({}));
  });

  test('accepts allowed hosts with or without a port, and nothing else', () => {
    expect(configWith({ INGEST_ALLOW_HOSTS: ' files.Example.lan, 10.0.0.5:8080,[::1]:80,' }).ingest.allowHosts).toEqual(
      [
        { hostname: 'files.example.lan', port: undefined },
        { hostname: '10.0.0.5', port: '8080' },
        { hostname: '[::1]', port: '80' },
      ],
    );
    for (const wrong of ['http://a.example', 'a.example/path', 'user@a.example', '10.0.0.0/8', 'a:99999', '*'])
      expect([wrong, ...sentences({ INGEST_ALLOW_HOSTS: wrong })]).toEqual([
        wrong,
        expect.stringContaining('hosts separated by commas'),
      ]);
  });

  test('reads a mail server, and names what is wrong with it without its password', () => {
    const others = { MAIL_FROM: 'archive@example.org', PUBLIC_URL: 'https://archive.example.org' };
    const serverOf = (url: string) => configWith({ ...others, SMTP_URL: url }).mail?.server;
    expect(configWith({ PUBLIC_URL: others.PUBLIC_URL }).mail).toBeUndefined();
    expect(configWith({ ...others, SMTP_URL: 'smtps://a%40b.example:p%2Fw@mail.example.org' }).mail).toEqual({
      server: {
        host: 'mail.example.org',
        port: 465,
        secure: true,
        credentials: { user: 'a@b.example', pass: 'p/w' },
      },
      from: 'archive@example.org',
      origin: 'https://archive.example.org',
    });
    const open = { secure: false, credentials: undefined };
    expect(serverOf('smtp://[::1]:25/')).toEqual({ ...open, host: '::1', port: 25 });
    expect(serverOf('smtp://mail')).toEqual({ ...open, host: 'mail', port: 587 });
    for (const wrong of [
      'mail.example.org',
      'https://mail.example.org',
      'smtp://',
      'smtp://mail:0',
      'smtp://mail/confidential',
      'smtp://mail?tls.rejectUnauthorized=false',
      'smtp://confidential@mail',
      'smtp://a:confidential%@mail',
    ]) {
      const found = sentences({ ...others, SMTP_URL: wrong });
      expect([wrong, found]).toEqual([wrong, [expect.stringMatching(/^SMTP_URL must be an address like smtps:/)]]);
      expect(found.join()).not.toContain('confidential');
    }
    const SMTP_URL = 'smtp://mail';
    for (const [wrong, sentence] of [
      [{ SMTP_URL, PUBLIC_URL: others.PUBLIC_URL }, 'SMTP_URL and MAIL_FROM must be set together.'],
      [{ MAIL_FROM: others.MAIL_FROM }, 'SMTP_URL and MAIL_FROM must be set together.'],
      [{ SMTP_URL, MAIL_FROM: others.MAIL_FROM }, 'PUBLIC_URL is required when SMTP_URL is set.'],
      [
        { ...others, SMTP_URL, MAIL_FROM: 'A <a@b.example>' },
        'MAIL_FROM must be an e-mail address, like archive@example.org; it is "A <a@b.example>".',
      ],
    ] as const)
      expect(sentences(wrong)).toEqual([sentence]);
  });

  test('reads providers to sign in with, and names what is wrong with one without its secret', () => {
    const museum = {
      id: 'museum',
      name: 'Museum',
      issuer: 'https://login.example.org',
      client_id: 'archive',
      client_secret: 'confidential',
      roles: { curator: ['archive-curators'] },
    };
    const list = (...providers: object[]) => ({ SIGN_ON_PROVIDERS: JSON.stringify(providers) });
    expect(configWith({}).signOn).toEqual({ providers: [], localAccounts: true });
    expect(configWith({ ...list(museum), LOCAL_ACCOUNTS: 'false' }).signOn).toEqual({
      providers: [{ ...museum, scope: 'openid profile email', groups_claim: 'groups', trust_email: false }],
      localAccounts: false,
    });
    expect(configWith(list({ ...museum, issuer: 'http://127.0.0.1:4000' })).signOn.providers).toHaveLength(1);
    for (const [wrong, sentence] of [
      [{ SIGN_ON_PROVIDERS: '{}' }, 'SIGN_ON_PROVIDERS must be a JSON list of providers.'],
      [{ SIGN_ON_PROVIDERS: 'confidential' }, 'SIGN_ON_PROVIDERS must be a JSON list of providers.'],
      [
        list({ ...museum, issuer: 'http://login.example.org' }),
        'SIGN_ON_PROVIDERS has a problem in provider 1: issuer must be an address like https://login.example.org.',
      ],
      [
        list(museum, { ...museum, client_id: undefined }),
        'SIGN_ON_PROVIDERS has a problem in provider 2: client_id is required.',
      ],
      [
        list({ ...museum, scope: 'email' }),
        'SIGN_ON_PROVIDERS has a problem in provider 1: scope must include openid.',
      ],
      [
        list({ ...museum, roles: {} }),
        'SIGN_ON_PROVIDERS has a problem in provider 1: roles must give at least one role.',
      ],
      [list(museum, museum), 'SIGN_ON_PROVIDERS has the same id twice.'],
      [{ LOCAL_ACCOUNTS: 'false' }, 'SIGN_ON_PROVIDERS is required when LOCAL_ACCOUNTS is false.'],
    ] as const) {
      expect(sentences(wrong)).toEqual([sentence]);
      expect(sentences(wrong).join()).not.toContain('confidential');
    }
    for (const part of [{ roles: { owner: ['x'] } }, { roles: { curator: 'x' } }, { secret: 1 }])
      expect(sentences(list({ ...museum, ...part }))).toEqual([
        expect.stringMatching(/^SIGN_ON_PROVIDERS has a problem in provider 1: /),
      ]);
  });

  test('stores files in S3 if a bucket is set', () => {
    expect(
      configWith({
        S3_BUCKET: 'library',
        S3_ENDPOINT: 'http://s3:9000',
        S3_ACCESS_KEY_ID: 'id',
        S3_SECRET_ACCESS_KEY: 'key',
      }).s3,
    ).toEqual({
      bucket: 'library',
      endpoint: 'http://s3:9000',
      region: 'us-east-1',
      credentials: { accessKeyId: 'id', secretAccessKey: 'key' },
      forcePathStyle: true,
      publicUrl: undefined,
    });
  });

  test('accepts an origin of the S3 server for browsers', () => {
    expect(configWith({ S3_BUCKET: 'library', S3_PUBLIC_URL: 'https://files.example.org/' }).s3).toMatchObject({
      endpoint: undefined,
      publicUrl: 'https://files.example.org',
    });
  });

  test.each([
    ['true', true],
    ['false', false],
    ['2', 2],
    ['10.0.0.0/8, ::1', '10.0.0.0/8, ::1'],
  ])('TRUST_PROXY=%s is %j', (value, expected) => {
    expect(configWith({ TRUST_PROXY: value }).trustProxy).toEqual(expected);
  });

  test('accepts servers of micro-frontends', () => {
    expect(
      configWith({ FRONTEND_ORIGINS: 'shell=http://shell:8080, voyages=http://voyages:8080/' }).frontends.origins,
    ).toEqual({
      shell: 'http://shell:8080',
      voyages: 'http://voyages:8080',
    });
  });

  test.each([
    ['DATABASE_URL', '', 'DATABASE_URL is required.'],
    [
      'DATABASE_URL',
      'mysql://localhost/x',
      'DATABASE_URL must be an address like postgresql://user:password@host:5432/archive.',
    ],
    ['PORT', '65536', 'PORT must be a whole number from 0 to 65535; it is "65536".'],
    ['PORT', '-1', 'PORT must be a whole number from 0 to 65535; it is "-1".'],
    ['PORT', 'abc', 'PORT must be a whole number from 0 to 65535; it is "abc".'],
    ['PORT', '80.5', 'PORT must be a whole number from 0 to 65535; it is "80.5".'],
    ['NODE_ENV', 'prod', 'NODE_ENV must be development, test or production; it is "prod".'],
    ['SESSION_DAYS', '0', 'SESSION_DAYS must be a whole number from 1 to 3650; it is "0".'],
    ['S3_FORCE_PATH_STYLE', 'yes', 'S3_FORCE_PATH_STYLE must be true or false; it is "yes".'],
    [
      'TRUST_PROXY',
      'sometimes',
      'TRUST_PROXY must be true, false, a number of proxies, or their addresses separated by commas; it is "sometimes".',
    ],
    [
      'PUBLIC_URL',
      'https://archive.example.org/sub',
      'PUBLIC_URL must be an address without a path, like https://archive.example.org.',
    ],
    [
      'FRONTEND_ORIGINS',
      'Albums=http://x',
      'FRONTEND_ORIGINS must be pairs of name and address, like shell=http://shell:8080,voyages=http://voyages:8080; it is "Albums=http://x".',
    ],
    [
      'FRONTEND_KEYS',
      'people=bm90IGEga2V5',
      'FRONTEND_KEYS must be pairs like people=…, with Ed25519 keys from “npm run mfe -- key people”.',
    ],
    ['S3_ENDPOINT', 'http://s3:9000', 'S3_BUCKET is required when S3_ENDPOINT is set.'],
    ['S3_PUBLIC_URL', 'https://files.example.org', 'S3_BUCKET is required when S3_PUBLIC_URL is set.'],
    [
      'S3_PUBLIC_URL',
      'https://files.example.org/library',
      'S3_PUBLIC_URL must be an address without a path, like https://archive.example.org.',
    ],
    ['S3_ACCESS_KEY_ID', 'id', 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together.'],
  ])('rejects %s=%s with one sentence', (name, value, sentence) => {
    expect(sentences({ [name]: value })).toEqual([sentence]);
  });

  test('reports all problems at once', () => {
    expect(sentences({ PORT: 'x', LOG_LEVEL: 'loud', SESSION_DAYS: 'many' })).toHaveLength(3);
  });

  test('keeps secrets out of messages', () => {
    const text = sentences({
      CURATOR_PASSWORD: 'p'.repeat(1001),
      REDIS_URL: 'hunter2',
      DATABASE_URL: 'hunter2',
    }).join();
    expect(text).not.toMatch(/hunter2|ppp/);
  });

  describe('in production', () => {
    const production = { NODE_ENV: 'production', CURATOR_USERNAME: 'jane', CURATOR_PASSWORD: 'correct horse' };

    test('accepts explicit credentials', () => {
      expect(configWith(production).curator).toEqual({ username: 'jane', password: 'correct horse' });
    });

    test('requires credentials', () => {
      expect(sentences({ NODE_ENV: 'production' })).toEqual([
        'CURATOR_USERNAME is required in production.',
        'CURATOR_PASSWORD is required in production.',
      ]);
    });

    test.each(['x', 'eleven char', '1'.repeat(11)])('rejects the short password %j', (password) => {
      expect(sentences({ ...production, CURATOR_PASSWORD: password })).toEqual([
        'CURATOR_PASSWORD is too short. Production requires at least 12 characters.',
      ]);
      expect(configWith({ CURATOR_PASSWORD: password }).curator.password).toBe(password);
    });

    test('accepts the hash of a password instead, but not both', () => {
      const hash = '$scrypt$ln=14,r=8,p=5$c2FsdA$a2V5';
      const { CURATOR_PASSWORD, ...rest } = production;
      expect(configWith({ ...rest, CURATOR_PASSWORD_HASH: hash }).curator).toEqual({ username: 'jane', hash });
      expect(sentences({ ...rest, CURATOR_PASSWORD, CURATOR_PASSWORD_HASH: hash })).toEqual([
        'CURATOR_PASSWORD and CURATOR_PASSWORD_HASH must not be set together.',
      ]);
      expect(sentences({ ...rest, CURATOR_PASSWORD_HASH: 'secret' }).join()).toMatch(
        /^CURATOR_PASSWORD_HASH must be a scrypt hash in PHC format/,
      );
    });

    test('rejects the default password', () => {
      expect(sentences({ ...production, CURATOR_PASSWORD: 'sequoia' })).toEqual([
        'CURATOR_PASSWORD is the default password, which is not allowed in production. Choose another one.',
      ]);
    });
  });
});

describe('a secret in a file', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'secrets-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  const file = (name: string, content: string) => {
    writeFileSync(path.join(directory, name), content);
    return path.join(directory, name);
  };

  test('is read without its last line break; an empty file means none', () => {
    const config = configWith({
      DATABASE_URL: 'postgres://archive_app@db:5432/archive',
      DATABASE_PASSWORD_FILE: file('database', 'p@ss/w ord%\n'),
      REDIS_URL: 'redis://valkey:6379',
      REDIS_PASSWORD_FILE: file('redis', 'a:b\n'),
      CURATOR_PASSWORD_FILE: file('curator', ' spaces count \n'),
      METRICS_TOKEN_FILE: file('token', '\n'),
    });
    expect(config.database.url).toBe('postgres://archive_app:p%40ss%2Fw%20ord%25@db:5432/archive');
    expect(config.redisUrl).toBe('redis://:a%3Ab@valkey:6379');
    expect(config.curator).toMatchObject({ password: ' spaces count ' });
    expect(config.metricsToken).toBeUndefined();
  });

  test('is rejected if it is also in a variable, or if its file can’t be read', () => {
    const missing = path.join(directory, 'missing');
    expect(sentences({ METRICS_TOKEN: 'a', METRICS_TOKEN_FILE: file('twice', 'b') })).toEqual([
      'METRICS_TOKEN and METRICS_TOKEN_FILE must not be set together.',
    ]);
    expect(sentences({ CURATOR_PASSWORD_FILE: missing })).toEqual([
      `CURATOR_PASSWORD_FILE names a file that can’t be read (ENOENT): ${missing}.`,
    ]);
    expect(sentences({ REDIS_PASSWORD: 'secret' })).toEqual(['REDIS_URL is required when REDIS_PASSWORD is set.']);
  });
});
