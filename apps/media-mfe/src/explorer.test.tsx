import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  accessibilityProblems,
  aStoredFile,
  aBrowseResult,
  mockApi,
  pendingForever,
  problem,
  renderRoute,
} from '@archive/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { stubShowModal } from '../test/dialogs.ts';
import { aView, NO_PEOPLE, stubCanvas } from '../test/viewer.ts';
import { routes } from './routes.tsx';

const api = mockApi();
const open = (path = '/media-explorer') => renderRoute(routes, path, { at: '/media-explorer' });

const PHOTO = aStoredFile({
  name: 'aground.jpg',
  path: 'harry-truman/image/aground.jpg',
  url: '/media-files/harry-truman/image/aground.jpg',
  type: 'image/jpeg',
  size: 1_572_864,
  title: 'Aground at Buoy 211',
  credit: 'Charlotte News',
  date: '1946-02-18',
  description_markdown: 'Freed after thirty hours.',
  media_slug: 'aground',
});
const SCAN = aStoredFile({
  name: 'log.pdf',
  path: 'harry-truman/image/log.pdf',
  url: '/media-files/harry-truman/image/log.pdf',
  type: 'application/pdf',
  size: 300,
  title: null,
  credit: null,
  date: null,
  description_markdown: null,
  media_slug: null,
});

beforeEach(() => {
  // Shows the files as their folder lists them.
  api.respond('GET /api/media/{slug}', pendingForever);
  api.respond('GET /api/media/{slug}/similar', { items: [] });
  api.respond('GET /api/media/{slug}/neighbors', { album: null, previous: null, next: null });
  api.respond('GET /api/media/{slug}/preservation', { sha256: null, events: [] });
  api.respond('GET /api/media/{media_slug}/people', NO_PEOPLE);
  stubCanvas();
  api.respond('GET /api/media/{media_slug}/view', aView());
  jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  api.respond('GET /api/curator/media/{media_slug}/usage', {
    voyages: [{ title: 'Down the Potomac', voyage_slug: '1946-07-07-truman' }],
    albums: [{ title: 'On deck', album_slug: 'on-deck', voyage_slug: '1946-07-07-truman' }],
    people: [],
  });
  api.respond('GET /api/s3/browse', ({ query }) =>
    query.get('prefix') === 'harry-truman/image'
      ? aBrowseResult({ files: [PHOTO, SCAN], folders: [], total_items: 2 })
      : aBrowseResult({
          files: [],
          folders: [
            { name: 'image', path: 'harry-truman/image' },
            { name: 'buoy-211-3', path: 'harry-truman/buoy-211-3' },
          ],
          total_items: 2,
        }),
  );
});

