import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { startApi, type TestApi } from './support/api.ts';

/** All that people who have not signed in may ask for: signing in, health, the pages and the files they are made of. */
const OPEN = [
  'GET /*',
  'GET /api/auth/session',
  'GET /assets/*',
  'GET /health/live',
  'GET /health/ready',
  'GET /metrics',
  'GET /mfe/*',
  'GET /mfe/registry.json',
  'POST /api/auth/login',
];

describe('every route', () => {
  let api: TestApi;
  let routes: FastifyInstance['routeTable'];
  beforeAll(async () => {
    api = await startApi();
    routes = (api.app.getHttpAdapter().getInstance() as unknown as FastifyInstance).routeTable;
  });
  afterAll(() => api.close());

  test('is closed, but for those that have to be open', () => {
    const open = routes
      .filter((route) => route.open === true)
      .flatMap(({ methods, url }) => methods.map((method) => `${method} ${url}`));
    expect(open.filter((route) => !route.startsWith('HEAD ')).toSorted()).toEqual(OPEN);
  });

  test('that is closed answers 401 to a stranger, before it looks at anything else', async () => {
    const closed = routes.filter((route) => route.open !== true && !route.methods.includes('HEAD'));
    expect(closed.length).toBeGreaterThan(0);
    for (const { methods, url } of closed) {
      const path = url.replace(/:\w+/g, 'x').replace('*', 'x');
      for (const method of methods) {
        const answer = await api.visitor().request(method, path, {
          headers: { 'content-type': 'application/json' },
          body: method === 'GET' ? undefined : '{',
        });
        expect([method, url, answer.status]).toEqual([method, url, 401]);
        expect(await answer.json()).toMatchObject({ title: 'Unauthorized', detail: 'Please sign in.' });
      }
    }
  });

  test('of a plugin is closed as well, without a word of its own', async () => {
    const server = api.app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
    expect(server.hasRoute({ method: 'GET', url: '/media-files/*' })).toBe(true);
    expect((await api.visitor().get('/media-files/_system/document.md')).status).toBe(401);
  });

  test('below /api comes from a contract, but for the contract itself', () => {
    const without = routes.filter((route) => route.url.startsWith('/api') && !route.call).map(({ url }) => url);
    expect([...new Set(without)].toSorted()).toEqual(['/api/docs', '/api/docs/style.css', '/api/openapi.json']);
  });

  test('of a contract stands in the OpenAPI document under its method, closed there where it is closed here; nothing else does', async () => {
    const browser = await api.signIn();
    const { paths } = await browser.json<{ paths: Record<string, Record<string, { security?: unknown[] }>> }>(
      '/api/openapi.json',
    );
    const told = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { security }]) => `${method.toUpperCase()} ${path} ${security?.length === 0 ? 'open' : 'closed'}`,
      ),
    );
    const had = routes.flatMap(({ call, methods, url, open }) =>
      call && methods.includes(call.method)
        ? [`${call.method} ${url.replaceAll(/:(\w+)/g, '{$1}')} ${open ? 'open' : 'closed'}`]
        : [],
    );
    expect(told.toSorted()).toEqual(had.toSorted());
  });
});
