import type { UploadVoyage } from '@archive/shell-api';
import { EditModeSwitch } from '@archive/shell-api';
import { Outlet } from '@archive/router';
import {
  accessibilityProblems,
  aBrowseResult,
  aMediaItem,
  aPersonListItem,
  aPresident,
  aVoyageListItem,
  mockApi,
  page,
  problem,
  renderRoute,
} from '@archive/testing';
import { Toaster, toast } from '@archive/ui';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { FakeUpload, installFakeUploads } from '../test/fake-uploads.ts';
import { installPeople } from '../test/people-remote.tsx';
import { uploads } from './features/upload/store/upload-store.ts';
import { component as MediaUpload } from './features/upload/upload-dialog.tsx';
import { routes } from './routes.tsx';

const api = mockApi();
const SEARCH = 'GET /api/curator/media/search';
const storedItem = (overrides = {}) => ({ ...aMediaItem(overrides), linked_to_voyage: false });
const photo = (name = 'aground.jpg') => new File(['picture'], name, { type: 'image/png' });
const dialog = () => screen.findByRole('dialog');
const button = (name: string) => screen.findByRole('button', { name });
const nextUpload = async (count: number) => {
  await waitFor(() => expect(FakeUpload.sent).toHaveLength(count));
  return FakeUpload.sent[count - 1]!;
};

const shell = (
  <>
    <EditModeSwitch />
    <Outlet />
    <Toaster />
  </>
);

async function openInExplorer(path = '/media-explorer') {
  const view = await renderRoute([{ element: shell, children: routes }], path, { at: '/media-explorer' });
  await view.user.click(await button('Upload Media'));
  await dialog();
  return view;
}

async function openForVoyage(voyage: UploadVoyage) {
  const onUploaded = jest.fn();
  const onClose = jest.fn();
  const element = (
    <>
      <MediaUpload open voyage={voyage} onUploaded={onUploaded} onClose={onClose} />
      <Toaster />
    </>
  );
  return { ...(await renderRoute([{ index: true, element }], '/')), onUploaded, onClose };
}

beforeEach(() => {
  sessionStorage.setItem('edit-mode', '1');
  installFakeUploads();
  installPeople();
  api.respond('GET /api/media/{slug}/similar', { items: [] });
  api.respond('GET /api/curator/albums/by-voyage/{voyage_slug}', []);
  api.respond('GET /api/s3/browse', aBrowseResult());
  api.respond(
    'GET /api/presidents',
    page([aPresident(), aPresident({ president_slug: 'reagan-ronald', full_name: 'Ronald Reagan' })]),
  );
  api.respond(
    'GET /api/people',
    page([
      aPersonListItem({
        person_slug: 'ford-gerald',
        full_name: 'Gerald Ford',
        role_title: 'President of the United States',
      }),
      aPersonListItem({ person_slug: 'attlee-clement', full_name: 'Clement Attlee', role_title: 'Prime Minister' }),
    ]),
  );
});
afterEach(() =>
  act(() => {
    toast.dismiss();
    uploads.remove(uploads.items().map(({ id }) => id));
  }),
);

