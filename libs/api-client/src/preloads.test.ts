import { mockApi, noContent, page } from '@archive/testing';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { PRELOADS_MS, request, requestPage } from './request.ts';

const api = mockApi();
const VOYAGES = 'GET /api/voyages';
const PRESIDENTS = 'GET /api/presidents';

beforeEach(() => {
  api.respond(VOYAGES, page([]));
  api.respond(PRESIDENTS, []);
  api.respond('POST /api/auth/logout', noContent());
  document.head.innerHTML = ['/api/voyages?limit=50', '/api/presidents']
    .map((href) => `<link rel="preload" as="fetch" crossorigin href="${href}">`)
    .join('');
});
afterEach(() => {
  jest.restoreAllMocks();
});

const remainingPreloads = () => Array.from(document.querySelectorAll('link'), (link) => link.getAttribute('href'));

test('the first requests of a page use its preloaded responses', async () => {
  await requestPage('voyages.list', { query: { limit: 50 } });
  expect(remainingPreloads()).toEqual(['/api/presidents']);
  expect(api.requests(PRESIDENTS)).toHaveLength(0);
});

test('a request that changes data discards the remaining preloads, so that later requests get fresh data', async () => {
  await request('auth.logout');
  expect(remainingPreloads()).toEqual([]);
  expect([api.requests(VOYAGES), api.requests(PRESIDENTS)].map(({ length }) => length)).toEqual([1, 1]);
  await requestPage('presidents.list');
  expect(api.requests(PRESIDENTS)).toHaveLength(2);
});

test('a request after PRELOADS_MS discards all preloads first', async () => {
  jest.spyOn(performance, 'now').mockReturnValue(performance.now() + PRELOADS_MS);
  await requestPage('voyages.list', { query: { limit: 50 } });
  expect(remainingPreloads()).toEqual([]);
  expect([api.requests(VOYAGES), api.requests(PRESIDENTS)].map(({ length }) => length)).toEqual([2, 1]);
});