describe('a folder', () => {
  test('lists subfolders under their display names', async () => {
    const { user, router, container } = await open('/media-explorer?path=harry-truman');
    const folders = await screen.findByRole('list', { name: 'Folders' });
    expect(
      within(folders)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Images', 'Buoy 211']);
    expect(screen.getByText('2 items')).toBeInTheDocument();
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.click(within(folders).getByRole('link', { name: 'Images' }));
    expect(router.state.location.search).toBe('?path=harry-truman%2Fimage');
    expect(await screen.findByRole('list', { name: 'Files' })).toBeInTheDocument();
  });

  test('lists files with caption and size; both the picture and the caption open the file', async () => {
    const { user, router } = await open('/media-explorer?path=harry-truman/image');
    const files = within(await screen.findByRole('list', { name: 'Files' }));
    expect(files.getByRole('link', { name: /^Aground at Buoy 211 · Charlotte News · .*1946/ })).toHaveAttribute(
      'href',
      '/media-explorer?path=harry-truman%2Fimage&file=aground.jpg',
    );
    expect(files.getByRole('link', { name: 'log.pdf' })).toBeInTheDocument();
    expect(files.getByText('1.50 MB')).toBeInTheDocument();
    expect(files.getByText('300 B')).toBeInTheDocument();
    await user.click(files.getByText('log.pdf'));
    expect(router.state.location.search).toBe('?path=harry-truman%2Fimage&file=log.pdf');
  });

  test('marks files without a preview', async () => {
    const damaged = { ...PHOTO, preview_state: 'failed' as const, preview_error: 'The file is damaged.' };
    const old = { ...PHOTO, path: 'a/letter.doc', name: 'letter.doc', type: 'application/msword', preview_state: null };
    api.respond('GET /api/s3/browse', aBrowseResult({ files: [damaged, old, SCAN] }));
    await open('/media-explorer?path=harry-truman/image');
    expect(await screen.findAllByText(/No preview/)).toHaveLength(2);
  });

  test('searches names and metadata, and keeps the query in the URL', async () => {
    const { user, router } = await open('/media-explorer?path=harry-truman/image');
    await user.type(await screen.findByRole('searchbox', { name: 'Search this folder' }), 'charlotte FREED');
    expect(await screen.findByText('1 of 2 items')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'log.pdf' })).toBeNull();
    expect(router.state.location.search).toBe('?path=harry-truman%2Fimage&q=charlotte+FREED');
    await user.type(screen.getByRole('searchbox'), ' nowhere{Enter}');
    expect(await screen.findByText('No matches in this folder')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show all items' }));
    expect(await screen.findByText('2 items')).toBeInTheDocument();
  });

  test('exports the search results', async () => {
    const { user } = await open('/media-explorer?path=harry-truman/image&q=charlotte');
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    expect(await screen.findByRole('menuitem', { name: 'JSON' })).toHaveAttribute(
      'href',
      '/api/export/media?folder=harry-truman%2Fimage&words=charlotte&format=json',
    );
  });

  test('virtualizes 10,000 files and shows the total', async () => {
    const files = Array.from({ length: 10_000 }, (_, index) =>
      aStoredFile({ name: `${index}.jpg`, path: `many/${index}.jpg`, title: `Print ${index}` }),
    );
    api.respond('GET /api/s3/browse', aBrowseResult({ files }));
    await open('/media-explorer?path=many');
    expect(await screen.findByText('10,000 items')).toBeInTheDocument();
    const drawn = within(screen.getByRole('list', { name: 'Files' })).getAllByRole('listitem');
    expect(drawn.length).toBeGreaterThan(4);
    expect(drawn.length).toBeLessThan(200);
    expect(drawn[0]).toHaveAttribute('aria-setsize', '10000');
    expect(drawn[0]).toHaveTextContent('Print 0');
  });

  test('shows an empty state', async () => {
    api.respond('GET /api/s3/browse', aBrowseResult({ files: [], folders: [], total_items: 0 }));
    await open();
    expect(await screen.findByText('This folder is empty')).toBeInTheDocument();
  });

  test('supports arrow keys, and returns focus to the thumbnail of the closed file', async () => {
    const { user, router } = await open('/media-explorer?path=harry-truman/image');
    const prints = await within(await screen.findByRole('list', { name: 'Files' })).findAllByRole('link');
    act(() => prints[0]?.focus());
    await user.keyboard('{ArrowRight}');
    expect(prints[1]).toHaveFocus();
    await user.keyboard('{ArrowLeft}{ArrowLeft}{Enter}');
    await screen.findByRole('heading', { level: 1, name: 'Aground at Buoy 211' });
    await act(() => router.navigate(-1));
    const list = within(await screen.findByRole('list', { name: 'Files' }));
    await waitFor(() => expect(list.getAllByRole('link')[0]).toHaveFocus());
  });

  test('shows a server error and retries', async () => {
    api.respond('GET /api/s3/browse', problem(403, 'This is not the archive’s bucket.'));
    const { user } = await open();
    expect(await screen.findByText('Error loading directory: This is not the archive’s bucket.')).toBeInTheDocument();
    api.respond('GET /api/s3/browse', aBrowseResult({ files: [PHOTO], folders: [], total_items: 1 }));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('1 item')).toBeInTheDocument();
  });
});

