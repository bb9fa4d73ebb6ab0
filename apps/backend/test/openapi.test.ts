import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startApi, type TestApi } from './support/api.ts';
import type { Browser } from './support/browser.ts';

const COMMITTED = new URL('../../../docs/openapi.json', import.meta.url);

interface Operation {
  operationId: string;
  security?: unknown[];
  parameters: { name: string; in: string; required: boolean }[];
  responses: Record<string, { content?: Record<string, unknown>; headers?: Record<string, unknown> }>;
}

interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
}

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
    expect(html).not.toMatch(/<script|style=|onclick/);
    const style = await browser.get('/api/docs/style.css');
    expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
  });
});
