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
import type { MediaItem } from '@archive/contracts';
import { installRemoteHost, type MediaUploadProps } from '@archive/shell-api';
import { Outlet } from '@archive/router';
import { toast, Toaster } from '@archive/ui';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { routes } from './routes.tsx';

const api = mockApi();
const ENTRY = aVoyageListItem();
const RAIL = aMediaItem({ media_slug: 'rail', title: 'At the rail' });
const BRIDGE = aMediaItem({ media_slug: 'bridge', title: 'On the bridge' });
const MENU = aMediaItem({ media_slug: 'menu', title: 'The menu' });
const ALL = [RAIL, BRIDGE, MENU];
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
  const view = await renderRoute(withToasts, '/voyages', { at: '/voyages' });
  await view.user.click(await screen.findByRole('button', { name: `Show details: ${ENTRY.title}` }));
  await screen.findByRole('link', { name: /Open voyage page/ });
  return view;
};
const openAlbum = async () => {
  const view = await openCard();
  await view.user.click(await screen.findByRole('button', { name: /^That Sunday/ }));
  await screen.findByRole('button', { name: 'Add photos or documents' });
  return view;
};

const SET_MEDIA = 'PUT /api/curator/albums/{album_slug}/media';
const withVersion = (media: MediaItem[], version: number) =>
  Response.json({ ...ALBUM, media_count: media.length, media }, { headers: { etag: `"${version}"` } });
/** Mocks an album on the server: stores changes, and rejects those based on another version. */
function store(media: MediaItem[]) {
  let [stored, version] = [media, 1];
  api.respond('GET /api/curator/albums/{album_slug}', () => withVersion(stored, version));
  api.respond(SET_MEDIA, ({ body, headers }) => {
    if (headers.get('if-match') !== `"${version}"`) return problem(412, 'It was changed.');
    const { media_slugs } = body as { media_slugs: string[] };
    stored = media_slugs.map((slug) => ALL.find(({ media_slug }) => media_slug === slug) as MediaItem);
    version += 1;
    return withVersion(stored, version);
  });
  return {
    slugs: () => stored.map(({ media_slug }) => media_slug),
    /** Changes the album as another user would. */
    change: (theirs: MediaItem[]) => {
      [stored, version] = [theirs, version + 1];
    },
  };
}
/** The albums, because the voyage lists the same media. */
const albums = () => within(screen.getByRole('list', { name: 'Albums' }));
const visible = () =>
  within(screen.getByRole('list', { name: 'Media of That Sunday' }))
    .getAllByRole('button', { name: /^Move .* earlier$/ })
    .map((button) => button.getAttribute('aria-label')?.replace(/^Move (.*) earlier$/, '$1'));
const moveButton = (name: string) => albums().getByRole('button', { name: `Move ${name}` });
const buttonNamed = (name: string) => screen.getByRole('button', { name });

beforeEach(() => {
  sessionStorage.clear();
  act(() => toast.dismiss());
  api.respond('GET /api/presidents', [aPresident()]);
  api.respond('GET /api/voyages', page([ENTRY]));
  api.respond('GET /api/voyages/administrations', [anAdministration()]);
  api.respond('GET /api/voyages/{slug}', aVoyage({ media: ALL }));
  api.respond(ALBUM_ROUTE, [ALBUM]);
  store([RAIL]);
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
  api.respond('POST /api/curator/albums', () => Response.json(ALBUM, { status: 201 }));
  api.respond(ALBUM_ROUTE, [ALBUM]);
  await user.click(form.getByRole('button', { name: 'Create' }));
  expect(await screen.findByRole('button', { name: /^That Sunday/, expanded: true })).toHaveFocus();
  expect(api.requests('POST /api/curator/albums').at(-1)?.body).toEqual({
    title: 'That Sunday',
    description: null,
    voyage_slug: ENTRY.voyage_slug,
    sort_order: 0,
  });
});

