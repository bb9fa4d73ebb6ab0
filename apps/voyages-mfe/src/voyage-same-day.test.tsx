import { beforeEach, describe, expect, test } from '@jest/globals';
import { accessibilityProblems, aVoyage, aVoyageListItem, mockApi, page, problem, renderRoute } from '@archive/testing';
import { Outlet } from '@archive/router';
import { installRemoteHost } from '@archive/shell-api';
import { Toaster } from '@archive/ui';
import { screen, waitFor, within } from '@testing-library/react';
import { datesOf, isOnDates } from './features/voyage-form/components/same-day-note.tsx';
import { routes } from './routes.tsx';

const api = mockApi();
const VOYAGE = aVoyage({ title: 'Down the Potomac', start_date: '1947-06-12', end_date: null, passengers: [] });
const at = (slug: string, start_date: string, other: { title?: string; end_date?: string } = {}) =>
  aVoyageListItem({ voyage_slug: slug, title: `Voyage ${slug}`, end_date: null, ...other, start_date });

const Picker = () => <input aria-label="Name" />;
const withToasts: typeof routes = [
  {
    element: (
      <>
        <Outlet />
        <Toaster />
      </>
    ),
    children: routes,
  },
];
const open = (path: string) => renderRoute(withToasts, path, { at: '/voyages' });
const field = (name: RegExp) => screen.getByRole('textbox', { name });
const links = () => screen.queryAllByRole('link', { name: /in a new window$/ });
/** Dates for which voyages were requested. */
const requestedDates = () =>
  api.requests('GET /api/voyages').map(({ query }) => [query.get('date_from'), query.get('date_to')]);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  api.respond('GET /api/presidents', []);
  api.respond('GET /api/search/suggestions', []);
  api.respond('GET /api/curator/albums/by-voyage/{voyage_slug}', []);
  api.respond('GET /api/voyages', page([]));
  api.respond('GET /api/voyages/{slug}', () => Response.json(VOYAGE, { headers: { etag: '"7"' } }));
  installRemoteHost({ load: () => Promise.resolve({ component: Picker }), versionOf: () => '1.0.0' });
});

describe('a new voyage', () => {
  test('points to another voyage on the day, in a new tab', async () => {
    api.respond(
      'GET /api/voyages',
      page([at('trudeau', '1976-06-16', { title: 'Potomac River, June 16, 1976', end_date: '1976-06-17' })]),
    );
    const { user, container } = await open('/voyages/new');
    await user.type(await screen.findByRole('textbox', { name: /^Start Date/ }), 'June 16, 1976');
    await user.tab();
    const link = await screen.findByRole('link', { name: 'Potomac River, June 16, 1976 in a new window' });
    expect(link).toHaveAttribute('href', '/voyages/trudeau');
    expect(link).toHaveAttribute('target', '_blank');
    expect(link.closest('[aria-live]')).toHaveTextContent(
      'The archive has another voyage on this day: Potomac River, June 16, 1976 in a new window.',
    );
    const [request] = api.requests('GET /api/voyages').filter(({ query }) => query.has('date_from'));
    expect(Object.fromEntries(request?.query ?? [])).toEqual({
      date_from: '1976-06-16',
      date_to: '1976-06-16',
      fields: 'timeline',
      limit: '100',
    });
    expect(await accessibilityProblems(container)).toEqual([]);

    await user.clear(field(/^Start Date/));
    await waitFor(() => expect(links()).toHaveLength(0));
  });

  test('names three voyages of a range and counts the others', async () => {
    const days = ['1946-06-15', '1946-06-16', '1946-06-17', '1946-06-18', '1946-06-19'];
    api.respond('GET /api/voyages', page(days.map((day) => at(day, day))));
    const { user } = await open('/voyages/new');
    await user.type(await screen.findByRole('textbox', { name: /^Start Date/ }), 'June 16–19, 1946');
    await user.tab();
    const [link] = await screen.findAllByRole('link', { name: /in a new window$/ });
    expect(link?.closest('[aria-live]')?.textContent.replaceAll(' in a new window', '')).toBe(
      'The archive has other voyages on these days: Voyage 1946-06-16, June 16, 1946; Voyage 1946-06-17, June 17, 1946; Voyage 1946-06-18, June 18, 1946; and 1 more.',
    );
    expect(requestedDates()).toContainEqual(['1946-06-16', '1946-06-19']);
  });

  test('can be saved when the archive can’t say, and shows no error', async () => {
    api.respond('GET /api/voyages', problem(500, 'Unexpected error'));
    api.respond('POST /api/curator/voyages', () => Response.json(VOYAGE, { headers: { etag: '"8"' } }));
    const { user } = await open('/voyages/new');
    await user.type(await screen.findByRole('textbox', { name: /^Start Date/ }), '19760616');
    await user.tab();
    await waitFor(() => expect(requestedDates()).toContainEqual(['1976-06-16', '1976-06-16']));
    expect(screen.queryByText(/unexpected error/i)).not.toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(links()).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Save Voyage' }));
    await waitFor(() => expect(api.requests('POST /api/curator/voyages')).toHaveLength(1));
  });
});

