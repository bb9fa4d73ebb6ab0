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
  const visible = await renderRoute(withToasts, '/voyages', { at: '/voyages' });
  await screen.findByRole('slider', { name: 'Year' });
  return visible;
};
const shownDate = () => screen.getByRole('heading', { level: 2 }).textContent;

beforeEach(() => {
  api.respond('GET /api/places/by-voyage/{slug}', []);
  sessionStorage.clear();
  localStorage.clear();
  act(() => toast.dismiss());
  api.respond('GET /api/presidents', [
    aPresident(),
    aPresident({ president_slug: 'hoover-herbert', full_name: 'Herbert Hoover' }),
    aPresident({ president_slug: 'reagan-ronald', full_name: 'Ronald Reagan' }),
  ]);
  api.respond('GET /api/curator/albums/by-voyage/{voyage_slug}', []);
  api.respond('GET /api/voyages/administrations', [anAdministration()]);
  api.respond('GET /api/timeline/dates', [
    { date: '1946-03', voyages: 1, media: 0 },
    { date: '1946-07-07', voyages: 1, media: 0 },
    { date: '1947-01-02', voyages: 0, media: 1 },
    { date: '1949-05-01', voyages: 1, media: 0 },
  ]);
  const around = (date: string) => (item: { start_date: string }) =>
    item.start_date.startsWith(date) || date.startsWith(item.start_date);
  api.respond('GET /api/voyages', ({ query }) =>
    page([MARCH, JULY, LATER].filter(around(query.get('date_from') ?? ''))),
  );
  api.respond('GET /api/media', ({ query }) => page(query.get('date_from') === '1947-01-02' ? [PRINT] : []));
});