describe('uploading to the library', () => {
  test('is available only in Edit Mode', async () => {
    sessionStorage.clear();
    await renderRoute([{ element: shell, children: routes }], '/media-explorer', { at: '/media-explorer' });
    await screen.findByText('This folder is empty');
    expect(screen.queryByRole('button', { name: 'Upload Media' })).toBeNull();
  });

  test('prefills title and type, requires a president, and refreshes the folder', async () => {
    const { user } = await openInExplorer();
    expect(await dialog()).toHaveAccessibleName('Upload Media to Explorer');
    expect(await button('Upload')).toBeDisabled();
    await user.type(screen.getByRole('textbox', { name: 'Credit' }), '{Enter}');
    expect(screen.getByText('Please select a file and provide a title')).toBeInTheDocument();

    await user.upload(screen.getByLabelText(/Choose files/), photo());
    const title = await screen.findByRole('textbox', { name: /Title/ });
    expect(title).toHaveValue('aground');
    expect(screen.getByRole('combobox', { name: 'Media Type' })).toHaveValue('image');
    expect(await accessibilityProblems(document.body)).toEqual([]);
    await user.clear(title);
    expect(await button('Upload')).toBeDisabled();
    await user.type(title, 'Aground at Buoy 211');
    await user.click(await button('Upload'));
    expect(screen.getAllByText('Please select a president')).not.toHaveLength(0);
    expect(FakeUpload.sent).toHaveLength(0);

    const president = screen.getByRole('combobox', { name: /President/ });
    await waitFor(() => expect(president).toHaveFocus());
    expect(
      within(president)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Select a president', 'Harry S. Truman', 'Gerald Ford']);
    await user.selectOptions(president, 'Harry S. Truman');
    await user.type(screen.getByRole('textbox', { name: 'Tags' }), 'river, mud');
    await user.click(await button('Upload'));
    const upload = await nextUpload(1);
    expect(await button('Uploading...')).toBeInTheDocument();
    expect(upload.fields).toMatchObject({
      media_slug: 'auto',
      title: 'Aground at Buoy 211',
      media_type: 'image',
      media_category: 'source',
      president_slug: 'truman-harry-s',
      tags: 'river, mud',
    });
    expect(upload.fields['file']).toHaveProperty('name', 'aground.jpg');
    expect(upload.headers.get('idempotency-key')).toBeTruthy();
    act(() => upload.progress(3, 4));
    expect(screen.getByRole('progressbar', { name: 'Upload of aground.jpg' })).toHaveAttribute('aria-valuenow', '75');
    const before = api.requests('GET /api/s3/browse').length;
    act(() => upload.respond(201, storedItem({ title: 'Aground at Buoy 211', url: '/media-files/t/image/a.jpg' })));
    expect(await screen.findByText('Media uploaded successfully!')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(api.requests('GET /api/s3/browse').length).toBeGreaterThan(before));
  });

  test('preselects the president of the open folder', async () => {
    await openInExplorer('/media-explorer?path=harry-s.-truman/image');
    await waitFor(() => expect(screen.getByRole('combobox', { name: /President/ })).toHaveValue('truman-harry-s'));
  });

  test('links files to a voyage that is found by its title', async () => {
    const voyage = aVoyageListItem({ voyage_slug: '1947-bermuda', title: 'Bermuda again', president_name: null });
    api.respond('GET /api/voyages', page([voyage]));
    api.respond('GET /api/curator/albums/by-voyage/{voyage_slug}', []);
    const { user } = await openInExplorer();
    await user.upload(screen.getByLabelText(/Choose files/), photo());
    await screen.findByRole('textbox', { name: /Title/ });
    await user.selectOptions(screen.getByRole('combobox', { name: /President/ }), 'Gerald Ford');
    await user.type(screen.getByRole('combobox', { name: 'Voyage' }), 'Bermuda');
    await screen.findByRole('option', { name: /Bermuda again/ });
    expect(await accessibilityProblems(document.body)).toEqual([]);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Remove the voyage Bermuda again' })).toHaveFocus());
    expect(FakeUpload.sent).toHaveLength(0);
    await user.click(await button('Upload'));
    expect((await nextUpload(1)).fields).toMatchObject({
      voyage_slug: '1947-bermuda',
      president_slug: 'ford-gerald',
      media_category: 'source',
    });
  });

  test('warns about possible duplicates before sending', async () => {
    api.respond(SEARCH, page([aMediaItem({ title: 'Stuck in the mud' })]));
    const { user } = await openInExplorer('/media-explorer?path=harry-s.-truman');
    await user.upload(screen.getByLabelText(/Choose files/), photo());
    await user.type(await screen.findByRole('textbox', { name: 'Date' }), '19460218');
    await user.type(screen.getByRole('textbox', { name: 'Credit' }), 'Charlotte News');
    await user.click(await button('Upload'));
    const warning = await screen.findByRole('alertdialog', { name: 'Possible duplicates' });
    expect(warning).toHaveTextContent('Stuck in the mud');
    expect(Object.fromEntries(api.requests(SEARCH)[0]?.query ?? [])).toEqual({
      credit: 'Charlotte News',
      date: '1946-02-18',
      folder: 'Harry S. Truman',
      limit: '1000',
    });
    await user.click(within(warning).getByRole('button', { name: 'Cancel' }));
    expect(FakeUpload.sent).toHaveLength(0);
    await user.click(await button('Upload'));
    await user.click(await button('Yes, Upload Anyway'));
    expect((await nextUpload(1)).fields).toMatchObject({ date: '1946-02-18', credit: 'Charlotte News' });
  });

  test('continues when the duplicate check fails', async () => {
    api.respond(SEARCH, problem(503, 'The database is unavailable.'));
    const { user } = await openInExplorer('/media-explorer?path=harry-s.-truman');
    await user.upload(screen.getByLabelText(/Choose files/), photo());
    await user.type(await screen.findByRole('textbox', { name: 'Date' }), '1946');
    await user.type(screen.getByRole('textbox', { name: 'Credit' }), 'News');
    await user.click(await button('Upload'));
    await nextUpload(1);
  });

  test('asks before storing an identical file', async () => {
    api.respond('GET /api/media/{slug}', aMediaItem({ media_slug: 'first', title: 'The first print' }));
    const { user } = await openInExplorer('/media-explorer?path=harry-s.-truman');
    await user.upload(screen.getByLabelText(/Choose files/), photo());
    await screen.findByRole('textbox', { name: /Title/ });
    await user.click(await button('Upload'));
    const first = await nextUpload(1);
    const duplicate = {
      type: 'about:blank',
      title: 'Conflict',
      status: 409,
      detail: 'It is there.',
      media_slug: 'first',
    };
    act(() => first.respond(409, duplicate));
    const warning = await screen.findByRole('alertdialog', { name: 'This file is already in the media library' });
    expect(warning).toHaveTextContent('The first print');
    await user.click(within(warning).getByRole('button', { name: 'Yes, Upload Anyway' }));
    const secondUpload = await nextUpload(2);
    expect(secondUpload.fields['allow_duplicate']).toBe('1');
    expect(secondUpload.headers.get('idempotency-key')).not.toBe(first.headers.get('idempotency-key'));
  });

  test('offers to restore a file that is in the trash instead of uploading it', async () => {
    api.respond('POST /api/curator/trash/restore', { restored: ['thrown'], failures: [] });
    api.respond('GET /api/media/{slug}', aMediaItem({ media_slug: 'thrown', title: 'Thrown away' }));
    const { user } = await openInExplorer('/media-explorer?path=harry-s.-truman');
    await user.upload(screen.getByLabelText(/Choose files/), photo());
    await screen.findByRole('textbox', { name: /Title/ });
    await user.click(await button('Upload'));
    const detail = 'This file is in the trash as “Thrown away”. Restore it instead.';
    const first = await nextUpload(1);
    act(() =>
      first.respond(409, { type: 'about:blank', title: 'Conflict', status: 409, detail, trashed_slug: 'thrown' }),
    );
    const warning = await screen.findByRole('alertdialog', { name: 'This file is in the trash' });
    expect(warning).toHaveTextContent(detail);
    await user.click(within(warning).getByRole('button', { name: 'Restore' }));
    expect(await screen.findByText('“Thrown away” restored from the trash')).toBeInTheDocument();
    expect(api.requests('POST /api/curator/trash/restore')[0]?.body).toEqual({ media_slugs: ['thrown'] });
  });

  test('says why the server rejected a file, and retries with the same idempotency key', async () => {
    const { user } = await openInExplorer('/media-explorer?path=harry-s.-truman');
    await user.upload(screen.getByLabelText(/Choose files/), photo('two.png'));
    await screen.findByRole('textbox', { name: /Title/ });
    await user.click(await button('Upload'));
    const upload = await nextUpload(1);
    act(() => upload.respond(503, { title: 'Service Unavailable', status: 503, detail: 'Storage is unavailable.' }));
    expect(await screen.findByText('Upload failed: Storage is unavailable.')).toBeInTheDocument();
    await user.click(await button('Retry the upload of two.png'));
    const retried = await nextUpload(2);
    expect(retried.headers.get('idempotency-key')).toBe(upload.headers.get('idempotency-key'));
    act(() => retried.respond(201, storedItem()));
    expect(await screen.findByText('Media uploaded successfully!')).toBeInTheDocument();
  });

  test('can be canceled', async () => {
    const { user } = await openInExplorer('/media-explorer?path=harry-s.-truman');
    await user.upload(screen.getByLabelText(/Choose files/), photo());
    await screen.findByRole('textbox', { name: /Title/ });
    await user.click(await button('Upload'));
    const upload = await nextUpload(1);
    await user.click(await button('Cancel the upload of aground.jpg'));
    expect(upload.aborted).toBe(true);
    expect(await screen.findByText('Canceled')).toBeInTheDocument();
    expect(screen.queryByText(/^Upload failed/)).toBeNull();
  });

  test('continues when the dialog is closed', async () => {
    const { user } = await openInExplorer('/media-explorer?path=harry-s.-truman');
    await user.upload(screen.getByLabelText(/Choose files/), photo('one.png'));
    await screen.findByRole('textbox', { name: /Title/ });
    await user.click(await button('Upload'));
    const upload = await nextUpload(1);
    await user.click(await button('Close'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(upload.aborted).toBe(false);
    expect(uploads.items()[0]).toMatchObject({ attended: false, state: 'sending' });
  });

  test('reports a damaged file after the dialog has closed', async () => {
    const error = 'The file is damaged.';
    const torn = { media_slug: 'torn', title: 'Torn print' };
    api.respond('GET /api/media', page([aMediaItem({ ...torn, preview_state: 'failed', preview_error: error })]));
    const { user } = await openInExplorer('/media-explorer?path=harry-s.-truman');
    await user.upload(screen.getByLabelText(/Choose files/), photo('Torn print.png'));
    await screen.findByRole('textbox', { name: /Title/ });
    await user.click(await button('Upload'));
    const upload = await nextUpload(1);
    act(() => upload.respond(201, storedItem({ ...torn, preview_state: 'waiting' })));
    expect(await screen.findByText('Media uploaded successfully!')).toBeInTheDocument();
    expect(await screen.findByText(`“Torn print” was uploaded. ${error}`, {}, { timeout: 4000 })).toBeInTheDocument();
  });

  test('is retried when the connection returns after 15 seconds without progress', async () => {
    const { user } = await openInExplorer('/media-explorer?path=harry-s.-truman');
    await user.upload(screen.getByLabelText(/Choose files/), photo());
    await screen.findByRole('textbox', { name: /Title/ });
    await user.click(await button('Upload'));
    const upload = await nextUpload(1);
    jest.useFakeTimers();
    try {
      act(() => upload.progress(1, 10));
      await act(() => jest.advanceTimersByTimeAsync(14_999));
      expect(upload.aborted).toBe(false);
      await act(() => jest.advanceTimersByTimeAsync(1));
      expect(upload.aborted).toBe(true);
      expect(screen.getByText('Connection lost. Trying again...')).toBeInTheDocument();
      expect(FakeUpload.sent).toHaveLength(1);
      await act(() => jest.advanceTimersByTimeAsync(1000));
    } finally {
      jest.useRealTimers();
    }
    const retried = await nextUpload(2);
    expect(retried.headers.get('idempotency-key')).toBe(upload.headers.get('idempotency-key'));
    act(() => retried.respond(201, storedItem()));
    expect(await screen.findByText('Media uploaded successfully!')).toBeInTheDocument();
  });

  test.each([
    ['dropped', () => fireEvent.drop(document.body, { dataTransfer: { files: [photo('given.png')] } })],
    ['pasted', () => fireEvent.paste(document.body, { clipboardData: { files: [photo('given.png')] } })],
  ])('starts with files %s on the page', async (_how, give) => {
    await renderRoute([{ element: shell, children: routes }], '/media-explorer', { at: '/media-explorer' });
    await button('Upload Media');
    give();
    expect(await screen.findByRole('dialog', { name: 'Upload Media to Explorer' })).toBeInTheDocument();
    expect(await screen.findByDisplayValue('given')).toBeInTheDocument();
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
  });

  test('accepts dropped and pasted files, and rejects unsupported ones', async () => {
    await openInExplorer();
    fireEvent.drop(document.body, { dataTransfer: { files: [photo('dropped.png')] } });
    expect(await screen.findByDisplayValue('dropped')).toBeInTheDocument();
    fireEvent.paste(document.body, { clipboardData: { files: [photo('pasted.png')] } });
    expect(await screen.findByDisplayValue('pasted')).toBeInTheDocument();
    const page_ = new File(['<p>'], 'page.html', { type: 'text/html' });
    fireEvent.drop(document.body, { dataTransfer: { files: [page_] } });
    expect(
      await screen.findByText(
        'Can’t upload page.html. Choose images, videos, audio recordings, PDFs, or Word documents.',
      ),
    ).toBeInTheDocument();
  });
});

describe('uploading to a voyage', () => {
  const VOYAGE = { voyage_slug: '1946-07-07-truman', president_name: 'Harry S. Truman' };

  test('asks for a category instead of a president, and links the media itself if needed', async () => {
    api.respond('POST /api/curator/media/link-to-voyage', aMediaItem());
    const { user, onUploaded, onClose } = await openForVoyage(VOYAGE);
    expect(await dialog()).toHaveAccessibleName('Upload New Media to Voyage');
    expect(screen.queryByRole('combobox', { name: /President/ })).toBeNull();
    await user.upload(screen.getByLabelText(/Choose files/), photo());
    await screen.findByRole('textbox', { name: /Title/ });
    await user.selectOptions(screen.getByRole('combobox', { name: /Category/ }), 'Additional source');
    await user.click(await button('Upload'));
    const upload = await nextUpload(1);
    expect(upload.fields).toMatchObject({ voyage_slug: VOYAGE.voyage_slug, media_category: 'additional_source' });
    expect(upload.fields).not.toHaveProperty('president_slug');
    act(() => upload.respond(201, storedItem({ media_slug: 'new-one' })));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(onUploaded).toHaveBeenCalledWith(expect.objectContaining({ media_slug: 'new-one' }));
    expect(api.requests('POST /api/curator/media/link-to-voyage')[0]?.body).toEqual({
      media_slug: 'new-one',
      voyage_slug: VOYAGE.voyage_slug,
      media_category: 'additional_source',
      sort_order: null,
      notes: '',
    });
  });

  test('accepts videos and recordings, including types that the browser doesn’t know', async () => {
    await openForVoyage(VOYAGE);
    const files = [
      new File(['video'], 'cruise.mp4', { type: 'video/mp4' }),
      new File(['audio'], 'interview.mp3', { type: 'audio/mpeg' }),
      new File(['audio'], 'toast.flac'),
    ];
    fireEvent.drop(document.body, { dataTransfer: { files } });
    expect(await screen.findByDisplayValue('cruise')).toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Media Type of interview.mp3' })).toHaveValue('audio');
    expect(screen.getByRole('combobox', { name: 'Media Type of toast.flac' })).toHaveValue('audio');
  });

  test('shows the voyage and the album, and adds the file to both', async () => {
    const album = { album_slug: 'on-deck', title: 'On deck' };
    const voyage = { ...VOYAGE, title: 'A cruise to Bermuda' };
    api.respond('GET /api/curator/albums/by-voyage/{voyage_slug}', [
      { ...album, description: null, voyage_slug: VOYAGE.voyage_slug, sort_order: 1, media_count: 0 },
    ]);
    const onClose = jest.fn();
    const element = <MediaUpload open voyage={voyage} album={album} files={[photo('rail.png')]} onClose={onClose} />;
    const { user } = await renderRoute([{ index: true, element }], '/');
    expect(await screen.findByDisplayValue('rail')).toBeInTheDocument();
    expect(screen.getByText('A cruise to Bermuda')).toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Album' })).toHaveValue('on-deck');
    expect(await accessibilityProblems(document.body)).toEqual([]);
    await user.click(await button('Upload'));
    const upload = await nextUpload(1);
    act(() => upload.respond(201, { ...storedItem({ media_slug: 'rail' }), linked_to_voyage: true }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(upload.fields).toMatchObject({ voyage_slug: VOYAGE.voyage_slug, album_slug: 'on-deck' });
  });
});
