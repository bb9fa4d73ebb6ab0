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
  await shown.user.click(await screen.findByRole('button', { name: `Whole entry: ${ENTRY.title}` }));
  await screen.findByRole('link', { name: /Open the voyage/ });
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
  api.answer('GET /api/presidents', [aPresident()]);
  api.answer('GET /api/voyages', page([ENTRY]));
  api.answer('GET /api/voyages/administrations', [anAdministration()]);
  api.answer('GET /api/voyages/{slug}', aVoyage({ media: [RAIL, BRIDGE] }));
  api.answer(ALBUM_ROUTE, [ALBUM]);
  api.answer('GET /api/curator/albums/{album_slug}', { ...ALBUM, media: [RAIL] });
});

test('an album is made with a title, after those that there are', async () => {
  api.answer(ALBUM_ROUTE, []);
  const { user, container } = await openCard();
  expect(await screen.findByText('No albums yet.')).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Create album' }));
  const form = within(screen.getByRole('form', { name: 'New album' }));
  expect(await accessibilityProblems(container)).toEqual([]);
  await user.click(form.getByRole('button', { name: 'Create' }));
  expect(form.getByRole('textbox', { name: 'Title' })).toHaveAccessibleDescription('Album title is required');
  expect(screen.getAllByText('Album title is required')).toHaveLength(2);
  await user.type(form.getByRole('textbox', { name: 'Title' }), 'That Sunday');
  api.answer('POST /api/curator/albums', () => problem(503, 'The database is away.'));
  await user.click(form.getByRole('button', { name: 'Create' }));
  expect(await screen.findByText('Failed to create album')).toBeInTheDocument();
  api.answer('POST /api/curator/albums', ALBUM);
  api.answer(ALBUM_ROUTE, [ALBUM]);
  await user.click(form.getByRole('button', { name: 'Create' }));
  expect(await screen.findByRole('button', { name: /^That Sunday/ })).toBeInTheDocument();
  expect(api.calls('POST /api/curator/albums').at(-1)?.body).toEqual({
    title: 'That Sunday',
    description: null,
    voyage_slug: ENTRY.voyage_slug,
    sort_order: 0,
  });
});

test('media of the voyage are put into it and taken out', async () => {
  const { user, container } = await openAlbum();
  expect(await accessibilityProblems(container)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Add to album' }));
  expect(screen.getAllByText('Please select media to add')).toHaveLength(2);
  const choice = screen.getByRole('combobox', { name: 'Media of this voyage' });
  expect(within(choice).queryByRole('option', { name: 'At the rail' })).toBeNull();
  await user.selectOptions(choice, 'On the bridge');
  api.answer('POST /api/curator/albums/{album_slug}/media', { ...ALBUM, media: [RAIL, BRIDGE] });
  api.answer('GET /api/curator/albums/{album_slug}', { ...ALBUM, media: [RAIL, BRIDGE] });
  await user.click(screen.getByRole('button', { name: 'Add to album' }));
  expect(await screen.findByRole('button', { name: 'Remove On the bridge from the album' })).toBeInTheDocument();
  expect(api.calls('POST /api/curator/albums/{album_slug}/media')[0]?.body).toEqual({
    media_slug: 'bridge',
    sort_order: 1,
  });
  api.answer('DELETE /api/curator/albums/{album_slug}/media/{media_slug}', () => problem(503, 'Away.'));
  await user.click(screen.getByRole('button', { name: 'Remove At the rail from the album' }));
  expect(await screen.findByText('Failed to remove media from album')).toBeInTheDocument();
});

test('it is deleted when that is meant', async () => {
  const { user } = await openAlbum();
  await user.click(screen.getByRole('button', { name: 'Delete album' }));
  const asked = within(
    await screen.findByRole('alertdialog', { name: 'Delete album "That Sunday"? Media will not be deleted.' }),
  );
  api.answer('DELETE /api/curator/albums/{album_slug}', () => noContent());
  api.answer(ALBUM_ROUTE, []);
  await user.click(asked.getByRole('button', { name: 'Delete album' }));
  expect(await screen.findByText('No albums yet.')).toBeInTheDocument();
});

test('readers see albums where there are any, and nothing to change', async () => {
  const { user } = await openCard({ editing: false });
  await user.click(await screen.findByRole('button', { name: /^That Sunday/ }));
  expect(await screen.findByText('In “That Sunday”')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /album/i })).toBeNull();
});