test('is selected next to the list and lasts for the session', async () => {
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

test('starts at the first voyage and shows a date without a day as a month', async () => {
  const { container } = await openTimeline();
  expect(shownDate()).toBe('March 1946');
  expect(await screen.findByRole('link', { name: 'Some day in March' })).toHaveAttribute('href', '/voyages/march');
  expect(await accessibilityProblems(container)).toEqual([]);
});

describe('previous and next buttons', () => {
  test('skip empty dates and show their target', async () => {
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

test('the date is in the URL, and opening the URL shows that date', async () => {
  const { user, router } = await renderRoute(withToasts, '/voyages?view=timeline&date=1946-07-07', { at: '/voyages' });
  await screen.findByRole('slider', { name: 'Year' });
  expect(shownDate()).toBe('July 7, 1946');
  await user.click(screen.getByRole('button', { name: 'Next Voyage : May 1, 1949' }));
  await waitFor(() => expect(router.state.location.search).toBe('?view=timeline&date=1949-05-01'));
});

test('a jump button shows an approximate date with “about”', async () => {
  api.respond('GET /api/timeline/dates', [
    { date: '1946-03', voyages: 1, media: 0 },
    { date: '1947', voyages: 1, media: 0, approximate: ['1947~'] },
  ]);
  await openTimeline();
  expect(screen.getByRole('button', { name: 'Next Voyage : about 1947' })).toBeVisible();
});

test('media with an approximate date are never shown as certain', async () => {
  const about = aMediaItem({ title: 'On deck', date: '1947~' });
  api.respond('GET /api/timeline/dates', [
    { date: '1946-03', voyages: 1, media: 0 },
    { date: '1947', voyages: 0, media: 1, approximate_media: ['1947~'] },
  ]);
  api.respond('GET /api/media', ({ query }) => page(query.get('date_from')?.startsWith('1947') ? [about] : []));
  const { user, container } = await openTimeline();
  await user.click(screen.getByRole('button', { name: 'Next Media : about 1947' }));
  const group = await screen.findByRole('region', { name: 'about 1947, exact day unknown' });
  expect(within(group).getByText('On deck')).toBeVisible();
  expect(screen.getAllByText('On deck')).toHaveLength(1);
  expect(screen.getByText('No records with exactly this date.')).toBeVisible();
  expect(await accessibilityProblems(container)).toEqual([]);
  await user.click(await screen.findByRole('button', { name: 'March 1947' }));
  expect(await screen.findByRole('region', { name: 'about 1947, exact day unknown' })).toBeVisible();
});

describe('the pickers', () => {
  test('mark days with records and accept any day', async () => {
    const { user } = await openTimeline();
    await user.click(screen.getByRole('button', { name: 'July 1946, has records' }));
    expect(shownDate()).toBe('July 7, 1946');
    expect(screen.getByRole('button', { name: 'July 7, 1946, has records' })).toHaveAttribute('aria-pressed', 'true');
    screen.getByRole('button', { name: 'July 7, 1946, has records' }).focus();
    await user.keyboard('{ArrowDown}{ArrowRight}{Enter}');
    expect(shownDate()).toBe('July 15, 1946');
    expect(await screen.findByText('No records for this date.')).toBeInTheDocument();
  });

  test('mark each day of a voyage, which shows it', async () => {
    api.respond('GET /api/timeline/dates', [
      { date: '1949-05-01', voyages: 1, media: 0, voyages_until: ['1949-05-03'] },
    ]);
    const { user } = await openTimeline();
    const marked = screen.getAllByRole('button', { name: /^May \d+, 1949, has records$/ });
    expect(marked.map(({ textContent }) => textContent)).toEqual([
      '1May 1, 1949, has records',
      '2May 2, 1949, has records',
      '3May 3, 1949, has records',
    ]);
    await user.click(marked[2]!);
    expect(await screen.findByRole('link', { name: LATER.title })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Previous Voyage : May 1, 1949' })).toBeInTheDocument();
  });

  test('show records dated only to the month under each day of that month', async () => {
    const { user } = await openTimeline();
    await user.click(await screen.findByRole('button', { name: 'March 20, 1946' }));
    const undated = await screen.findByRole('region', { name: 'March 1946, exact day unknown' });
    expect(within(undated).getByRole('link', { name: 'Some day in March' })).toBeInTheDocument();
  });

  test('load only the final year while an arrow key is held', async () => {
    const { user } = await openTimeline();
    await screen.findByRole('link', { name: 'Some day in March' });
    screen.getByRole('slider', { name: 'Year' }).focus();
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
    expect(shownDate()).toBe('May 1, 1949');
    expect(await screen.findByRole('link', { name: LATER.title })).toBeInTheDocument();
    const requestedDates = api.requests('GET /api/media').map(({ query }) => query.get('date_from'));
    expect(requestedDates).toContain('1949-05-01');
    expect(requestedDates).not.toContain('1948-12-31');
  });

  test('select years in the chart by key and pointer', async () => {
    const { user } = await openTimeline();
    const chart = screen.getByRole('slider', { name: 'Year' });
    expect(chart).toHaveAttribute('aria-valuetext', '1946: 2 voyages');
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

test('keeps its date when returning from a voyage', async () => {
  api.respond('GET /api/voyages/{slug}', aVoyage({ voyage_slug: 'july' }));
  api.respond('GET /api/voyages/{slug}/adjacent', adjacentVoyages());
  const { user } = await openTimeline();
  await user.click(screen.getByRole('button', { name: /^Next Voyage/ }));
  await user.click(await screen.findByRole('link', { name: 'Down the Potomac' }));
  await user.click(await screen.findByRole('link', { name: 'Back to voyages' }));
  await waitFor(() => expect(shownDate()).toBe('July 7, 1946'));
});

test('more media than one page holds are counted, and shown on request', async () => {
  const all = Array.from({ length: 501 }, (_, index) =>
    aMediaItem({ media_slug: `m-${index}`, title: `Print ${index}`, date: '1946-03' }),
  );
  api.respond('GET /api/media', ({ query }) => {
    const offset = Number(query.get('offset'));
    return page(all.slice(offset, offset + Number(query.get('limit'))), all.length);
  });
  const { user } = await openTimeline();
  expect(await screen.findByText('Print 499')).toBeInTheDocument();
  expect(screen.queryByText('Print 500')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show more media (501 in total)' }));
  expect(await screen.findByText('Print 500')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Show more/ })).toBeNull();
});

describe('the president filter', () => {
  test('keeps at least one, applies on submit and can be cleared', async () => {
    const { user } = await openTimeline();
    await user.click(screen.getByRole('button', { name: /^President\/Owner/ }));
    const group = within(screen.getByRole('group', { name: 'President/Owner' }));
    expect(group.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).checked)).toEqual([true, true]);
    await user.click(group.getByRole('button', { name: 'Deselect All' }));
    await user.click(screen.getByRole('button', { name: 'Apply Filter' }));
    expect(screen.getAllByText('Must select at least 1 President/Owner').length).toBeGreaterThan(0);
    expect(api.requests('GET /api/timeline/dates')).toHaveLength(1);
    await user.click(group.getByRole('checkbox', { name: /Truman/ }));
    await user.click(screen.getByRole('button', { name: 'Apply Filter' }));
    await waitFor(() =>
      expect(api.requests('GET /api/timeline/dates').at(-1)?.query.toString()).toBe('president_slug=truman-harry-s'),
    );
    expect(api.requests('GET /api/voyages').at(-1)?.query.getAll('president_slug')).toEqual(['truman-harry-s']);
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
  test('an empty archive shows an empty state', async () => {
    api.respond('GET /api/timeline/dates', []);
    await open();
    expect(await screen.findByText('No timeline data available')).toBeInTheDocument();
  });
  test('a timeline that fails to load shows why and retries', async () => {
    const dates = [{ date: '1946-07-07', voyages: 1, media: 0 }];
    api.respond('GET /api/timeline/dates', () => problem(503, 'The database is unavailable.'));
    const { user } = await open();
    expect(await screen.findByText('The database is unavailable.')).toBeInTheDocument();
    api.respond('GET /api/timeline/dates', dates);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('slider', { name: 'Year' })).toBeInTheDocument();
  });
});
