import { acquireLock } from '@archive/postgres';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, readSettings } from '../settings.ts';
import { fullChecks, settingsFile, dataFolder, port, packages, clock, disk, memory, nodeVersion } from './checks.ts';
import { ok, problem, warning, findingsToFix, report } from './report.ts';
import {
  databaseServer,
  directUploads,
  fileServer,
  hosts,
  queueServer,
  runningArchive,
  signOnProviders,
} from './services.ts';

const GB = 1024 ** 3;
let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'doctor-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

const folder = (name: string) => {
  mkdirSync(join(directory, name), { recursive: true });
  return join(directory, name);
};
const listening = async (server: Server | HttpServer) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

describe('the machine', () => {
  test('Node has the version in package.json, or the advice says how to get it', () => {
    expect(nodeVersion(ROOT).state).toBe('ok');
    expect(nodeVersion(ROOT, 'v22.1.0')).toMatchObject({
      state: 'warning',
      advice: expect.stringContaining('npm run archive'),
    });
  });

  test.each([
    [0.5, 'warning'],
    [8, 'ok'],
  ])('%f GB of memory: %s', (size, state) => {
    expect(memory(size * GB).state).toBe(state);
  });

  test.each([
    [0.4, 'problem'],
    [2, 'warning'],
    [50, 'ok'],
  ])('%f GB free on the fuller disk: %s', (size, state) => {
    const settings = { root: '/program', dataDir: '/data' };
    expect(disk(settings, (name) => (name === '/data' ? size : 100) * GB).state).toBe(state);
  });

  test('a folder that does not exist yet is on the disk of its parent', () => {
    expect(disk({ root: directory, dataDir: join(directory, 'a', 'b') }).detail).toMatch(/^\d+\.\d GB free/);
  });

  test('a clock of 1970 is a problem', () => {
    expect([clock(0).state, clock(Date.parse('2027-01-01')).state]).toEqual(['problem', 'ok']);
  });
});

describe('the installation', () => {
  test('names packages that are missing', () => {
    const root = folder('clone');
    const lock = { packages: { '': {}, 'node_modules/left-pad': { version: '1.0.0' } } };
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify(lock));
    expect(packages(root)).toMatchObject({ state: 'warning', detail: 'left-pad missing or of another version.' });
    const installed = join(root, 'node_modules', 'left-pad');
    mkdirSync(installed, { recursive: true });
    writeFileSync(join(installed, 'package.json'), '{}');
    writeFileSync(join(root, 'node_modules', '.package-lock.json'), JSON.stringify(lock));
    expect(packages(root).state).toBe('ok');
  });

  test('names settings that nothing reads, and suggests the intended one', () => {
    const root = folder('settings');
    writeFileSync(join(root, '.env.example'), 'PORT=3000\nDATA_DIR=.data\n');
    expect(settingsFile(root).state).toBe('ok');
    writeFileSync(join(root, '.env'), 'PROT=4000\n');
    expect(settingsFile(root)).toMatchObject({
      state: 'warning',
      detail: '.env has names that nothing reads: PROT (did you mean PORT?).',
    });
    writeFileSync(join(root, '.env'), 'PORT=4000\n');
    expect(settingsFile(root).state).toBe('ok');
  });

  test('a data folder with other files is a problem, and is not changed', () => {
    const dataDir = folder('foreign');
    writeFileSync(join(dataDir, 'thesis.txt'), '');
    expect(dataFolder(readSettings({ DATA_DIR: dataDir }))).toMatchObject({
      state: 'problem',
      detail: expect.stringContaining('has other files, such as thesis.txt'),
    });
    expect(dataFolder(readSettings({ DATA_DIR: folder('empty') })).state).toBe('ok');
    expect([readdirSync(dataDir), readdirSync(folder('empty'))]).toEqual([['thesis.txt'], []]);
  });
});

