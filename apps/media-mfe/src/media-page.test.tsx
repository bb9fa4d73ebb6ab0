import type { MediaItem } from '@archive/contracts';
import { Outlet } from '@archive/router';
import { EditModeSwitch } from '@archive/shell-api';
import {
  accessibilityProblems,
  aBrowseResult,
  aMediaItem,
  aStoredFile,
  mockApi,
  problem,
  renderRoute,
} from '@archive/testing';
import { Toaster, toast } from '@archive/ui';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { stubShowModal } from '../test/dialogs.ts';
import { aView, NO_PEOPLE, stubCanvas } from '../test/viewer.ts';
import { recordRoutes, routes } from './routes.tsx';

const api = mockApi();
const GET = 'GET /api/media/{slug}';
const NEIGHBORS = 'GET /api/media/{slug}/neighbors';
const PRESERVATION = 'GET /api/media/{slug}/preservation';
const DELETED = 'GET /api/curator/history/deleted';
const SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

const RAIL = aMediaItem({
  media_slug: 'rail',
  title: 'At the rail',
  url: '/media-files/harry-s.-truman/image/rail.jpg',
  content_type: 'image/jpeg',
  size: 1_049_890,
  width: 3000,
  height: 2000,
  page_count: 12,
  color_profile: 'Adobe RGB (1998)',
  bit_depth: 16,
  alt_text: 'Two men at a rail',
  rights_note: 'Ask the library.',
  tags: ['deck'],
  creator: 'Abbie Rowe',
  place: 'Potomac River',
  identifier: 'A1234-12',
  provenance: 'Gift of the crew',
  original_filename: 'DSC_0471.jpg',
});
const BETWEEN = {
  album: null,
  previous: { media_slug: 'bow', title: 'The bow' },
  next: { media_slug: 'stern', title: 'The stern' },
};

const shell = (
  <>
    <EditModeSwitch />
    <Outlet />
    <Toaster />
  </>
);
const open = (path = '/media/rail') =>
  renderRoute([{ element: shell, children: recordRoutes ?? [] }], path, { at: '/media' });
const button = (name: string) => screen.findByRole('button', { name });

