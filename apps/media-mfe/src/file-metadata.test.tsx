import type { FileMetadata } from '@archive/contracts';
import { Outlet } from '@archive/router';
import { EditModeSwitch } from '@archive/shell-api';
import {
  accessibilityProblems,
  aBrowseResult,
  aMediaItem,
  aPresident,
  aStoredFile,
  mockApi,
  page,
  renderRoute,
} from '@archive/testing';
import { Toaster, toast } from '@archive/ui';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { FakeUpload, installFakeUploads } from '../test/fake-uploads.ts';
import { installPeople } from '../test/people-remote.tsx';
import { aView, NO_PEOPLE, stubCanvas } from '../test/viewer.ts';
import { uploads } from './features/upload/store/upload-store.ts';
import { recordRoutes, routes } from './routes.tsx';

const api = mockApi();
const UPDATE = 'POST /api/curator/media/bulk-update';
const button = (name: string) => screen.findByRole('button', { name });
const shell = (
  <>
    <EditModeSwitch />
    <Outlet />
    <Toaster />
  </>
);

/** End-to-end tests read real files, which jsdom can't. */
const METADATA: Record<string, FileMetadata> = {
  'rail.jpg': { title: 'At the rail', date: '1949-02-12', credit: 'U.S. Navy', creator: 'Abbie Rowe' },
  'bow.jpg': { date: '1949-02-13' },
};
jest.unstable_mockModule('@archive/file-metadata', () => ({
  readFileMetadata: ({ name }: File) => Promise.resolve(METADATA[name] ?? {}),
}));
const picture = (name: string) => new File(['picture'], name, { type: 'image/jpeg' });
const [RAIL, BOW, PLAIN] = ['rail.jpg', 'bow.jpg', 'plain.jpg'].map(picture) as [File, File, File];

beforeEach(() => {
  sessionStorage.setItem('edit-mode', '1');
});
afterEach(() => act(() => toast.dismiss()));

