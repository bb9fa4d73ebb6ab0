import { accessibilityProblems, aHome, archiveSettings, mockApi, never, problem } from '@archive/testing';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderApp, signedIn } from '../test/render-app.tsx';

const api = mockApi();
const main = () => within(screen.getByRole('main'));

beforeEach(() => {
  localStorage.clear();
  signedIn(api);
});

describe('Home', () => {
  test('leads to the three parts of the archive', async () => {
    const { container } = await renderApp('/');
    expect(await screen.findByRole('heading', { level: 1, name: 'About the archive' })).toBeVisible();
    expect(main().getByRole('link', { name: 'Voyages' })).toHaveAttribute('href', '/voyages');
    expect(main().getByRole('link', { name: 'Passengers' })).toHaveAttribute('href', '/people');
    expect(main().getByRole('link', { name: 'Media Explorer' })).toHaveAttribute('href', '/media-explorer');
    expect(document.title).toBe('Home · The Sequoia Archive');
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('tells the voyage of this day, who sailed most often, and the newest photograph', async () => {
    api.answer(
      'GET /api/home',
      aHome({
        voyage_of_the_day: { voyage_slug: 'dinner', title: 'Dinner for Trudeau', start_date: '1976-06-16' },
        busiest_person: { person_slug: 'harriman', full_name: 'W. Averell Harriman', voyage_count: 1 },
        newest_photograph: {
          media_slug: 'rail',
          title: 'At the rail',
          url: '/m/a.jpg',
          thumbnail_url: '/m/a.webp',
          date: '1946-07',
        },
      }),
    );
    await renderApp('/');
    expect(await screen.findByRole('link', { name: 'Dinner for Trudeau' })).toHaveAttribute('href', '/voyages/dinner');
    expect(screen.getByText('June 16, 1976')).toBeVisible();
    expect(screen.getByRole('link', { name: 'W. Averell Harriman' })).toHaveAttribute('href', '/people/harriman');
    expect(screen.getByText('1 voyage')).toBeVisible();
    expect(screen.getByText('At the rail')).toBeVisible();
    expect(screen.getByText('July 1946')).toBeVisible();
    const now = new Date();
    const day = `${String(now.getMonth() + 1).padStart(2, '0')}-${String(now.getDate()).padStart(2, '0')}`;
    expect(api.calls('GET /api/home')[0]?.query.get('day')).toBe(day);
  });

  test('says of a voyage of another day that its anniversary comes next, and of one of today that it is today', async () => {
    const now = new Date();
    const onDay = (date: Date) => {
      const [month, dayOfMonth] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'));
      return aHome({
        voyage_of_the_day: { voyage_slug: 'dinner', title: 'Dinner', start_date: `1976-${month}-${dayOfMonth}` },
      });
    };
    api.answer('GET /api/home', onDay(new Date(now.getTime() + 40 * 86_400_000)));
    const { unmount } = await renderApp('/');
    expect(await screen.findByText('Next anniversary')).toBeVisible();
    unmount();

    api.answer('GET /api/home', onDay(now));
    await renderApp('/');
    expect(await screen.findByText('On this day')).toBeVisible();
  });

  test('of an empty archive says so in each place', async () => {
    await renderApp('/');
    expect(await screen.findByText('No voyage has been logged yet.')).toBeVisible();
    expect(screen.getByText('Nobody has been recorded yet.')).toBeVisible();
    expect(screen.getByText('No photograph has been added yet.')).toBeVisible();
  });

  test('keeps its links while the details are on their way, and when they cannot be read', async () => {
    api.answer('GET /api/home', never);
    const waiting = await renderApp('/');
    expect(main().getAllByText('Loading…')).toHaveLength(3);
    expect(main().getByRole('link', { name: 'Voyages' })).toBeVisible();
    waiting.unmount();

    api.answer('GET /api/home', problem(503, 'The database is away.'));
    await renderApp('/');
    expect(await main().findAllByText('This cannot be read at the moment.')).toHaveLength(3);
    expect(main().getByRole('link', { name: 'Voyages' })).toBeVisible();
    expect(screen.getByText(/does not answer at the moment. Trying again by itself/)).toBeVisible();
  });

  test('asks for help with the document, and links it where there is one', async () => {
    const { unmount } = await renderApp('/');
    expect(screen.getByText('Help is needed')).toBeVisible();
    expect(screen.queryByRole('link', { name: /shared document/ })).toBeNull();
    unmount();

    await renderApp('/', {
      boot: { archive: archiveSettings({ migration_document_url: 'https://documents.example/1' }) },
    });
    const link = await screen.findByRole('link', { name: /shared document/ });
    expect(link).toHaveAttribute('href', 'https://documents.example/1');
    expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
  });
});
