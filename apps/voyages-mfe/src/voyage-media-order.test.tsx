import { beforeEach, describe, expect, test } from '@jest/globals';
import type { MediaItem } from '@archive/contracts';
import { Outlet } from '@archive/router';
import {
  accessibilityProblems,
  adjacentVoyages,
  aMediaItem,
  anAdministration,
  anAlbum,
  aVoyage,
  aVoyageListItem,
  mockApi,
  noContent,
  page,
  problem,
  renderRoute,
} from '@archive/testing';
import { toast, Toaster } from '@archive/ui';
import { act, screen, waitFor, within } from '@testing-library/react';
import { routes } from './routes.tsx';

const api = mockApi();
const RAIL = aMediaItem({ media_slug: 'rail', title: 'At the rail' });
const BRIDGE = aMediaItem({ media_slug: 'bridge', title: 'On the bridge' });
const MENU = aMediaItem({ media_slug: 'menu', title: 'The menu' });
const CLIPPING = aMediaItem({ media_slug: 'clipping', title: 'A clipping', media_category: 'additional_source' });
const VOYAGE = aVoyage();
const SET_ORDER = 'PUT /api/curator/voyages/{voyage_slug}/media';
const UNLINK = 'DELETE /api/curator/media/unlink-from-voyage';

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

/** Each test has its own ETags, because the page remembers those of its own changes. */
let records = 0;
const slugsOf = (media: MediaItem[]) => media.map(({ media_slug }) => media_slug).join(' ');

/** Mocks a voyage on the server: stores changes, and rejects those based on another version or other media. */
function store(media: MediaItem[]) {
  records += 1;
  const record = records;
  let [stored, version] = [media, 1];
  api.respond('GET /api/voyages/{slug}', () =>
    Response.json({ ...VOYAGE, media: stored }, { headers: { etag: `"${record}.${version}-0"` } }),
  );
  api.respond(SET_ORDER, ({ body, headers }) => {
    const order = (body as { media: { media_slug: string; media_category: 'source' }[] }).media;
    if (!headers.get('if-match')?.startsWith(`"${record}.${version}`)) return problem(412, 'It was changed.');
    if (order.length !== stored.length) return problem(409, 'One is missing.');
    stored = order.map((link) => ({ ...stored.find(({ media_slug }) => media_slug === link.media_slug)!, ...link }));
    version += 1;
    return Response.json(stored, { headers: { 'x-voyage-etag': `"${record}.${version}"` } });
  });
  return {
    slugs: () => slugsOf(stored),
    categories: () => stored.map(({ media_category }) => media_category),
    /** Changes the voyage as another user would. */
    change: (theirs: MediaItem[]) => {
      [stored, version] = [theirs, version + 1];
    },
  };
}
const visible = (list = `Media of ${VOYAGE.title}`) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('button', { name: /^Move .* earlier$/ })
    .map((button) => button.getAttribute('aria-label')?.replace(/^Move (.*) earlier$/, '$1'));
const button = (name: string) => screen.getByRole('button', { name });
/** The details of the voyage in the list, opened from its page. */
const openCard = async () => {
  const shown = await renderRoute(withToasts, `/voyages/${VOYAGE.voyage_slug}`, { at: '/voyages' });
  await shown.user.click(await screen.findByRole('link', { name: 'Edit media and albums' }));
  await screen.findByRole('button', { name: 'Attach existing media' });
  return shown;
};
beforeEach(() => {
  api.respond('GET /api/places/by-voyage/{slug}', []);
  // jsdom doesn't scroll.
  Element.prototype.scrollIntoView = () => undefined;
  sessionStorage.setItem('edit-mode', '1');
  act(() => toast.dismiss());
  api.respond('GET /api/curator/albums/by-voyage/{voyage_slug}', []);
  api.respond('GET /api/presidents', []);
  api.respond('GET /api/voyages/{slug}/adjacent', adjacentVoyages());
  api.respond('GET /api/voyages', page([aVoyageListItem()]));
  api.respond('GET /api/voyages/administrations', [anAdministration()]);
  api.respond('GET /api/voyages/position', { place: 0 });
});

