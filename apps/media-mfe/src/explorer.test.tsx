import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { accessibilityProblems, aStoredFile, aBrowseResult, mockApi, problem, renderRoute } from '@archive/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { letDialogsOpen } from '../test/modal-dialogs.ts';
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
  jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  api.answer('GET /api/curator/media/{media_slug}/usage', {
    voyages: [{ title: 'Down the Potomac', voyage_slug: '1946-07-07-truman' }],
    albums: [{ title: 'On deck', album_slug: 'on-deck', voyage_slug: '1946-07-07-truman' }],
  });
  api.answer('GET /api/s3/browse', ({ query }) =>
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
  test('shows the folders in it under the names that people give them', async () => {
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

  test('shows its files with what is recorded of them, or their name, and their size', async () => {
    await open('/media-explorer?path=harry-truman/image');
    const files = within(await screen.findByRole('list', { name: 'Files' }));
    expect(files.getByRole('link', { name: /^Aground at Buoy 211 · Charlotte News · .*1946/ })).toHaveAttribute(
      'href',
      '/media-explorer?path=harry-truman%2Fimage&file=aground.jpg',
    );
    expect(files.getByRole('link', { name: 'log.pdf' })).toBeInTheDocument();
    expect(files.getByText('1.50 MB')).toBeInTheDocument();
    expect(files.getByText('300 B')).toBeInTheDocument();
  });

  test('is searched by name and by what is recorded, and the address keeps the words', async () => {
    const { user, router } = await open('/media-explorer?path=harry-truman/image');
    await user.type(await screen.findByRole('searchbox', { name: 'Search this folder' }), 'charlotte FREED');
    expect(await screen.findByText('1 of 2 items')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'log.pdf' })).toBeNull();
    expect(router.state.location.search).toBe('?path=harry-truman%2Fimage&q=charlotte+FREED');
    await user.type(screen.getByRole('searchbox'), ' nowhere{Enter}');
    expect(await screen.findByText('Nothing in this folder matches')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show the whole folder' }));
    expect(await screen.findByText('2 items')).toBeInTheDocument();
  });

  test('is offered to be kept as it is searched', async () => {
    const { user } = await open('/media-explorer?path=harry-truman/image&q=charlotte');
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    expect(await screen.findByRole('menuitem', { name: 'JSON' })).toHaveAttribute(
      'href',
      '/api/export/media?folder=harry-truman%2Fimage&words=charlotte&format=json',
    );
  });

  test('of ten thousand files draws those in sight, and says how many there are', async () => {
    const files = Array.from({ length: 10_000 }, (_, index) =>
      aStoredFile({ name: `${index}.jpg`, path: `many/${index}.jpg`, title: `Print ${index}` }),
    );
    api.answer('GET /api/s3/browse', aBrowseResult({ files }));
    await open('/media-explorer?path=many');
    expect(await screen.findByText('10,000 items')).toBeInTheDocument();
    const drawn = within(screen.getByRole('list', { name: 'Files' })).getAllByRole('listitem');
    expect(drawn.length).toBeGreaterThan(4);
    expect(drawn.length).toBeLessThan(200);
    expect(drawn[0]).toHaveAttribute('aria-setsize', '10000');
    expect(drawn[0]).toHaveTextContent('Print 0');
  });

  test('says when it is empty', async () => {
    api.answer('GET /api/s3/browse', aBrowseResult({ files: [], folders: [], total_items: 0 }));
    await open();
    expect(await screen.findByText('This folder is empty')).toBeInTheDocument();
  });

  test('is gone through by arrow keys; who comes back from a file is at its print', async () => {
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

  test('says why it cannot be read, and tries again', async () => {
    api.answer('GET /api/s3/browse', problem(403, 'The archive does not keep its files there.'));
    const { user } = await open();
    expect(
      await screen.findByText('Error loading directory: The archive does not keep its files there.'),
    ).toBeInTheDocument();
    api.answer('GET /api/s3/browse', aBrowseResult({ files: [PHOTO], folders: [], total_items: 1 }));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('1 item')).toBeInTheDocument();
  });
});

describe('a file', () => {
  const address = '/media-explorer?path=harry-truman/image&file=';

  test('shows what it is and what is recorded of it', async () => {
    const { container } = await open(`${address}aground.jpg`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Aground at Buoy 211' })).toBeInTheDocument();
    expect(screen.getByRole('img', { name: 'Aground at Buoy 211' })).toHaveAttribute('src', PHOTO.url);
    for (const text of ['1.50 MB', 'image/jpeg', 'Charlotte News', 'Freed after thirty hours.'])
      expect(screen.getByText(text)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Download' })).toHaveAttribute('href', `${PHOTO.url}?download`);
    expect(await screen.findByRole('link', { name: 'Down the Potomac' })).toHaveAttribute(
      'href',
      '/voyages/1946-07-07-truman',
    );
    expect(screen.getByRole('link', { name: 'On deck' })).toHaveAttribute('href', '/voyages/1946-07-07-truman');
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('opens in the lightbox, with the others of its folder beside it', async () => {
    letDialogsOpen();
    const { user } = await open(`${address}aground.jpg`);
    await user.click(await screen.findByRole('button', { name: 'Open File' }));
    expect(await screen.findByRole('dialog', { name: 'Aground at Buoy 211' })).toHaveTextContent('1 of 2');
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('dialog', { name: 'log.pdf' })).toBeInTheDocument();
  });

  test('is a frame when it is a PDF, and says when no record knows it', async () => {
    await open(`${address}log.pdf`);
    expect(await screen.findByTitle('log.pdf')).toHaveAttribute('src', SCAN.url);
    expect(screen.getByText('No record of the archive describes this file yet.')).toBeInTheDocument();
  });

  test('gives its address to the clipboard', async () => {
    const { user } = await open(`${address}aground.jpg`);
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    await user.click(await screen.findByRole('button', { name: 'Copy URL' }));
    expect(write).toHaveBeenCalledWith(`http://localhost${PHOTO.url}`);
  });

  test('that is gone leads back to its folder', async () => {
    await open(`${address}gone.jpg`);
    expect(await screen.findByRole('heading', { name: 'File not found' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to the folder' })).toHaveAttribute(
      'href',
      '/media-explorer?path=harry-truman%2Fimage',
    );
  });
});
