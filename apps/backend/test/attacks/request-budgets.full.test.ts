import { createConnection, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import {
  authOperations,
  BODY_BYTES,
  type Budget,
  budgetOf,
  MAX_REQUESTS_IN_FLIGHT,
  DEFAULT_BUDGET,
  examples,
  type Operation,
} from '@archive/contracts';
import * as contracts from '@archive/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import { Client } from 'pg';
import { z } from 'zod';
import { limitResponses } from '../../src/common/response-limits.ts';
import { readConfig } from '../../src/config/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { Browser } from '../support/browser.ts';
import { waitUntil } from '../support/wait-until.ts';
import { measured } from '../support/measured.ts';

const REQUEST_SECONDS = 2;
/** Added to a time limit for a slow machine; the sum is still far below the next longer limit. */
const SLOW_MACHINE_MS = 10_000;
/** Limits for responses during an attack, absolute and relative to the same requests before it. Other suites share the machine. */
const MAX_RESPONSE_MS = 2000;
const MAX_SLOWDOWN = 10;
const KB = 1024;

const OPERATIONS = Object.entries(contracts)
  .filter(([name]) => name.endsWith('Operations'))
  .flatMap(([, group]) => Object.values(group as Record<string, Operation>));

/** Every operation with a larger limit than the default. Each addition needs a reason. */
const LARGE: Record<string, number> = {
  'albums.create': 128,
  'albums.setMedia': 512,
  'albums.update': 128,
  'exports.applyPackage': 4 * KB,
  'frontends.publish': 48 * KB,
  'frontends.verdict': 128,
  'ingest.decide': 512,
  'ingest.mark': 4 * KB,
  'ingest.refresh': 97_656.25,
  'ingest.resolve': 512,
  'ingest.start': 97_656.25,
  'media.attach': 128,
  'media.attachFile': 128,
  'media.bulkDelete': 4 * KB,
  'media.bulkDetach': 4 * KB,
  'media.bulkUndo': 4 * KB,
  'media.bulkUpdate': 4 * KB,
  'media.bulkUsage': 4 * KB,
  'media.checkLinks': KB,
  'media.correctText': KB,
  'media.finishUpload': KB,
  'media.link': 128,
  'media.merge': 128,
  'media.removeFiles': KB,
  'media.setCaptions': 4 * KB,
  'media.setOrder': 512,
  'media.setPeople': 128,
  'media.undoMerge': 128,
  'media.update': KB,
  'people.create': KB,
  'people.link': 128,
  'people.merge': KB,
  'people.relink': 128,
  'people.setOrder': 512,
  'people.update': KB,
  'places.create': KB,
  'places.decide': 512,
  'places.undo': 512,
  'places.update': KB,
  'presidents.create': KB,
  'presidents.update': KB,
  'stories.create': KB,
  'stories.update': KB,
  'tags.rename': 128,
  'tags.undo': 4 * KB,
  'trash.delete': 512,
  'trash.restore': 128,
  'voyages.create': KB,
  'voyages.update': KB,
};

/** Every operation that may take longer than the default to respond, in seconds. */
const SLOW: Record<string, number> = {
  'exports.importPackage': 600,
  'exports.package': 600,
  'frontends.publish': 600,
  'media.finishUpload': 600,
  'media.replaceFile': 600,
  'media.upload': 600,
  'storage.addToLibrary': 600,
  'storage.bulkResolve': 600,
  'storage.keepChangedFile': 600,
  'storage.relink': 600,
};

let api: TestApi;
let routes: FastifyInstance['routeTable'];
let host: { port: number; hostname: string };
const sockets = new Set<Socket>();

beforeAll(async () => {
  api = await startApi({ environment: { REQUEST_SECONDS: String(REQUEST_SECONDS) } });
  routes = (api.app.getHttpAdapter().getInstance() as unknown as FastifyInstance).routeTable;
  const { port, hostname } = new URL(api.url);
  host = { port: Number(port), hostname };
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await api.close();
});

interface Connection {
  socket: Socket;
  /** Resolves when the server has closed the connection, with everything it sent and the elapsed time. */
  closed: Promise<{ text: string; ms: number }>;
}

function connect(request: string): Connection {
  const startedAt = Date.now();
  const socket = createConnection(host.port, host.hostname);
  sockets.add(socket);
  let text = '';
  socket.setEncoding('utf8').on('data', (data: string) => (text += data));
  socket.on('error', () => undefined);
  const closed = new Promise<{ text: string; ms: number }>((resolve) => {
    socket.on('close', () => resolve({ text, ms: Date.now() - startedAt }));
  });
  socket.write(request);
  return { socket, closed };
}

const post = (path: string, headers: string[], body = '') =>
  [`POST ${path} HTTP/1.1`, `host: ${host.hostname}:${host.port}`, ...headers, '', body].join('\r\n');

const LOGIN = '/api/auth/login';
const JSON_TYPE = 'content-type: application/json';

describe('the budget of every operation', () => {
  test('is declared and within bounds, and exceptions to the default are listed', () => {
    expect(OPERATIONS.length).toBeGreaterThan(90);
    for (const operation of OPERATIONS) {
      const budget = budgetOf(operation);
      const { method, multipart, access } = operation;
      expect([operation.id, budget]).toEqual([
        operation.id,
        {
          bodyBytes: method === 'GET' ? 0 : (operation.bodyBytes ?? BODY_BYTES.default),
          headersSeconds: DEFAULT_BUDGET.headersSeconds,
          bodySeconds: DEFAULT_BUDGET.bodySeconds,
          bytesPerSecond: multipart ? DEFAULT_BUDGET.bytesPerSecond : undefined,
          responseTimeoutSeconds: SLOW[operation.id] ?? DEFAULT_BUDGET.responseTimeoutSeconds,
          statementSeconds: DEFAULT_BUDGET.statementSeconds,
          inFlight: access === 'public' ? undefined : MAX_REQUESTS_IN_FLIGHT.operations,
        } satisfies Budget,
      ]);
      expect(budget.statementSeconds).toBeLessThan(budget.responseTimeoutSeconds);
    }
    expect(OPERATIONS.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(SLOW)));
  });

  test('is enforced by the server', async () => {
    const { server } = api.app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
    expect(server).toMatchObject({
      headersTimeout: DEFAULT_BUDGET.headersSeconds * 1000,
      timeout: 120_000,
    });
    const { requestSeconds, database } = readConfig({ DATABASE_URL: 'postgres://host/archive' });
    expect([requestSeconds, database.statementMs]).toEqual([
      DEFAULT_BUDGET.bodySeconds,
      DEFAULT_BUDGET.statementSeconds * 1000,
    ]);
    const result = await api.database.pool.query<{ statement_timeout: string }>('show statement_timeout');
    expect(result.rows[0]?.statement_timeout).toBe(`${DEFAULT_BUDGET.statementSeconds}s`);
    for (const { operation, responseTimeoutSeconds } of routes)
      if (operation) expect(responseTimeoutSeconds).toBe(operation.responseTimeoutSeconds);
  });

  test('cancels its statements: every operation responds while all tables are locked', async () => {
    const stuck = await startApi({ environment: { DATABASE_STATEMENT_SECONDS: '1', DATABASE_POOL_MAX: '12' } });
    const browser = await stuck.signIn();
    const client = new Client(stuck.config.database.url);
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like '%session%'`,
    );
    await client.query('begin');
    await client.query(`lock table ${rows.map(({ name }) => name).join(', ')} in access exclusive mode`);
    const waiting = OPERATIONS.filter(({ id }) => !id.startsWith('auth.'));
    const late: unknown[] = [];
    const work = async () => {
      for (let operation = waiting.shift(); operation; operation = waiting.shift()) {
        const { id, method, path } = operation;
        const { params = {}, body } = examples.get(id) ?? {};
        const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
          String((params as Record<string, unknown>)[name] ?? 'x'),
        );
        const startedAt = performance.now();
        const response = await browser.send(method, address, body);
        await response.arrayBuffer();
        const ms = performance.now() - startedAt;
        // An operation may run more than one statement, each of which may wait until its own time limit.
        if (response.status === 500 || ms > 15_000) late.push([id, response.status, Math.round(ms)]);
      }
    };
    await Promise.all(Array.from({ length: 12 }, work));
    await client.query('rollback');
    await client.end();
    expect(late).toEqual([]);
    expect((await browser.get('/api/voyages')).status).toBe(200);
    await stuck.close();
  });

  test('responds with 503 when an operation takes too long, and does not cut off a response that has started', async () => {
    const { promise: forever, resolve } = Promise.withResolvers<void>();
    const server = fastify({ logger: false });
    limitResponses(server);
    server.get('/slow', { config: { responseTimeoutSeconds: 1 } }, async () => forever);
    server.get('/streamed', { config: { responseTimeoutSeconds: 1 } }, (_, reply) => {
      reply.raw.writeHead(200).write('a');
      setTimeout(() => reply.raw.end('b'), 4000);
    });
    const url = await server.listen({ port: 0 });
    let isStreamed = false;
    const streamed = fetch(`${url}/streamed`)
      .then((response) => response.text())
      .finally(() => (isStreamed = true));
    const response = await fetch(`${url}/slow`);
    expect([response.status, await response.json()]).toEqual([
      503,
      expect.objectContaining({ detail: 'The archive took too long to answer. Try again in a moment.' }),
    ]);
    // The other response takes four seconds.
    expect(isStreamed).toBe(false);
    // A response that has started is not cut off.
    expect(await streamed).toBe('ab');
    resolve();
    await server.close();
  });
});

test('an operation may work for longer than a connection may be idle', async () => {
  const server = fastify({ connectionTimeout: 500 });
  limitResponses(server);
  server.get('/slow', { config: { responseTimeoutSeconds: 4 } }, async () => {
    await pause(2000);
    return 'done';
  });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  expect(await (await fetch(`${url}/slow`)).text()).toBe('done');
  await server.close();
});

describe('the body of every operation', () => {
  test('has a budget: 16 KB, or what its contract declares', () => {
    const declared = OPERATIONS.filter(({ bodyBytes }) => (bodyBytes ?? 0) > BODY_BYTES.default);
    expect(Object.fromEntries(declared.map(({ id, bodyBytes = 0 }) => [id, bodyBytes / KB]))).toEqual(LARGE);
    expect(authOperations.login.bodyBytes).toBe(4 * KB);
    const server = api.app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
    expect(server.initialConfig.bodyLimit).toBe(16 * KB);
    for (const { operation, bodyLimit } of routes) expect(bodyLimit).toBe(operation?.bodyBytes);
  });

  test('fits in the budget with its longest slugs, numbers and short texts', () => {
    for (const { id, body, bodyBytes = BODY_BYTES.default } of OPERATIONS) {
      if (!body) continue;
      const needed = leastLargest(z.toJSONSchema(body, { io: 'input' }) as Schema);
      expect({ id, fits: Math.min(needed, BODY_BYTES.record) <= bodyBytes }).toEqual({ id, fits: true });
    }
  });

  test(
    'is refused above the budget with 413, and the connection is closed',
    measured(async () => {
      const browser = await api.signIn();
      const cookie = [...browser.cookies].map(([name, value]) => `cookie: ${name}=${value}`);
      const json = routes.filter(({ operation }) => operation?.body && operation.method === 'POST');
      expect(json.length).toBeGreaterThan(20);
      for (const { url, operation } of json) {
        const limit = operation?.bodyBytes ?? BODY_BYTES.default;
        const path = url.replaceAll(/:\w+/g, 'x');
        const { closed } = connect(post(path, [...cookie, JSON_TYPE, `content-length: ${limit + 1}`], '{"a":'));
        const { text, ms } = await closed;
        expect([path, text.slice(0, 12)]).toEqual([path, 'HTTP/1.1 413']);
        expect(text.toLowerCase()).toContain('connection: close');
        expect(ms).toBeLessThan(REQUEST_SECONDS * 1000);
      }
    }),
  );

  test('is also refused above the budget when no length is declared', async () => {
    const chunk = 'x'.repeat(5 * KB);
    const chunks = `${(5 * KB).toString(16)}\r\n${chunk}\r\n`;
    const { closed } = connect(post(LOGIN, [JSON_TYPE, 'transfer-encoding: chunked'], chunks));
    expect((await closed).text).toMatch(/^HTTP\/1\.1 413/);
  });

  test('is not read at all without a session', async () => {
    const { closed } = connect(post('/api/curator/voyages', [JSON_TYPE, 'content-length: 900000'], '{'));
    expect((await closed).text).toMatch(/^HTTP\/1\.1 401[^]*connection: close/i);
  });
});

/** Ways of never finishing a request; each ends in 408 within the budget, and a normal client notices nothing. */
const STALLED: Record<string, (socket: Socket) => void> = {
  'stops in the middle': () => undefined,
  'drips a byte at a time': (socket) => drip(socket, 'a'),
  'drips spaces': (socket) => drip(socket, ' '),
};

function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 50);
  socket.on('close', () => clearInterval(timer));
}

describe('a client that sends its body too slowly', () => {
  test.each(Object.keys(STALLED))('and %s gets 408 and is disconnected', async (how) => {
    for (const headers of [['content-length: 4000'], ['transfer-encoding: chunked']]) {
      const start = headers[0]?.startsWith('t') ? '5\r\n{"use' : '{"use';
      const { socket, closed } = connect(post(LOGIN, [JSON_TYPE, ...headers], start));
      STALLED[how]?.(socket);
      const { text, ms } = await closed;
      // A single byte ends the chunk, and the parser rejects the rest.
      expect(text).toMatch(/^HTTP\/1\.1 40[08]/);
      expect(ms).toBeLessThan(REQUEST_SECONDS * 1000 + SLOW_MACHINE_MS);
    }
  });

  test('must make progress with a file of any size', async () => {
    const browser = await api.signIn();
    const cookie = [...browser.cookies].map(([name, value]) => `cookie: ${name}=${value}`);
    const upload = (body: string) =>
      connect(
        post(
          '/api/curator/media/upload',
          [...cookie, 'content-type: multipart/form-data; boundary=x', 'content-length: 5000000'],
          `--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n${body}`,
        ),
      );
    const slow = upload('a');
    drip(slow.socket, 'b');
    const steady = upload('a');
    drip(steady.socket, 'b'.repeat(KB));
    const { text } = await slow.closed;
    expect(text).toMatch(/^HTTP\/1\.1 408/);
    await pause(REQUEST_SECONDS * 1000);
    expect(steady.socket.destroyed).toBe(false);
    steady.socket.destroy();
  });

  test(
    'does not slow other clients down, even in hundreds, and all connections are released',
    measured(async () => {
      const browser = new Browser(api.url);
      const p95 = async () => {
        const times: number[] = [];
        for (let index = 0; index < 40; index += 1) {
          const startedAt = performance.now();
          expect((await browser.get('/health/live')).status).toBe(200);
          times.push(performance.now() - startedAt);
        }
        return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
      };
      const quiet = await p95();
      // Less than the connections of strangers that an address may have.
      const many = Array.from({ length: 180 }, () =>
        connect(post(LOGIN, [JSON_TYPE, 'content-length: 4000'], `{"username":"${'a'.repeat(3900)}`)),
      );
      expect(await p95()).toBeLessThan(Math.max(MAX_RESPONSE_MS, MAX_SLOWDOWN * quiet));
      const ends = await Promise.all(many.map(({ closed }) => closed));
      expect(ends.filter(({ text }) => !text.startsWith('HTTP/1.1 408'))).toEqual([]);
      const server = (api.app.getHttpAdapter().getInstance() as unknown as FastifyInstance).server;
      const open = await new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
      expect(open).toBeLessThan(50);
    }),
  );
});

