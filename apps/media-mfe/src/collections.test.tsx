import type { AlbumWithMedia, Collection } from '@archive/contracts';
import { Outlet } from '@archive/router';
import { EditModeSwitch } from '@archive/shell-api';
import {
  accessibilityProblems,
  aMediaItem,
  anAlbum,
  mockApi,
  pendingForever,
  problem,
  renderRoute,
} from '@archive/testing';
import { Toaster, toast } from '@archive/ui';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { stubShowModal } from '../test/dialogs.ts';
import { aView, stubCanvas } from '../test/viewer.ts';
import { recordRoutes, routes } from './routes.tsx';

const api = mockApi();
const LIST = 'GET /api/curator/collections';
const GET = 'GET /api/curator/albums/{album_slug}';
const UPDATE = 'PUT /api/curator/albums/{album_slug}';

const collection = (title: string, overrides: Partial<Collection> = {}): Collection => ({
  ...anAlbum({ album_slug: title.toLowerCase().replaceAll(' ', '-'), title, voyage_slug: null }),
  thumbnail_url: null,
  ...overrides,
});
const DINNERS = collection('State dinners', {
  description: 'Menus and **seating plans**.',
  media_count: 2,
  sort_order: 1,
});
const FLAGS = collection('Signal flags', { sort_order: 2 });
const FOG = collection('Fog and ice', { sort_order: 3 });
const RAIL = aMediaItem({ media_slug: 'rail', title: 'At the rail', url: '/media-files/rail.jpg' });
const MENU = aMediaItem({ media_slug: 'menu', title: 'A menu', url: '/media-files/menu.jpg' });
const detail = (media = [RAIL, MENU]): AlbumWithMedia => ({
  album_slug: DINNERS.album_slug,
  title: DINNERS.title,
  description: DINNERS.description,
  voyage_slug: null,
  sort_order: 1,
  media_count: media.length,
  media,
});

const shell = (
  <>
    <EditModeSwitch />
    <Outlet />
    <Toaster />
  </>
);
const openList = () =>
  renderRoute([{ element: shell, children: routes }], '/media-explorer/collections', { at: '/media-explorer' });
const openPage = (slug = 'state-dinners') =>
  renderRoute([{ element: shell, children: recordRoutes ?? [] }], `/media/collections/${slug}`, { at: '/media' });
const edit = () => sessionStorage.setItem('edit-mode', '1');
const titles = async () =>
  within(await screen.findByRole('list', { name: 'Collections' }))
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent);

beforeEach(() => {
  sessionStorage.clear();
  stubShowModal();
  stubCanvas();
  api.respond('GET /api/media/{media_slug}/view', aView());
  api.respond(LIST, [DINNERS, FLAGS, FOG]);
  api.respond(GET, detail());
});
afterEach(() => {
  act(() => toast.dismiss());
});

test('lists collections in order, with the beginning of their introduction as plain text', async () => {
  const { container } = await openList();
  expect(await titles()).toEqual(['State dinners', 'Signal flags', 'Fog and ice']);
  expect(screen.getByText('Menus and seating plans.')).toBeVisible();
  expect(screen.getByText('2 items')).toBeVisible();
  expect(screen.getByRole('link', { name: 'State dinners' })).toHaveAttribute(
    'href',
    '/media/collections/state-dinners',
  );
  expect(screen.queryByRole('button', { name: 'New collection' })).toBeNull();
  expect(screen.queryByRole('searchbox')).toBeNull();
  expect(await accessibilityProblems(container)).toEqual([]);
});

test('shows loading, empty, and failed states', async () => {
  api.respond(LIST, pendingForever());
  const { unmount } = await openList();
  expect(await screen.findByText('Loading collections...')).toBeInTheDocument();
  unmount();
  api.respond(LIST, problem(503, 'The database is unavailable.'));
  const { user } = await openList();
  expect(await screen.findByText('Can’t load the collections')).toBeVisible();
  api.respond(LIST, []);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('No collections yet')).toBeVisible();
});

test('offers a search by title and introduction once there are many collections', async () => {
  edit();
  api.respond(LIST, [DINNERS, FLAGS, FOG, ...['A', 'B', 'C'].map((title) => collection(title))]);
  const { user } = await openList();
  await user.type(await screen.findByRole('searchbox', { name: 'Search collections' }), 'seating');
  await waitFor(async () => expect(await titles()).toEqual(['State dinners']));
  // During a search, its position among the other collections isn't visible.
  expect(screen.queryByRole('button', { name: 'Move State dinners later' })).toBeNull();
  await user.type(screen.getByRole('searchbox'), ' charts');
  expect(await screen.findByText('No collections match')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  expect(await titles()).toHaveLength(6);
});

test('moves a collection immediately, and moves it back when the server rejects the change', async () => {
  edit();
  let respond: (response: Response) => void = () => undefined;
  api.respond(UPDATE, () => new Promise((resolve) => (respond = resolve)));
  const { user } = await openList();
  const earlier = await screen.findByRole('button', { name: 'Move Fog and ice earlier' });
  await user.click(earlier);
  await waitFor(async () => expect(await titles()).toEqual(['State dinners', 'Fog and ice', 'Signal flags']));
  expect(screen.getByText('Fog and ice moved to position 2.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Move State dinners earlier' })).toHaveAttribute('aria-disabled', 'true');
  await waitFor(() => expect(api.requests(UPDATE)).toHaveLength(1));
  expect(api.requests(UPDATE)[0]).toMatchObject({ params: { album_slug: 'fog-and-ice' }, body: { sort_order: 1 } });
  respond(problem(404, 'Album not found'));
  expect(await screen.findByText('Failed to move collection. Album not found')).toBeVisible();
  await waitFor(async () => expect(await titles()).toEqual(['State dinners', 'Signal flags', 'Fog and ice']));
});

test('shows a collection to readers, and opens its media in the viewer', async () => {
  const { user, container } = await openPage();
  expect(await screen.findByRole('heading', { level: 1, name: 'State dinners' })).toBeVisible();
  expect((await screen.findByText('seating plans')).tagName).toBe('STRONG');
  const sheet = within(screen.getByRole('list', { name: 'Media of State dinners' }));
  const [thumbnail, title] = sheet.getAllByRole('link', { name: /At the rail/ });
  expect(title).toHaveAttribute('href', '/media/rail?album=state-dinners');
  expect(await accessibilityProblems(container)).toEqual([]);
  await user.click(thumbnail!);
  expect(await screen.findByRole('dialog', { name: 'At the rail' })).toBeVisible();
  expect(screen.getByText('1 of 2')).toBeVisible();
});

test('says that a collection is empty, deleted, or never existed', async () => {
  api.respond(GET, detail([]));
  const { unmount } = await openPage();
  expect(await screen.findByText('This collection is empty')).toBeVisible();
  unmount();
  api.respond(GET, problem(404, 'Album not found'));
  api.respond('GET /api/curator/history/deleted', problem(404, 'There’s no deleted record at this address.'));
  await openPage('elsewhere');
  expect(await screen.findByRole('heading', { level: 1, name: 'Collection not found' })).toBeVisible();
});

test('redirects from a voyage’s album to the voyage', async () => {
  api.respond(GET, { ...detail(), voyage_slug: 'down-the-potomac' });
  const { router } = await openPage();
  await waitFor(() => expect(router.state.location.pathname).toBe('/voyages/down-the-potomac'));
});
