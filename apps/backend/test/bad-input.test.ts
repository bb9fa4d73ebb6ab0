import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Operation, problemSchema } from '@archive/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import * as contracts from '@archive/contracts';
import { aMedia, aPerson, aVoyage } from './builders/index.ts';
import { startApi, type TestApi } from './support/api.ts';
import { resolveReference } from './support/openapi-document.ts';
import { exchange, type Exchange, sendBytes } from './support/bad-input/exchange.ts';
import { type RawRequest, requestsOf } from './support/bad-input/requests.ts';
import { rawBytes, requestsAbout } from './support/bad-input/wire.ts';

/** Response time limit in milliseconds, generous for busy machines. */
const RESPONSE_TIMEOUT_MS = 8000;
/** `BAD_INPUT_REQUESTS=30000` is the largest size; `BAD_INPUT_SEED` repeats a failure. */
const { BAD_INPUT_REQUESTS = process.env['TEST_FULL'] ? 3000 : 800, BAD_INPUT_SEED: seed } = process.env;
const TEST_MS = 600_000;

/** Internal details: stack traces, file paths, SQL, and messages of the driver, the framework and the libraries. */
const INTERNAL_DETAILS =
  /\n\s+at |node_modules|\/src\/|\/dist\/|\.[jt]s:\d|\/tmp\/|\bENO[A-Z]{3,}|\bE[A-Z]+REFUSED|FST_|\bZod|MikroORM|violates|syntax error|invalid byte sequence|invalid input syntax|duplicate key|insert into|select .+ from|out of range for type|_pkey|_\w+_check\b|Unexpected token|in JSON at|Cannot read prop/;

/** Operations that end sessions run last. */
const order = ({ id }: Operation) => (id === 'auth.logout' ? 1 : id === 'auth.login' ? 2 : 0);

const DECLARED = Object.entries(contracts)
  .filter(([name]) => name.endsWith('Operations'))
  .flatMap(([, group]) => Object.values(group as Record<string, Operation>));

/** Number of tests that belong to no operation: any method on any path, and malformed HTTP. */
const OTHER_TESTS = 2;
const SETTINGS = {
  ...(seed === undefined ? {} : { seed: Number(seed) }),
  numRuns: Math.ceil(Number(BAD_INPUT_REQUESTS) / (DECLARED.length + OTHER_TESTS)),
};

function expectProblem(response: Exchange): void {
  expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  const document = problemSchema.parse(JSON.parse(response.body));
  expect(document.status).toBe(response.status);
  expect(document.detail).toMatch(/\S/);
  if (document.errors) expect([409, 422]).toContain(response.status);
  if ('x-request-id' in response.headers) expect(document.request_id).toBe(response.headers['x-request-id']);
}

interface DocumentedOperation {
  responses: Record<string, { headers?: Record<string, unknown> }>;
}

/** Statuses of requests that are rejected before routing. */
const BEFORE_ROUTING = [400, 413, 414, 415, 431];
/** Response headers that are not always sent. */
const CONDITIONAL_HEADERS = ['Idempotency-Replayed', 'Retry-After', 'X-Total-Count-Relation', 'X-Voyage-ETag'];

/** Checks that the contract declares the status and its headers. */
function expectContract(contract: object, { responses }: DocumentedOperation, { status, headers }: Exchange): void {
  if (BEFORE_ROUTING.includes(status)) return;
  expect(Object.keys(responses)).toContain(String(status));
  const promised = Object.keys(resolveReference(contract, responses[status] ?? {}).headers ?? {}).filter(
    (name) => !CONDITIONAL_HEADERS.includes(name),
  );
  expect(Object.keys(headers)).toEqual(expect.arrayContaining(promised.map((name) => name.toLowerCase())));
}

function expectNoLeaks(response: Exchange): void {
  expect(response.status).toBeGreaterThanOrEqual(200);
  expect(response.status).toBeLessThan(500);
  expect(response.body).not.toMatch(INTERNAL_DETAILS);
  expect(JSON.stringify(response.headers)).not.toMatch(INTERNAL_DETAILS);
  expect(response.headers).not.toHaveProperty('x-injected');
}

