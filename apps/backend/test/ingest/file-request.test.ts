import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buffer } from 'node:stream/consumers';
import { FetchFailure } from '../../src/modules/ingest/media-fetch/fetch-failure.ts';
import { fetchLimits, type FetchLimits } from '../../src/modules/ingest/media-fetch/fetch-limits.ts';
import { requestFile } from '../../src/modules/ingest/media-fetch/file-request.ts';
import { type AllowedHost, guardedAgent, type Resolve } from '../../src/modules/ingest/media-fetch/guarded-agent.ts';
import { type FileServer, startFileServer } from '../support/file-server.ts';

let server: FileServer;
let other: FileServer;
beforeAll(async () => {
  [server, other] = await Promise.all([startFileServer(), startFileServer()]);
});
afterAll(() => Promise.all([server.stop(), other.stop()]));

const PIECE = Buffer.alloc(1000, 7);

interface Asked {
  allowed?: AllowedHost[];
  limits?: Partial<FetchLimits>;
  resolve?: Resolve;
  signal?: AbortSignal;
}

const allowedHost = ({ url }: FileServer): AllowedHost => ({ hostname: '127.0.0.1', port: new URL(url).port });

async function ask(address: string, { allowed = [allowedHost(server)], limits = {}, resolve, signal }: Asked = {}) {
  const all = { ...fetchLimits(1_000_000), connectMs: 2000, ...limits };
  const dispatcher = guardedAgent(allowed, all, resolve);
  try {
    const asking = { dispatcher, allowed, limits: all, signal: signal ?? new AbortController().signal };
    const { body, filename } = await requestFile(address, asking);
    return { filename, file: await buffer(body) };
  } finally {
    await dispatcher.destroy();
  }
}

async function failure(address: string, asked?: Asked) {
  const error = await ask(address, asked).then(
    () => new Error('It was handed out'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof FetchFailure)) throw error;
  return { kind: error.kind, message: error.message, retryAfterMs: error.retryAfterMs };
}

const NOT_PUBLIC = 'The address does not lead to the public internet.';

describe('a file', () => {
  test('comes whole, under the name that its server gives it', async () => {
    const address = server.at('/download', (response) => {
      response.setHeader(
        'content-disposition',
        `attachment; filename="deck.jpg"; filename*=UTF-8''At%20the%20rail.jpg`,
      );
      response.end(PIECE);
    });
    expect(await ask(address)).toEqual({ filename: 'At the rail.jpg', file: PIECE });
    expect(await ask(server.at('/Night%20cruise.png', PIECE))).toEqual({ filename: 'Night cruise.png', file: PIECE });
  });

  test('is found behind redirects, as services for sharing files use them', async () => {
    server.at('/uc', (response) => response.writeHead(303, { location: '/confirm?t=1' }).end());
    server.at('/confirm', (response) => response.writeHead(302, { location: `${server.url}/real.pdf` }).end());
    server.at('/real.pdf', PIECE);
    expect((await ask(`${server.url}/uc?id=1&export=download`)).file).toEqual(PIECE);
  });

  test('may come without a length, and by name where the host is allowed', async () => {
    server.at('/chunked', (response) => {
      response.write(PIECE);
      response.end(PIECE);
    });
    const { port } = new URL(server.url);
    const allowed = [{ hostname: 'localhost', port }];
    expect((await ask(`http://localhost:${port}/chunked`, { allowed })).file.length).toBe(2000);
  });
});

