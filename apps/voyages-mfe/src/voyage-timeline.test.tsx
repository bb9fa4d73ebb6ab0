import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  accessibilityProblems,
  adjacentVoyages,
  aMediaItem,
  anAdministration,
  aPresident,
  aVoyage,
  aVoyageListItem,
  mockApi,
  page,
  problem,
  renderRoute,
} from '@archive/testing';
import { Outlet } from '@archive/router';
import { toast, Toaster } from '@archive/ui';
import { act, screen, waitFor, within } from '@testing-library/react';
import { routes } from './routes.tsx';

const api = mockApi();
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

const MARCH = aVoyageListItem({ voyage_slug: 'march', title: 'Some day in March', start_date: '1946-03' });
const JULY = aVoyageListItem({ voyage_slug: 'july', title: 'Down the Potomac', start_date: '1946-07-07' });
const LATER = aVoyageListItem({
  voyage_slug: 'later',
  title: 'To Norfolk',
  start_date: '1949-05-01',
  end_date: '1949-05-03',
});
const PRINT = aMediaItem({ title: 'At the rail', date: '1947-01-02' });

const openTimeline = async () => {
  sessionStorage.setItem('voyages.view', 'timeline');
  const shown = await renderRoute(withToasts, '/voyages', { at: '/voyages' });
  await screen.findByRole('slider', { name: 'Year' });
  return shown;
};
const shownDate = () => screen.getByRole('heading', { level: 2 }).textContent;

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  act(() => toast.dismiss());
  api.answer('GET /api/presidents', [
    aPresident(),
    aPresident({ president_slug: 'hoover-herbert', full_name: 'Herbert Hoover' }),
    aPresident({ president_slug: 'reagan-ronald', full_name: 'Ronald Reagan' }),
  ]);
  api.answer('GET /api/curator/albums/by-voyage/{voyage_slug}', []);
  api.answer('GET /api/voyages/administrations', [anAdministration()]);
  api.answer('GET /api/timeline/dates', [
    { date: '1946-03', voyages: 1, media: 0 },
    { date: '1946-07-07', voyages: 1, media: 0 },
    { date: '1947-01-02', voyages: 0, media: 1 },
    { date: '1949-05-01', voyages: 1, media: 0 },
  ]);
  const around = (date: string) => (one: { start_date: string }) =>
    one.start_date.startsWith(date) || date.startsWith(one.start_date);
  api.answer('GET /api/voyages', ({ query }) =>
    page([MARCH, JULY, LATER].filter(around(query.get('date_from') ?? ''))),
  );
  api.answer('GET /api/media', ({ query }) => page(query.get('date_from') === '1947-01-02' ? [PRINT] : []));
});

test('is chosen beside the list, and stays for the session', async () => {
  const { user, unmount } = await renderRoute(withToasts, '/voyages', { at: '/voyages' });
  const view = within(await screen.findByRole('group', { name: 'View' }));
  expect(view.getByRole('button', { name: 'List' })).toHaveAttribute('aria-pressed', 'true');
  await user.click(view.getByRole('button', { name: 'Timeline' }));
  expect(await screen.findByRole('slider', { name: 'Year' })).toBeInTheDocument();
  expect(screen.queryByRole('searchbox')).toBeNull();
  unmount();
  await renderRoute(withToasts, '/voyages', { at: '/voyages' });
  expect(await screen.findByRole('slider', { name: 'Year' })).toBeInTheDocument();
});

test('begins with the first voyage, and a vague date shows its month', async () => {
  const { container } = await openTimeline();
  expect(shownDate()).toBe('March 1946');
  expect(await screen.findByRole('link', { name: 'Some day in March' })).toHaveAttribute('href', '/voyages/march');
  expect(await accessibilityProblems(container)).toEqual([]);
});

