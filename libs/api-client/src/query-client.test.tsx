import { QueryClientProvider, useQuery } from '@archive/query';
import { aVoyageListItem, mockApi, page, problem } from '@archive/testing';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { invalidateRecords } from './keys.ts';
import { messageOf } from './problem.ts';
import { AWAY_INTERVAL_MS, createQueryClient } from './query-client.ts';
import { voyagesQuery } from './voyages.ts';

const api = mockApi();
const MINUTE = 60_000;
const wait = (ms: number) => act(async () => jest.advanceTimersByTimeAsync(ms + 10));
const asked = () => api.calls('GET /api/voyages').length;

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
  api.answer('GET /api/voyages', page([aVoyageListItem()], 33));
});
afterEach(() => {
  jest.useRealTimers();
});

describe('the cache', () => {
  test('answers again within 5 minutes without asking, and asks after them', async () => {
    const { client, unmount } = await show();
    expect(screen.getByText('33')).toBeVisible();
    unmount();
    await wait(4 * MINUTE);
    const second = await show(client);
    expect(asked()).toBe(1);
    second.unmount();
    await wait(MINUTE);
    await show(client);
    expect(asked()).toBe(2);
  });

  test('tries once more when the server is away, waiting as long as it was asked to', async () => {
    api.answer('GET /api/voyages', () => {
      const refusal = problem(503, 'The database is away.');
      refusal.headers.set('retry-after', '3');
      return refusal;
    });
    await show();
    await wait(2900);
    expect(asked()).toBe(1);
    await wait(100);
    expect(asked()).toBe(2);
    expect(screen.getByText('The database is away.')).toBeVisible();
  });

  test('comes back by itself after the server was away', async () => {
    api.away();
    await show();
    await wait(1000);
    expect(screen.getByText('The archive cannot be reached.')).toBeVisible();
    api.back();
    await wait(AWAY_INTERVAL_MS);
    expect(screen.getByText('33')).toBeVisible();
    await wait(MINUTE);
    expect(asked()).toBe(1);
  });

  test('a failure stays in sight while it is tried again', async () => {
    api.away();
    await show();
    await wait(1000);
    expect(screen.getByText('The archive cannot be reached.')).toBeVisible();
    await wait(AWAY_INTERVAL_MS);
    expect(screen.getByText('The archive cannot be reached.')).toBeVisible();
  });

  test('takes a refusal for an answer', async () => {
    api.answer('GET /api/voyages', problem(422, 'The search cannot be read.'));
    await show();
    await wait(MINUTE);
    expect(screen.getByText('The search cannot be read.')).toBeVisible();
    expect(asked()).toBe(1);
  });

  test('does not ask again because somebody comes back to the page', async () => {
    await show();
    await wait(6 * MINUTE);
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    await wait(0);
    expect(asked()).toBe(1);
  });

  test('brings what is on the screen up to date after a change of the records', async () => {
    const { client } = await show();
    api.answer('GET /api/voyages', page([aVoyageListItem()], 34));
    await act(() => invalidateRecords(client));
    await wait(0);
    expect(screen.getByText('34')).toBeVisible();
  });
});