describe('the order of the media', () => {
  test('is changed as fast as buttons are pressed, and focus stays', async () => {
    const server = store([RAIL, BRIDGE, MENU]);
    const { user, container } = await openCard();
    expect(document.activeElement).toContainElement(screen.getByRole('heading', { name: 'Photos & documents' }));
    expect(await accessibilityProblems(container)).toEqual([]);
    act(() => button('Move At the rail later').focus());
    await user.keyboard('{Enter}{Enter}');
    await waitFor(() => expect(visible()).toEqual(['On the bridge', 'The menu', 'At the rail']));
    expect(button('Move At the rail later')).toHaveFocus();
    expect(screen.getByText('At the rail moved to position 3.')).toBeInTheDocument();
    await waitFor(() => expect(server.slugs()).toBe('bridge menu rail'));
    expect(api.requests(SET_ORDER)).toHaveLength(2);
    expect(screen.queryByText(/Someone else/)).toBeNull();
    // A later change is based on the version that this one created.
    await user.click(button('Move The menu earlier'));
    await waitFor(() => expect(server.slugs()).toBe('menu bridge rail'));
  });

  test('keeps media that were attached in the meantime', async () => {
    const server = store([RAIL, BRIDGE]);
    const { user } = await openCard();
    server.change([RAIL, MENU, BRIDGE]);
    await user.click(button('Move On the bridge earlier'));
    await waitFor(() => expect(visible()).toEqual(['On the bridge', 'At the rail', 'The menu']));
    expect(server.slugs()).toBe('bridge rail menu');
    expect(screen.queryByText(/Someone else/)).toBeNull();
  });

  test('shows that of the server after a conflict or a failure', async () => {
    const server = store([RAIL, BRIDGE, MENU]);
    const { user } = await openCard();
    server.change([MENU, BRIDGE, RAIL]);
    await user.click(button('Move On the bridge earlier'));
    expect(
      await screen.findByText('Someone else changed the media of this voyage. It now shows their version. Try again.'),
    ).toBeInTheDocument();
    await waitFor(() => expect(visible()).toEqual(['The menu', 'On the bridge', 'At the rail']));
    api.respond(SET_ORDER, () => problem(503, 'Away.'));
    await user.click(button('Move On the bridge earlier'));
    expect(await screen.findByText('Failed to reorder the media of this voyage. Try again.')).toBeInTheDocument();
    await waitFor(() => expect(visible()).toEqual(['The menu', 'On the bridge', 'At the rail']));
  });

  test('is kept in each category, and selected media move to the other one', async () => {
    const server = store([RAIL, BRIDGE, MENU, CLIPPING]);
    const { user, container } = await openCard();
    const additional = `Media of ${VOYAGE.title}: Additional sources`;
    const sources = `Media of ${VOYAGE.title}: Sources`;
    expect(visible(additional)).toEqual(['A clipping']);
    expect(button('Move A clipping earlier')).toHaveAttribute('aria-disabled', 'true');
    await user.click(screen.getByRole('checkbox', { name: 'Select At the rail' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select The menu' }));
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.click(button('Move to additional sources'));
    await waitFor(() => expect(visible(additional)).toEqual(['A clipping', 'At the rail', 'The menu']));
    expect(screen.getByText('2 items moved to additional sources.')).toBeInTheDocument();
    await waitFor(() => expect(server.slugs()).toBe('bridge clipping rail menu'));
    expect(server.categories().slice(1)).toEqual(['additional_source', 'additional_source', 'additional_source']);
    await user.click(button('Move The menu earlier'));
    await waitFor(() => expect(server.slugs()).toBe('bridge clipping menu rail'));
    expect(visible(sources)).toEqual(['On the bridge']);
  });

  test('is the same after multiple media are detached together', async () => {
    api.respond(UNLINK, () => noContent());
    store([RAIL, BRIDGE, MENU]);
    const { user } = await openCard();
    await user.click(screen.getByRole('checkbox', { name: 'Select At the rail' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select The menu' }));
    await user.click(button('Detach'));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Detach 2 items from this voyage?' }));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByText('2 of 3 selected')).toBeInTheDocument();
    await user.click(button('Detach'));
    const again = within(await screen.findByRole('alertdialog', { name: 'Detach 2 items from this voyage?' }));
    store([BRIDGE]);
    await user.click(again.getByRole('button', { name: 'Detach' }));
    await waitFor(() => expect(visible()).toEqual(['On the bridge']));
    expect(api.requests(UNLINK).map(({ query }) => query.get('media_slug'))).toEqual(['rail', 'menu']);
  });

  test('and the albums are edited at the same place', async () => {
    const album = anAlbum({ title: 'That Sunday', voyage_slug: VOYAGE.voyage_slug, media_count: 1 });
    api.respond('GET /api/curator/albums/by-voyage/{voyage_slug}', [album]);
    api.respond('GET /api/curator/albums/{album_slug}', { ...album, media: [RAIL] });
    api.respond('GET /api/media/{slug}', () => Response.json(BRIDGE, { headers: { etag: '"5"' } }));
    store([RAIL, BRIDGE]);
    const { user } = await openCard();
    expect(await screen.findByRole('button', { name: 'Create album' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /^That Sunday/ }));
    expect(await screen.findByRole('button', { name: 'Add photos or documents' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Edit: On the bridge' }));
    expect(await screen.findByRole('button', { name: 'Save' })).toBeInTheDocument();
    expect(button('Edit: At the rail')).toBeDisabled();
  });
});