describe('the upload form', () => {
  beforeEach(() => {
    installFakeUploads();
    installPeople();
    api.respond('GET /api/s3/browse', aBrowseResult());
    api.respond('GET /api/presidents', page([aPresident()]));
    api.respond('GET /api/people', page([]));
    api.respond('GET /api/curator/media/search', page([]));
  });
  afterEach(() => act(() => uploads.remove(uploads.items().map(({ id }) => id))));

  async function choose(...files: File[]) {
    const view = await renderRoute([{ element: shell, children: routes }], '/media-explorer?path=harry-s.-truman', {
      at: '/media-explorer',
    });
    await view.user.click(await button('Upload Media'));
    await view.user.upload(await screen.findByLabelText(/Choose files/), files);
    return view;
  }
  const waitForUploads = async (count: number) => {
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(count));
    return FakeUpload.sent.map(({ fields }) => fields);
  };

  test('lists the metadata of all files, and uses the chosen values', async () => {
    const { user } = await choose(RAIL, BOW, PLAIN);
    expect(await screen.findByText('2 files contain metadata: title, date, credit, creator.')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Date of rail.jpg' })).toHaveValue('');
    await user.type(screen.getByRole('textbox', { name: 'Date of bow.jpg' }), '1950');
    await user.type(screen.getByRole('textbox', { name: 'Credit' }), 'Truman Library');
    await user.click(await button('Review metadata'));
    const step = await screen.findByRole('dialog', { name: 'Metadata in the files' });
    expect(await accessibilityProblems(step)).toEqual([]);
    const inFile = (name: string) => within(within(step).getByRole('group', { name }));

    expect(inFile('rail.jpg').getByRole('checkbox', { name: 'Title: At the rail' })).toBeChecked();
    const credit = inFile('rail.jpg').getByRole('checkbox', { name: 'Credit: U.S. Navy' });
    expect(credit).not.toBeChecked();
    expect(credit).toHaveAccessibleDescription('Replaces “Truman Library”');
    const bowDate = inFile('bow.jpg').getByRole('checkbox', { name: 'Date: February 13, 1949' });
    expect(bowDate).not.toBeChecked();
    await user.click(within(step).getByRole('checkbox', { name: 'Date (1 of 2 files)' }));
    expect(bowDate).toBeChecked();
    await user.click(inFile('rail.jpg').getByRole('checkbox', { name: 'Title: At the rail' }));
    await user.click(within(step).getByRole('button', { name: 'Use metadata from 2 files' }));

    expect(screen.getByText('Using metadata from 2 files: date, creator.')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Title of rail.jpg' })).toHaveValue('rail');
    expect(screen.getByRole('textbox', { name: 'Date of bow.jpg' })).toHaveValue('1949-02-13');
    await user.click(await button('Upload'));
    const [rail, bow, plain] = await waitForUploads(3);
    expect(rail).toMatchObject({ date: '1949-02-12', creator: 'Abbie Rowe', credit: 'Truman Library' });
    expect(bow).toMatchObject({ date: '1949-02-13', credit: 'Truman Library' });
    expect(plain).not.toHaveProperty('date');
  });

  test('replaces typed values where chosen, and can restore them', async () => {
    const { user } = await choose(RAIL);
    await user.type(await screen.findByRole('textbox', { name: 'Credit' }), 'Truman Library');
    expect(await screen.findByText('This file contains metadata: title, date, credit, creator.')).toBeInTheDocument();
    await user.click(await button('Review metadata'));
    await user.click(await screen.findByRole('checkbox', { name: 'Credit: U.S. Navy' }));
    await user.click(await button('Use metadata'));
    expect(screen.getByRole('textbox', { name: /Title/ })).toHaveValue('At the rail');
    await user.click(await button('Change'));
    await user.click(await screen.findByRole('checkbox', { name: 'Title: At the rail' }));
    await user.click(await button('Use metadata'));
    expect(screen.getByRole('textbox', { name: /Title/ })).toHaveValue('rail');
    await user.click(await button('Upload'));
    expect((await waitForUploads(1))[0]).toMatchObject({ title: 'rail', credit: 'U.S. Navy', creator: 'Abbie Rowe' });
  });

  test('offers nothing for files without metadata', async () => {
    await choose(PLAIN);
    expect(await screen.findByRole('textbox', { name: /Title/ })).toHaveValue('plain');
    await act(() => import('@archive/file-metadata'));
    expect(screen.queryByRole('button', { name: 'Review metadata' })).toBeNull();
  });
});

describe('the page of a file', () => {
  const media = aMediaItem({
    media_slug: 'rail',
    title: 'Rail',
    date: null,
    creator: null,
    tags: ['deck'],
    suggested: { title: 'At the rail', date: '1949-02-12', creator: 'Abbie Rowe', tags: ['deck', 'Flag'] },
  });
  const changed = { media_slug: 'rail', title: 'Rail', version: '1.1', changes: [] };

  beforeEach(() => {
    stubCanvas();
    jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    api.respond('GET /api/media/{media_slug}/people', NO_PEOPLE);
    api.respond('GET /api/media/{media_slug}/view', aView());
    api.respond('GET /api/media/{slug}', media);
    api.respond('GET /api/curator/media/{media_slug}/usage', { voyages: [], albums: [], people: [] });
    api.respond('GET /api/media/{slug}/similar', { items: [] });
    api.respond('GET /api/media/{slug}/neighbors', { album: null, previous: null, next: null });
    api.respond('GET /api/media/{slug}/preservation', { sha256: null, events: [] });
    api.respond('POST /api/curator/media/bulk-undo', { restored: ['rail'], left: [] });
    api.respond(UPDATE, ({ query }) => ({
      changed: [{ ...changed, revision: query.get('dry_run') === null ? 3 : null }],
      unchanged: 0,
      missing: [],
    }));
  });
  const open = async () => {
    const view = await renderRoute([{ element: shell, children: recordRoutes ?? [] }], '/media/rail', { at: '/media' });
    return { ...view, section: await screen.findByRole('region', { name: 'Metadata in the file' }) };
  };

  test('offers values that differ from the record, one field at a time, with undo', async () => {
    const { user, section } = await open();
    expect(
      within(section)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Title (will replace the current value)At the railUse',
      'DateFebruary 12, 1949Use',
      'Tags (will be added to the current tags)FlagUse',
      'CreatorAbbie RoweUse',
    ]);
    expect(await accessibilityProblems(section)).toEqual([]);
    await user.click(await button('Use the date from the file'));
    expect(await screen.findByText('Saved from the file: Date')).toBeInTheDocument();
    expect(api.requests(UPDATE).at(-1)?.body).toEqual({
      media: [{ media_slug: 'rail', version: '1.1' }],
      changes: { date: { mode: 'embedded', replace: true } },
    });
    await user.click(await button('Undo'));
    expect(await screen.findByText('Undone')).toBeInTheDocument();
  });

  test('fills all blank fields at once', async () => {
    const { user } = await open();
    await user.click(await button('Fill blank fields from file'));
    expect(await screen.findByText('Saved from the file: Date, Creator')).toBeInTheDocument();
    expect(api.requests(UPDATE).at(-1)?.body).toMatchObject({
      changes: { date: { mode: 'embedded', replace: true }, creator: { mode: 'embedded', replace: true } },
    });
  });
});

test('bulk edit fills fields from the metadata in the files, after a preview', async () => {
  const files = ['rail', 'bow'].map((slug) =>
    aStoredFile({ name: `${slug}.jpg`, path: `t/${slug}.jpg`, title: slug, media_slug: slug }),
  );
  api.respond('GET /api/s3/browse', aBrowseResult({ files }));
  api.respond(UPDATE, { changed: [], unchanged: 2, missing: [] });
  const { user } = await renderRoute([{ element: shell, children: routes }], '/media-explorer?path=t', {
    at: '/media-explorer',
  });
  await user.click(await screen.findByRole('checkbox', { name: /^Select rail/ }));
  await user.click(await button('Edit Metadata'));
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Title' }), 'From file');
  await user.click(await button('Fill blank fields from files'));
  expect(screen.getByRole('combobox', { name: 'Tags' })).toHaveDisplayValue('Add from file');
  expect(screen.getByRole('combobox', { name: 'Media Type' })).toHaveDisplayValue('Keep');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Place' }), 'Keep');
  await user.click(await button('Preview changes'));
  expect(await screen.findByText(/No files will change/)).toBeInTheDocument();
  const embedded = { mode: 'embedded', replace: false };
  expect(api.requests(UPDATE)[0]?.body).toEqual({
    media: [{ media_slug: 'rail' }],
    changes: {
      title: { mode: 'embedded', replace: true },
      date: embedded,
      credit: embedded,
      description_markdown: embedded,
      tags: embedded,
      alt_text: embedded,
      rights: embedded,
      rights_note: embedded,
      creator: embedded,
      identifier: embedded,
    },
  });
});
