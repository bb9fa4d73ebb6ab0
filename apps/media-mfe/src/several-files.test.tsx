import { Outlet } from '@archive/router';
import { EditModeSwitch } from '@archive/shell-api';
import { accessibilityProblems, aBrowseResult, aStoredFile, mockApi, problem, renderRoute } from '@archive/testing';
import { Toaster, toast } from '@archive/ui';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { routes } from './routes.tsx';

const api = mockApi();
const USAGE = 'POST /api/curator/media/usage';
const DETACH = 'POST /api/curator/media/detach-several';
const DELETE = 'POST /api/curator/media/delete-several';
const DELETE_FILES = 'POST /api/curator/media/delete-from-s3';
const DESCRIBE = 'POST /api/curator/media/describe-several';
const UNDO = 'POST /api/curator/media/undo-several';
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
  api.answer('GET /api/s3/browse', aBrowseResult({ files: FILES }));
  api.answer(USAGE, { voyages: VOYAGES, albums: [] });
});
afterEach(() => {
  jest.restoreAllMocks();
  act(() => toast.dismiss());
});

describe('the selection', () => {
  test('is offered in edit mode only', async () => {
    sessionStorage.clear();
    await open();
    await screen.findByRole('list', { name: 'Files' });
    expect(screen.queryByRole('checkbox', { name: /^Select/ })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
  });

  test('is made one by one, by range, of all in the folder, and let go by Escape', async () => {
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
    expect(screen.getByText('Nothing selected')).toBeInTheDocument();
    await user.keyboard('{Control>}a{/Control}');
    expect(screen.getByText('4 files selected')).toBeInTheDocument();
    await user.click(await button('Clear selection'));
    expect(screen.getByText('Nothing selected')).toBeInTheDocument();
  });
});

const selectAll = async () => {
  const view = await open();
  await view.user.click(await button('Select all 4'));
  return view;
};

describe('detaching several', () => {
  test('names their voyages, what stays and what has no record; says how many, and can be undone', async () => {
    api.answer(DETACH, { voyages: ['one'], detached: [{ media_slug: 'rail', revision: 2 }], missing: [] });
    api.answer(UNDO, { restored: [], left: [{ media_slug: 'rail', title: 'At the rail' }] });
    const { user } = await selectAll();
    await user.click(await button('Detach from All Voyages'));
    const asked = await question();
    for (const text of [
      'Detach 3 files from all voyages?',
      'Down the Potomac',
      'The media stay in the database and in storage.',
      '1 file not found in database: left as they are.',
    ])
      expect(asked).toHaveTextContent(text);
    expect(await accessibilityProblems(document.body)).toEqual([]);
    await user.click(within(asked).getByRole('button', { name: 'Detach' }));
    expect(await screen.findByText('1 file detached from 1 voyage(s) successfully!')).toBeInTheDocument();
    expect(api.calls(DETACH)[0]?.body).toEqual({ media_slugs: ['rail', 'deck', 'bow'] });
    await user.click(await button('Undo'));
    expect(await screen.findByText('Changed again since, and left as it is: “At the rail”')).toBeInTheDocument();
  });

  test('only says so when no voyage shows them', async () => {
    api.answer(USAGE, { voyages: [], albums: [] });
    const { user } = await selectAll();
    await user.click(await button('Detach from All Voyages'));
    expect(await screen.findByText('These media are not attached to any voyages.')).toBeInTheDocument();
  });
});

describe('deleting several', () => {
  const deleteThem = async () => {
    const view = await selectAll();
    await view.user.click(await button('Detach and Delete from Media Library'));
    await view.user.click(within(await question()).getByRole('button', { name: 'Delete' }));
    const second = await screen.findByRole('alertdialog', { name: 'Are you ABSOLUTELY SURE? This cannot be undone!' });
    expect(api.calls(DELETE)).toEqual([]);
    await view.user.click(within(second).getByRole('button', { name: 'Delete for good' }));
  };

  test('asks twice and deletes records with their files, and files that have none', async () => {
    api.answer(DELETE, { deleted: ['rail', 'deck', 'bow'], missing: [] });
    api.answer(DELETE_FILES, { deleted_count: 1 });
    await deleteThem();
    expect(await screen.findByText('3 files permanently deleted from S3 and database!')).toBeInTheDocument();
    expect(await screen.findByText('1 file permanently deleted from S3!')).toBeInTheDocument();
    expect(api.calls(DELETE)[0]?.body).toEqual({ media_slugs: ['rail', 'deck', 'bow'], delete_from_s3: true });
    expect(api.calls(DELETE_FILES)[0]?.body).toEqual({ urls: ['/media-files/t/found.jpg'] });
  });

  test('names each that could not be, with the reason', async () => {
    api.answer(DELETE, { deleted: ['rail', 'bow'], missing: ['deck'] });
    api.answer(DELETE_FILES, problem(409, 'One of the files belongs to a record.'));
    await deleteThem();
    const told = await screen.findByRole('alertdialog', { name: '2 files could not be deleted' });
    expect(
      within(told)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['On deckThere is no record of it any more.', 'found.jpgOne of the files belongs to a record.']);
  });
});

describe('the metadata of several', () => {
  const change = (slug: string, title: string, version: string, revision: number | null = null) => ({
    media_slug: slug,
    title,
    version,
    revision,
    changes: [{ field: 'credit', before: null, after: 'Rowe' }],
  });
  const describeThem = async () => {
    const view = await selectAll();
    await view.user.click(await button('Edit Metadata'));
    await view.user.selectOptions(await screen.findByRole('combobox', { name: 'Credit' }), 'Write anew');
    return view;
  };

  test('are looked at before they change, change together, and come back together', async () => {
    api.answer(DESCRIBE, ({ query }) => ({
      changed: [
        change('rail', 'At the rail', '1.1', query.has('dry_run') ? null : 7),
        change('deck', 'On deck', '2.1', 3),
      ],
      unchanged: 1,
      missing: [],
    }));
    api.answer(UNDO, { restored: ['rail', 'deck'], left: [] });
    const { user } = await describeThem();
    await user.click(await button('Preview changes'));
    expect(await screen.findByText('Say what is to be written.')).toBeInTheDocument();
    await user.type(screen.getByRole('textbox', { name: 'Credit: what is written' }), 'Rowe');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Tags' }), 'Clear');
    expect(await accessibilityProblems(document.body)).toEqual([]);
    await user.click(await button('Preview changes'));
    const list = within(await screen.findByRole('list', { name: 'Files that change' }));
    expect(list.getAllByRole('listitem')).toHaveLength(2);
    expect(
      screen.getByText(
        '2 files will change. 1 file already as wanted. 1 file not found in database: left as they are.',
      ),
    ).toBeInTheDocument();
    expect(await accessibilityProblems(document.body)).toEqual([]);
    const changes = { credit: { mode: 'set', value: 'Rowe' }, tags: { mode: 'clear' } };
    expect(api.calls(DESCRIBE)[0]?.body).toEqual({
      media: ['rail', 'deck', 'bow'].map((media_slug) => ({ media_slug })),
      changes,
    });
    await user.click(await button('Apply to 2 files'));
    expect(await screen.findByText('2 files updated successfully!')).toBeInTheDocument();
    expect(api.calls(DESCRIBE)[1]?.body).toEqual({
      media: [
        { media_slug: 'rail', version: '1.1' },
        { media_slug: 'deck', version: '2.1' },
      ],
      changes,
    });
    await user.click(await button('Undo'));
    expect(await screen.findByText('Undone for 2 files')).toBeInTheDocument();
    expect(api.calls(UNDO)[0]?.body).toEqual({
      revisions: [
        { media_slug: 'rail', revision: 7 },
        { media_slug: 'deck', revision: 3 },
      ],
    });
  });

  test('changed by someone else meanwhile are shown as they are now, and nothing has changed until it is said again', async () => {
    let version = '1.1';
    api.answer(DESCRIBE, ({ query }) =>
      query.has('dry_run')
        ? { changed: [change('rail', 'At the rail', version)], unchanged: 2, missing: [] }
        : problem(409, 'One of these records has been changed by someone else meanwhile. Nothing was changed.'),
    );
    const { user } = await describeThem();
    await user.type(screen.getByRole('textbox', { name: 'Credit: what is written' }), 'Rowe');
    await user.click(await button('Preview changes'));
    await button('Apply to 1 file');
    version = '1.2';
    await user.click(await button('Apply to 1 file'));
    expect(await screen.findByText('Someone else has changed some of them')).toBeInTheDocument();
    expect(screen.getByText(/changed meanwhile: “At the rail”/)).toBeInTheDocument();
    await waitFor(async () => expect(await button('Apply to 1 file')).toBeEnabled());
    await user.click(await button('Back to the fields'));
    expect(screen.getByRole('textbox', { name: 'Credit: what is written' })).toHaveValue('Rowe');
  });
});
