import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Call, problemSchema } from '@archive/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import * as contracts from '@archive/contracts';
import { aMedia, aPerson, aVoyage } from './builders/index.ts';
import { startApi, type TestApi } from './support/api.ts';
import { exchange, type Exchange, sendBytes } from './support/bad-input/exchange.ts';
import { type RawRequest, requestsOf } from './support/bad-input/requests.ts';
import { bareBytes, requestsAbout } from './support/bad-input/wire.ts';

/** Of one answer, in milliseconds; the machine may be busy. */
const PATIENCE = 8000;
/** More of them, or the ones of a failure again, by `BAD_INPUT_RUNS`, `BAD_INPUT_MS` and the seed that the failure names. */
const { BAD_INPUT_RUNS = 12, BAD_INPUT_MS = 5000, BAD_INPUT_SEED: seed } = process.env;

const SETTINGS = {
  ...(seed === undefined ? {} : { seed: Number(seed) }),
  numRuns: Number(BAD_INPUT_RUNS),
  interruptAfterTimeLimit: Number(BAD_INPUT_MS),
  markInterruptAsFailure: false,
};

/** What only the inside knows: traces, files, statements, and the words of the driver, the framework and the libraries. */
const LEAKS =
  /\n\s+at |node_modules|\/src\/|\/dist\/|\.[jt]s:\d|\/tmp\/|\bENO[A-Z]{3,}|\bE[A-Z]+REFUSED|FST_|\bZod|MikroORM|violates|syntax error|invalid byte sequence|invalid input syntax|duplicate key|insert into|select .+ from|out of range for type|_pkey|_check\b|Unexpected token|in JSON at|Cannot read prop/;

/** Calls that end or refuse sessions come last, so that the others have theirs. */
const order = ({ id }: Call) => (id === 'auth.logout' ? 1 : id === 'auth.login' ? 2 : 0);

const STATED = Object.entries(contracts)
  .filter(([name]) => name.endsWith('Calls'))
  .flatMap(([, group]) => Object.values(group as Record<string, Call>));

function holdToProblem(answer: Exchange): void {
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  const document = problemSchema.parse(JSON.parse(answer.body));
  expect(document.status).toBe(answer.status);
  expect(document.detail).toMatch(/\S/);
  if (document.errors) expect([409, 422]).toContain(answer.status);
  if ('x-request-id' in answer.headers) expect(document.request_id).toBe(answer.headers['x-request-id']);
}

interface Operation {
  responses: Record<string, { headers?: Record<string, unknown> }>;
}

/** What may be refused before a call is known. */
const BEFORE_ANY_CALL = [400, 413, 414, 415, 431];
/** Headers that an answer has in some cases only. */
const AT_TIMES = ['Idempotency-Replayed', 'Retry-After', 'X-Total-Count-Relation'];

/** The status is one that the contract names, with the headers that it names. */
function holdToContract({ responses }: Operation, { status, headers }: Exchange): void {
  if (BEFORE_ANY_CALL.includes(status)) return;
  expect(Object.keys(responses)).toContain(String(status));
  const promised = Object.keys(responses[status]?.headers ?? {}).filter((name) => !AT_TIMES.includes(name));
  expect(Object.keys(headers)).toEqual(expect.arrayContaining(promised.map((name) => name.toLowerCase())));
}

function holdToSafety(answer: Exchange): void {
  expect(answer.status).toBeGreaterThanOrEqual(200);
  expect(answer.status).toBeLessThan(500);
  expect(answer.body).not.toMatch(LEAKS);
  expect(JSON.stringify(answer.headers)).not.toMatch(LEAKS);
  expect(answer.headers).not.toHaveProperty('x-injected');
}

describe('whatever is sent', () => {
  let api: TestApi;
  let cookie: string;
  let frontends: string;
  let names: string[];
  let contract: { paths: Record<string, Record<string, Operation | undefined> | undefined> };
  let routes: FastifyInstance['routeTable'];

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

  // Calls that delete leave the others something.
  beforeEach(async () => {
    const makers = [aPerson(), aPerson(), aVoyage(), aVoyage(), aVoyage(), aMedia(), aMedia()];
    const saved = await Promise.all(makers.map((maker) => maker.save(api.database)));
    names = ['truman-harry-s', ...saved.map(({ slug }) => slug)];
  });

  async function drive(requests: fc.Arbitrary<RawRequest>, hold: (answer: Exchange, request: RawRequest) => void) {
    const property = fc.asyncProperty(requests, async (request) => {
      hold(await exchange(api.url, request, cookie, PATIENCE), request);
    });
    await fc.assert(property, SETTINGS);
  }

  test.each(STATED.toSorted((a, b) => order(a) - order(b)).map((call) => [call.id, call] as const))(
    '%s answers it or refuses it, in words and in time',
    async (_, call) => {
      const forms = call.otherAnswers?.filter(({ status }) => status === undefined).map(({ schema }) => schema) ?? [];
      await drive(requestsOf(call, names), (answer) => {
        holdToSafety(answer);
        const operation = contract.paths[call.path]?.[call.method.toLowerCase()];
        if (operation) holdToContract(operation, answer);
        const { 'content-type': type = '' } = answer.headers;
        if (answer.status >= 400) holdToProblem(answer);
        else if (call.download && !type.startsWith('application/json'))
          expect(Object.keys(call.download)).toContain(type);
        else if (call.answer && answer.status === (call.status ?? 200))
          z.union([call.answer, ...forms]).parse(JSON.parse(answer.body));
      });
    },
  );

  test('every route, by whatever method and address, answers in words', async () => {
    const urls = [...new Set(routes.map(({ url }) => url))];
    const requests = fc.constantFrom(...urls).chain(requestsAbout);
    await drive(requests, (answer, { method }) => {
      holdToSafety(answer);
      if (answer.status >= 400 && method !== 'HEAD') holdToProblem(answer);
    });
  });

  test('bytes that are hardly HTTP are refused, and the next ones are answered', async () => {
    const property = fc.asyncProperty(bareBytes, async (bytes) => {
      const answer = await sendBytes(api.url, bytes, PATIENCE, { end: true });
      if (Number.isNaN(answer.status) || answer.status < 400) return;
      holdToSafety(answer);
      // Node answers some of them itself, without a word.
      if (answer.body !== '') holdToProblem(answer);
    });
    await fc.assert(property, SETTINGS);
    expect((await api.visitor().get('/health/live')).status).toBe(200);
  });
});
