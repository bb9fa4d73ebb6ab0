import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { allows, type Role, ROLES } from '@archive/contracts';
import type { FastifyInstance } from 'fastify';
import { startApi, type TestApi } from './support/api.ts';
import { aPersonWith } from './support/accounts.ts';
import type { Browser } from './support/browser.ts';

const NOT_ALLOWED = 'Your role doesn’t allow this. An administrator can change it.';

let api: TestApi;
let routes: FastifyInstance['routeTable'];
let people: Record<Role, Browser>;
beforeAll(async () => {
  api = await startApi();
  routes = (api.app.getHttpAdapter().getInstance() as unknown as FastifyInstance).routeTable;
  const admin = await api.signIn();
  const browsers = await Promise.all(
    ROLES.map(async (role) => [role, (await aPersonWith(api, admin, role)).browser] as const),
  );
  people = Object.fromEntries(browsers) as typeof people;
  // A confirmation would let the request through.
  for (const browser of Object.values(people)) browser.password = undefined;
});
afterAll(() => api.close());

/** The response to a request that no handler accepts, because its parameters and its JSON are invalid. */
async function responseTo(browser: Browser, method: string, url: string) {
  const path = url.replace(/:\w+/g, 'x').replace('*', 'x');
  const response = await browser.request(method, path, {
    headers: { 'content-type': 'application/json' },
    body: method === 'GET' || method === 'HEAD' ? undefined : '{',
  });
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json') === true;
  const { detail } = isProblem ? ((await response.json()) as { detail: string }) : { detail: undefined };
  if (!isProblem) await response.body?.cancel();
  return { status: response.status, detail };
}

test('each route lets in exactly the roles that it declares, and nobody without a session', async () => {
  const closed = routes.filter(({ access, methods }) => access !== 'public' && !methods.includes('HEAD'));
  expect(closed.length).toBeGreaterThan(180);
  for (const { access, methods, url } of closed)
    for (const method of methods) {
      const name = `${method} ${url}`;
      expect([name, (await responseTo(api.visitor(), method, url)).status]).toEqual([name, 401]);
      for (const role of ROLES) {
        const { status, detail } = await responseTo(people[role], method, url);
        if (allows(role, access)) expect([name, role, detail]).not.toEqual([name, role, NOT_ALLOWED]);
        else expect([name, role, status, detail]).toEqual([name, role, 403, NOT_ALLOWED]);
        expect([name, role, status]).not.toEqual([name, role, 401]);
      }
    }
});

const changes = (role: Role) =>
  routes
    .filter(({ access, methods }) => allows(role, access) && access !== 'public' && !methods.includes('GET'))
    .flatMap(({ methods, url }) => methods.map((method) => `${method} ${url}`))
    .filter((name) => !name.startsWith('HEAD '))
    .toSorted();

test('readers can change only what is their own', () => {
  expect(changes('reader')).toEqual([
    'DELETE /api/account/passkeys/:passkey_id',
    'DELETE /api/account/second-factor',
    'DELETE /api/auth/sessions/:session_id',
    'DELETE /api/frontends/:name/preview',
    'DELETE /api/tokens/:token_id',
    'POST /api/account/passkeys',
    'POST /api/account/passkeys/options',
    'POST /api/account/password',
    'POST /api/account/second-factor/activate',
    'POST /api/account/second-factor/start',
    'POST /api/auth/confirmations/:confirmation_id',
    'POST /api/auth/logout',
    'POST /api/auth/sessions/end-others',
    'POST /api/frontends/failures',
    'POST /api/frontends/shown',
    'POST /api/tokens',
    'PUT /api/account',
    'PUT /api/account/passkeys/:passkey_id',
    'PUT /api/frontends/:name/preview',
  ]);
});

test('contributors propose changes, and save none', () => {
  const own = new Set(changes('reader'));
  expect(changes('contributor').filter((name) => !own.has(name))).toEqual([
    'DELETE /api/curator/editors/:kind/:slug',
    'DELETE /api/proposals/:proposal_id',
    'POST /api/curator/albums',
    'POST /api/curator/people',
    'POST /api/curator/places',
    'POST /api/curator/stories',
    'POST /api/curator/voyages',
    'PUT /api/curator/albums/:album_slug',
    'PUT /api/curator/editors/:kind/:slug',
    'PUT /api/curator/media/:media_slug',
    'PUT /api/curator/people/:person_slug',
    'PUT /api/curator/places/:place_slug',
    'PUT /api/curator/stories/:story_slug',
    'PUT /api/curator/voyages/:voyage_slug',
  ]);
});

test('operators change no record', () => {
  const own = new Set(changes('reader'));
  const operators = changes('operator').filter((name) => !own.has(name));
  expect(operators.length).toBeGreaterThan(0);
  for (const name of operators) expect(name).toMatch(/^\w+ \/(?:api\/(?:system|frontends)|ops)\//);
});

test('only administrators change accounts and delete media for good', () => {
  const others = new Set([...changes('curator'), ...changes('operator')]);
  expect(changes('administrator').filter((name) => !others.has(name))).toEqual([
    'POST /api/accounts',
    'POST /api/accounts/:account_email/reset',
    'POST /api/curator/trash/delete',
    'POST /api/curator/trash/empty',
    'PUT /api/accounts/:account_email',
  ]);
});

test('the OpenAPI document names the role of each operation', async () => {
  type Security = { security?: Record<string, string[]>[] };
  type Document = Security & { paths: Record<string, Record<string, Security>> };
  const { paths, security } = await people.reader.json<Document>('/api/openapi.json');
  for (const { operation, access } of routes.filter((route) => route.operation && route.access !== 'public'))
    expect((paths[operation!.path]?.[operation!.method.toLowerCase()]?.security ?? security)?.[0]).toEqual({
      session: [access],
    });
});
