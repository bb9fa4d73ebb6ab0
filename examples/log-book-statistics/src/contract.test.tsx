import { remoteContractSuite } from '@archive/shell-api/contract-suite';
import { accessibilityProblems, aVoyageListItem, mockApi, page, problem, renderRoute } from '@archive/testing';
import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { countByMonth, countByPlace, countByPresident, countByYear } from './counts.ts';
import { contract, fills, routes } from './routes.tsx';

const PATH = '/log-book-statistics';
remoteContractSuite({ contract, routes, ...(fills ? { fills } : {}) }, { at: PATH, addresses: [PATH] });

const voyage = (start_date: string | null, president: string | null, places: [string | null, string | null]) => ({
  start_date,
  president_name: president,
  start_location: places[0],
  end_location: places[1],
});
const VOYAGES = [
  voyage('1946-07-07', 'Harry S. Truman', ['Quantico', 'Washington']),
  voyage('1946-07-09', 'Harry S. Truman', ['Washington', 'Washington']),
  voyage('1948', null, [null, null]),
  voyage(null, 'Gerald Ford', ['Quantico', null]),
];

describe('counts', () => {
  test('years have no gaps, and leave out voyages without one', () => {
    expect(countByYear(VOYAGES)).toEqual([
      { label: '1946', count: 2 },
      { label: '1947', count: 0 },
      { label: '1948', count: 1 },
    ]);
    expect(countByYear([])).toEqual([]);
  });

  test('months leave out dates without one', () => {
    const counts = countByMonth(VOYAGES, ['January']);
    expect(counts).toHaveLength(12);
    expect(counts[6]).toEqual({ label: '7', count: 2 });
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(2);
  });

  test('presidents and places come most first, and a voyage counts once for a place', () => {
    expect(countByPresident(VOYAGES)[0]).toEqual({ label: 'Harry S. Truman', count: 2 });
    expect(countByPlace(VOYAGES)).toEqual([
      { label: 'Quantico', count: 2 },
      { label: 'Washington', count: 2 },
    ]);
  });
});

describe('the page', () => {
  const api = mockApi({ strict: false });
  const open = () => renderRoute(routes, PATH, { at: PATH });

  test('shows the numbers of each chart as a table, and passes axe', async () => {
    api.respond('GET /api/voyages', () =>
      page(VOYAGES.map((item) => aVoyageListItem({ ...item, start_date: item.start_date ?? '' }))),
    );
    const { container } = await open();
    const chart = within(await screen.findByRole('region', { name: 'Voyages by year' }));
    expect(chart.getByText('Most: 1946, 2 voyages')).toBeVisible();
    await userEvent.click(chart.getByRole('button', { name: 'Show the numbers' }));
    const rows = within(chart.getByRole('table', { name: 'Voyages by year' })).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual(['YearVoyages', '19462', '19481']);
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('says so when the log is empty, and offers to retry when it cannot be loaded', async () => {
    api.respond('GET /api/voyages', () => page([]));
    const { unmount } = await open();
    expect(await screen.findByText('No voyages yet')).toBeVisible();
    unmount();
    api.respond('GET /api/voyages', () => problem(503, 'The archive is not available.'));
    await open();
    expect(await screen.findByText('Can’t load the voyages')).toBeVisible();
    api.respond('GET /api/voyages', () => page([aVoyageListItem()]));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('region', { name: 'Voyages by month' })).toBeVisible();
  });
});