beforeEach(() => {
  api.respond('GET /api/media/{slug}/similar', { items: [] });
  api.respond('GET /api/media/{media_slug}/people', NO_PEOPLE);
  sessionStorage.clear();
  stubCanvas();
  api.respond('GET /api/media/{media_slug}/view', aView());
  jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const others: Record<string, MediaItem> = {
    rail: RAIL,
    bow: aMediaItem({ media_slug: 'bow', title: 'The bow' }),
    stern: aMediaItem({ media_slug: 'stern', title: 'The stern' }),
  };
  api.respond(GET, ({ params }) => others[params['slug'] ?? ''] ?? problem(404, 'Media not found in database.'));
  api.respond(NEIGHBORS, BETWEEN);
  api.respond(PRESERVATION, {
    sha256: SHA256,
    events: [
      {
        type: 'fixity_check',
        occurred_at: '2026-02-02T03:00:00Z',
        agent: null,
        outcome: 'failure',
        detail: 'The file is missing from storage.',
      },
      {
        type: 'ingestion',
        occurred_at: '2026-02-01T12:00:00Z',
        agent: 'mary',
        outcome: 'success',
        detail: 'The file was added to the archive.',
      },
    ],
  });
  api.respond('GET /api/curator/media/{media_slug}/usage', {
    voyages: [{ title: 'Down the Potomac', voyage_slug: 'july' }],
    albums: [],
    people: [{ full_name: 'Chester W. Nimitz', person_slug: 'nimitz-chester-w' }],
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  act(() => toast.dismiss());
});

test('regenerates the previews of a file in Edit Mode', async () => {
  const { user } = await open();
  const rebuild = 'POST /api/curator/media/{media_slug}/previews';
  api.respond(rebuild, problem(503, 'Try again later.'));
  await user.click(await button('More'));
  await screen.findByRole('menuitem', { name: 'Change history' });
  expect(screen.queryByRole('menuitem', { name: 'Regenerate previews' })).toBeNull();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('switch', { name: 'Edit Mode' }));
  const regenerate = async () => {
    await user.click(await button('More'));
    await user.click(await screen.findByRole('menuitem', { name: 'Regenerate previews' }));
  };
  await regenerate();
  expect(await screen.findByText('Try again later.')).toBeVisible();
  api.respond(rebuild, { state: 'waiting' });
  await regenerate();
  expect(await screen.findByText(/Regenerating the previews/)).toBeVisible();
  expect(api.requests(rebuild)).toHaveLength(2);
});

describe('the page of a media item', () => {
  test('plays an animated picture only when the user starts it', async () => {
    const still = '/media-files/_derivatives/7-abc/large.webp';
    api.respond(GET, { ...RAIL, public_derivative_url: still });
    const animation = { url: '/media-files/rail.gif', frames: 24 };
    const pictures = [{ page: 1, url: still, thumbnail_url: null, width: 300, height: 200, tiles: null }];
    api.respond('GET /api/media/{media_slug}/view', aView({ animation, pictures }));
    const { user } = await open();
    const shown = () => screen.findByRole('img', { name: 'Two men at a rail' });
    expect(await screen.findByText('24 frames')).toBeVisible();
    expect(await shown()).toHaveAttribute('src', still);
    await user.click(await button('Play animation'));
    expect(await shown()).toHaveAttribute('src', animation.url);
    await user.click(await button('Stop animation'));
    expect(await shown()).toHaveAttribute('src', still);
  });

  test('shows the pages of a TIFF file in a strip', async () => {
    const page = (number: number) => ({
      page: number,
      url: `/media-files/_derivatives/7-abc/pages.zip/${number}.webp`,
      thumbnail_url: `/media-files/_derivatives/7-abc/pages.zip/${number}-thumbnail.webp`,
      width: 1600,
      height: 2000,
      tiles: null,
    });
    api.respond(GET, { ...RAIL, public_derivative_url: '/media-files/_derivatives/7-abc/large.webp' });
    api.respond('GET /api/media/{media_slug}/view', aView({ pages: 2, pictures: [page(1), page(2)] }));
    api.respond('GET /api/media/{media_slug}/text', problem(404, 'This file has no text.'));
    const { user } = await open();
    await user.click(await button('Page 2'));
    expect(await screen.findByRole('img', { name: 'Two men at a rail, page 2' })).toHaveAttribute('src', page(2).url);
    expect(screen.getByText('Page 2 of 2')).toBeVisible();
  });

  test('shows the file, all metadata, where it is used and the event log', async () => {
    const { container } = await open();
    expect(await screen.findByRole('heading', { level: 1, name: 'At the rail' })).toBeVisible();
    expect(document.title).toMatch(/^At the rail/);
    expect(screen.getByRole('img', { name: 'Two men at a rail' })).toHaveAttribute('src', RAIL.url);
    expect(await screen.findByText(SHA256)).toBeVisible();
    for (const text of ['Abbie Rowe', 'Potomac River', 'A1234-12', 'Gift of the crew', 'DSC_0471.jpg'])
      expect(screen.getByText(text)).toBeVisible();
    for (const text of [
      '1.00 MB',
      '3,000 × 2,000 pixels',
      'Ask the library.',
      'deck',
      'rail.jpg',
      'July 7, 1946',
      '12',
      'Adobe RGB (1998)',
      '16 bits per channel',
    ])
      expect(screen.getByText(text)).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Down the Potomac' })).toHaveAttribute('href', '/voyages/july');
    expect(screen.getByRole('link', { name: 'Chester W. Nimitz' })).toHaveAttribute('href', '/people/nimitz-chester-w');
    const log = within(screen.getByRole('region', { name: 'Event log' }));
    expect(log.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/Checked.*fixity check.*Failed.*missing from storage.*By the system/),
      expect.stringMatching(/Added.*ingestion.*Succeeded.*added to the archive.*By mary/),
    ]);
    expect(
      within(screen.getByRole('navigation', { name: 'Breadcrumbs' })).getByRole('link', {
        name: 'Harry S. Truman',
      }),
    ).toHaveAttribute('href', '/media-explorer?path=harry-s.-truman');
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('copies and cites the URL of the page', async () => {
    const { user } = await open('/media/rail?album=on-deck');
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    await user.click(await button('Copy URL'));
    expect(write).toHaveBeenCalledWith('http://localhost/media/rail');
    await user.click(await button('Cite'));
    expect(await screen.findByRole('dialog', { name: 'Cite this file' })).toHaveTextContent(
      'http://localhost/media/rail',
    );
  });

  test('lists similar images, the most similar first', async () => {
    const similar = (title: string, distance: number) => ({ ...aMediaItem({ media_slug: title, title }), distance });
    api.respond('GET /api/media/{slug}/similar', { items: [similar('print', 2), similar('crop', 15)] });
    await open();
    const section = await screen.findByRole('region', { name: 'Similar images' });
    const links = within(section).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/media/print', '/media/crop']);
    expect(await accessibilityProblems(document.body)).toEqual([]);
  });

  test('shows no section if there are no similar images', async () => {
    await open();
    await screen.findByRole('region', { name: 'Event log' });
    await waitFor(() => expect(api.requests('GET /api/media/{slug}/similar')).toHaveLength(1));
    expect(screen.queryByRole('region', { name: 'Similar images' })).toBeNull();
  });

  test('goes to the previous and next file with links and arrow keys', async () => {
    const { router } = await open();
    const place = within(await screen.findByRole('navigation', { name: 'In this folder' }));
    expect(place.getByRole('link', { name: 'Previous: The bow' })).toHaveAttribute('href', '/media/bow');
    fireEvent.keyDown(document.body, { key: 'ArrowRight' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/media/stern'));
    expect(await screen.findByRole('heading', { level: 1, name: 'The stern' })).toBeVisible();
    await screen.findByRole('navigation', { name: 'In this folder' });
    fireEvent.keyDown(document.body, { key: 'ArrowLeft' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/media/bow'));
  });

  test('stays in the album that it was opened from', async () => {
    let requested: string | null = null;
    api.respond(NEIGHBORS, ({ query }) => {
      requested = query.get('album');
      return { ...BETWEEN, album: { album_slug: 'on-deck', title: 'On deck', voyage_slug: 'july' } };
    });
    await open('/media/rail?album=on-deck');
    const place = within(await screen.findByRole('navigation', { name: 'In this album' }));
    expect(requested).toBe('on-deck');
    expect(place.getByRole('link', { name: 'Next: The stern' })).toHaveAttribute('href', '/media/stern?album=on-deck');
    expect(place.getByRole('link', { name: 'On deck' })).toHaveAttribute('href', '/voyages/july');
  });

  test('keeps the arrow keys for the lightbox while it is open', async () => {
    stubShowModal();
    const { router, user } = await open();
    await screen.findByRole('navigation', { name: 'In this folder' });
    await user.click(await button('Open File'));
    const lightbox = await screen.findByRole('dialog', { name: 'At the rail' });
    fireEvent.keyDown(lightbox, { key: 'ArrowRight' });
    fireEvent.keyDown(document.body, { key: 'ArrowRight' });
    expect(router.state.location.pathname).toBe('/media/rail');
  });

  test('offers the editor in Edit Mode', async () => {
    sessionStorage.setItem('edit-mode', '1');
    const { user } = await open();
    await user.click(await button('Edit Metadata'));
    expect(await screen.findByRole('dialog', { name: 'Edit Media Metadata' })).toBeVisible();
    const identifier = await screen.findByRole('textbox', { name: 'Identifier' });
    await user.clear(identifier);
    await user.type(identifier, 'A1234-13');
    await user.type(screen.getByRole('textbox', { name: 'Provenance' }), ' of 1976');
    api.respond('PUT /api/curator/media/{media_slug}', RAIL);
    await user.click(await button('Save'));
    await waitFor(() =>
      expect(api.requests('PUT /api/curator/media/{media_slug}')[0]?.body).toEqual({
        identifier: 'A1234-13',
        provenance: 'Gift of the crew of 1976',
      }),
    );
  });

  test('shows what is wrong with a date when saving', async () => {
    sessionStorage.setItem('edit-mode', '1');
    const { user } = await open();
    await user.click(await button('Edit Metadata'));
    const date = await screen.findByRole('textbox', { name: 'Date' });
    fireEvent.change(date, { target: { value: 'some summer' } });
    await user.click(await button('Save'));
    expect(date).toBeInvalid();
    await waitFor(() => expect(date).toHaveFocus());
    expect(api.requests('PUT /api/curator/media/{media_slug}')).toEqual([]);
  });

  test('opens media on other websites at their own URL', async () => {
    api.respond(GET, { ...RAIL, url: 'https://example.org/reel', content_type: null, size: null });
    await open();
    expect(await screen.findByRole('link', { name: 'Open Website' })).toHaveAttribute(
      'href',
      'https://example.org/reel',
    );
    expect(screen.queryByRole('button', { name: 'Open File' })).toBeNull();
  });

  test('offers for pictures on other websites only what can be done with them', async () => {
    sessionStorage.setItem('edit-mode', '1');
    api.respond(GET, { ...RAIL, url: 'https://example.org/rail.jpg', content_type: null, size: null });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'More' }));
    const items = within(await screen.findByRole('menu')).getAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).not.toContain('View text');
    expect(items.map(({ textContent }) => textContent)).not.toContain('Set as portrait');
    expect(items.map(({ textContent }) => textContent)).toContain('Change history');
  });
});

describe('without a media item', () => {
  test('says that it was deleted, and restores it in Edit Mode', async () => {
    sessionStorage.setItem('edit-mode', '1');
    api.respond(GET, problem(404, 'Media not found in database.'));
    api.respond(DELETED, {
      kind: 'media',
      slug: 'rail',
      revision: 3,
      action: 'delete',
      title: 'At the rail',
      changed_by: 'mary',
      changed_at: '2026-02-02T03:00:00Z',
      changes: [],
      exists: false,
      restorable: true,
      merged_into: null,
      operation_id: null,
      voyage_slug: null,
      url: RAIL.url,
    });
    const { user } = await open();
    expect(await screen.findByRole('heading', { name: 'File deleted' })).toBeVisible();
    api.respond('POST /api/curator/history/{kind}/{slug}/{revision}/restore', () => {
      api.respond(GET, RAIL);
      return Response.json({
        kind: 'media',
        slug: 'rail',
        revision: 4,
        action: 'restore',
        changed_by: 'mary',
        changed_at: '2026-02-02T03:00:00Z',
        changes: [],
        before: null,
      });
    });
    await user.click(await button('Restore'));
    expect(await screen.findByRole('heading', { level: 1, name: 'At the rail' })).toBeVisible();
  });

  test('says that it never existed', async () => {
    api.respond(GET, problem(404, 'Media not found in database.'));
    api.respond(DELETED, problem(404, 'There’s no deleted record at this address.'));
    await open();
    expect(await screen.findByRole('heading', { name: 'File not found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'All media' })).toHaveAttribute('href', '/media-explorer/all');
  });

  test('offers Retry after a failure', async () => {
    api.respond(GET, problem(503, 'Can’t reach the database.'));
    const { user } = await open();
    expect(await screen.findByRole('heading', { name: 'Can’t load this file' })).toBeVisible();
    api.respond(GET, RAIL);
    await user.click(await button('Retry'));
    expect(await screen.findByRole('heading', { level: 1, name: 'At the rail' })).toBeVisible();
  });
});

test('in its folder, a file has the same page, actions and details, at the address of the folder', async () => {
  sessionStorage.setItem('edit-mode', '1');
  const listed = aStoredFile({ name: 'rail.jpg', media_slug: 'rail', title: 'At the rail', url: RAIL.url });
  api.respond('GET /api/s3/browse', aBrowseResult({ files: [listed], total_items: 1 }));
  const contents = async (path: string, pages: typeof routes, at: string) => {
    const view = await renderRoute(pages, path, { at });
    await screen.findByText(SHA256);
    await screen.findByRole('link', { name: 'Next: The stern' });
    const names = (role: 'button' | 'heading' | 'term') =>
      screen.getAllByRole(role).map((element) => element.textContent);
    const found = { buttons: names('button'), headings: names('heading'), terms: names('term') };
    const { pathname, search } = view.router.state.location;
    view.unmount();
    return { found, address: pathname + search };
  };
  const folder = await contents(
    '/media-explorer?path=harry-s.-truman%2Fimage&file=rail.jpg',
    routes,
    '/media-explorer',
  );
  const permanent = await contents('/media/rail', recordRoutes ?? [], '/media');
  expect(folder.found).toEqual(permanent.found);
  expect(folder.found.buttons).toContain('Copy URL');
  expect(folder.address).toBe('/media-explorer?path=harry-s.-truman%2Fimage&file=rail.jpg');
});