describe('is cut off', () => {
  test('when it is larger than what the archive takes, whatever its length is said to be', async () => {
    const endless = server.at('/endless', (response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64_000)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    expect(await failure(endless, { limits: { largestBytes: 3 * 1024 * 1024 } })).toMatchObject({
      kind: 'final',
      message: 'The archive takes files of up to 3 MB. This one is larger.',
    });
    const long = server.at('/long', (response) => {
      response.writeHead(200, { 'content-length': 10 ** 12 });
      response.write(PIECE);
    });
    expect((await failure(long)).kind).toBe('final');
  });

  test('when it stops coming, comes too slowly, or takes too long as a whole', async () => {
    const stopping = server.at('/stopping', (response) => response.write(PIECE));
    expect(await failure(stopping, { limits: { idleMs: 300 } })).toMatchObject({
      kind: 'passing',
      message: 'The file stopped coming.',
    });
    const dripping = server.at('/dripping', (response) => {
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    });
    expect(await failure(dripping, { limits: { slowMs: 300 } })).toMatchObject({
      kind: 'passing',
      message: 'The file came too slowly.',
    });
    expect(await failure(dripping, { limits: { wholeMs: 300 } })).toMatchObject({
      kind: 'passing',
      message: 'The file took too long to come.',
    });
  });

  test('when its server does not answer at all', async () => {
    const silent = server.at('/silent', () => undefined);
    expect(await failure(silent, { limits: { headersMs: 300 } })).toMatchObject({
      kind: 'passing',
      message: 'The server did not answer in time.',
    });
    const listening = createServer().listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const { port } = listening.address() as AddressInfo;
    listening.close();
    expect(
      await failure(`http://127.0.0.1:${port}/a.jpg`, { allowed: [{ hostname: '127.0.0.1', port: String(port) }] }),
    ).toMatchObject({
      kind: 'passing',
      message: 'The server refused the connection.',
    });
  });

  test('when it is shorter than its length is said to be, or its connection breaks', async () => {
    const short = server.at('/short', (response) => {
      response.writeHead(200, { 'content-length': 5000 });
      response.write(PIECE, () => response.destroy());
    });
    expect(await failure(short)).toMatchObject({
      kind: 'passing',
      message: 'The connection to the server broke off.',
    });
  });

  test('where its length is said to be, though more comes', async () => {
    const { file } = await ask(
      server.at('/longer', (response) => {
        response.socket?.end(`HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n${'x'.repeat(5000)}`);
      }),
    );
    expect(file.length).toBe(100);
  });

  test('when it is called off, in the words of who did', async () => {
    const calling = new AbortController();
    const slow = server.at('/slow', (response) => {
      response.write(PIECE);
      calling.abort(new Error('Cancelled'));
    });
    await expect(ask(slow, { signal: calling.signal })).rejects.toThrow('Cancelled');
  });

  test('when what answers is no web server', async () => {
    const babble = createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n\r\n')).listen(0, '127.0.0.1');
    await once(babble, 'listening');
    const port = String((babble.address() as AddressInfo).port);
    expect(await failure(`http://127.0.0.1:${port}/`, { allowed: [{ hostname: '127.0.0.1', port }] })).toMatchObject({
      kind: 'final',
      message: 'What answered there is no web server.',
    });
    babble.close();
  });
});

describe('a server that says no', () => {
  test.each([
    [404, 'final', 'There is nothing at this address any more.'],
    [401, 'final', 'The server asks for a login.'],
    [403, 'final', 'The server does not hand it out.'],
    [418, 'final', 'The server answered with the status 418.'],
    [206, 'final', 'The server answered with the status 206.'],
    [500, 'passing', 'The server answered with the status 500.'],
    [429, 'passing', 'The server answered with the status 429.'],
  ])('with %i is believed', async (status, kind, message) => {
    const address = server.at('/no', (response) => response.writeHead(status).end('no'));
    expect(await failure(address)).toMatchObject({ kind, message, retryAfterMs: undefined });
  });

  test('tells how long to leave it alone, in seconds or as a moment', async () => {
    const asking = (status: number, value: string) =>
      failure(server.at('/later', (response) => response.writeHead(status, { 'retry-after': value }).end()));
    expect((await asking(429, '7')).retryAfterMs).toBe(7000);
    const moment = (await asking(503, new Date(Date.now() + 60_000).toUTCString())).retryAfterMs;
    expect(moment).toBeGreaterThan(55_000);
    expect(moment).toBeLessThanOrEqual(60_000);
    expect((await asking(503, 'soon')).retryAfterMs).toBeUndefined();
    expect((await asking(500, '7')).retryAfterMs).toBeUndefined();
  });

  test('by sending on and on, or to nowhere, is left', async () => {
    const round = server.at('/round', (response) => response.writeHead(302, { location: '/round' }).end());
    expect(await failure(round)).toMatchObject({ kind: 'final' });
    expect(server.requests.filter((path) => path === '/round')).toHaveLength(6);
    const lost = server.at('/lost', (response) => response.writeHead(302).end());
    expect(await failure(lost)).toMatchObject({ kind: 'final', message: 'The address leads to nowhere.' });
  });
});

describe('what is not the public internet is not asked', () => {
  const unasked = async (address: string, asked: Asked = {}) => {
    const before = other.requests.length;
    const { kind, message } = await failure(address, asked);
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
  ])('by its number: %s', async (address) => {
    expect(await unasked(address)).toBe(NOT_PUBLIC);
  });

  test('by a name that leads there, all its addresses or only some', async () => {
    for (const addresses of [['127.0.0.1'], ['::1'], ['10.0.0.7', '169.254.169.254'], ['::ffff:127.0.0.1']])
      expect(await unasked('http://inside.example/a.jpg', { resolve: async () => addresses })).toBe(NOT_PUBLIC);
  });

  test('by a name that leads elsewhere the second time it is asked for', async () => {
    const answers = [['8.8.8.8'], ['127.0.0.1']];
    let asked = 0;
    const resolve = async () => answers[Math.min((asked += 1), 2) - 1] ?? [];
    // What was looked up is what is connected to: nobody asks a second time.
    const ended = new AbortController();
    setTimeout(() => ended.abort(new Error('Enough')), 300);
    await expect(ask('http://rebinding.example/a.jpg', { resolve, signal: ended.signal })).rejects.toThrow();
    expect(asked).toBe(1);
    expect(await unasked('http://rebinding.example/a.jpg', { resolve })).toBe(NOT_PUBLIC);
  });

  test('after a redirect, to a number or a name', async () => {
    const { port } = new URL(other.url);
    for (const location of [
      `http://127.0.0.1:${port}/a.jpg`,
      'http://127.0.0.1/a.jpg',
      'http://[::1]/',
      '//10.0.0.1/a.jpg',
    ])
      await unasked(server.at('/inward', (response) => response.writeHead(302, { location }).end()));
    const named = server.at('/by-name', (response) =>
      response.writeHead(307, { location: 'http://inside.example/' }).end(),
    );
    expect(await unasked(named, { resolve: async () => ['192.168.7.7'] })).toBe(NOT_PUBLIC);
  });

  test('by another scheme, an odd port, or a name and password', async () => {
    const to = (location: string) => server.at('/to', (response) => response.writeHead(302, { location }).end());
    expect(await unasked(to('file:///etc/passwd'))).toMatch('http or https');
    expect(await unasked(to('ftp://example.org/a.jpg'))).toMatch('http or https');
    expect(await unasked(to('http://93.184.216.34:6379/a.jpg'))).toBe('The archive does not fetch from port 6379.');
    expect(await unasked('http://user:secret@example.org/a.jpg')).toMatch('name and password');
  });

  test('at another port of an allowed host, or by another of its names', async () => {
    const { port } = new URL(other.url);
    expect(await unasked(`http://127.0.0.1:${port}/a.jpg`)).toMatch('port');
    expect(await unasked(`http://localhost:${new URL(server.url).port}/a.jpg`)).toMatch('port');
  });
});

test('the guard stands at the socket, whoever asks', async () => {
  const { port } = new URL(other.url);
  const dispatcher = guardedAgent([], fetchLimits(1000), async () => ['127.0.0.1']);
  for (const origin of [`http://127.0.0.1:${port}`, `http://named.example:${port}`, `http://[::1]:${port}`])
    await expect(dispatcher.request({ origin, path: '/', method: 'GET' })).rejects.toThrow(NOT_PUBLIC);
  expect(other.requests).toEqual([]);
  // The server was there to be reached.
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.destroy();
  await dispatcher.destroy();
});

test('a machine without a way out, and a name that nobody has, are told apart', async () => {
  const offline = async () => {
    throw new FetchFailure('offline', 'The name of the server could not be looked up.');
  };
  expect((await failure('http://example.org/a.jpg', { resolve: offline })).kind).toBe('offline');
  expect((await failure('http://no-such-server.invalid/a.jpg')).kind).not.toBe('passing');
});