describe('any input', () => {
  let api: TestApi;
  let cookie: string;
  let frontends: string;
  let names: string[];
  let contract: { paths: Record<string, Record<string, DocumentedOperation | undefined> | undefined> };
  let routes: FastifyInstance['routeTable'];
  let sent = 0;

  const signIn = async () => {
    const browser = await api.signIn();
    return [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  };

  beforeAll(async () => {
    frontends = await mkdtemp(path.join(tmpdir(), 'frontends-'));
    await mkdir(path.join(frontends, 'shell'));
    await writeFile(path.join(frontends, 'shell/index.html'), '<!doctype html><title>Archive</title><!--boot-->');
    api = await startApi({ environment: { MAX_UPLOAD_MB: '1', FRONTENDS_DIR: frontends } });
    routes = (api.app.getHttpAdapter().getInstance() as unknown as FastifyInstance).routeTable;
    cookie = await signIn();
    contract = await (await api.signIn()).json('/api/openapi.json');
  });
  afterAll(async () => {
    await api.close();
    await rm(frontends, { recursive: true, force: true });
  });

  // New records for each test, because DELETE operations remove some.
  beforeEach(async () => {
    const makers = [aPerson(), aPerson(), aVoyage(), aVoyage(), aVoyage(), aMedia(), aMedia()];
    const saved = await Promise.all(makers.map((maker) => maker.save(api.database)));
    names = ['truman-harry-s', ...saved.map(({ slug }) => slug)];
  });

  async function drive(requests: fc.Arbitrary<RawRequest>, hold: (response: Exchange, request: RawRequest) => void) {
    const property = fc.asyncProperty(requests, async (request) => {
      sent += 1;
      hold(await exchange(api.url, request, cookie, RESPONSE_TIMEOUT_MS), request);
    });
    await fc.assert(property, SETTINGS);
  }

  test.each(DECLARED.toSorted((a, b) => order(a) - order(b)).map((operation) => [operation.id, operation] as const))(
    '%s responds in time, with a message if it rejects the input',
    async (_, call) => {
      const forms = call.otherResponses?.filter(({ status }) => status === undefined).map(({ schema }) => schema) ?? [];
      await drive(requestsOf(call, names), (response) => {
        // The runbook quotes errors.
        expectNoLeaks(call.id === 'system.runbook' ? { ...response, body: '' } : response);
        const operation = contract.paths[call.path]?.[call.method.toLowerCase()];
        if (operation) expectContract(contract, operation, response);
        const { 'content-type': type = '' } = response.headers;
        if (response.status >= 400) expectProblem(response);
        else if (call.download && !type.startsWith('application/json'))
          expect(Object.keys(call.download)).toContain(type);
        else if (call.response && response.status === (call.status ?? 200))
          z.union([call.response, ...forms]).parse(JSON.parse(response.body));
      });
    },
    TEST_MS,
  );

  test(
    'any method on any path gets a response with a message',
    async () => {
      cookie = await signIn();
      const urls = [...new Set(routes.map(({ url }) => url))];
      const requests = fc.constantFrom(...urls).chain(requestsAbout);
      await drive(requests, (response, { method }) => {
        expectNoLeaks(response);
        if (response.status >= 400 && method !== 'HEAD') expectProblem(response);
      });
    },
    TEST_MS,
  );

  test(
    'malformed HTTP is rejected, and the next requests work',
    async () => {
      const property = fc.asyncProperty(rawBytes, async (bytes) => {
        sent += 1;
        const response = await sendBytes(api.url, bytes, RESPONSE_TIMEOUT_MS, { end: true });
        if (Number.isNaN(response.status) || response.status < 400) return;
        expectNoLeaks(response);
        // Node itself rejects some malformed requests, without a body.
        if (response.body !== '') expectProblem(response);
      });
      await fc.assert(property, SETTINGS);
      expect((await api.visitor().get('/health/live')).status).toBe(200);
    },
    TEST_MS,
  );

  test('was sent as often as requested, and changed no prototype', () => {
    expect(sent).toBeGreaterThanOrEqual(Number(BAD_INPUT_REQUESTS));
    expect({}).not.toHaveProperty('polluted');
  });
});
