import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startApi, type TestApi } from './support/api.ts';
import type { Browser } from './support/browser.ts';
import { referencesIn, resolveReference, targetOf } from './support/openapi-document.ts';

const COMMITTED = new URL('../../../docs/openapi.json', import.meta.url);

interface Operation {
  operationId: string;
  security?: unknown[];
  tags: string[];
  parameters: { name: string; in: string; required: boolean; example?: unknown }[];
  requestBody?: { content: Record<string, WithExamples> };
  responses: Record<string, { content?: Record<string, WithExamples>; headers?: Record<string, unknown> }>;
}

interface WithExamples {
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

interface Document {
  openapi: string;
  tags: { name: string; description?: string }[];
  components: { headers: object; securitySchemes: object; schemas: object };
  paths: Record<string, Record<string, Operation>>;
}

const operationsOf = ({ paths }: Document) => Object.values(paths).flatMap((methods) => Object.values(methods));

describe('the OpenAPI document', () => {
  let api: TestApi;
  let browser: Browser;
  let document: Document;
  beforeAll(async () => {
    api = await startApi();
    browser = await api.signIn();
    document = await browser.json<Document>('/api/openapi.json');
    // Update the committed document with `nx run backend:openapi`.
    if (process.env.WRITE_OPENAPI === '1') await writeFile(COMMITTED, `${JSON.stringify(document, null, 2)}\n`);
  });
  afterAll(() => api.close());

  test('matches docs/openapi.json', async () => {
    expect(document).toEqual(JSON.parse(await readFile(COMMITTED, 'utf8')));
  });

  test('is OpenAPI 3.1, with an operationId for each operation', () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const names = operations.map(({ operationId }) => operationId);
    expect(document.openapi).toBe('3.1.0');
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['auth.login', 'media.browse', 'health.ready']));
  });

  test('describes objects that occur more than once as components, and refers to them', () => {
    const references = referencesIn(document);
    expect(references.filter((reference) => targetOf(document, reference) === undefined)).toEqual([]);
    const unused = Object.keys(document.components.schemas).filter(
      (name) => !references.includes(`#/components/schemas/${name}`),
    );
    expect(unused).toEqual([]);
    expect(document.paths['/api/voyages/{slug}']?.get?.responses['200']?.content).toMatchObject({
      'application/json': { schema: { $ref: '#/components/schemas/Voyage' } },
    });
  });

  test('describes inputs, responses, errors and authentication', () => {
    const browse = document.paths['/api/s3/browse']?.get;
    expect(browse?.parameters).toEqual([
      expect.objectContaining({ name: 'prefix', in: 'query', required: false }),
      expect.objectContaining({ name: 'bucket', in: 'query', required: false }),
    ]);
    expect(Object.keys(browse?.responses ?? {})).toEqual(['200', '304', '401', '403', '422', '429', '503']);
    expect(browse?.responses['403']).toEqual({ $ref: '#/components/responses/Problem403' });
    expect(browse?.security).toBeUndefined();
    expect(document.paths['/api/auth/login']?.post?.security).toEqual([]);
  });

  test('has an example of every request and response, and describes alternative responses', () => {
    for (const { operationId, parameters, requestBody, responses } of operationsOf(document)) {
      const given = Object.values(responses).map((response) => resolveReference(document, response));
      const bodies = [requestBody, ...given].flatMap((item) => Object.entries(item?.content ?? {}));
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
    expect(Object.keys(list?.examples ?? {})).toEqual(['default', 'alternative1']);
  });

  test('describes error responses as problems, and all tags and headers', () => {
    for (const { operationId, tags, responses } of operationsOf(document)) {
      expect(document.tags.find(({ name }) => name === tags[0])?.description).toEqual(expect.any(String));
      for (const [status, response] of Object.entries(responses)) {
        const { content, headers } = resolveReference(document, response);
        for (const name of Object.keys(headers ?? {})) expect(document.components.headers).toHaveProperty([name]);
        if (Number(status) < 400 || tags[0] === 'health') continue;
        expect([operationId, status, Object.keys(content ?? {})]).toEqual([
          operationId,
          status,
          ['application/problem+json'],
        ]);
      }
    }
    expect(document.components.securitySchemes).toMatchObject({
      session: { type: 'apiKey', in: 'cookie', name: 'session' },
      token: { type: 'http', scheme: 'bearer' },
    });
    expect(document.paths['/api/frontends/{name}/promote']?.post?.security).toEqual([
      { session: ['operator'] },
      { token: [] },
    ]);
  });

  test('lists request and response headers', () => {
    const operationAt = (path: string, method: string) => document.paths[path]?.[method];
    const requestHeaders = (path: string, method: string) =>
      operationAt(path, method)
        ?.parameters.filter((parameter) => parameter.in === 'header')
        .map(({ name }) => name);
    const responseHeaders = (path: string, method: string, status: string) =>
      Object.keys(resolveReference(document, operationAt(path, method)?.responses[status] ?? {}).headers ?? {});
    expect(responseHeaders('/api/people', 'get', '200')).toEqual(['X-Request-Id', 'ETag', 'X-Total-Count', 'Link']);
    expect(responseHeaders('/api/curator/voyages', 'post', '201')).toEqual([
      'X-Request-Id',
      'ETag',
      'Location',
      'Idempotency-Replayed',
    ]);
    expect(responseHeaders('/api/curator/voyages/{voyage_slug}', 'put', '412')).toEqual(['X-Request-Id', 'ETag']);
    expect(requestHeaders('/api/curator/voyages', 'post')).toEqual(['Idempotency-Key']);
    expect(requestHeaders('/api/curator/ingest', 'post')).toEqual(['Idempotency-Key']);
    expect(requestHeaders('/api/curator/people/link-to-voyage', 'post')).toEqual(['If-Match', 'Idempotency-Key']);
  });

  test('is compressed', async () => {
    const response = await browser.get('/api/openapi.json', { 'accept-encoding': 'gzip, br' });
    expect([response.headers.get('content-encoding'), response.headers.get('vary')]).toEqual(['br', 'accept-encoding']);
    expect(await response.json()).toEqual(document);
    const etag = response.headers.get('etag') ?? '';
    expect((await browser.get('/api/openapi.json', { 'if-none-match': etag })).status).toBe(304);
  });

  test('is shown by Swagger UI, without inline code or files from other servers', async () => {
    const response = await browser.get('/api/docs');
    const html = await response.text();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html).not.toMatch(/<script(?![^>]*\ssrc="\/)|<style|style=|\son\w+=|https?:/);
    const files = [...html.matchAll(/(?:src|href)="(\/api\/docs\/[^"]+)"/g)].map(([, file = '']) => file);
    expect(files).toHaveLength(4);
    for (const file of files) {
      const { status, headers } = await browser.get(file, { 'accept-encoding': 'br' });
      const encoding = headers.get('content-encoding');
      expect([file, status, encoding]).toEqual([file, 200, file.includes('swagger-ui') ? 'br' : encoding]);
      expect(headers.get('content-type')).toBe(`text/${file.includes('.css') ? 'css' : 'javascript'}; charset=utf-8`);
      const isVersioned = /\?v=\d+\.\d+\.\d+$/.test(file);
      expect([file, headers.get('cache-control')]).toEqual([
        file,
        isVersioned ? 'private, max-age=31536000, immutable' : 'private, no-cache',
      ]);
    }
  });
});