describe('the jumps', () => {
  test('cross empty time and say where to', async () => {
    const { user } = await openTimeline();
    expect(screen.getByRole('button', { name: /^Previous Voyage/ })).toHaveAttribute('aria-disabled', 'true');
    await user.click(screen.getByRole('button', { name: 'Next Voyage : July 7, 1946' }));
    expect(shownDate()).toBe('July 7, 1946');
    expect(screen.getByText('Sunday')).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'Down the Potomac' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Next Media : January 2, 1947' }));
    expect(await screen.findByText('At the rail')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Next Voyage : May 1, 1949' }));
    expect(screen.getByRole('button', { name: /^Next Voyage/ })).toHaveFocus();
    expect(screen.getByRole('button', { name: /^Next Voyage/ })).toHaveTextContent('none');
    await user.click(screen.getByRole('button', { name: 'Previous Media : January 2, 1947' }));
    expect(shownDate()).toBe('January 2, 1947');
  });
});

describe('the pickers', () => {
  test('mark days with records; any day can be looked at', async () => {
    const { user } = await openTimeline();
    await user.click(screen.getByRole('button', { name: 'July 1946, has records' }));
    expect(shownDate()).toBe('July 7, 1946');
    expect(screen.getByRole('button', { name: 'July 7, 1946, has records' })).toHaveAttribute('aria-pressed', 'true');
    screen.getByRole('button', { name: 'July 7, 1946, has records' }).focus();
    await user.keyboard('{ArrowDown}{ArrowRight}{Enter}');
    expect(shownDate()).toBe('July 15, 1946');
    expect(await screen.findByText('Nothing is on record for this date.')).toBeInTheDocument();
  });

  test('a month lays what is known only to it on a shelf', async () => {
    const { user } = await openTimeline();
    await user.click(await screen.findByRole('button', { name: 'March 20, 1946' }));
    const shelf = await screen.findByRole('region', { name: 'Known only as March 1946' });
    expect(within(shelf).getByRole('link', { name: 'Some day in March' })).toBeInTheDocument();
  });

  test('of years that a held key walks past, only the one that is stayed at is asked for', async () => {
    const { user } = await openTimeline();
    await screen.findByRole('link', { name: 'Some day in March' });
    screen.getByRole('slider', { name: 'Year' }).focus();
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
    expect(shownDate()).toBe('May 1, 1949');
    expect(await screen.findByRole('link', { name: LATER.title })).toBeInTheDocument();
    const asked = api.calls('GET /api/media').map(({ query }) => query.get('date_from'));
    expect(asked).toContain('1949-05-01');
    expect(asked).not.toContain('1948');
  });

  test('years are chosen in the chart, by keys and by pointer', async () => {
    const { user } = await openTimeline();
    const chart = screen.getByRole('slider', { name: 'Year' });
    expect(chart).toHaveAttribute('aria-valuetext', '1946, 2 voyages');
    chart.focus();
    await user.keyboard('{End}');
    expect(shownDate()).toBe('May 1, 1949');
    await user.keyboard('{ArrowLeft}');
    expect(shownDate()).toBe('1948');
    chart.getBoundingClientRect = () => ({ left: 0, width: 400 }) as DOMRect;
    await user.pointer([
      { keys: '[MouseLeft>]', target: chart, coords: { clientX: 150 } },
      { keys: '[/MouseLeft]', target: chart, coords: { clientX: 150 } },
    ]);
    expect(shownDate()).toBe('January 2, 1947');
  });
});

test('is where one left it when one comes back from a voyage', async () => {
  api.answer('GET /api/voyages/{slug}', aVoyage({ voyage_slug: 'july' }));
  api.answer('GET /api/voyages/{slug}/adjacent', adjacentVoyages());
  const { user } = await openTimeline();
  await user.click(screen.getByRole('button', { name: /^Next Voyage/ }));
  await user.click(await screen.findByRole('link', { name: 'Down the Potomac' }));
  await user.click(await screen.findByRole('link', { name: 'Back to voyages' }));
  await waitFor(() => expect(shownDate()).toBe('July 7, 1946'));
});

describe('the filter of presidents', () => {
  test('keeps at least one, applies when asked, and is cleared', async () => {
    const { user } = await openTimeline();
    await user.click(screen.getByRole('button', { name: /^President\/Owner/ }));
    const group = within(screen.getByRole('group', { name: 'President/Owner' }));
    expect(group.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).checked)).toEqual([true, true]);
    await user.click(group.getByRole('button', { name: 'Deselect All' }));
    await user.click(screen.getByRole('button', { name: 'Apply Filter' }));
    expect(screen.getAllByText('Must select at least 1 President/Owner').length).toBeGreaterThan(0);
    expect(api.calls('GET /api/timeline/dates')).toHaveLength(1);
    await user.click(group.getByRole('checkbox', { name: /Truman/ }));
    await user.click(screen.getByRole('button', { name: 'Apply Filter' }));
    await waitFor(() =>
      expect(api.calls('GET /api/timeline/dates').at(-1)?.query.toString()).toBe('president_slug=truman-harry-s'),
    );
    expect(api.calls('GET /api/voyages').at(-1)?.query.getAll('president_slug')).toEqual(['truman-harry-s']);
    expect(screen.getByRole('button', { name: /^President\/Owner/ })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Clear Filter' }));
    expect(sessionStorage.getItem('voyages.timeline.owners')).toBeNull();
  });
});

describe('when there is nothing to show', () => {
  const open = () => {
    sessionStorage.setItem('voyages.view', 'timeline');
    return renderRoute(withToasts, '/voyages', { at: '/voyages' });
  };
  test('an empty archive says so', async () => {
    api.answer('GET /api/timeline/dates', []);
    await open();
    expect(await screen.findByText('No timeline data available')).toBeInTheDocument();
  });
  test('a timeline that cannot be read says why and tries again', async () => {
    const dates = [{ date: '1946-07-07', voyages: 1, media: 0 }];
    api.answer('GET /api/timeline/dates', () => problem(503, 'The database is away.'));
    const { user } = await open();
    expect(await screen.findByText('The database is away.')).toBeInTheDocument();
    api.answer('GET /api/timeline/dates', dates);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('slider', { name: 'Year' })).toBeInTheDocument();
  });
});