describe('a file', () => {
  const address = '/media-explorer?path=harry-truman/image&file=';

  test('shows storage details and metadata', async () => {
    const { container } = await open(`${address}aground.jpg`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Aground at Buoy 211' })).toBeInTheDocument();
    expect(screen.getByRole('img', { name: 'Aground at Buoy 211' })).toHaveAttribute('src', PHOTO.url);
    for (const text of ['1.50 MB', 'JPEG image', 'Charlotte News', 'Freed after thirty hours.'])
      expect(screen.getByText(text)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Download' })).toHaveAttribute('href', `${PHOTO.url}?download`);
    expect(await screen.findByRole('link', { name: 'Down the Potomac' })).toHaveAttribute(
      'href',
      '/voyages/1946-07-07-truman',
    );
    expect(screen.getByRole('link', { name: 'On deck' })).toHaveAttribute('href', '/voyages/1946-07-07-truman');
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('can be cited in five styles', async () => {
    const { user } = await open(`${address}aground.jpg`);
    await user.click(await screen.findByRole('button', { name: 'Cite' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cite this file' }));
    expect(dialog.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Chicago',
      'APA',
      'MLA',
      'BibTeX',
      'RIS',
    ]);
    expect(dialog.getByRole('tabpanel')).toHaveTextContent(/“Aground at Buoy 211\.”.* The Sequoia Archive\. Accessed/);
    await user.click(dialog.getByRole('tab', { name: 'RIS' }));
    expect(dialog.getByRole('tabpanel')).toHaveTextContent(/^TY - ELEC TI - Aground at Buoy 211/);
  });

  test('opens in the lightbox together with the other files of the folder', async () => {
    stubShowModal();
    const { user } = await open(`${address}aground.jpg`);
    await user.click(await screen.findByRole('button', { name: 'Open File' }));
    expect(await screen.findByRole('dialog', { name: 'Aground at Buoy 211' })).toHaveTextContent('1 of 2');
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('dialog', { name: 'log.pdf' })).toBeInTheDocument();
  });

  test('frames a PDF, and reports a missing record', async () => {
    await open(`${address}log.pdf`);
    expect(await screen.findByTitle('log.pdf')).toHaveAttribute('src', SCAN.url);
    expect(screen.getByText('This file isn’t in the database yet.')).toBeInTheDocument();
  });

  test('shows the preview of a TIFF, with the dimensions and metadata of the original', async () => {
    const tiff = aStoredFile({
      ...PHOTO,
      name: 'scan.tif',
      url: '/media-files/t/scan.tif',
      type: 'image/tiff',
      width: 6000,
      height: 4000,
      tags: ['river', 'mud'],
      alt_text: 'The yacht lies on a sandbank.',
      rights_note: 'Ask the newspaper.',
      thumbnail_url: '/media-files/_d/scan-600.webp',
      public_derivative_url: '/media-files/_d/scan-1600.webp',
      preview_state: 'ready',
    });
    api.respond('GET /api/s3/browse', aBrowseResult({ files: [tiff] }));
    stubShowModal();
    const { user } = await open(`${address}scan.tif`);
    expect(await screen.findByRole('img', { name: tiff.alt_text! })).toHaveAttribute('src', tiff.public_derivative_url);
    for (const text of ['6,000 × 4,000 pixels', 'river', 'mud', 'Ask the newspaper.', tiff.alt_text!])
      expect(screen.getByText(text)).toBeInTheDocument();
    expect(screen.queryByText('No preview')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Open File' }));
    const viewer = within(await screen.findByRole('dialog'));
    expect(viewer.getByRole('img', { name: 'Aground at Buoy 211' })).toHaveAttribute('src', tiff.public_derivative_url);
  });

  test.each([
    ['image/jpeg', 'failed', 'The file is damaged.', 'The file is damaged.'],
    ['image/heic', 'failed', null, 'The preview couldn’t be generated.'],
    ['image/tiff', 'waiting', null, 'The preview is being generated. Check back in a moment.'],
    ['application/msword', null, null, 'Previews aren’t available for this type of document. Download it to open it.'],
    ['image/heic', null, null, 'Browsers can’t display this type of image. Download it to open it.'],
  ] as const)('explains a missing preview: %s, %s', async (type, preview_state, preview_error, text) => {
    api.respond('GET /api/s3/browse', aBrowseResult({ files: [{ ...PHOTO, type, preview_state, preview_error }] }));
    await open(`${address}aground.jpg`);
    const notice = await screen.findByText('No preview');
    expect(notice.parentElement).toHaveTextContent(text);
  });

  test('copies its URL', async () => {
    const { user } = await open(`${address}aground.jpg`);
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    await user.click(await screen.findByRole('button', { name: 'Copy URL' }));
    expect(write).toHaveBeenCalledWith('http://localhost/media/aground');
  });

  test('links a missing file back to its folder', async () => {
    api.respond('GET /api/curator/history/deleted', problem(404, 'There’s no deleted record at this address.'));
    await open(`${address}gone.jpg`);
    expect(await screen.findByRole('heading', { name: 'File not found' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to the folder' })).toHaveAttribute(
      'href',
      '/media-explorer?path=harry-truman%2Fimage',
    );
  });
});
