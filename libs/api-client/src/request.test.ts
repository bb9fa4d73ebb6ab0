import type { authCalls, peopleCalls, voyageCalls } from '@archive/contracts';
import { aPerson, aVoyage, aVoyageListItem, mockApi, noContent, page, problem } from '@archive/testing';
import { describe, expect, jest, test } from '@jest/globals';
import { ApiError, isAway } from './problem.ts';
import { endpoint, request, requestPage, requestTagged, TIME_OUT_MS } from './request.ts';
import { onSignedOut } from './signed-out.ts';

const api = mockApi();
const list = endpoint<(typeof voyageCalls)['list']>('GET', '/api/voyages');
const get = endpoint<(typeof voyageCalls)['get']>('GET', '/api/voyages/{slug}');
const login = endpoint<(typeof authCalls)['login']>('POST', '/api/auth/login');
const logout = endpoint<(typeof authCalls)['logout']>('POST', '/api/auth/logout');

const update = endpoint<(typeof peopleCalls)['update']>('PUT', '/api/curator/people/{person_slug}');
const create = endpoint<(typeof peopleCalls)['create']>('POST', '/api/curator/people');

const failureOf = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await promise.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (!(error instanceof ApiError)) throw new Error(`not refused: ${String(error)}`);
  return error;
};

describe('a call', () => {
  test('fills the path and sends only the filters that say something', async () => {
    api.answer('GET /api/voyages/{slug}', aVoyage({ title: 'Down the Potomac' }));
    api.answer('GET /api/voyages', page([aVoyageListItem()], 33));
    await expect(request(get, { params: { slug: 'a-b' } })).resolves.toMatchObject({ title: 'Down the Potomac' });
    await requestPage(list, { query: { q: '', royalty: '1', president_slug: ['truman-harry-s', 'ford-gerald-r'] } });
    expect(api.calls('GET /api/voyages/{slug}')[0]?.params).toEqual({ slug: 'a-b' });
    expect(api.calls('GET /api/voyages')[0]?.query.toString()).toBe(
      'royalty=1&president_slug=truman-harry-s&president_slug=ford-gerald-r',
    );
  });

  test('that lists answers the total of all that match beside the items', async () => {
    api.answer('GET /api/voyages', page([aVoyageListItem()], 33));
    const answer = await requestPage(list, {});
    expect(answer.items).toHaveLength(1);
    expect(answer.total).toBe(33);
  });

  test('that changes a record says which version it changes, and answers the tag of the next', async () => {
    const tagged = Response.json(aPerson(), { headers: { etag: '"1.8"' } });
    api.answer('PUT /api/curator/people/{person_slug}', tagged);
    const person_slug = 'nimitz-chester-w';
    const answer = await requestTagged(update, { params: { person_slug }, body: aPerson(), ifMatch: '"1.7"' });
    expect(answer).toMatchObject({ etag: '"1.8"', value: { person_slug } });
    expect(api.calls('PUT /api/curator/people/{person_slug}')[0]?.headers.get('if-match')).toBe('"1.7"');
  });

  test('that makes something new carries its key', async () => {
    api.answer('POST /api/curator/people', aPerson());
    await request(create, { body: { full_name: 'Chester W. Nimitz' }, repeatKey: 'once' });
    const [call] = api.calls('POST /api/curator/people');
    expect(call?.headers.get('idempotency-key')).toBe('once');
    expect(call?.headers.has('if-match')).toBe(false);
  });

  test('that answers nothing is done', async () => {
    api.answer('POST /api/auth/logout', noContent());
    await expect(request(logout, {})).resolves.toBeUndefined();
  });

  test('refused with a problem document throws its sentence, fields and request id', async () => {
    const errors = [{ path: 'title', message: 'Too long' }];
    api.answer('GET /api/voyages', problem(422, 'The search cannot be read.', { errors, request_id: 'r-1' }));
    const error = await failureOf(requestPage(list, {}));
    expect(error).toMatchObject({ status: 422, message: 'The search cannot be read.', errors, request_id: 'r-1' });
    expect(isAway(error)).toBe(false);
  });

  test('refused without a sentence throws status and status text', async () => {
    api.answer('GET /api/voyages', new Response('<h1>no</h1>', { status: 502, statusText: 'Bad Gateway' }));
    const error = await failureOf(requestPage(list, {}));
    expect(error.message).toBe('502 Bad Gateway');
    expect(isAway(error)).toBe(true);
  });

  test('that reaches nobody says so', async () => {
    api.away();
    const error = await failureOf(requestPage(list, {}));
    expect(error.message).toBe('The archive cannot be reached.');
    expect(isAway(error)).toBe(true);
  });

  test('gives up after 15 seconds', async () => {
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      expect(ms).toBe(TIME_OUT_MS);
      return AbortSignal.abort(new DOMException('late', 'TimeoutError'));
    });
    api.answer('GET /api/voyages', page([]));
    const error = await failureOf(requestPage(list, {}));
    expect(error.message).toBe('The archive did not answer within 15 seconds.');
    timeout.mockRestore();
  });

  test('ended by its caller throws what the caller ended it with, no refusal', async () => {
    const controller = new AbortController();
    controller.abort(new DOMException('gone', 'AbortError'));
    api.answer('GET /api/voyages', page([]));
    await expect(requestPage(list, { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a 401', () => {
  test('of any call tells that the session has ended', async () => {
    const listener = jest.fn();
    const stop = onSignedOut(listener);
    api.answer('GET /api/voyages', problem(401, 'Sign in first.'));
    await failureOf(requestPage(list, {}));
    expect(listener).toHaveBeenCalledTimes(1);
    stop();
    await failureOf(requestPage(list, {}));
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test('of a wrong password ends nothing', async () => {
    const listener = jest.fn();
    const stop = onSignedOut(listener);
    api.answer('POST /api/auth/login', problem(401, 'Invalid credentials. Please try again.'));
    const error = await failureOf(request(login, { body: { username: 'a', password: 'b' } }));
    expect(error.message).toBe('Invalid credentials. Please try again.');
    expect(listener).not.toHaveBeenCalled();
    stop();
  });
});
