import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startApi, type TestApi } from './support/api.ts';
import type { Browser } from './support/browser.ts';

const COMMITTED = new URL('../../../docs/openapi.json', import.meta.url);

interface Operation {
  operationId: string;
  security?: unknown[];
  tags: string[];
  parameters: { name: string; in: string; required: boolean; example?: unknown }[];
  requestBody?: { content: Record<string, Shown> };
  responses: Record<string, { content?: Record<string, Shown>; headers?: Record<string, unknown> }>;
}

interface Shown {
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

interface Document {
  openapi: string;
  tags: { name: string; description?: string }[];
  components: { headers: object; securitySchemes: object };
  paths: Record<string, Record<string, Operation>>;
}

const operationsOf = ({ paths }: Document) => Object.values(paths).flatMap((methods) => Object.values(methods));

describe('the contract as OpenAPI', () => {
  let api: TestApi;
  let browser: Browser;
  let document: Document;
  beforeAll(async () => {
    api = await startApi();
    browser = await api.signIn();
    document = await browser.json<Document>('/api/openapi.json');
    // `nx run backend:openapi` writes the committed one anew.
    if (process.env.WRITE_OPENAPI === '1') await writeFile(COMMITTED, `${JSON.stringify(document, null, 2)}\n`);
  });
  afterAll(() => api.close());

  test('is the one that docs/openapi.json shows', async () => {
    expect(document).toEqual(JSON.parse(await readFile(COMMITTED, 'utf8')));
  });

  test('is OpenAPI 3.1 with each call under its own name', () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const names = operations.map(({ operationId }) => operationId);
    expect(document.openapi).toBe('3.1.0');
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['auth.login', 'media.browse', 'health.ready']));
  });

  test('says what a call takes, answers and refuses, and who may ask', () => {
    const browse = document.paths['/api/s3/browse']?.get;
    expect(browse?.parameters).toEqual([
      expect.objectContaining({ name: 'prefix', in: 'query', required: false }),
      expect.objectContaining({ name: 'bucket', in: 'query', required: false }),
    ]);
    expect(Object.keys(browse?.responses ?? {})).toEqual(['200', '304', '401', '403', '422', '503']);
    expect(browse?.responses['403']?.content).toHaveProperty(['application/problem+json']);
    expect(browse?.security).toBeUndefined();
    expect(document.paths['/api/auth/login']?.post?.security).toEqual([]);
  });

  test('has an example of everything that goes in or out, and the case for each form of an answer', () => {
    for (const { operationId, parameters, requestBody, responses } of operationsOf(document)) {
      const bodies = [requestBody, ...Object.values(responses)].flatMap((one) => Object.entries(one?.content ?? {}));
      for (const [type, { example, examples }] of bodies)
        expect([operationId, type, example ?? examples]).toEqual([operationId, type, expect.anything()]);
      for (const parameter of parameters.filter(({ required }) => required))
        expect([operationId, parameter]).toEqual([
          operationId,
          expect.objectContaining({ example: expect.anything() }),
        ]);
    }
    const list = document.paths['/api/voyages']?.get?.responses['200']?.content?.['application/json'];
    expect(list).toMatchObject({
      schema: { anyOf: [{ type: 'array' }, { description: expect.stringContaining('fields=timeline') }] },
    });
    expect(Object.keys(list?.examples ?? {})).toEqual(['usual', 'other1']);
  });

  test('describes each refusal as a problem, each group of calls and each header', () => {
    for (const { operationId, tags, responses } of operationsOf(document)) {
      expect(document.tags.find(({ name }) => name === tags[0])?.description).toEqual(expect.any(String));
      for (const [status, { content, headers }] of Object.entries(responses)) {
        for (const name of Object.keys(headers ?? {})) expect(document.components.headers).toHaveProperty([name]);
        if (Number(status) < 400 || operationId === 'health.ready') continue;
        expect([operationId, status, Object.keys(content ?? {})]).toEqual([
          operationId,
          status,
          ['application/problem+json'],
        ]);
      }
    }
    expect(document.components.securitySchemes).toMatchObject({
      session: { type: 'apiKey', in: 'cookie', name: 'session' },
      deployToken: { type: 'http', scheme: 'bearer' },
    });
    expect(document.paths['/api/frontends/{name}/promote']?.post?.security).toEqual([
      { session: [] },
      { deployToken: [] },
    ]);
  });

  test('says which headers go with what', () => {
    const at = (path: string, method: string) => document.paths[path]?.[method];
    const asked = (path: string, method: string) =>
      at(path, method)
        ?.parameters.filter((one) => one.in === 'header')
        .map(({ name }) => name);
    const answered = (path: string, method: string, status: string) =>
      Object.keys(at(path, method)?.responses[status]?.headers ?? {});
    expect(answered('/api/people', 'get', '200')).toEqual(['X-Request-Id', 'ETag', 'X-Total-Count', 'Link']);
    expect(answered('/api/curator/voyages', 'post', '201')).toEqual([
      'X-Request-Id',
      'ETag',
      'Location',
      'Idempotency-Replayed',
    ]);
    expect(answered('/api/curator/voyages/{voyage_slug}', 'put', '412')).toEqual(['X-Request-Id', 'ETag']);
    expect(asked('/api/curator/voyages', 'post')).toEqual(['Idempotency-Key']);
    expect(asked('/api/curator/ingest', 'post')).toEqual(['Idempotency-Key']);
    expect(asked('/api/curator/people/link-to-voyage', 'post')).toEqual(['If-Match', 'Idempotency-Key']);
  });

  test('travels compressed, as every large answer does', async () => {
    const answer = await browser.get('/api/openapi.json', { 'accept-encoding': 'gzip, br' });
    expect([answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual(['br', 'accept-encoding']);
    expect(await answer.json()).toEqual(document);
    const etag = answer.headers.get('etag') ?? '';
    expect((await browser.get('/api/openapi.json', { 'if-none-match': etag })).status).toBe(304);
  });

  test('is shown for reading, without scripts', async () => {
    const answer = await browser.get('/api/docs');
    const html = await answer.text();
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html).toContain('/api/s3/browse');
    expect(html).toContain('GET /api/voyages?q=trudeau&amp;president_slug=ford-gerald-r');
    expect(html).not.toMatch(/undefined|\[object/);
    expect(html).not.toMatch(/<script|style=|onclick/);
    const style = await browser.get('/api/docs/style.css');
    expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
  });
});