describe('concurrent requests', () => {
  const statusOf = async (browser: Browser, method = 'GET', path = '/api/s3/browse') => {
    const response = await browser.request(method, path);
    await response.arrayBuffer();
    return `${response.status} ${response.headers.get('retry-after')}`;
  };

  test('of one session are limited for every operation, and other sessions are not affected', async () => {
    const patient = await startApi({ environment: { REQUEST_SECONDS: '120' } });
    const [busy, other] = [await patient.signIn(), await patient.signIn()];
    const { port, hostname } = new URL(patient.url);
    const cookie = [...busy.cookies].map(([name, value]) => `cookie: ${name}=${value}`);
    // Requests whose bodies never arrive.
    const held: Socket[] = [];
    const hold = () => {
      const socket = createConnection(Number(port), hostname);
      socket.on('error', () => undefined);
      socket.write(post('/api/curator/voyages', [...cookie, JSON_TYPE, 'content-length: 400'], '{'));
      held.push(socket);
    };
    for (let count = 0; count < MAX_REQUESTS_IN_FLIGHT.operations; count += 1) hold();
    await waitUntil(async () => {
      // The status request below may have taken one of the slots.
      hold();
      return (await statusOf(busy)) === '429 1';
    });
    const closed = routes.filter(({ operation }) => operation && operation.access !== 'public');
    expect(closed.length).toBeGreaterThan(80);
    const responses: string[][] = [];
    // An address may not have a connection for each operation at once.
    for (let start = 0; start < closed.length; start += 50)
      responses.push(
        ...(await Promise.all(
          closed.slice(start, start + 50).map(async ({ operation, url }) => {
            const method = operation?.method ?? 'GET';
            return [method, url, await statusOf(busy, method, url.replaceAll(/:\w+/g, 'x'))];
          }),
        )),
      );
    expect(responses.length).toBe(closed.length);
    expect(responses.filter(([, , status]) => status !== '429 1')).toEqual([]);
    expect(await statusOf(other)).toBe('200 null');
    // Pages and files have their own budget.
    expect((await busy.get('/ops/plain')).status).toBe(200);
    for (const socket of held) socket.destroy();
    await waitUntil(async () => (await statusOf(busy)) === '200 null');
    await patient.close();
  });
});

