import {
  accessibilityProblems,
  aMediaItem,
  aSearchOverview,
  mockApi,
  page,
  problem,
  renderRoute,
} from '@archive/testing';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { NO_PEOPLE } from '../test/viewer.ts';
import { stubShowModal } from '../test/dialogs.ts';
import { routes } from './routes.tsx';

const api = mockApi();
const open = (search = '') => renderRoute(routes, `/media-explorer/all${search}`, { at: '/media-explorer' });

const RAIL = aMediaItem({
  media_slug: 'rail',
  title: 'At the rail',
  url: '/media-files/harry-truman/image/rail.jpg',
});
const REEL = aMediaItem({ media_slug: 'reel', title: 'Reel', media_type: 'video', url: 'https://example.org/reel' });

beforeEach(() => {
  api.respond('GET /api/media/{media_slug}/people', NO_PEOPLE);
  sessionStorage.clear();
  jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  api.respond('GET /api/media', page([RAIL, REEL], 130));
  api.respond(
    'GET /api/search/overview',
    aSearchOverview({
      facets: {
        ...aSearchOverview().facets,
        media_type: [{ value: 'image', label: 'Image', count: 12 }],
        decade: [{ value: '1940', label: '1940s', count: 9 }],
        person: [{ value: 'kissinger-henry', label: 'Henry Kissinger', count: 3 }],
      },
    }),
  );
});

test('lists files of all folders, each with a link to its folder or its external address', async () => {
  const { container } = await open();
  const files = within(await screen.findByRole('list', { name: 'Files' }));
  expect(files.getByRole('link', { name: /^At the rail/ })).toHaveAttribute('href', '/media/rail');
  expect(files.getByRole('link', { name: /^Reel/ })).toHaveAttribute('href', '/media/reel');
  expect(screen.getByText('Showing 1 to 60 of 130 results')).toBeVisible();
  expect(await accessibilityProblems(container)).toEqual([]);
});

test('keeps search, filters, and sort order in the URL', async () => {
  const { user, router } = await open('?person=kissinger-henry');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Type' }), 'image');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Decade' }), '1940');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'title');
  await user.type(screen.getByRole('searchbox', { name: 'Search all media' }), 'menu{Enter}');
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
    q: 'menu',
    media_type: 'image',
    person: 'kissinger-henry',
    from: '1940',
    to: '1949',
    sort: 'title',
  });
  const { query } = api.requests('GET /api/media').at(-1)!;
  expect(Object.fromEntries(query)).toMatchObject({ q: 'menu', from: '1940', sort: 'title', limit: '60' });
  expect(api.requests('GET /api/search/overview').at(-1)!.query.get('kind')).toBe('media');
  await user.click(screen.getByRole('button', { name: 'Remove filter: Henry Kissinger' }));
  expect(router.state.location.search).not.toContain('person');
});

test('keeps both changes if the second is made before the first is rendered', async () => {
  const { router } = await open();
  await screen.findByRole('list', { name: 'Files' });
  await act(async () => {
    fireEvent.change(screen.getByRole('combobox', { name: 'Type' }), { target: { value: 'image' } });
    fireEvent.change(screen.getByRole('combobox', { name: 'Sort by' }), { target: { value: 'title' } });
    await Promise.resolve();
  });
  await waitFor(() => expect(router.state.location.search).toBe('?media_type=image&sort=title'));
});

test('a selection spans pages and can include all matches', async () => {
  stubShowModal();
  sessionStorage.setItem('edit-mode', '1');
  api.respond('GET /api/curator/media/matches', {
    media: [
      { media_slug: 'rail', title: 'At the rail' },
      { media_slug: 'reel', title: 'Reel' },
      { media_slug: 'elsewhere', title: 'Elsewhere' },
    ],
    total: 130,
  });
  const { user, router } = await open('?q=yacht');
  await user.click(await screen.findByRole('checkbox', { name: /^Select At the rail/ }));
  expect(screen.getByText('1 file selected')).toBeVisible();
  api.respond('GET /api/media', page([aMediaItem({ media_slug: 'next', title: 'Next' })], 130));
  const number = screen.getByRole('textbox', { name: /^Page/ });
  await user.clear(number);
  await user.type(number, '2{Enter}');
  await user.click(await screen.findByRole('checkbox', { name: /^Select Next/ }));
  expect(screen.getByText('2 files selected')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Select all 130' }));
  expect(await screen.findByText('4 files selected')).toBeVisible();
  expect(Object.fromEntries(api.requests('GET /api/curator/media/matches')[0]!.query)).toEqual({ q: 'yacht' });

  // All matches can be selected even if there are fewer of them than items already selected elsewhere.
  api.respond('GET /api/media', page([aMediaItem({ media_slug: 'other', title: 'Other' })], 1));
  api.respond('GET /api/curator/media/matches', { media: [{ media_slug: 'other', title: 'Other' }], total: 1 });
  await act(() => router.navigate('/media-explorer/all?q=other'));
  await user.click(await screen.findByRole('button', { name: 'Select all' }));
  expect(await screen.findByText('5 files selected')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Select (?:all|file)/ })).toBeNull();
});

test('a page number past the end shows the last page', async () => {
  api.respond('GET /api/media', ({ query }) => page(query.get('offset') === '60' ? [REEL] : [], 61));
  const { router } = await open('?page=3&tag=menu');
  expect(await screen.findByRole('link', { name: /^Reel/ })).toBeVisible();
  expect(router.state.location.search).toBe('?tag=menu&page=2');
});

test('shows failed, empty, and no-match states', async () => {
  api.respond('GET /api/media', problem(500, 'Something broke.'));
  const failed = await open('?from=long-ago');
  expect(await screen.findByText('Can’t load the media')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Show all media' })).toBeVisible();
  failed.unmount();

  api.respond('GET /api/media', page([]));
  const empty = await open();
  expect(await screen.findByText('No media yet')).toBeVisible();
  empty.unmount();

  const { user, router } = await open('?q=xylophone&tag=menu');
  await user.click(await screen.findByRole('button', { name: 'Show all media' }));
  expect(router.state.location.search).toBe('');
});
