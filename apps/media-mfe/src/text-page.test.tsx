import { Outlet } from '@archive/router';
import type { FileText } from '@archive/contracts';
import { accessibilityProblems, mockApi, pendingForever, problem, renderRoute } from '@archive/testing';
import { Toaster, toast } from '@archive/ui';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { stubShowModal } from '../test/dialogs.ts';
import { routes } from './routes.tsx';

const api = mockApi();
const TEXT = 'GET /api/media/{media_slug}/text';
const CORRECT = 'PUT /api/curator/media/{media_slug}/text/{page}';

const shell = (
  <>
    <Outlet />
    <Toaster />
  </>
);
const open = (query = '') =>
  renderRoute([{ element: shell, children: routes }], `/media-explorer/text?media=log${query}`, {
    at: '/media-explorer',
  });

const READ = 'The steward served salmon.';
const aPage = (with_: Partial<NonNullable<FileText['page']>> = {}): NonNullable<FileText['page']> => {
  const text = with_.text ?? READ;
  return {
    page: 1,
    text,
    marked: [{ text, match: false }],
    read_text: READ,
    corrected: false,
    confidence: 91,
    ...with_,
  };
};
const aText = (with_: Partial<FileText> = {}): FileText => ({
  media_slug: 'log',
  title: 'Log of March',
  url: '/media-files/logs/log.png',
  media_type: 'image',
  content_type: 'image/png',
  picture_url: null,
  state: 'ready',
  error: null,
  pages: 1,
  pages_read: 1,
  matches: [],
  page: aPage(),
  ...with_,
});

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  sessionStorage.setItem('edit-mode', '1');
  stubShowModal();
  jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  api.respond(TEXT, aText());
});
afterEach(() => {
  act(() => {
    toast.dismiss();
  });
});

const text = () => screen.findByRole('region', { name: 'Text of page 1' });

