import { beforeEach, expect, test } from '@jest/globals';
import {
  accessibilityProblems,
  aMediaItem,
  anAdministration,
  anAlbum,
  aPresident,
  aVoyage,
  aVoyageListItem,
  mockApi,
  noContent,
  page,
  problem,
  renderRoute,
} from '@archive/testing';
import { Outlet } from '@archive/router';
import { toast, Toaster } from '@archive/ui';
import { act, screen, within } from '@testing-library/react';
import { routes } from './routes.tsx';

const api = mockApi();
const ENTRY = aVoyageListItem();
const RAIL = aMediaItem({ media_slug: 'rail', title: 'At the rail' });
const BRIDGE = aMediaItem({ media_slug: 'bridge', title: 'On the bridge' });
const ALBUM = anAlbum({ title: 'That Sunday', media_count: 1 });
const ALBUM_ROUTE = 'GET /api/curator/albums/by-voyage/{voyage_slug}';
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

const openCard = async ({ editing = true } = {}) => {
  if (editing) sessionStorage.setItem('edit-mode', '1');
  const shown = await renderRoute(withToasts, '/voyages', { at: '/voyages' });
  await shown.user.click(await screen.findByRole('button', { name: `Show details: ${ENTRY.title}` }));
  await screen.findByRole('link', { name: /Open voyage page/ });
  return shown;
};
const openAlbum = async () => {
  const shown = await openCard();
  await shown.user.click(await screen.findByRole('button', { name: /^That Sunday/ }));
  await screen.findByRole('button', { name: 'Add to album' });
  return shown;
};

beforeEach(() => {
  sessionStorage.clear();
  act(() => toast.dismiss());
  api.respond('GET /api/presidents', [aPresident()]);
  api.respond('GET /api/voyages', page([ENTRY]));
  api.respond('GET /api/voyages/administrations', [anAdministration()]);
  api.respond('GET /api/voyages/{slug}', aVoyage({ media: [RAIL, BRIDGE] }));
  api.respond(ALBUM_ROUTE, [ALBUM]);
  api.respond('GET /api/curator/albums/{album_slug}', { ...ALBUM, media: [RAIL] });
});

test('a new album needs a title and is sorted last', async () => {
  api.respond(ALBUM_ROUTE, []);
  const { user, container } = await openCard();
  expect(await screen.findByText('No albums yet.')).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Create album' }));
  const form = within(screen.getByRole('form', { name: 'New album' }));
  expect(await accessibilityProblems(container)).toEqual([]);
  await user.click(form.getByRole('button', { name: 'Create' }));
  expect(form.getByRole('textbox', { name: 'Title' })).toHaveAccessibleDescription('Album title is required');
  expect(screen.getAllByText('Album title is required')).toHaveLength(2);
  await user.type(form.getByRole('textbox', { name: 'Title' }), 'That Sunday');
  api.respond('POST /api/curator/albums', () => problem(503, 'The database is unavailable.'));
  await user.click(form.getByRole('button', { name: 'Create' }));
  expect(await screen.findByText('Failed to create album')).toBeInTheDocument();
  api.respond('POST /api/curator/albums', ALBUM);
  api.respond(ALBUM_ROUTE, [ALBUM]);
  await user.click(form.getByRole('button', { name: 'Create' }));
  expect(await screen.findByRole('button', { name: /^That Sunday/ })).toBeInTheDocument();
  expect(api.requests('POST /api/curator/albums').at(-1)?.body).toEqual({
    title: 'That Sunday',
    description: null,
    voyage_slug: ENTRY.voyage_slug,
    sort_order: 0,
  });
});

test('media are added to an album and removed', async () => {
  const { user, container } = await openAlbum();
  expect(await accessibilityProblems(container)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Add to album' }));
  expect(screen.getAllByText('Please select media to add')).toHaveLength(2);
  const choice = screen.getByRole('combobox', { name: 'Media of this voyage' });
  expect(within(choice).queryByRole('option', { name: 'At the rail' })).toBeNull();
  await user.selectOptions(choice, 'On the bridge');
  api.respond('POST /api/curator/albums/{album_slug}/media', { ...ALBUM, media: [RAIL, BRIDGE] });
  api.respond('GET /api/curator/albums/{album_slug}', { ...ALBUM, media: [RAIL, BRIDGE] });
  await user.click(screen.getByRole('button', { name: 'Add to album' }));
  expect(await screen.findByRole('button', { name: 'Remove On the bridge from the album' })).toBeInTheDocument();
  expect(api.requests('POST /api/curator/albums/{album_slug}/media')[0]?.body).toEqual({
    media_slug: 'bridge',
    sort_order: 1,
  });
  api.respond('DELETE /api/curator/albums/{album_slug}/media/{media_slug}', () => problem(503, 'Away.'));
  await user.click(screen.getByRole('button', { name: 'Remove At the rail from the album' }));
  expect(await screen.findByText('Failed to remove media from album')).toBeInTheDocument();
});

test('an album is deleted after confirmation', async () => {
  const { user } = await openAlbum();
  await user.click(screen.getByRole('button', { name: 'Delete album' }));
  const asked = within(
    await screen.findByRole('alertdialog', { name: 'Delete album "That Sunday"? Media will not be deleted.' }),
  );
  api.respond('DELETE /api/curator/albums/{album_slug}', () => noContent());
  api.respond(ALBUM_ROUTE, []);
  await user.click(asked.getByRole('button', { name: 'Delete album' }));
  expect(await screen.findByText('No albums yet.')).toBeInTheDocument();
});

test('without edit mode albums are read-only', async () => {
  const { user } = await openCard({ editing: false });
  await user.click(await screen.findByRole('button', { name: /^That Sunday/ }));
  expect(await screen.findByText('Media in “That Sunday”')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /album/i })).toBeNull();
});
