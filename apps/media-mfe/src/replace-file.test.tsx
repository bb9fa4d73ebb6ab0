import { Outlet } from '@archive/router';
import {
  accessibilityProblems,
  aBrowseResult,
  aMediaItem,
  aStoredFile,
  mockApi,
  page,
  renderRoute,
} from '@archive/testing';
import { Toaster, toast } from '@archive/ui';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { FakeUpload, installFakeUploads } from '../test/fake-uploads.ts';
import { aView, NO_PEOPLE } from '../test/viewer.ts';
import { recordRoutes, routes } from './routes.tsx';

const api = mockApi();
const UNDO = 'POST /api/curator/media/{media_slug}/file/undo';
const FILE = aStoredFile({
  name: 'rail.jpg',
  title: 'At the rail',
  media_slug: 'rail',
  original_filename: 'IMG_0007.jpg',
});
const RECORD = aMediaItem({ media_slug: 'rail', title: 'At the rail', original_filename: 'IMG_0007.jpg' });

const shell = (
  <>
    <Outlet />
    <Toaster />
  </>
);
const open = async () => {
  const children = [
    { path: 'media-explorer', children: routes },
    { path: 'media', children: recordRoutes ?? [] },
  ];
  const view = await renderRoute([{ element: shell, children }], '/media-explorer?path=t&file=rail.jpg');
  await view.user.click(await screen.findByRole('button', { name: 'Replace file' }));
  return { ...view, dialog: within(await screen.findByRole('dialog', { name: 'Replace file' })) };
};

beforeEach(() => {
  installFakeUploads();
  sessionStorage.setItem('edit-mode', '1');
  api.respond('GET /api/media/{media_slug}/people', NO_PEOPLE);
  api.respond('GET /api/s3/browse', aBrowseResult({ files: [FILE] }));
  api.respond('GET /api/curator/trash', { ...page([]), retention_days: 30 });
  api.respond('GET /api/curator/media/{media_slug}/usage', { voyages: [], albums: [], people: [] });
  api.respond('GET /api/media/{slug}', RECORD);
  api.respond('GET /api/media/{slug}/similar', { items: [] });
  api.respond('GET /api/media/{slug}/neighbors', { album: null, previous: null, next: null });
  api.respond('GET /api/media/{slug}/preservation', { sha256: null, events: [] });
});
afterEach(() => act(() => toast.dismiss()));

describe('replacing a file', () => {
  test('uploads the better copy, shows the page of the file, and offers Undo', async () => {
    const { user, dialog, router } = await open();
    expect(dialog.getByText('IMG_0007.jpg')).toBeInTheDocument();
    expect(await accessibilityProblems(document.body)).toEqual([]);
    const scan = new File(['scan'], 'rescan.tif', { type: 'image/tiff' });
    await user.upload(dialog.getByLabelText(/^New file/), scan);
    await user.click(dialog.getByRole('button', { name: 'Replace file' }));
    const [upload] = FakeUpload.sent;
    expect(upload?.url).toBe('/api/curator/media/rail/file');
    expect(upload?.fields['file']).toEqual(scan);
    act(() => upload?.progress(1, 2));
    expect(dialog.getByRole('progressbar', { name: 'Upload of rescan.tif' })).toHaveAttribute('aria-valuenow', '50');
    act(() => upload?.respond(200, RECORD));
    await screen.findByText('File replaced');
    await waitFor(() => expect(router.state.location.pathname).toBe('/media/rail'));
    api.respond(UNDO, RECORD);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Undone');
    expect(api.requests(UNDO)).toHaveLength(1);
  });

  test('is offered with the message about a damaged file, in Edit Mode only', async () => {
    const damaged = { preview_state: 'failed', preview_error: 'The file is damaged.' } as const;
    const show = async (failure: 'damaged' | 'unsupported') => {
      api.respond('GET /api/media/{slug}', { ...RECORD, ...damaged, preview_failure: failure });
      const view = await renderRoute(
        [{ path: 'media-explorer', children: routes }],
        '/media-explorer?path=t&file=rail.jpg',
      );
      await screen.findByText('The file is damaged.');
      return { ...view, buttons: screen.queryAllByRole('button', { name: 'Replace file' }) };
    };
    const { buttons, user, unmount } = await show('damaged');
    expect(buttons).toHaveLength(2);
    await user.click(buttons[0]!);
    expect(await screen.findByRole('dialog', { name: 'Replace file' })).toBeInTheDocument();
    unmount();
    const other = await show('unsupported');
    expect(other.buttons).toHaveLength(1);
    other.unmount();
    sessionStorage.clear();
    expect((await show('damaged')).buttons).toHaveLength(0);
  });

  test.each(['video/mp4', 'audio/wav'])('is offered with the message about a damaged file: %s', async (type) => {
    const reason = 'The file is damaged.';
    const state = { preview_state: 'failed', preview_error: reason, preview_failure: 'damaged' } as const;
    api.respond('GET /api/media/{slug}', { ...RECORD, ...state, content_type: type });
    api.respond('GET /api/media/{media_slug}/view', aView({ state: 'failed', error: reason, pictures: [] }));
    await renderRoute([{ path: 'media-explorer', children: routes }], '/media-explorer?path=t&file=rail.jpg');
    expect(await screen.findAllByText(reason)).toHaveLength(1);
    expect(screen.getAllByRole('button', { name: 'Replace file' })).toHaveLength(2);
    expect(await screen.findByLabelText('At the rail', { selector: 'video, audio' })).toBeInTheDocument();
  });

  test('shows the new file beside the current one, and warns about a different type', async () => {
    const { user, dialog } = await open();
    const chosen = new File(['x'.repeat(2048)], 'menu.pdf', { type: 'application/pdf' });
    await user.upload(dialog.getByLabelText(/^New file/), chosen);
    const [current, added] = dialog.getAllByRole('figure');
    expect(current).toHaveTextContent('Current fileIMG_0007.jpg');
    expect(added).toHaveTextContent(/^New file.*menu\.pdf.*PDF document · 2\.00 KB$/);
    expect(dialog.getByText(/^The new file must be an image/)).toBeInTheDocument();
    expect(dialog.getByText(/stays in storage for 30 days/)).toBeInTheDocument();
    expect(await accessibilityProblems(document.body)).toEqual([]);
  });

  test('can be canceled while uploading, but not while the server finishes', async () => {
    const { user, dialog } = await open();
    await user.upload(dialog.getByLabelText(/^New file/), new File(['scan'], 'scan.png', { type: 'image/png' }));
    await user.click(dialog.getByRole('button', { name: 'Replace file' }));
    const [upload] = FakeUpload.sent;
    act(() => upload?.progress(2, 2));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(upload?.aborted).toBe(false);
    act(() => upload?.progress(1, 2));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(upload?.aborted).toBe(true);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('says what is wrong with the file', async () => {
    const { user, dialog } = await open();
    expect(dialog.getByRole('button', { name: 'Replace file' })).toBeDisabled();
    await user.type(dialog.getByLabelText(/^New file/), '{Enter}');
    expect(dialog.getByText('Choose a file.')).toBeInTheDocument();
    await user.upload(dialog.getByLabelText(/^New file/), new File(['x'], 'menu.pdf', { type: 'application/pdf' }));
    await user.click(dialog.getByRole('button', { name: 'Replace file' }));
    const detail = 'The new file must be an image, like the one it replaces.';
    act(() => FakeUpload.sent[0]?.respond(415, { title: 'Unsupported Media Type', status: 415, detail }));
    expect(await dialog.findByText(detail)).toBeInTheDocument();
  });
});
