import { createServer, type RequestListener, type Server } from 'node:http';
import { once } from 'node:events';
import { afterEach, expect, test } from '@jest/globals';
import { load, median } from './load.ts';

let server: Server | undefined;
afterEach(() => {
  server?.close();
});

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return `http://127.0.0.1:${address.port}`;
}

const options = { paths: ['/a', '/b', '/c'], headers: { cookie: 'session=x' }, connections: 2, seconds: 0.3 };

test('requests every path with the headers', async () => {
  const seen = new Set<string>();
  const url = await serve((request, response) => {
    seen.add(`${request.url} ${request.headers.cookie}`);
    response.end('[]');
  });
  const { requestsPerSecond } = await load({ url, ...options, expected: 'content' });
  expect(requestsPerSecond).toBeGreaterThan(10);
  expect([...seen].sort()).toEqual(['/a session=x', '/b session=x', '/c session=x']);
});

test('fails on unexpected responses', async () => {
  const url = await serve((request, response) => {
    response.statusCode = request.url === '/c' ? 500 : 200;
    response.end('[]');
  });
  await expect(load({ url, ...options, expected: 'content' })).rejects.toThrow(/responses were content/);
});

test('fails on a 200 response when 304 is expected', async () => {
  const url = await serve((_, response) => response.end('[]'));
  await expect(load({ url, ...options, expected: 'unchanged' })).rejects.toThrow('0 of');
});

test('stops after the given duration', async () => {
  const url = await serve((_, response) => response.end('[]'));
  const startedAt = performance.now();
  for (let run = 0; run < 3; run += 1) await load({ url, ...options, seconds: 0.1, expected: 'content' });
  expect(performance.now() - startedAt).toBeLessThan(5000);
});

test('waits for pending responses after the duration has ended', async () => {
  const url = await serve((_, response) => void setTimeout(() => response.end('[]'), 400));
  const { requestsPerSecond } = await load({ url, ...options, connections: 1, seconds: 0.2, expected: 'content' });
  expect(requestsPerSecond).toBeGreaterThan(1);
  expect(requestsPerSecond).toBeLessThan(3);
});

test('computes the median', () => {
  expect([median([3, 1, 2]), median([4, 1, 3, 2])]).toEqual([2, 2.5]);
});