describe('ports and services', () => {
  test('a port in use by another program is a problem', async () => {
    const other = createServer();
    const taken = await listening(other);
    const settings = readSettings({ PORT: String(taken), DATA_DIR: folder('port') });
    const findings = await fullChecks(settings, {});
    expect(findings.find(({ subject }) => subject === 'Port')).toMatchObject({
      state: 'problem',
      advice: expect.stringContaining('--port'),
    });
    await new Promise((resolve) => other.close(resolve));
    expect(await port(settings)).toEqual(ok('Port', `${taken} on 127.0.0.1 is free`));
  });

  test('the names under which people reach the archive are listed, with what to do about others', async () => {
    expect(await hosts(readSettings({}), {})).toMatchObject({
      state: 'ok',
      detail: expect.stringContaining('localhost'),
    });
    expect(await hosts(readSettings({ HOST: '0.0.0.0' }), {})).toMatchObject({
      state: 'warning',
      detail: expect.stringContaining('421'),
      advice: expect.stringContaining('ALLOWED_HOSTS'),
    });
    const env = { PUBLIC_URL: 'https://archive.example.org', ALLOWED_HOSTS: 'yacht.lan, api:3000' };
    expect(await hosts(readSettings(env), env)).toEqual(ok('Host names', 'archive.example.org, yacht.lan, api:3000'));
  });

  test('a running archive that refuses the host of PUBLIC_URL is a problem', async () => {
    const server = createHttpServer((request, response) =>
      response.writeHead(request.headers.host === 'archive.example.org' ? 421 : 200).end(),
    );
    const dataDir = folder('refusing');
    const env = { PORT: String(await listening(server)), DATA_DIR: dataDir, PUBLIC_URL: 'https://archive.example.org' };
    expect((await hosts(readSettings(env), env)).state).toBe('ok');
    acquireLock(join(dataDir, 'lock'));
    expect(await hosts(readSettings(env), env)).toMatchObject({
      state: 'problem',
      detail: 'The running archive refuses “archive.example.org” with status 421.',
    });
    server.close();
  });

  test('services that are not configured are not checked', async () => {
    expect(await databaseServer(readSettings({}))).toBeUndefined();
    expect(await queueServer({})).toBeUndefined();
    expect(await fileServer({})).toBeUndefined();
    expect(await runningArchive(readSettings({ DATA_DIR: folder('stopped') }))).toMatchObject({
      detail: 'not running',
    });
  });

  test('services that do not respond are reported as problems, without their passwords', async () => {
    const closed = createServer();
    const free = await listening(closed);
    await new Promise((resolve) => closed.close(resolve));
    const found = [
      await databaseServer(readSettings({ DATABASE_URL: `postgres://a:secret@127.0.0.1:${free}/archive` })),
      await queueServer({ REDIS_URL: `redis://:secret@127.0.0.1:${free}` }),
      await fileServer({ S3_BUCKET: 'b', S3_ENDPOINT: `http://127.0.0.1:${free}` }),
    ];
    expect(found.map((finding) => finding?.state)).toEqual(['problem', 'problem', 'problem']);
    expect(JSON.stringify(found)).not.toContain('secret');
  });

  test('a provider to sign in with is checked: address, issuer, client and clock', async () => {
    let issuer = '';
    let date = new Date();
    const server = createHttpServer((request, response) => {
      response.setHeader('date', date.toUTCString());
      if (request.method === 'POST') {
        let body = '';
        request.on('data', (chunk: Buffer) => (body += chunk.toString()));
        request.on('end', () => {
          const isClient = new URLSearchParams(body).get('client_secret') === 'right';
          response
            .writeHead(isClient ? 400 : 401)
            .end(JSON.stringify({ error: isClient ? 'invalid_grant' : 'invalid_client' }));
        });
      } else response.end(JSON.stringify({ issuer, token_endpoint: `${issuer}/token` }));
    });
    issuer = `http://127.0.0.1:${await listening(server)}`;
    const check = async (provider: object) => {
      const settings = { name: 'Museum', issuer, client_id: 'archive', client_secret: 'right', ...provider };
      return (await signOnProviders({ SIGN_ON_PROVIDERS: JSON.stringify([settings]) }))[0];
    };
    expect(await signOnProviders({})).toEqual([]);
    expect((await signOnProviders({ SIGN_ON_PROVIDERS: '{' }))[0]?.state).toBe('problem');
    expect(await check({})).toEqual(ok('Sign-on, Museum', `${issuer} responds`));
    expect((await check({ client_secret: 'wrong' }))?.detail).toBe('it rejects client_id or client_secret.');
    expect((await check({ issuer: `${issuer}/` }))?.detail).toBe(`its issuer is ${issuer}, not ${issuer}/.`);
    date = new Date(Date.now() + 3_600_000);
    expect((await check({}))?.detail).toMatch(/its clock differs by 3\d\d\d s/);
    await new Promise((resolve) => server.close(resolve));
    const away = await check({});
    expect(away?.state).toBe('problem');
    expect(JSON.stringify(away)).not.toContain('right');
  });

  test('a queue that asks for a password counts as responding; another program does not', async () => {
    const responses = ['-NOAUTH Authentication required.\r\n', 'HTTP/1.1 400 Bad Request\r\n'];
    const server = createServer((socket) => socket.once('data', () => socket.end(responses.shift() ?? '')));
    const REDIS_URL = `redis://127.0.0.1:${await listening(server)}`;
    expect(await queueServer({ REDIS_URL })).toEqual(ok('Queue', 'responds'));
    expect((await queueServer({ REDIS_URL }))?.state).toBe('problem');
    await new Promise((resolve) => server.close(resolve));
  });

  test('reports a bucket that rejects uploads from pages of the archive', async () => {
    let allowed = '';
    const server = createHttpServer((request, response) => {
      const isAllowed = request.method === 'OPTIONS' && request.headers.origin === allowed;
      if (isAllowed) response.setHeader('access-control-allow-origin', allowed);
      response.writeHead(isAllowed ? 200 : 403).end();
    });
    const env = {
      S3_BUCKET: 'b',
      S3_PUBLIC_URL: `http://127.0.0.1:${await listening(server)}`,
      PUBLIC_URL: 'https://archive.example.org/',
    };
    expect(await directUploads({ ...env, S3_PUBLIC_URL: '' })).toBeUndefined();
    expect((await directUploads({ ...env, PUBLIC_URL: '' }))?.state).toBe('warning');
    expect(await directUploads(env)).toMatchObject({
      state: 'warning',
      detail: expect.stringContaining('doesn’t allow PUT from https://archive.example.org'),
    });
    allowed = 'https://archive.example.org';
    expect((await directUploads(env))?.state).toBe('ok');
    await new Promise((resolve) => server.close(resolve));
  });

  test('a bucket that the S3 server refuses to list is a problem, in the words of the archive', async () => {
    let code = 'NoSuchBucket';
    const server = createHttpServer((_request, response) => {
      response.writeHead(403, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
    });
    const S3_ENDPOINT = `http://127.0.0.1:${await listening(server)}`;
    const env = { S3_BUCKET: 'b', S3_ENDPOINT, S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 'secret' };
    expect(await fileServer(env)).toEqual(
      problem(
        'S3',
        `${S3_ENDPOINT} rejects requests: its bucket doesn’t exist.`,
        'Create the bucket, or correct S3_BUCKET.',
      ),
    );
    code = 'SignatureDoesNotMatch';
    expect((await fileServer(env))?.detail).toBe(`${S3_ENDPOINT} rejects requests: it doesn’t accept the access key.`);
    await new Promise((resolve) => server.close(resolve));
  });

  test('a clock that differs from that of the S3 server is a problem', async () => {
    let offset = 0;
    const server = createHttpServer((_request, response) => {
      response.setHeader('date', new Date(Date.now() + offset).toUTCString());
      response.writeHead(403).end();
    });
    const env = { S3_BUCKET: 'b', S3_ENDPOINT: `http://127.0.0.1:${await listening(server)}` };
    expect((await fileServer(env))?.state).toBe('ok');
    offset = 20 * 60_000;
    expect(await fileServer(env)).toMatchObject({
      state: 'problem',
      detail: expect.stringContaining('its clock differs by 1'),
    });
    await new Promise((resolve) => server.close(resolve));
  });
});

test('the report has each finding with its advice; start shows only those that need attention', () => {
  const findings = [
    ok('Node.js', 'v24'),
    warning('Disk', '2 GB free.', 'Free space.'),
    problem('Port', 'taken.', 'Use --port.'),
  ];
  expect(report(findings)).toBe(
    [
      '  Node.js          ok       v24',
      '  Disk             WARNING  2 GB free.',
      '                            Free space.',
      '  Port             PROBLEM  taken.',
      '                            Use --port.',
      '',
      '1 problem, 1 warning.',
    ].join('\n'),
  );
  expect(findingsToFix(findings)).toEqual(['Disk: 2 GB free. Free space.', 'Port: taken. Use --port.']);
  expect(report([ok('Node.js', 'v24')])).toContain('Everything is in order.');
});