test('a voyage asks about its date only once it changes, and never about itself', async () => {
  api.respond('GET /api/voyages', ({ query }) => {
    const items = [at(VOYAGE.voyage_slug, '1947-06-12'), at('first', '1947-06-12'), at('second', '1947-06-13')];
    return page(
      query.get('date_from') === '1947-06-12' && query.get('date_to') === '1947-06-12' ? items.slice(0, 2) : items,
    );
  });
  const { user } = await open(`/voyages/${VOYAGE.voyage_slug}/edit`);
  const end = await screen.findByRole('textbox', { name: /^End Date/ });
  // The suggestions come after the same pause as the note would.
  await user.type(screen.getByRole('combobox', { name: 'Start Location' }), 'Quantico');
  await waitFor(() => expect(api.requests('GET /api/search/suggestions')).not.toHaveLength(0));
  expect(requestedDates()).toEqual([]);
  await user.type(end, '19470613');
  await user.tab();
  const [link] = await screen.findAllByRole('link', { name: /in a new window$/ });
  const note = within(link?.closest('p') as HTMLElement);
  expect(note.getAllByRole('link').map((element) => element.getAttribute('href'))).toEqual([
    '/voyages/first',
    '/voyages/second',
  ]);
  expect(requestedDates()).toEqual([['1947-06-12', '1947-06-13']]);
  await user.clear(end);
  await waitFor(() => expect(links()).toHaveLength(0));
});

describe('the dates of a voyage', () => {
  test.each([
    ['', '', ''],
    ['June', '', ''],
    ['June 16, 1976', '', '1976-06-16 1976-06-16'],
    ['1976-06-16', '1976-06-18', '1976-06-16 1976-06-18'],
    ['1976-06-16', '1976-06-12', '1976-06-16 1976-06-16'],
    ['1976-06-16', '1976-07', '1976-06-16 1976-06-16'],
    ['June 1976', '1976-07', '1976-06 1976-06'],
    ['c. 1976', '', '1976~ 1976~'],
  ])('from %j to %j are checked as %j', (start_date, end_date, dates) => {
    expect(datesOf({ start_date, end_date })).toBe(dates);
  });

  test.each([
    ['1976-06-16', null, '1976-06-16', '1976-06-16', true],
    ['1976-06-14', '1976-06-16', '1976-06-16', '1976-06-16', true],
    ['1976-06-14', '1976-06-15', '1976-06-16', '1976-06-18', false],
    ['1976-06-14', '1976-07', '1976-06-16', '1976-06-16', false],
    ['1976-06-17', null, '1976-06-16', '1976-06-18', true],
    ['1976-06-19', null, '1976-06-16', '1976-06-18', false],
    // A month, a year or an approximate date may be any day, so it says nothing about this one.
    ['1976-06', null, '1976-06-16', '1976-06-16', false],
    ['1976~', null, '1976-06-16', '1976-06-16', false],
    ['1976-06', null, '1976-06', '1976-06', true],
    ['1976-06-16', null, '1976-06', '1976-06', false],
    ['1976~', null, '1976~', '1976~', true],
    ['1976', null, '1976~', '1976~', false],
  ])('of a voyage from %s to %s and those from %s to %s: %s', (start_date, end_date, from, to, expected) => {
    expect(isOnDates({ start_date, end_date }, from, to)).toBe(expected);
  });
});