/** Opens the form and types a correction. */
async function correct(user: Awaited<ReturnType<typeof open>>['user'], words: string) {
  await user.click(await screen.findByRole('button', { name: 'Edit text' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit text of page 1' }));
  const field = dialog.getByRole('textbox', { name: 'Text' });
  await user.clear(field);
  await user.type(field, words);
  return { dialog, field };
}

test('shows the text with the search words highlighted, and its confidence', async () => {
  const marked = [
    { text: 'The steward served ', match: false },
    { text: 'salmon', match: true },
    { text: '.', match: false },
  ];
  api.respond(TEXT, aText({ pages: 3, matches: [1, 3], page: aPage({ marked }) }));
  const { container } = await open('&q=salmon');
  expect((await text()).querySelector('mark')).toHaveTextContent('salmon');
  expect(screen.getByText('Recognized by software, with a confidence of 91%.')).toBeVisible();
  expect(screen.getByText('Found on 2 pages.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Previous match' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Next match' })).toBeEnabled();
  expect(await accessibilityProblems(container)).toEqual([]);
});

test('shows loading and failed states', async () => {
  api.respond(TEXT, pendingForever);
  const { unmount } = await open();
  expect(await screen.findByText('Loading text...')).toBeInTheDocument();
  unmount();

  api.respond(TEXT, problem(503, 'The database is not available.'));
  const { user } = await open('&page=2');
  expect(await screen.findByText('Can’t load the text', {}, { timeout: 4000 })).toBeVisible();
  api.respond(TEXT, aText());
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await text()).toHaveTextContent(READ);
});

test.each([
  [{ state: 'waiting', pages: 40, pages_read: 12, page: null }, /12 of 40 pages are done/],
  [{ state: 'failed', error: 'The PDF is password-protected.', pages: 0, page: null }, /password-protected/],
  [{ state: 'none', page: aPage({ text: '', read_text: '' }) }, /No text was recognized in this file/],
  [{ state: null, pages: 0, page: null }, /Text recognition isn’t available for this type of file/],
] as [Partial<FileText>, RegExp][])(
  'says how far the text extraction is, or why there is no text: %j',
  async (with_, expected) => {
    api.respond(TEXT, aText(with_));
    const { container } = await open();
    expect(await screen.findByText(expected)).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
  },
);

test('offers neither a search nor text recognition for a file whose text can’t be read', async () => {
  api.respond(TEXT, aText({ state: null, pages: 0, page: null }));
  const { unmount } = await open();
  await screen.findByText(/Text recognition isn’t available/);
  expect(screen.queryByRole('searchbox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Recognize text again' })).toBeNull();
  unmount();

  api.respond(TEXT, aText());
  await open();
  expect(await screen.findByRole('searchbox', { name: 'Search this text' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Recognize text again' })).toBeVisible();
});

test('says that no page contains the words', async () => {
  await open('&q=zabaglione');
  expect(await screen.findByText('No page has these words.')).toBeVisible();
});

test('saves a correction, which can be undone', async () => {
  const { user } = await open();
  api.respond(CORRECT, { media_slug: 'log', revision: 4 });
  await correct(user, 'The steward served trout.');
  api.respond(TEXT, aText({ page: aPage({ text: 'The steward served trout.', corrected: true }) }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect(await text()).toHaveTextContent('Edited by a curator.'));
  expect(api.requests(CORRECT).at(-1)?.body).toEqual({ text: 'The steward served trout.', previous: READ });

  api.respond('POST /api/curator/media/bulk-undo', { restored: ['log'], left: [] });
  api.respond(TEXT, aText());
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(await text()).toHaveTextContent(READ));
});

test('keeps a correction that is being typed while the server is unavailable', async () => {
  api.respond(TEXT, aText({ state: 'waiting', pages: 2 }));
  const { user, client } = await open();
  const { dialog, field } = await correct(user, 'The steward served tr');
  api.goOffline();
  await act(() => client.invalidateQueries());
  expect(field).toBeInTheDocument();
  expect(field).toHaveValue('The steward served tr');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(/Can’t reach the server/)).toBeVisible();
  api.goOnline();
  api.respond(CORRECT, { media_slug: 'log', revision: 4 });
  await user.type(field, 'out.');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.requests(CORRECT).at(-1)?.body).toEqual({ text: 'The steward served trout.', previous: READ });
});

test('offers a correction that was typed before the tab was closed', async () => {
  const first = await open();
  await correct(first.user, 'The steward served trout.');
  first.unmount();

  const { user, container } = await open();
  expect(await screen.findByText('You have an unsaved draft')).toBeVisible();
  expect(screen.getByText(/“The steward served trout\.”/)).toBeVisible();
  expect(await accessibilityProblems(container)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Resume draft' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit text of page 1' }));
  expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue('The steward served trout.');
  api.respond(CORRECT, { media_slug: 'log', revision: 4 });
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.requests(CORRECT).at(-1)?.body).toEqual({ text: 'The steward served trout.', previous: READ });
  expect(screen.queryByText('You have an unsaved draft')).toBeNull();
  expect(localStorage).toHaveLength(0);
});

test('offers a draft only on the page it was typed for', async () => {
  const first = await open();
  await correct(first.user, 'The steward served trout.');
  first.unmount();

  const { router } = await open();
  expect(await screen.findByText('You have an unsaved draft')).toBeVisible();
  const response = Promise.withResolvers<void>();
  api.respond(TEXT, async () => {
    await response.promise;
    return Response.json(aText({ media_slug: 'menu', title: 'Menu' }));
  });
  // As after choosing a search suggestion: the first file stays on screen until the second is loaded.
  await act(() => router.navigate('/media-explorer/text?media=menu'));
  response.resolve();
  expect(await screen.findByRole('heading', { name: 'Menu' })).toBeVisible();
  expect(screen.queryByText('You have an unsaved draft')).toBeNull();
  expect(screen.getByRole('button', { name: 'Edit text' })).toBeVisible();
});

test('keeps text typed while a correction is being saved', async () => {
  const { user } = await open();
  const { dialog, field } = await correct(user, 'The steward served tr');
  const response = Promise.withResolvers<void>();
  api.respond(CORRECT, async () => {
    await response.promise;
    return Response.json({ media_slug: 'log', revision: 4 });
  });
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await user.type(field, 'out.');
  response.resolve();
  expect(await screen.findByText('Text saved. What you typed since then is not saved yet.')).toBeVisible();
  expect(field).toHaveValue('The steward served trout.');
  expect(Object.values(localStorage).join()).toContain('The steward served trout.');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.requests(CORRECT).at(-1)?.body).toEqual({
    text: 'The steward served trout.',
    previous: 'The steward served tr',
  });
  expect(localStorage).toHaveLength(0);
});

test('shows the first words of a draft, and discards it', async () => {
  const first = await open();
  await correct(first.user, `${'Not this. '.repeat(9)}Nor these words.`);
  first.unmount();
  const second = await open();
  expect(await screen.findByText(/Nor these …” — last edited in this browser/)).toBeVisible();
  await second.user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(screen.getByRole('button', { name: 'Edit text' })).toBeVisible();
  second.unmount();
  await open();
  expect(await screen.findByRole('button', { name: 'Edit text' })).toBeVisible();
});

test('the text of all pages is previewed as a document, to make voyages from it', async () => {
  api.respond(TEXT, ({ query }) => {
    const page = Number(query.get('page') ?? 1);
    return aText({ pages: 2, page: aPage({ page, text: `Mar. ${page}  Rain.` }) });
  });
  const setField = jest.spyOn(FormData.prototype, 'set');
  api.respond('POST /api/curator/ingest', ({ query }) => {
    expect(Object.fromEntries(query)).toMatchObject({ dry_run: '1', ask_columns: '1' });
    return { operation_id: '0f5a0a36-6f2c-4b62-9a43-d93a3d2f7a11' };
  });
  const { user, router } = await open();
  await user.click(await screen.findByRole('button', { name: 'Make voyages from this' }));
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/voyages\/import\/0f5a/));
  expect(setField).toHaveBeenCalledWith('file', expect.any(File), 'Log of March.txt');
  const file = setField.mock.calls.find(([name]) => name === 'file')?.[1] as unknown as File;
  expect(file.size).toBe('Mar. 1  Rain.\n\nMar. 2  Rain.'.length);
});