test('multiple media of the voyage are added together', async () => {
  const server = store([RAIL]);
  const { user, container } = await openAlbum();
  await user.click(screen.getByRole('button', { name: 'Other media from this voyage (2)' }));
  expect(await accessibilityProblems(container)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Add to album' }));
  expect(screen.getAllByText('Please select media to add')).toHaveLength(2);
  await user.click(albums().getByRole('checkbox', { name: 'Select On the bridge' }));
  await user.keyboard('{Shift>}');
  await user.click(albums().getByRole('checkbox', { name: 'Select The menu' }));
  await user.keyboard('{/Shift}');
  await user.click(screen.getByRole('button', { name: 'Add to album' }));
  await waitFor(() => expect(server.slugs()).toEqual(['rail', 'bridge', 'menu']));
  expect(api.requests(SET_MEDIA)).toHaveLength(1);
  expect(visible()).toEqual(['At the rail', 'On the bridge', 'The menu']);
});

test('media that couldn’t be added stay selected, and the error disappears when the retry succeeds', async () => {
  const { user } = await openAlbum();
  await user.click(screen.getByRole('button', { name: 'Other media from this voyage (2)' }));
  await user.click(screen.getByRole('button', { name: 'Select all 2' }));
  api.respond(SET_MEDIA, () => problem(503, 'The database is unavailable.'));
  await user.click(buttonNamed('Add to album'));
  expect(await screen.findByText('Failed to add media to album')).toBeInTheDocument();
  expect(visible()).toEqual(['At the rail']);
  expect(albums().getByRole('checkbox', { name: 'Select On the bridge' })).toBeChecked();
  expect(albums().getByRole('checkbox', { name: 'Select The menu' })).toBeChecked();
  await waitFor(() => expect(buttonNamed('Add to album')).toHaveFocus());
  const server = store([RAIL]);
  await user.click(buttonNamed('Add to album'));
  await waitFor(() => expect(screen.queryByText('Failed to add media to album')).toBeNull());
  expect(visible()).toEqual(['At the rail', 'On the bridge', 'The menu']);
  await waitFor(() => expect(screen.getByRole('list', { name: 'Media of That Sunday' })).toHaveFocus());
  expect(server.slugs()).toEqual(['rail', 'bridge', 'menu']);
  await user.click(buttonNamed('Remove The menu from the album'));
  expect(await albums().findByRole('checkbox', { name: 'Select The menu' })).not.toBeChecked();
});

test('buttons move media as fast as they are pressed, and keep focus', async () => {
  const server = store(ALL);
  const { user } = await openAlbum();
  act(() => moveButton('At the rail later').focus());
  await user.keyboard('{Enter}{Enter}');
  await waitFor(() => expect(visible()).toEqual(['On the bridge', 'The menu', 'At the rail']));
  expect(moveButton('At the rail later')).toHaveFocus();
  expect(moveButton('At the rail later')).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByText('At the rail moved to position 3.')).toBeInTheDocument();
  await waitFor(() => expect(server.slugs()).toEqual(['bridge', 'menu', 'rail']));
  await waitFor(() => expect(api.requests(SET_MEDIA)).toHaveLength(2));
  expect(screen.queryByText(/Someone else/)).toBeNull();
});

test('multiple media are moved and removed together, and restored', async () => {
  const server = store(ALL);
  const { user, container } = await openAlbum();
  await user.click(albums().getByRole('checkbox', { name: 'Select On the bridge' }));
  await user.click(albums().getByRole('checkbox', { name: 'Select The menu' }));
  expect(screen.getByText('2 of 3 selected')).toBeInTheDocument();
  expect(await accessibilityProblems(container)).toEqual([]);
  await user.click(buttonNamed('Move to start'));
  await waitFor(() => expect(server.slugs()).toEqual(['bridge', 'menu', 'rail']));
  await user.click(buttonNamed('Remove from album'));
  await waitFor(() => expect(server.slugs()).toEqual(['rail']));
  expect(buttonNamed('Remove At the rail from the album')).toHaveFocus();
  await user.click(buttonNamed('Undo'));
  await waitFor(() => expect(server.slugs()).toEqual(['bridge', 'menu', 'rail']));
});

test('a new version of the album with the same media, such as after a preview, doesn’t conflict', async () => {
  const server = store(ALL);
  const { user } = await openAlbum();
  server.change(ALL);
  await user.click(moveButton('The menu earlier'));
  await waitFor(() => expect(server.slugs()).toEqual(['rail', 'menu', 'bridge']));
  expect(visible()).toEqual(['At the rail', 'The menu', 'On the bridge']);
  expect(screen.queryByText(/Someone else/)).toBeNull();
});

test('media that someone else added in the meantime stay beside the same media', async () => {
  const server = store([RAIL, BRIDGE]);
  const { user } = await openAlbum();
  server.change([RAIL, MENU, BRIDGE]);
  await user.click(moveButton('On the bridge earlier'));
  await waitFor(() => expect(server.slugs()).toEqual(['bridge', 'rail', 'menu']));
  await waitFor(() => expect(visible()).toEqual(['On the bridge', 'At the rail', 'The menu']));
  expect(screen.queryByText(/Someone else/)).toBeNull();
});

