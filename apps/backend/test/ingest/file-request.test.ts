import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buffer } from 'node:stream/consumers';
import { FetchFailure } from '../../src/modules/ingest/media-fetch/fetch-failure.ts';
import { fetchLimits, type FetchLimits } from '../../src/modules/ingest/media-fetch/fetch-limits.ts';
import { requestFile } from '../../src/modules/ingest/media-fetch/file-request.ts';
import {
  type AllowedHost,
  guardedAgent,
  type ResolveHost,
} from '../../src/modules/ingest/media-fetch/guarded-agent.ts';
import { type FileServer, startFileServer } from '../support/file-server.ts';

let server: FileServer;
let other: FileServer;
beforeAll(async () => {
  [server, other] = await Promise.all([startFileServer(), startFileServer()]);
});
afterAll(() => Promise.all([server.stop(), other.stop()]));

const PIECE = Buffer.alloc(1000, 7);

interface RequestOverrides {
  allowed?: AllowedHost[];
  limits?: Partial<FetchLimits>;
  resolve?: ResolveHost;
  signal?: AbortSignal;
}

const allowedHost = ({ url }: FileServer): AllowedHost => ({ hostname: '127.0.0.1', port: new URL(url).port });

async function download(
  address: string,
  { allowed = [allowedHost(server)], limits = {}, resolve, signal }: RequestOverrides = {},
) {
  const allLimits = { ...fetchLimits(1_000_000), connectMs: 2000, ...limits };
  const dispatcher = guardedAgent(allowed, allLimits, resolve);
  try {
    const failureWith = { dispatcher, allowed, limits: allLimits, signal: signal ?? new AbortController().signal };
    const { body, filename } = await requestFile(address, failureWith);
    return { filename, file: await buffer(body) };
  } finally {
    await dispatcher.destroy();
  }
}

async function failure(address: string, overrides?: RequestOverrides) {
  const error = await download(address, overrides).then(
    () => new Error('The download succeeded'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof FetchFailure)) throw error;
  return { kind: error.kind, message: error.message, retryAfterMs: error.retryAfterMs };
}

const NOT_PUBLIC = 'The address isn’t on the public internet.';

describe('a download', () => {
  test('returns the file with the server’s file name', async () => {
    const address = server.at('/download', (response) => {
      response.setHeader(
        'content-disposition',
        `attachment; filename="deck.jpg"; filename*=UTF-8''At%20the%20rail.jpg`,
      );
      response.end(PIECE);
    });
    expect(await download(address)).toEqual({ filename: 'At the rail.jpg', file: PIECE });
    expect(await download(server.at('/Night%20cruise.png', PIECE))).toEqual({
      filename: 'Night cruise.png',
      file: PIECE,
    });
  });

  test('follows redirects, as file sharing services need', async () => {
    server.at('/uc', (response) => response.writeHead(303, { location: '/confirm?t=1' }).end());
    server.at('/confirm', (response) => response.writeHead(302, { location: `${server.url}/real.pdf` }).end());
    server.at('/real.pdf', PIECE);
    expect((await download(`${server.url}/uc?id=1&export=download`)).file).toEqual(PIECE);
  });

  test('supports responses without a length, and allowed host names', async () => {
    server.at('/chunked', (response) => {
      response.write(PIECE);
      response.end(PIECE);
    });
    const { port } = new URL(server.url);
    const allowed = [{ hostname: 'localhost', port }];
    expect((await download(`http://localhost:${port}/chunked`, { allowed })).file.length).toBe(2000);
  });
});

