import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Budget, measureRows, paceFor, VARIANTS, WARM_UP_FACTOR } from './budget.ts';
import { load } from './load.ts';

const WANTED = { seconds: 1, rounds: 3 };
const options = { print: () => undefined, signal: new AbortController().signal };

describe('the pace', () => {
  test('is the requested one while there is time', () => {
    expect(paceFor(1000, WANTED)).toMatchObject(WANTED);
  });

  test.each([24, 12, 5, 2.5, 2])('fits into %d seconds', (available) => {
    const { seconds, rounds } = paceFor(available, WANTED)!;
    expect(VARIANTS * (rounds + WARM_UP_FACTOR) * seconds).toBeLessThanOrEqual(available + 0.001);
    expect(seconds).toBeGreaterThanOrEqual(0.1);
  });

  test('reduces rounds before measurements get too short, and is undefined without time', () => {
    expect(paceFor(2, WANTED)).toMatchObject({ rounds: 2 });
    expect(paceFor(1.5, WANTED)).toMatchObject({ rounds: 1 });
    expect(paceFor(1, WANTED)).toBeUndefined();
  });

  test('stays within the time when every measurement gets too few responses', () => {
    const { rounds, longest } = paceFor(60, WANTED)!;
    expect(VARIANTS * (rounds + 1) * longest).toBeLessThanOrEqual(60);
  });
});

test.each([3, 10, 40, 400])('%d rows take no longer than their shared time', async (count) => {
  let now = 0;
  const budget = new Budget(100, () => now);
  let measured = 0;
  const rows = Array.from({ length: count }, (_, index) => ({
    name: `row ${index}`,
    measure: async ({ seconds, rounds }: { seconds: number; rounds: number }) => {
      // The first row is slow, and the others get less time.
      now += VARIANTS * (rounds + WARM_UP_FACTOR) * seconds + (index === 0 ? 20 : 0);
      measured += 1;
      return 'measured';
    },
  }));
  const missing = await measureRows(rows, budget, WANTED, options);
  expect(now).toBeLessThanOrEqual(100.001);
  expect(measured + missing.length).toBe(count);
  expect(missing.length > 0).toBe(count === 400);
  // The first rows are measured.
  if (missing.length > 0) expect(measured).toBeGreaterThan(40);
});

test('leaves time for the remaining steps', () => {
  let now = 0;
  const budget = new Budget(100, () => now);
  expect(budget.share(2, 40)).toBe(30);
  now = 80;
  expect(budget.share(2, 40)).toBe(0);
  expect(budget.share(2)).toBe(10);
});

describe('a server that does not respond', () => {
  let server: Server;
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  test('does not keep the other rows from being measured, within the time', async () => {
    const listener: RequestListener = (request, response) => {
      if (request.url === '/silent') return;
      response.statusCode = request.url === '/failing' ? 500 : 200;
      response.end('[]');
    };
    server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const figures: Record<string, number> = {};
    const rowOf = (name: string) => ({
      name,
      measure: async ({ seconds, longest }: { seconds: number; longest: number }) => {
        const shared = { url, headers: {}, connections: 2, seconds, longest, expected: 'content' as const };
        const { requestsPerSecond } = await load({ ...shared, paths: [`/${name}`] });
        figures[name] = requestsPerSecond;
        return name;
      },
    });
    const lines: string[] = [];
    const startedAt = performance.now();
    const rows = ['before', 'silent', 'failing', 'after'].map(rowOf);
    const print = (line: string) => lines.push(line);
    const missing = await measureRows(rows, new Budget(12), { seconds: 0.2, rounds: 1 }, { ...options, print });
    expect(performance.now() - startedAt).toBeLessThan(12_000);
    expect(missing.map(({ name }) => name)).toEqual(['failing']);
    expect(figures['silent']).toBe(0);
    expect(figures['before']).toBeGreaterThan(0);
    expect(figures['after']).toBeGreaterThan(0);
    expect(lines).toHaveLength(4);
  }, 30_000);
});
