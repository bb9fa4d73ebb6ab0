import { describe, expect, test } from '@jest/globals';
import { fastify } from 'fastify';
import { jsonText, matchesEtag, shapeResponses } from './responses.ts';
import { page } from './page.ts';

function aServer(respond: () => unknown, headers: Record<string, string> = {}) {
  const server = fastify();
  shapeResponses(server);
  server.get('/list', (_, reply) => reply.headers(headers).send(respond()));
  server.post('/list', (_, reply) => reply.send(respond()));
  return server;
}

const numbers = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);

describe('a response that is too large', () => {
  const text = (characters: number) =>
    jsonText(JSON.stringify({ notes: '\u20ac'.repeat(characters) }), { version: '1.1' });

  test('says so, and is kept when it is the result of a change', async () => {
    const server = aServer(() => text(2_000_000), { link: '<next>', 'x-total-count': '1' });
    const { statusCode, headers, body } = await server.inject('/list');
    expect([statusCode, headers['content-type']]).toEqual([422, 'application/problem+json']);
    expect(JSON.parse(body)).toMatchObject({
      detail: 'This has 7 MB, and 5 MB can be shown. An export (/api/export) has all of it.',
    });
    expect([headers.etag, headers.link, headers['x-total-count']]).toEqual([undefined, undefined, undefined]);
    expect(Number(headers['content-length'])).toBe(Buffer.byteLength(body));
    expect((await server.inject({ method: 'POST', url: '/list' })).statusCode).toBe(200);
  });

  test('is counted in bytes', async () => {
    expect((await aServer(() => text(1_666_000)).inject('/list')).statusCode).toBe(200);
    expect((await aServer(() => text(1_667_000)).inject('/list')).statusCode).toBe(422);
  });
});

describe('a page of a list', () => {
  const respond = async (query: string, offset: number, limit: number, total: number) => {
    const server = aServer(() => page(numbers(offset, Math.min(offset + limit, total)), total));
    const { headers, body } = await server.inject(`/list?${query}`);
    return { items: JSON.parse(body) as number[], total: Number(headers['x-total-count']), link: headers.link };
  };

  test('sends an array, with total and adjacent pages in headers', async () => {
    expect(await respond('limit=10&offset=20&q=a%20b', 20, 10, 95)).toEqual({
      items: numbers(20, 30),
      total: 95,
      link: [
        '</list?limit=10&offset=0&q=a+b>; rel="first"',
        '</list?limit=10&offset=10&q=a+b>; rel="prev"',
        '</list?limit=10&offset=30&q=a+b>; rel="next"',
        '</list?limit=10&offset=90&q=a+b>; rel="last"',
      ].join(', '),
    });
  });

  test('links adjacent pages with the same query, encoded', async () => {
    const { link } = await respond('limit=10&q=who?%20<you>&x=%3E', 0, 10, 5);
    expect(link).toContain('</list?limit=10&q=who%3F+%3Cyou%3E&x=%3E&offset=0>; rel="first"');
  });

  test('has no previous page at the start and no next page at the end', async () => {
    expect((await respond('limit=50', 0, 50, 60)).link).toBe(
      '</list?limit=50&offset=0>; rel="first", </list?limit=50&offset=50>; rel="next", </list?limit=50&offset=50>; rel="last"',
    );
    expect((await respond('limit=50&offset=50', 50, 50, 60)).link).not.toContain('rel="next"');
  });

  test('past the end is empty and links back', async () => {
    const { items, total, link } = await respond('limit=10&offset=500', 500, 10, 95);
    expect([items, total]).toEqual([[], 95]);
    expect(link).not.toContain('rel="next"');
    expect(link).toContain('</list?limit=10&offset=90>; rel="last"');
  });

  test('of an empty list is its own first and last page', async () => {
    expect(await respond('', 0, 50, 0)).toEqual({
      items: [],
      total: 0,
      link: '</list?limit=1&offset=0>; rel="first", </list?limit=1&offset=0>; rel="last"',
    });
  });
});

describe('a read', () => {
  test('has an ETag and returns 304 to a client that already has the response', async () => {
    const server = aServer(() => ({ title: 'Dinner for Trudeau' }));
    const first = await server.inject('/list');
    expect(first.headers.etag).toMatch(/^W\/"[\w-]+"$/);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    const second = await server.inject({ url: '/list', headers: { 'if-none-match': String(first.headers.etag) } });
    expect([second.statusCode, second.body, second.headers.etag]).toEqual([304, '', first.headers.etag]);
    expect(second.headers['content-type']).toBeUndefined();
  });

  test('that has changed is sent in full', async () => {
    let title = 'one';
    const server = aServer(() => ({ title }));
    const { headers } = await server.inject('/list');
    title = 'two';
    const secondResponse = await server.inject({ url: '/list', headers: { 'if-none-match': String(headers.etag) } });
    expect([secondResponse.statusCode, secondResponse.json()]).toEqual([200, { title: 'two' }]);
  });

  test('keeps the ETag that its handler set', async () => {
    const server = aServer(() => ({}), { etag: '"v7"' });
    expect((await server.inject('/list')).headers.etag).toBe('"v7"');
    expect((await server.inject({ url: '/list', headers: { 'if-none-match': 'W/"v6", "v7"' } })).statusCode).toBe(304);
  });

  test('with no-store has no ETag', async () => {
    const { headers } = await aServer(() => ({}), { 'cache-control': 'no-store' }).inject('/list');
    expect([headers.etag, headers['cache-control']]).toEqual([undefined, 'no-store']);
  });

  test('of JSON serialized by the database is sent unchanged', async () => {
    const { body, headers } = await aServer(() => jsonText('{"a": 1,  "b": [ ]}')).inject('/list');
    expect(body).toBe('{"a": 1,  "b": [ ]}');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test.each([
    ['"a"', true],
    ['W/"a"', true],
    ['"b", W/"a"', true],
    ['*', true],
    ['"b"', false],
    ['', false],
  ])('If-None-Match: %s matches "a": %s', (header, matches) => {
    expect(matchesEtag(header, '"a"')).toBe(matches);
  });
});

test('the response to a change has no ETag', async () => {
  expect((await aServer(() => ({})).inject({ method: 'POST', url: '/list' })).headers.etag).toBeUndefined();
});
