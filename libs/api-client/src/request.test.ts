import { aPerson, aVoyage, aVoyageListItem, mockApi, noContent, page, problem } from '@archive/testing';
import { describe, expect, jest, test } from '@jest/globals';
import { ApiError, isUnavailable } from './problem.ts';
import { TIMEOUT_MS, onSignedOut, request, requestPage, requestWithEtag } from './request.ts';

const api = mockApi();

const failureOf = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await promise.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (!(error instanceof ApiError)) throw new Error(`no ApiError: ${String(error)}`);
  return error;
};

describe('request', () => {
  test('fills in the path and omits empty filters', async () => {
    api.respond('GET /api/voyages/{slug}', aVoyage({ title: 'Down the Potomac' }));
    api.respond('GET /api/voyages', page([aVoyageListItem()], 33));
    await expect(request('voyages.get', { params: { slug: 'a-b' } })).resolves.toMatchObject({
      title: 'Down the Potomac',
    });
    await requestPage('voyages.list', {
      query: { q: '', royalty: '1', president_slug: ['truman-harry-s', 'ford-gerald-r'] },
    });
    expect(api.requests('GET /api/voyages/{slug}')[0]?.params).toEqual({ slug: 'a-b' });
    expect(api.requests('GET /api/voyages')[0]?.query.toString()).toBe(
      'royalty=1&president_slug=truman-harry-s&president_slug=ford-gerald-r',
    );
  });

  test('returns items and total of a list', async () => {
    api.respond('GET /api/voyages', page([aVoyageListItem()], 33));
    const response = await requestPage('voyages.list');
    expect(response.items).toHaveLength(1);
    expect(response.total).toBe(33);
  });

  test('sends the ETag of the version that is changed and returns the ETag of the new version', async () => {
    const tagged = Response.json(aPerson(), { headers: { etag: '"1.8"' } });
    api.respond('PUT /api/curator/people/{person_slug}', tagged);
    const person_slug = 'nimitz-chester-w';
    const response = await requestWithEtag('people.update', {
      params: { person_slug },
      body: aPerson(),
      ifMatch: '"1.7"',
    });
    expect(response).toMatchObject({ etag: '"1.8"', value: { person_slug } });
    expect(api.requests('PUT /api/curator/people/{person_slug}')[0]?.headers.get('if-match')).toBe('"1.7"');
  });

  test('sends an idempotency key', async () => {
    api.respond('POST /api/curator/people', aPerson());
    await request('people.create', { body: { full_name: 'Chester W. Nimitz' }, idempotencyKey: 'once' });
    const [call] = api.requests('POST /api/curator/people');
    expect(call?.headers.get('idempotency-key')).toBe('once');
    expect(call?.headers.has('if-match')).toBe(false);
  });

  test('accepts an empty response', async () => {
    api.respond('POST /api/auth/logout', noContent());
    await expect(request('auth.logout')).resolves.toBeUndefined();
  });

  test('throws an error with the detail, field errors and request id of a problem document', async () => {
    const errors = [{ path: 'title', message: 'Too long' }];
    api.respond('GET /api/voyages', problem(422, 'Invalid search.', { errors, request_id: 'r-1' }));
    const error = await failureOf(requestPage('voyages.list'));
    expect(error).toMatchObject({ status: 422, message: 'Invalid search.', errors, request_id: 'r-1' });
    expect(isUnavailable(error)).toBe(false);
  });

  test('throws an error with status and status text if there is no detail', async () => {
    api.respond('GET /api/voyages', new Response('<h1>no</h1>', { status: 502, statusText: 'Bad Gateway' }));
    const error = await failureOf(requestPage('voyages.list'));
    expect(error.message).toBe('502 Bad Gateway');
    expect(isUnavailable(error)).toBe(true);
  });

  test('throws when the server can’t be reached', async () => {
    api.goOffline();
    const error = await failureOf(requestPage('voyages.list'));
    expect(error.message).toBe('Can’t reach the server. Try again.');
    expect(isUnavailable(error)).toBe(true);
  });

  test('times out after 15 seconds', async () => {
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      expect(ms).toBe(TIMEOUT_MS);
      return AbortSignal.abort(new DOMException('late', 'TimeoutError'));
    });
    api.respond('GET /api/voyages', page([]));
    const error = await failureOf(requestPage('voyages.list'));
    expect(error.message).toBe('The server took too long to respond. Try again.');
    timeout.mockRestore();
  });

  test('rejects with the abort reason when canceled', async () => {
    const controller = new AbortController();
    controller.abort(new DOMException('gone', 'AbortError'));
    api.respond('GET /api/voyages', page([]));
    await expect(requestPage('voyages.list', { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});

describe('a 401', () => {
  test('notifies listeners that the session has ended', async () => {
    const listener = jest.fn();
    const stop = onSignedOut(listener);
    api.respond('GET /api/voyages', problem(401, 'Sign in first.'));
    await failureOf(requestPage('voyages.list'));
    expect(listener).toHaveBeenCalledTimes(1);
    stop();
    await failureOf(requestPage('voyages.list'));
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test('from a failed login does not end the session', async () => {
    const listener = jest.fn();
    const stop = onSignedOut(listener);
    api.respond('POST /api/auth/login', problem(401, 'Invalid credentials. Please try again.'));
    const error = await failureOf(request('auth.login', { body: { username: 'a', password: 'b' } }));
    expect(error.message).toBe('Invalid credentials. Please try again.');
    expect(listener).not.toHaveBeenCalled();
    stop();
  });
});
