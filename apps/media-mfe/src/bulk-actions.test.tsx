import { Outlet } from '@archive/router';
import { EditModeSwitch } from '@archive/shell-api';
import { accessibilityProblems, aBrowseResult, aStoredFile, mockApi, problem, renderRoute } from '@archive/testing';
import { Toaster, toast } from '@archive/ui';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { routes } from './routes.tsx';

const api = mockApi();
const USAGE = 'POST /api/curator/media/usage';
const DETACH = 'POST /api/curator/media/bulk-detach';
const DELETE = 'POST /api/curator/media/bulk-delete';
const DELETE_FILES = 'POST /api/curator/media/delete-from-s3';
const UPDATE = 'POST /api/curator/media/bulk-update';
const UNDO = 'POST /api/curator/media/bulk-undo';
const VOYAGES = [{ title: 'Down the Potomac', voyage_slug: 'one' }];

const file = (slug: string, title: string) =>
  aStoredFile({ name: `${slug}.jpg`, path: `t/${slug}.jpg`, title, credit: null, date: null, media_slug: slug });
const FILES = [
  file('rail', 'At the rail'),
  file('deck', 'On deck'),
  file('bow', 'At the bow'),
  aStoredFile({
    name: 'found.jpg',
    path: 't/found.jpg',
    title: null,
    media_slug: null,
    credit: null,
    date: null,
    url: '/media-files/t/found.jpg',
  }),
];

const shell = (
  <>
    <EditModeSwitch />
    <Outlet />
    <Toaster />
  </>
);
const open = () =>
  renderRoute([{ element: shell, children: routes }], '/media-explorer?path=t', { at: '/media-explorer' });
const button = (name: string) => screen.findByRole('button', { name });
const box = (name: string) => screen.findByRole('checkbox', { name: `Select ${name}` });
const question = () => screen.findByRole('alertdialog');

beforeEach(() => {
  sessionStorage.setItem('edit-mode', '1');
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  api.respond('GET /api/s3/browse', aBrowseResult({ files: FILES }));
  api.respond(USAGE, { voyages: VOYAGES, albums: [], people: [] });
});
afterEach(() => {
  jest.restoreAllMocks();
  act(() => toast.dismiss());
});