describe('a download is aborted', () => {
  test('when it is too large, whatever its declared length', async () => {
    const endless = server.at('/endless', (response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64_000)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    expect(await failure(endless, { limits: { maxBytes: 3 * 1024 * 1024 } })).toMatchObject({
      kind: 'final',
      message: 'Files can be up to 3 MB. This file is larger.',
    });
    const long = server.at('/long', (response) => {
      response.writeHead(200, { 'content-length': 10 ** 12 });
      response.write(PIECE);
    });
    expect((await failure(long)).kind).toBe('final');
  });

  test('when it stalls, is too slow or takes too long', async () => {
    const stopping = server.at('/stopping', (response) => response.write(PIECE));
    expect(await failure(stopping, { limits: { idleMs: 300 } })).toMatchObject({
      kind: 'transient',
      message: 'The download stalled.',
    });
    const dripping = server.at('/dripping', (response) => {
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    });
    expect(await failure(dripping, { limits: { slowMs: 300 } })).toMatchObject({
      kind: 'transient',
      message: 'The download was too slow.',
    });
    expect(await failure(dripping, { limits: { totalMs: 300 } })).toMatchObject({
      kind: 'transient',
      message: 'The download took too long.',
    });
  });

  test('when the server does not respond', async () => {
    const silent = server.at('/silent', () => undefined);
    expect(await failure(silent, { limits: { headersMs: 300 } })).toMatchObject({
      kind: 'transient',
      message: 'The server didn’t respond in time.',
    });
    const listening = createServer().listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const { port } = listening.address() as AddressInfo;
    listening.close();
    expect(
      await failure(`http://127.0.0.1:${port}/a.jpg`, { allowed: [{ hostname: '127.0.0.1', port: String(port) }] }),
    ).toMatchObject({
      kind: 'transient',
      message: 'The server refused the connection.',
    });
  });

  test('when it is shorter than declared or the connection breaks', async () => {
    const short = server.at('/short', (response) => {
      response.writeHead(200, { 'content-length': 5000 });
      response.write(PIECE, () => response.destroy());
    });
    expect(await failure(short)).toMatchObject({
      kind: 'transient',
      message: 'The connection to the server was lost.',
    });
  });

  test('when it exceeds its declared length', async () => {
    const { file } = await download(
      server.at('/longer', (response) => {
        response.socket?.end(`HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n${'x'.repeat(5000)}`);
      }),
    );
    expect(file.length).toBe(100);
  });

  test('when the caller aborts, with the caller’s reason', async () => {
    const calling = new AbortController();
    const slow = server.at('/slow', (response) => {
      response.write(PIECE);
      calling.abort(new Error('Canceled'));
    });
    await expect(download(slow, { signal: calling.signal })).rejects.toThrow('Canceled');
  });

  test('when the server does not speak HTTP', async () => {
    const babble = createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n\r\n')).listen(0, '127.0.0.1');
    await once(babble, 'listening');
    const port = String((babble.address() as AddressInfo).port);
    expect(await failure(`http://127.0.0.1:${port}/`, { allowed: [{ hostname: '127.0.0.1', port }] })).toMatchObject({
      kind: 'final',
      message: 'There is no website at this address.',
    });
    babble.close();
  });
});

describe('an error response', () => {
  test.each([
    [404, 'final', 'There’s no file at this address anymore.'],
    [401, 'final', 'The server requires a login.'],
    [403, 'final', 'The server denied access.'],
    [418, 'final', 'The server responded with status 418.'],
    [206, 'final', 'The server responded with status 206.'],
    [500, 'transient', 'The server responded with status 500.'],
    [429, 'transient', 'The server responded with status 429.'],
  ])('with status %i is classified', async (status, kind, message) => {
    const address = server.at('/no', (response) => response.writeHead(status).end('no'));
    expect(await failure(address)).toMatchObject({ kind, message, retryAfterMs: undefined });
  });

  test('can request a delay in seconds or as a date', async () => {
    const failureWith = (status: number, value: string) =>
      failure(server.at('/later', (response) => response.writeHead(status, { 'retry-after': value }).end()));
    expect((await failureWith(429, '7')).retryAfterMs).toBe(7000);
    const retryAfterMs = (await failureWith(503, new Date(Date.now() + 60_000).toUTCString())).retryAfterMs;
    expect(retryAfterMs).toBeGreaterThan(55_000);
    expect(retryAfterMs).toBeLessThanOrEqual(60_000);
    expect((await failureWith(503, 'soon')).retryAfterMs).toBeUndefined();
    expect((await failureWith(500, '7')).retryAfterMs).toBeUndefined();
  });

  test('fails on too many or invalid redirects', async () => {
    const round = server.at('/round', (response) => response.writeHead(302, { location: '/round' }).end());
    expect(await failure(round)).toMatchObject({ kind: 'final' });
    expect(server.requests.filter((path) => path === '/round')).toHaveLength(6);
    const lost = server.at('/lost', (response) => response.writeHead(302).end());
    expect(await failure(lost)).toMatchObject({
      kind: 'final',
      message: 'The address redirects to an invalid address.',
    });
  });
});

describe('addresses outside the public internet are never requested', () => {
  const rejectedBeforeRequest = async (address: string, overrides: RequestOverrides = {}) => {
    const before = other.requests.length;
    const { kind, message } = await failure(address, overrides);
    expect([kind, other.requests.length - before]).toEqual(['final', 0]);
    return message;
  };

  test.each([
    'http://127.0.0.1/a.jpg',
    'http://2130706433/a.jpg',
    'http://0x7f.1/a.jpg',
    'http://[::1]/a.jpg',
    'http://[::ffff:127.0.0.1]/a.jpg',
    'http://[::ffff:7f00:1]/a.jpg',
    'http://10.1.2.3/a.jpg',
    'http://169.254.169.254/latest/meta-data/a.jpg',
    'https://192.168.0.1/a.jpg',
    'http://100.64.0.1/a.jpg',
    'http://0.0.0.0/a.jpg',
    'http://[fe80::1]/a.jpg',
    'http://[fd00:ec2::254]/a.jpg',
    'http://[64:ff9b::7f00:1]/a.jpg',
  ])('by IP address: %s', async (address) => {
    expect(await rejectedBeforeRequest(address)).toBe(NOT_PUBLIC);
  });

  test('by a name that resolves only or partly to such addresses', async () => {
    for (const addresses of [['127.0.0.1'], ['::1'], ['10.0.0.7', '169.254.169.254'], ['::ffff:127.0.0.1']])
      expect(await rejectedBeforeRequest('http://inside.example/a.jpg', { resolve: async () => addresses })).toBe(
        NOT_PUBLIC,
      );
  });

  test('by a name that resolves differently the second time', async () => {
    const addresses = [['8.8.8.8'], ['127.0.0.1']];
    let overrides = 0;
    const resolve = async () => addresses[Math.min((overrides += 1), 2) - 1] ?? [];
    // The connection uses the resolved address: there is no second lookup.
    const ended = new AbortController();
    setTimeout(() => ended.abort(new Error('Enough')), 300);
    await expect(download('http://rebinding.example/a.jpg', { resolve, signal: ended.signal })).rejects.toThrow();
    expect(overrides).toBe(1);
    expect(await rejectedBeforeRequest('http://rebinding.example/a.jpg', { resolve })).toBe(NOT_PUBLIC);
  });

  test('after a redirect to an IP address or a name', async () => {
    const { port } = new URL(other.url);
    for (const location of [
      `http://127.0.0.1:${port}/a.jpg`,
      'http://127.0.0.1/a.jpg',
      'http://[::1]/',
      '//10.0.0.1/a.jpg',
    ])
      await rejectedBeforeRequest(server.at('/inward', (response) => response.writeHead(302, { location }).end()));
    const named = server.at('/by-name', (response) =>
      response.writeHead(307, { location: 'http://inside.example/' }).end(),
    );
    expect(await rejectedBeforeRequest(named, { resolve: async () => ['192.168.7.7'] })).toBe(NOT_PUBLIC);
  });

  test('with another scheme or port, or with credentials', async () => {
    const to = (location: string) => server.at('/to', (response) => response.writeHead(302, { location }).end());
    expect(await rejectedBeforeRequest(to('file:///etc/passwd'))).toMatch('http and https');
    expect(await rejectedBeforeRequest(to('ftp://example.org/a.jpg'))).toMatch('http and https');
    expect(await rejectedBeforeRequest(to('http://93.184.216.34:6379/a.jpg'))).toBe(
      'Downloads aren’t allowed from port 6379.',
    );
    expect(await rejectedBeforeRequest('http://user:secret@example.org/a.jpg')).toMatch('user name and password');
  });

  test('at another port of an allowed host, or under another name of it', async () => {
    const { port } = new URL(other.url);
    expect(await rejectedBeforeRequest(`http://127.0.0.1:${port}/a.jpg`)).toMatch('port');
    expect(await rejectedBeforeRequest(`http://localhost:${new URL(server.url).port}/a.jpg`)).toMatch('port');
  });
});

test('the agent checks each connection', async () => {
  const { port } = new URL(other.url);
  const dispatcher = guardedAgent([], fetchLimits(1000), async () => ['127.0.0.1']);
  for (const origin of [`http://127.0.0.1:${port}`, `http://named.example:${port}`, `http://[::1]:${port}`])
    await expect(dispatcher.request({ origin, path: '/', method: 'GET' })).rejects.toThrow(NOT_PUBLIC);
  expect(other.requests).toEqual([]);
  // The server itself is reachable.
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.destroy();
  await dispatcher.destroy();
});

test('distinguishes being offline from an unknown host', async () => {
  const offline = async () => {
    throw new FetchFailure('offline', 'The server name couldn’t be looked up.');
  };
  expect((await failure('http://example.org/a.jpg', { resolve: offline })).kind).toBe('offline');
  expect((await failure('http://no-such-server.invalid/a.jpg')).kind).not.toBe('transient');
});
