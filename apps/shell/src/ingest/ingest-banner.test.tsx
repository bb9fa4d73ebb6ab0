import type { IngestOperation } from '@archive/contracts';
import { aHome, anOperation, mockApi, problem } from '@archive/testing';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { renderApp, signedIn } from '../test/render-app.tsx';

const api = mockApi();
/** Waits one tick longer, because React renders a response one tick after it arrives. */
const wait = (ms: number) => act(async () => jest.advanceTimersByTimeAsync(ms + 10));
const operations = (...list: IngestOperation[]) => api.respond('GET /api/curator/ingest-status', { operations: list });
const polls = () => api.requests('GET /api/curator/ingest-status').length;
const open = async () => {
  const app = await renderApp('/', { advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
  await wait(0);
  return app;
};

beforeEach(() => {
  jest.useFakeTimers();
  localStorage.clear();
  signedIn(api);
});
afterEach(() => {
  jest.useRealTimers();
});

describe('ingest banner', () => {
  test('is hidden while idle, polling every 60 seconds', async () => {
    operations(anOperation({ status: 'completed' }), anOperation({ status: 'failed', error_message: 'long ago' }));
    await open();
    expect(polls()).toBe(1);
    await wait(59_000);
    expect(polls()).toBe(1);
    await wait(1000);
    expect(polls()).toBe(2);
    expect(screen.queryByText(/Congratulations|Ingest/)).toBeNull();
  });

  test('shows step, counts and progress, polling every 2 seconds', async () => {
    operations(anOperation({ current_step: 'Saving voyages (10 of 33)', progress: 40, media_warnings: 4 }));
    await open();
    expect(screen.getByText('Ingesting Voyage Data')).toBeVisible();
    expect(screen.getByText('Saving voyages (10 of 33)')).toBeVisible();
    expect(screen.getByText('10 of 33')).toBeVisible();
    expect(screen.getByText('Media warnings').nextSibling).toHaveTextContent('4');
    const progress = screen.getByRole('progressbar', { name: 'Import progress' });
    expect(progress).toHaveAttribute('aria-valuenow', '40');
    operations(anOperation({ current_step: 'Saving voyages (20 of 33)', progress: 70 }));
    await wait(2000);
    expect(screen.getByText('Saving voyages (20 of 33)')).toBeVisible();
    expect(progress).toHaveAttribute('aria-valuenow', '70');
    expect(polls()).toBe(2);
  });

  test('shows success for 10 seconds and refetches the records on screen', async () => {
    operations(anOperation());
    await open();
    expect(screen.getByText('Nobody')).toBeVisible();
    operations(anOperation({ status: 'completed', current_step: 'Done', progress: 100 }));
    api.respond(
      'GET /api/home',
      aHome({ busiest_person: { person_slug: 'a', full_name: 'Ada Byron', voyage_count: 2, portrait_url: null } }),
    );
    await wait(2000);
    expect(screen.getByText('Congratulations!')).toBeVisible();
    expect(screen.getByText('Your changes are now reflected on the site!')).toBeVisible();
    expect(screen.getByText('Ada Byron')).toBeVisible();
    await wait(9900);
    expect(screen.getByText('Congratulations!')).toBeVisible();
    await wait(100);
    expect(screen.queryByText('Congratulations!')).toBeNull();
  });

  test('shows the error for 8 seconds', async () => {
    operations(anOperation());
    await open();
    operations(anOperation({ status: 'failed', error_message: 'No voyage was found in the document.' }));
    await wait(2000);
    expect(screen.getByText('Ingest Failed')).toBeVisible();
    expect(screen.getByText('No voyage was found in the document.')).toBeVisible();
    await wait(7900);
    expect(screen.getByText('Ingest Failed')).toBeVisible();
    await wait(100);
    expect(screen.queryByText('Ingest Failed')).toBeNull();
  });

  test('stays closed until the next operation starts', async () => {
    operations(anOperation());
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await wait(2000);
    expect(screen.queryByText('Ingesting Voyage Data')).toBeNull();
    operations(anOperation({ operation_id: '22222222-2222-4222-8222-222222222222' }));
    await wait(2000);
    expect(screen.getByText('Ingesting Voyage Data')).toBeVisible();
  });

  test('only logs a failed poll, and polls again', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    api.respond('GET /api/curator/ingest-status', problem(503, 'Can’t reach the database.'));
    await open();
    expect(warn).toHaveBeenCalledTimes(1);
    expect(screen.queryByText(/Can’t reach/)).toBeNull();
    operations(anOperation());
    await wait(60_000);
    expect(screen.getByText('Ingesting Voyage Data')).toBeVisible();
    warn.mockRestore();
  });
});