describe('the selection', () => {
  test('is available only in Edit Mode', async () => {
    sessionStorage.clear();
    await open();
    await screen.findByRole('list', { name: 'Files' });
    expect(screen.queryByRole('checkbox', { name: /^Select/ })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
  });

  test('selects single files, ranges, and all files, and clears with Escape', async () => {
    const { user } = await open();
    await user.click(await box('At the rail'));
    expect(screen.getByText('1 file selected')).toBeInTheDocument();
    fireEvent.click(await box('At the bow'), { shiftKey: true });
    expect(screen.getByText('3 files selected')).toBeInTheDocument();
    expect(await accessibilityProblems(document.body)).toEqual([]);
    await user.click(await box('On deck'));
    expect(screen.getByText('2 files selected')).toBeInTheDocument();
    await user.click(await button('Select all 4'));
    expect(screen.getByText('4 files selected')).toBeInTheDocument();
    (await box('On deck')).focus();
    await user.keyboard('{Escape}');
    expect(screen.getByText('No files selected')).toBeInTheDocument();
    await user.keyboard('{Control>}a{/Control}');
    expect(screen.getByText('4 files selected')).toBeInTheDocument();
    await user.click(await button('Clear selection'));
    expect(screen.getByText('No files selected')).toBeInTheDocument();
  });
});

const selectAll = async () => {
  const view = await open();
  await view.user.click(await button('Select all 4'));
  return view;
};

describe('bulk detach', () => {
  test('lists voyages and files without a record, reports the count, and can be undone', async () => {
    api.respond(DETACH, { voyages: ['one'], detached: [{ media_slug: 'rail', revision: 2 }], missing: [] });
    api.respond(UNDO, { restored: [], left: [{ media_slug: 'rail', title: 'At the rail' }] });
    const { user } = await selectAll();
    await user.click(await button('Detach from All Voyages'));
    const confirmation = await question();
    for (const text of [
      'Detach 3 files from all voyages?',
      'Down the Potomac',
      'The media stay in the database and in storage.',
      '1 file isn’t in the database and won’t be changed.',
    ])
      expect(confirmation).toHaveTextContent(text);
    expect(await accessibilityProblems(document.body)).toEqual([]);
    await user.click(within(confirmation).getByRole('button', { name: 'Detach' }));
    expect(await screen.findByText('1 file detached from 1 voyage(s) successfully!')).toBeInTheDocument();
    expect(api.requests(DETACH)[0]?.body).toEqual({ media_slugs: ['rail', 'deck', 'bow'] });
    await user.click(await button('Undo'));
    expect(
      await screen.findByText('Couldn’t undo the change, because this file was edited again: “At the rail”'),
    ).toBeInTheDocument();
  });

  test('collections are not offered for files without a record', async () => {
    const { user } = await open();
    await user.click(await box('found.jpg'));
    await button('Detach and Delete from Media Library');
    expect(screen.queryByRole('button', { name: 'Add to collection' })).toBeNull();
  });

  test('reports media without voyages', async () => {
    api.respond(USAGE, { voyages: [], albums: [], people: [] });
    const { user } = await selectAll();
    await user.click(await button('Detach from All Voyages'));
    expect(await screen.findByText('These files aren’t attached to any voyage.')).toBeInTheDocument();
  });
});

describe('bulk delete', () => {
  const confirmDelete = async () => {
    const view = await selectAll();
    await view.user.click(await button('Detach and Delete from Media Library'));
    await view.user.click(within(await question()).getByRole('button', { name: 'Delete permanently' }));
    const second = await screen.findByRole('alertdialog', { name: 'Are you ABSOLUTELY SURE? This cannot be undone!' });
    expect(api.requests(DELETE)).toEqual([]);
    await view.user.click(within(second).getByRole('button', { name: 'Delete permanently' }));
  };

  test('moves records with their files to the trash by default, and leaves files without a record in storage', async () => {
    api.respond(DELETE, { deleted: ['rail', 'bow'], missing: ['deck'] });
    const { user } = await selectAll();
    await user.click(await button('Detach and Delete from Media Library'));
    expect(await question()).toHaveTextContent('1 file isn’t in the database and will stay in storage.');
    await user.click(await button('Move to trash'));
    expect(await screen.findByText('2 files moved to the trash')).toBeInTheDocument();
    expect(api.requests(DELETE)[0]?.body).toEqual({ media_slugs: ['rail', 'deck', 'bow'] });
    expect(await screen.findByRole('alertdialog', { name: '1 file couldn’t be deleted' })).toHaveTextContent('On deck');
  });

  test('confirms twice, then deletes records with their files, and files without a record', async () => {
    api.respond(DELETE, { deleted: ['rail', 'deck', 'bow'], missing: [] });
    api.respond(DELETE_FILES, { deleted_count: 1 });
    await confirmDelete();
    expect(await screen.findByText('3 files permanently deleted from S3 and database!')).toBeInTheDocument();
    expect(await screen.findByText('1 file permanently deleted from S3!')).toBeInTheDocument();
    expect(api.requests(DELETE)[0]?.body).toEqual({ media_slugs: ['rail', 'deck', 'bow'], delete_from_s3: true });
    expect(api.requests(DELETE_FILES)[0]?.body).toEqual({ urls: ['/media-files/t/found.jpg'] });
  });

  test('lists each failure with its reason', async () => {
    api.respond(DELETE, { deleted: ['rail', 'bow'], missing: ['deck'] });
    api.respond(DELETE_FILES, problem(409, 'One of the files belongs to a record.'));
    await confirmDelete();
    const results = await screen.findByRole('alertdialog', { name: '2 files couldn’t be deleted' });
    expect(
      within(results)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['On deckThis record no longer exists.', 'found.jpgOne of the files belongs to a record.']);
  });
});

describe('bulk edit', () => {
  const change = (slug: string, title: string, version: string, revision: number | null = null) => ({
    media_slug: slug,
    title,
    version,
    revision,
    changes: [{ field: 'credit', before: null, after: 'Rowe' }],
  });
  const openBulkEdit = async () => {
    const view = await selectAll();
    await view.user.click(await button('Edit Metadata'));
    await view.user.selectOptions(await screen.findByRole('combobox', { name: 'Credit' }), 'Replace');
    return view;
  };

  test('previews changes, applies them together, and undoes them together', async () => {
    api.respond(UPDATE, ({ query }) => ({
      changed: [
        change('rail', 'At the rail', '1.1', query.has('dry_run') ? null : 7),
        change('deck', 'On deck', '2.1', 3),
      ],
      unchanged: 1,
      missing: [],
    }));
    api.respond(UNDO, { restored: ['rail', 'deck'], left: [] });
    const { user } = await openBulkEdit();
    await user.click(await button('Preview changes'));
    expect(await screen.findByText('Enter a value.')).toBeInTheDocument();
    await user.type(screen.getByRole('textbox', { name: 'Credit: new value' }), 'Rowe');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Tags' }), 'Clear');
    expect(await accessibilityProblems(document.body)).toEqual([]);
    await user.click(await button('Preview changes'));
    const list = within(await screen.findByRole('list', { name: 'Files that will change' }));
    expect(list.getAllByRole('listitem')).toHaveLength(2);
    expect(
      screen.getByText(
        '2 files will change. 1 file is already up to date. 1 file isn’t in the database and won’t be changed.',
      ),
    ).toBeInTheDocument();
    expect(await accessibilityProblems(document.body)).toEqual([]);
    const changes = { credit: { mode: 'set', value: 'Rowe' }, tags: { mode: 'clear' } };
    expect(api.requests(UPDATE)[0]?.body).toEqual({
      media: ['rail', 'deck', 'bow'].map((media_slug) => ({ media_slug })),
      changes,
    });
    await user.click(await button('Apply to 2 files'));
    expect(await screen.findByText('2 files updated successfully!')).toBeInTheDocument();
    expect(api.requests(UPDATE)[1]?.body).toEqual({
      media: [
        { media_slug: 'rail', version: '1.1' },
        { media_slug: 'deck', version: '2.1' },
      ],
      changes,
    });
    await user.click(await button('Undo'));
    expect(await screen.findByText('Change undone on 2 files')).toBeInTheDocument();
    expect(api.requests(UNDO)[0]?.body).toEqual({
      revisions: [
        { media_slug: 'rail', revision: 7 },
        { media_slug: 'deck', revision: 3 },
      ],
    });
  });

  test('shows an approximate date as it is understood, and sends it in the stored format', async () => {
    const changes = [{ field: 'date', before: '1946', after: '1947~' }];
    api.respond(UPDATE, {
      changed: [{ ...change('rail', 'At the rail', '1.1', null), changes }],
      unchanged: 2,
      missing: [],
    });
    const { user } = await openBulkEdit();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Credit' }), 'Keep');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Date' }), 'Replace');
    const date = screen.getByRole('textbox', { name: 'Date: new value' });
    await user.type(date, 'c. 1947');
    expect(date).toHaveAccessibleDescription('about 1947');
    await user.click(await button('Preview changes'));
    const list = within(await screen.findByRole('list', { name: 'Files that will change' }));
    expect(list.getByRole('listitem')).toHaveTextContent('about 1947');
    expect(api.requests(UPDATE)[0]?.body).toMatchObject({ changes: { date: { mode: 'set', value: '1947~' } } });
  });

  test('after a conflict, shows the updated preview and saves nothing until it is applied again', async () => {
    let version = '1.1';
    api.respond(UPDATE, ({ query }) =>
      query.has('dry_run')
        ? { changed: [change('rail', 'At the rail', version)], unchanged: 2, missing: [] }
        : problem(409, 'One of these records has been changed by someone else. Nothing was saved.'),
    );
    const { user } = await openBulkEdit();
    await user.type(screen.getByRole('textbox', { name: 'Credit: new value' }), 'Rowe');
    await user.click(await button('Preview changes'));
    await button('Apply to 1 file');
    version = '1.2';
    await user.click(await button('Apply to 1 file'));
    expect(await screen.findByText('Someone else changed some of these files')).toBeInTheDocument();
    expect(screen.getByText(/Changed while you were editing: “At the rail”/)).toBeInTheDocument();
    await waitFor(async () => expect(await button('Apply to 1 file')).toBeEnabled());
    await user.click(await button('Back to fields'));
    expect(screen.getByRole('textbox', { name: 'Credit: new value' })).toHaveValue('Rowe');
  });
});