test('requests of clients that disconnect at once no longer count toward the limit', async () => {
  const browser = await api.signIn();
  const { port, hostname } = new URL(api.url);
  const cookie = [...browser.cookies].map(([name, value]) => `cookie: ${name}=${value}`).join('\r\n');
  const leave = () =>
    new Promise<void>((resolve) => {
      const socket = createConnection(Number(port), hostname, () => {
        socket.write(`GET /api/voyages HTTP/1.1\r\nhost: localhost\r\n${cookie}\r\n\r\n`, () =>
          socket.resetAndDestroy(),
        );
      });
      socket.on('error', () => undefined).on('close', () => resolve());
    });
  for (let round = 0; round < 5; round += 1)
    await Promise.all(Array.from({ length: MAX_REQUESTS_IN_FLIGHT.operations }, leave));
  await waitUntil(async () => (await browser.get('/api/voyages')).status === 200);
  const responses = await Promise.all(
    Array.from({ length: MAX_REQUESTS_IN_FLIGHT.operations / 2 }, () => browser.get('/api/voyages')),
  );
  expect(responses.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
});

interface Schema {
  anyOf?: Schema[];
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  maxItems?: number;
  maxLength?: number;
  pattern?: string;
}

/** Minimum size of the largest valid value, in bytes: lists without `maxItems` count as one item, strings without `maxLength` as empty. */
function leastLargest({ anyOf, type, properties, items, maxItems = 1, maxLength = 0 }: Schema): number {
  if (anyOf) return Math.max(...anyOf.map(leastLargest));
  if (properties)
    return Object.entries(properties).reduce((sum, [name, schema]) => sum + name.length + 4 + leastLargest(schema), 2);
  if (items) return 2 + maxItems * (1 + leastLargest(items));
  return type === 'string' ? 2 + maxLength : 20;
}