test('after a failure, the album shows the media on the server', async () => {
  const server = store(ALL);
  const { user } = await openAlbum();
  server.change([MENU, RAIL]);
  await user.click(buttonNamed('Remove At the rail from the album'));
  expect(await screen.findByText(/Someone else changed this album/)).toBeInTheDocument();
  await waitFor(() => expect(visible()).toEqual(['The menu', 'At the rail']));
  api.respond(SET_MEDIA, () => problem(503, 'Away.'));
  await user.click(buttonNamed('Remove At the rail from the album'));
  expect(await screen.findByText('Failed to remove media from album')).toBeInTheDocument();
  await waitFor(() => expect(visible()).toEqual(['The menu', 'At the rail']));
});

test('title and description are edited in place', async () => {
  const { user, container } = await openAlbum();
  await user.click(buttonNamed('Edit title and description of That Sunday'));
  const form = within(screen.getByRole('form', { name: 'Edit That Sunday' }));
  expect(form.getByRole('textbox', { name: /^Title/ })).toHaveFocus();
  expect(await accessibilityProblems(container)).toEqual([]);
  await user.clear(form.getByRole('textbox', { name: /^Title/ }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(form.getByText('Album title is required')).toBeInTheDocument();
  await user.type(form.getByRole('textbox', { name: /^Title/ }), 'That Monday');
  const saved = { ...ALBUM, title: 'That Monday', media: [RAIL] };
  api.respond('PUT /api/curator/albums/{album_slug}', () => Response.json(saved, { headers: { etag: '"2"' } }));
  api.respond('GET /api/curator/albums/{album_slug}', () => Response.json(saved, { headers: { etag: '"2"' } }));
  api.respond(ALBUM_ROUTE, [saved]);
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('button', { name: /^That Monday/ })).toBeInTheDocument();
  await waitFor(() => expect(buttonNamed('Edit title and description of That Monday')).toHaveFocus());
  const [request] = api.requests('PUT /api/curator/albums/{album_slug}');
  expect([request?.body, request?.headers.get('if-match')]).toEqual([{ title: 'That Monday' }, '"1"']);
});

test('pictures can be dropped on the form of a new album, and removed', async () => {
  api.respond(ALBUM_ROUTE, []);
  const { user, container } = await openCard();
  URL.createObjectURL = () => `blob:${Math.random()}`;
  URL.revokeObjectURL = () => undefined;
  const files = ['one.png', 'two.png'].map((name) => new File([name], name, { type: 'image/png' }));
  const zone = (await screen.findByRole('button', { name: 'Create album' })).parentElement as HTMLElement;
  fireEvent.drop(zone, { dataTransfer: { types: ['Files'], files } });
  const form = within(await screen.findByRole('form', { name: 'New album' }));
  expect(form.getByRole('textbox', { name: 'Title' })).toHaveFocus();
  expect(form.getAllByRole('listitem')).toHaveLength(2);
  expect(await accessibilityProblems(container)).toEqual([]);
  await user.click(form.getByRole('button', { name: 'Remove one.png' }));
  expect(form.getAllByRole('listitem')).toHaveLength(1);
  await user.click(form.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(buttonNamed('Create album')).toHaveFocus());
});

test('an album is deleted after confirmation', async () => {
  const { user } = await openAlbum();
  await user.click(screen.getByRole('button', { name: 'Delete album' }));
  const dialog = within(
    await screen.findByRole('alertdialog', { name: 'Delete album "That Sunday"? Media will not be deleted.' }),
  );
  api.respond('DELETE /api/curator/albums/{album_slug}', () => noContent());
  api.respond(ALBUM_ROUTE, []);
  await user.click(dialog.getByRole('button', { name: 'Delete album' }));
  expect(await screen.findByText('No albums yet.')).toBeInTheDocument();
});

test('files dropped on an album open the upload dialog with its voyage and the album', async () => {
  const shown: MediaUploadProps[] = [];
  const component = (props: MediaUploadProps) => {
    shown.push(props);
    return <p>Upload dialog</p>;
  };
  installRemoteHost({ load: () => Promise.resolve({ component }), versionOf: () => undefined });
  await openAlbum();
  const list = screen.getByRole('list', { name: 'Media of That Sunday' });
  const files = [new File(['rail'], 'rail.png', { type: 'image/png' })];
  await act(async () => {
    fireEvent.drop(list, { dataTransfer: { types: ['Files'], files } });
  });
  expect(await screen.findByText('Upload dialog')).toBeInTheDocument();
  expect(shown.at(-1)).toMatchObject({
    files,
    album: { album_slug: ALBUM.album_slug, title: 'That Sunday' },
    voyage: { voyage_slug: ALBUM.voyage_slug },
  });
});

test('without edit mode albums are read-only', async () => {
  const { user } = await openCard({ editing: false });
  await user.click(await screen.findByRole('button', { name: /^That Sunday/ }));
  expect(await screen.findByText('Media in “That Sunday”')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /album/i })).toBeNull();
});
