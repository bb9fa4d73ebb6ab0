import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { startApi, type TestApi } from './support/api.ts';

/** All public routes: sign-in, health, the pages and their files, and the published edition. */
const OPEN = [
  'GET /*',
  'GET /api/auth/session',
  'GET /assets/*',
  'GET /confirm/:id',
  'GET /edition',
  'GET /edition/*',
  'GET /health/live',
  'GET /health/ready',
  'GET /metrics',
  'GET /mfe/*',
  'GET /mfe/registry.json',
  'GET /sign-on/:provider',
  'POST /api/auth/invitation',
  'POST /api/auth/invitation/accept',
  'POST /api/auth/login',
  'POST /api/auth/passkey',
  'POST /api/auth/passkey/options',
  'POST /api/auth/sign-on/:provider',
  'POST /confirm/:id',
];

describe('every route', () => {
  let api: TestApi;
  let routes: FastifyInstance['routeTable'];
  beforeAll(async () => {
    api = await startApi();
    routes = (api.app.getHttpAdapter().getInstance() as unknown as FastifyInstance).routeTable;
  });
  afterAll(() => api.close());

  test('requires a session unless it is listed as public', () => {
    const open = routes
      .filter((route) => route.access === 'public')
      .flatMap(({ methods, url }) => methods.map((method) => `${method} ${url}`));
    expect(open.filter((route) => !route.startsWith('HEAD ')).toSorted()).toEqual(OPEN);
  });

  test('responds with 401 before it validates anything else', async () => {
    const closed = routes.filter((route) => route.access !== 'public' && !route.methods.includes('HEAD'));
    expect(closed.length).toBeGreaterThan(0);
    for (const { methods, url } of closed) {
      const path = url.replace(/:\w+/g, 'x').replace('*', 'x');
      for (const method of methods) {
        const response = await api.visitor().request(method, path, {
          headers: { 'content-type': 'application/json' },
          body: method === 'GET' ? undefined : '{',
        });
        expect([method, url, response.status]).toEqual([method, url, 401]);
        expect(await response.json()).toMatchObject({ title: 'Unauthorized', detail: 'Please sign in.' });
      }
    }
  });

  test('that a plugin adds requires a session too', async () => {
    const server = api.app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
    expect(server.hasRoute({ method: 'GET', url: '/media-files/*' })).toBe(true);
    expect((await api.visitor().get('/media-files/_system/document.md')).status).toBe(401);
  });

  test('below /api has a contract, except for the OpenAPI document and its page', () => {
    const without = routes.filter((route) => route.url.startsWith('/api') && !route.operation).map(({ url }) => url);
    expect([...new Set(without)].toSorted()).toEqual([
      '/api/docs',
      '/api/docs/reference.js',
      '/api/docs/style.css',
      '/api/docs/swagger-ui-bundle.js',
      '/api/docs/swagger-ui.css',
      '/api/openapi.json',
    ]);
  });

  test('with a contract is in the OpenAPI document with its method and authentication, and no others are', async () => {
    const browser = await api.signIn();
    const { paths } = await browser.json<{ paths: Record<string, Record<string, { security?: unknown[] }>> }>(
      '/api/openapi.json',
    );
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { security }]) => `${method.toUpperCase()} ${path} ${security?.length === 0 ? 'open' : 'closed'}`,
      ),
    );
    const had = routes.flatMap(({ operation, methods, url, access }) =>
      operation && methods.includes(operation.method)
        ? [`${operation.method} ${url.replaceAll(/:(\w+)/g, '{$1}')} ${access === 'public' ? 'open' : 'closed'}`]
        : [],
    );
    expect(documented.toSorted()).toEqual(had.toSorted());
  });
});
