import { QueryClientProvider, useQuery } from '@archive/query';
import { aVoyageListItem, mockApi, page, problem } from '@archive/testing';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { invalidateRecords } from './keys.ts';
import { messageOf } from './problem.ts';
import { UNAVAILABLE_RETRY_MS, createQueryClient } from './query-client.ts';
import { voyagesQuery } from './voyages.ts';

const api = mockApi();
const MINUTE = 60_000;
const wait = (ms: number) => act(async () => jest.advanceTimersByTimeAsync(ms + 10));
const requestCount = () => api.requests('GET /api/voyages').length;

function Total() {
  const { data, error } = useQuery(voyagesQuery());
  return <p>{error ? messageOf(error) : (data?.total ?? 'waiting')}</p>;
}

async function show(client = createQueryClient()) {
  const view = render(
    <QueryClientProvider client={client}>
      <Total />
    </QueryClientProvider>,
  );
  await wait(0);
  return { ...view, client };
}

beforeEach(() => {
  jest.useFakeTimers();
  api.respond('GET /api/voyages', page([aVoyageListItem()], 33));
});
afterEach(() => {
  jest.useRealTimers();
});

describe('query client', () => {
  test('serves cached data for 5 minutes and refetches after that', async () => {
    const { client, unmount } = await show();
    expect(screen.getByText('33')).toBeVisible();
    unmount();
    await wait(4 * MINUTE);
    const second = await show(client);
    expect(requestCount()).toBe(1);
    second.unmount();
    await wait(MINUTE);
    await show(client);
    expect(requestCount()).toBe(2);
  });

  test('retries once when the server is unavailable, after the delay that the server requested', async () => {
    api.respond('GET /api/voyages', () => {
      const unavailable = problem(503, 'Can’t reach the database.');
      unavailable.headers.set('retry-after', '3');
      return unavailable;
    });
    await show();
    await wait(2900);
    expect(requestCount()).toBe(1);
    await wait(100);
    expect(requestCount()).toBe(2);
    expect(screen.getByText('Can’t reach the database.')).toBeVisible();
  });

  test('recovers when the server is available again', async () => {
    api.goOffline();
    await show();
    await wait(1000);
    expect(screen.getByText('Can’t reach the server. Try again.')).toBeVisible();
    api.goOnline();
    await wait(UNAVAILABLE_RETRY_MS);
    expect(screen.getByText('33')).toBeVisible();
    await wait(MINUTE);
    expect(requestCount()).toBe(1);
  });

  test('keeps showing an error during retries', async () => {
    api.goOffline();
    await show();
    await wait(1000);
    expect(screen.getByText('Can’t reach the server. Try again.')).toBeVisible();
    await wait(UNAVAILABLE_RETRY_MS);
    expect(screen.getByText('Can’t reach the server. Try again.')).toBeVisible();
  });

  test('doesn’t retry a client error', async () => {
    api.respond('GET /api/voyages', problem(422, 'Invalid search.'));
    await show();
    await wait(MINUTE);
    expect(screen.getByText('Invalid search.')).toBeVisible();
    expect(requestCount()).toBe(1);
  });

  test('doesn’t refetch on focus', async () => {
    await show();
    await wait(6 * MINUTE);
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    await wait(0);
    expect(requestCount()).toBe(1);
  });

  test('refetches active queries after records change', async () => {
    const { client } = await show();
    api.respond('GET /api/voyages', page([aVoyageListItem()], 34));
    await act(() => invalidateRecords(client));
    await wait(0);
    expect(screen.getByText('34')).toBeVisible();
  });
});
