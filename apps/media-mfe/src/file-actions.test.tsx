import type { MediaItem } from '@archive/contracts';
import { Outlet } from '@archive/router';
import { EditModeSwitch, installRemoteHost, type PersonPickerProps } from '@archive/shell-api';
import {
  accessibilityProblems,
  aBrowseResult,
  aMediaItem,
  aPerson,
  aStoredFile,
  mockApi,
  noContent,
  page,
  problem,
  renderRoute,
} from '@archive/testing';
import { Toaster, toast } from '@archive/ui';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { NO_PEOPLE } from '../test/viewer.ts';
import { routes } from './routes.tsx';

const api = mockApi();
const PUT = 'PUT /api/curator/media/{media_slug}';
const PUT_PERSON = 'PUT /api/curator/people/{person_slug}';
const USAGE = 'GET /api/curator/media/{media_slug}/usage';
const DETACH = 'POST /api/curator/media/{media_slug}/detach-from-all-voyages';
const UNDO = 'POST /api/curator/media/bulk-undo';
const DELETE = 'DELETE /api/curator/media/{media_slug}';
const DELETE_FILES = 'POST /api/curator/media/delete-from-s3';
const VOYAGES = [
  { title: 'Down the Potomac', voyage_slug: 'one' },
  { title: 'To Mount Vernon', voyage_slug: 'two' },
];

const KNOWN = aStoredFile({ name: 'rail.jpg', title: 'At the rail', media_slug: 'rail' });
const UNKNOWN = aStoredFile({ name: 'found.jpg', title: null, media_slug: null, url: '/media-files/t/found.jpg' });
const RECORD = aMediaItem({ media_slug: 'rail', title: 'At the rail', url: '/media-files/t/rail.jpg' });
const withEtag = (media: MediaItem, etag: string) => Response.json(media, { headers: { etag } });

const shell = (
  <>
    <EditModeSwitch />
    <Outlet />
    <Toaster />
  </>
);
const open = (file: string) =>
  renderRoute([{ element: shell, children: routes }], `/media-explorer?path=t&file=${file}`, { at: '/media-explorer' });
const button = (name: string) => screen.findByRole('button', { name });
/** Chooses an item of the menu with rarely needed actions. */
const choose = async (user: Awaited<ReturnType<typeof open>>['user'], name: string) => {
  await user.click(await button('More'));
  await user.click(await screen.findByRole('menuitem', { name }));
};
const field = (name: RegExp | string) => screen.findByRole('textbox', { name });

beforeEach(() => {
  api.respond('GET /api/media/{media_slug}/people', NO_PEOPLE);
  sessionStorage.setItem('edit-mode', '1');
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  api.respond('GET /api/s3/browse', aBrowseResult({ files: [KNOWN, UNKNOWN] }));
  api.respond(USAGE, { voyages: VOYAGES, albums: [], people: [] });
  api.respond('GET /api/media/{slug}', withEtag(RECORD, '"7.1"'));
  api.respond('GET /api/media/{slug}/similar', { items: [] });
  api.respond('GET /api/media/{slug}/neighbors', { album: null, previous: null, next: null });
  api.respond('GET /api/media/{slug}/preservation', { sha256: null, events: [] });
});
afterEach(() => {
  jest.restoreAllMocks();
  act(() => toast.dismiss());
});

describe('the portrait of a person', () => {
  test('is set to an image, and can be undone', async () => {
    const PersonPicker = ({ onPick }: PersonPickerProps) => (
      <button
        type="button"
        onClick={() => {
          const { person_slug, full_name, role_title } = aPerson();
          onPick({ person_slug, full_name, role_title, title: null, capacity_role: null, is_crew: false });
        }}
      >
        Pick Nimitz
      </button>
    );
    installRemoteHost({ load: () => Promise.resolve({ component: PersonPicker }), versionOf: () => '1.0.0' });
    api.respond('GET /api/people/{slug}', aPerson({ portrait: 'bridge' }));
    api.respond(PUT_PERSON, aPerson());
    const { user } = await open('rail.jpg');
    await choose(user, 'Set as portrait');
    expect(await screen.findByRole('dialog', { name: 'Set as portrait' })).toHaveAccessibleDescription(
      'Who is shown in “At the rail”?',
    );
    await user.click(await button('Pick Nimitz'));
    expect(await screen.findByText('Portrait of Chester W. Nimitz set')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(await button('Undo'));
    expect(await screen.findByText('Portrait of Chester W. Nimitz restored')).toBeInTheDocument();
    expect(api.requests(PUT_PERSON).map(({ body }) => body)).toEqual([{ portrait: 'rail' }, { portrait: 'bridge' }]);
  });

  test('is listed on the page of its file, and in the confirmation before deleting', async () => {
    api.respond(USAGE, {
      voyages: [],
      albums: [],
      people: [{ full_name: 'Chester W. Nimitz', person_slug: 'nimitz' }],
    });
    const { user } = await open('rail.jpg');
    expect(await screen.findByRole('link', { name: 'Chester W. Nimitz' })).toHaveAttribute('href', '/people/nimitz');
    await user.click(await button('Detach and Delete from Media Library'));
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog).toHaveTextContent('It is the portrait of Chester W. Nimitz. Initials will be shown instead.');
  });
});

describe('editing metadata', () => {
  test('is available only in Edit Mode', async () => {
    sessionStorage.clear();
    await open('rail.jpg');
    await button('Open File');
    for (const name of ['Edit Metadata', 'Detach from All Voyages', 'Detach and Delete from Media Library'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Edit' })).toBeNull();
  });

  test('has its own group of buttons, with rare actions in a menu', async () => {
    api.respond('GET /api/s3/browse', aBrowseResult({ files: [{ ...KNOWN, preview_state: 'ready' }] }));
    const { user } = await open('rail.jpg');
    const group = within(await screen.findByRole('region', { name: 'Edit' }));
    expect(group.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Edit Metadata',
      'Replace file',
      'Detach from All Voyages',
      'Detach and Delete from Media Library',
    ]);
    (await button('More')).focus();
    await user.keyboard('{Enter}');
    const items = within(await screen.findByRole('menu')).getAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'View text',
      'Change history',
      'Set as portrait',
      'Regenerate previews',
    ]);
    expect(items[0]).toHaveAttribute('href', '/media-explorer/text?media=rail');
    expect(await accessibilityProblems(document.body)).toEqual([]);
    await user.keyboard('{Escape}');
    await waitFor(async () => expect(await button('More')).toHaveFocus());
  });

  test('has no menu if there is no record', async () => {
    await open('found.jpg');
    await button('Edit Metadata');
    expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
  });

  test('sends only the changed fields with If-Match, and shows the saved record', async () => {
    const { user } = await open('rail.jpg');
    await user.click(await button('Edit Metadata'));
    const title = await field(/Title/);
    await waitFor(() => expect(title).toHaveFocus());
    await user.type(title, ' of the yacht');
    await user.clear(await field('Credit'));
    await user.type(await field('Tags'), 'deck, guests');
    await user.type(await field('Alternative Text'), 'Two men lean on the rail.');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Rights' }), 'No known copyright');
    expect(await accessibilityProblems(document.body)).toEqual([]);
    const changed = { ...RECORD, title: 'At the rail of the yacht' };
    api.respond(PUT, changed);
    api.respond('GET /api/media/{slug}', withEtag(changed, '"7.2"'));
    await user.click(await button('Save'));
    expect(await screen.findByText('Media updated successfully!')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { level: 1, name: changed.title })).toBeInTheDocument();
    const [request] = api.requests(PUT);
    expect(request?.headers.get('if-match')).toBe('"7.1"');
    expect(request?.body).toEqual({
      title: 'At the rail of the yacht',
      credit: null,
      tags: 'deck, guests',
      alt_text: 'Two men lean on the rail.',
      rights: 'https://rightsstatements.org/vocab/NKC/1.0/',
    });
  });

  test('shows an approximate date in words, and sends a typed one as it is understood', async () => {
    api.respond('GET /api/media/{slug}', withEtag({ ...RECORD, date: '1946-22' }, '"7.1"'));
    const { user } = await open('rail.jpg');
    await user.click(await button('Edit Metadata'));
    const date = await field('Date');
    expect(date).toHaveValue('Summer 1946');
    await user.clear(date);
    expect(date).toHaveAccessibleDescription('A day, a month, or a year, such as June 1941, c. 1941, or summer 1941');
    await user.type(date, 'sometime');
    await user.click(await button('Save'));
    expect(date).toHaveAccessibleDescription(
      /^Enter a valid date, such as June 5, 1941, June 1941, 1941, c\. 1941, or/,
    );
    expect(api.requests(PUT)).toEqual([]);
    await user.clear(date);
    await user.type(date, 'c. 1947');
    await user.tab();
    expect(date).toHaveValue('c. 1947');
    expect(date).toHaveAccessibleDescription('about 1947');
    expect(await accessibilityProblems(document.body)).toEqual([]);
    api.respond(PUT, { ...RECORD, date: '1947~' });
    await user.click(await button('Save'));
    expect(await screen.findByText('Media updated successfully!')).toBeInTheDocument();
    expect(api.requests(PUT)[0]?.body).toEqual({ date: '1947~' });
  });

  test('keeps a rights statement that is not in the list', async () => {
    const rights = 'https://creativecommons.org/licenses/by/2.0/de';
    api.respond('GET /api/media/{slug}', withEtag({ ...RECORD, rights }, '"7.1"'));
    const { user } = await open('rail.jpg');
    await user.click(await button('Edit Metadata'));
    expect(await screen.findByRole('combobox', { name: 'Rights' })).toHaveValue(rights);
  });

  test('offers the metadata in the file, field by field', async () => {
    const suggested = { date: '1946-07-06', credit: RECORD.credit ?? '', tags: ['deck', 'flag'], creator: 'Rowe' };
    api.respond('GET /api/media/{slug}', withEtag({ ...RECORD, date: null, tags: ['deck'], suggested }, '"7.1"'));
    const { user } = await open('rail.jpg');
    await user.click(await button('Edit Metadata'));
    await user.click(await button('Use the date from the file'));
    expect(await field('Date')).toHaveValue('1946-07-06');
    expect(screen.queryByRole('button', { name: 'Use the date from the file' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Use the credit from the file' })).toBeNull();
    await user.click(await button('Use the tags from the file'));
    expect(await field('Tags')).toHaveValue('deck, flag');
    expect(await field('Creator')).toHaveValue('');
  });

  test('after a conflict, keeps the typed values, offers the newer ones, and saves with the newer ETag', async () => {
    const { user } = await open('rail.jpg');
    await user.click(await button('Edit Metadata'));
    const credit = await field('Credit');
    await user.clear(credit);
    await user.type(credit, 'Mine');
    const newer = { ...RECORD, credit: 'Newer', description_markdown: 'Newer description' };
    api.respond(PUT, problem(412, 'This media record has been changed by someone else since you opened it.'));
    api.respond('GET /api/media/{slug}', withEtag(newer, '"7.2"'));
    api.respond('GET /api/curator/history/{kind}/{slug}', page([{ changed_by: 'Anna Weber' }]));
    await user.click(await button('Save'));
    expect(await screen.findByText('Someone else changed this record while you were editing')).toBeInTheDocument();
    expect(await screen.findByText(/^Saved by Anna Weber\. Your changes are kept\./)).toBeInTheDocument();
    expect(credit).toHaveValue('Mine');
    expect(await field('Description')).toHaveValue('Newer description');
    api.respond(PUT, newer);
    await user.click(await button('Save'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requests(PUT).map(({ headers }) => headers.get('if-match'))).toEqual(['"7.1"', '"7.2"']);
  });

  test('shows a server error and keeps the typed values', async () => {
    api.respond(PUT, problem(503, 'The database is unavailable.'));
    const { user } = await open('rail.jpg');
    await user.click(await button('Edit Metadata'));
    await user.type(await field(/Title/), '!');
    await user.click(await button('Save'));
    expect(await screen.findByText('Update failed: The database is unavailable.')).toBeInTheDocument();
    expect(await field(/Title/)).toHaveValue('At the rail!');
  });

  test('needs a media record', async () => {
    const { user } = await open('found.jpg');
    await user.click(await button('Edit Metadata'));
    expect(
      await screen.findByText('Media not found in database. Upload it first to edit metadata.'),
    ).toBeInTheDocument();
    await user.click(await button('Detach from All Voyages'));
    expect(await screen.findByText('Media not found in database.')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('detaching from all voyages', () => {
  test('lists the voyages, confirms, reports the count, and can be undone', async () => {
    api.respond(DETACH, { voyages_affected: 2, revision: 3 });
    api.respond(UNDO, { restored: ['rail'], left: [] });
    const { user } = await open('rail.jpg');
    await user.click(await button('Detach from All Voyages'));
    const question = await screen.findByRole('alertdialog');
    for (const text of ['Down the Potomac', 'To Mount Vernon', 'The media stays in the database and in storage.'])
      expect(question).toHaveTextContent(text);
    expect(await accessibilityProblems(document.body)).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Detach' }));
    expect(await screen.findByText('Media detached from 2 voyage(s) successfully!')).toBeInTheDocument();
    expect(api.requests(DETACH)[0]?.params).toEqual({ media_slug: 'rail' });
    await user.click(await button('Undo'));
    expect(await screen.findByText('Undone')).toBeInTheDocument();
    expect(api.requests(UNDO)[0]?.body).toEqual({ revisions: [{ media_slug: 'rail', revision: 3 }] });
  });

  test('reports media without voyages', async () => {
    api.respond(USAGE, { voyages: [], albums: [], people: [] });
    const { user } = await open('rail.jpg');
    await user.click(await button('Detach from All Voyages'));
    expect(await screen.findByText('This file isn’t attached to any voyage.')).toBeInTheDocument();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('shows a failure', async () => {
    api.respond(DETACH, problem(503, 'The database is unavailable.'));
    const { user } = await open('rail.jpg');
    await user.click(await button('Detach from All Voyages'));
    await user.click(await button('Detach'));
    expect(
      await screen.findByText('Failed to detach media from voyages. Check console for details.'),
    ).toBeInTheDocument();
  });
});

describe('deleting', () => {
  const startDelete = async (file: string) => {
    const view = await open(file);
    await view.user.click(await button('Detach and Delete from Media Library'));
    const first = await screen.findByRole('alertdialog');
    await view.user.click(within(first).getByRole('button', { name: /^Delete/ }));
    const second = await screen.findByRole('alertdialog', { name: 'Are you ABSOLUTELY SURE? This cannot be undone!' });
    return {
      ...view,
      confirm: () => view.user.click(within(second).getByRole('button', { name: 'Delete permanently' })),
    };
  };

  test('moves record and file to the trash by default, with Undo', async () => {
    api.respond(DELETE, noContent());
    api.respond('POST /api/curator/trash/restore', { restored: ['rail'], failures: [] });
    const { user, router } = await open('rail.jpg');
    await user.click(await button('Detach and Delete from Media Library'));
    const question = await screen.findByRole('alertdialog', { name: 'Delete “At the rail”?' });
    expect(question).toHaveTextContent('Down the Potomac');
    expect(within(question).getByRole('button', { name: 'Cancel' })).toHaveFocus();
    expect(await accessibilityProblems(question)).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Move to trash' }));
    expect(await screen.findByText('“At the rail” moved to the trash')).toBeInTheDocument();
    expect(api.requests(DELETE)[0]?.query.has('delete_from_s3')).toBe(false);
    await waitFor(() => expect(router.state.location.search).toBe('?path=t'));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await user.click(await button('Undo'));
    expect(await screen.findByText('Restored')).toBeInTheDocument();
    expect(api.requests('POST /api/curator/trash/restore')[0]?.body).toEqual({ media_slugs: ['rail'] });
  });

  test('confirms twice, deletes record and file, and returns to the folder', async () => {
    api.respond(DELETE, noContent());
    const { confirm, router } = await startDelete('rail.jpg');
    expect(api.requests(DELETE)).toEqual([]);
    await confirm();
    expect(await screen.findByText('Media permanently deleted from S3 and database!')).toBeInTheDocument();
    expect(api.requests(DELETE)[0]?.query.get('delete_from_s3')).toBe('true');
    await waitFor(() => expect(router.state.location.search).toBe('?path=t'));
  });

  test('deletes only the file if there is no record', async () => {
    api.respond(DELETE_FILES, { deleted_count: 1 });
    const { confirm } = await startDelete('found.jpg');
    await confirm();
    expect(await screen.findByText('File permanently deleted from S3!')).toBeInTheDocument();
    expect(api.requests(DELETE_FILES)[0]?.body).toEqual({ urls: ['/media-files/t/found.jpg'] });
  });

  test('shows a failure and keeps the file in view', async () => {
    api.respond(DELETE, problem(503, 'Storage is unavailable.'));
    const { confirm } = await startDelete('rail.jpg');
    await confirm();
    expect(await screen.findByText('Failed to delete media. Check console for details.')).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1, name: 'At the rail' })).toBeInTheDocument();
  });
});

test('the history shows changes and restores a version', async () => {
  const revision = {
    revision: 4,
    kind: 'media' as const,
    slug: 'rail',
    action: 'update' as const,
    changed_by: 'curator',
    changed_at: '2026-01-01T00:00:00Z',
    changes: [{ field: 'title', label: 'Title', from: 'On deck', to: 'At the rail' }],
    before: { ...RECORD, title: 'On deck' },
  };
  api.respond('GET /api/curator/history/{kind}/{slug}', page([revision]));
  api.respond('GET /api/curator/history/{kind}/{slug}/{revision}/preview', { changes: revision.changes });
  api.respond('POST /api/curator/history/{kind}/{slug}/{revision}/restore', { ...revision, revision: 5 });
  const { user } = await open('rail.jpg');
  await choose(user, 'Change history');
  const entry = within(await screen.findByRole('dialog', { name: 'Change history' }));
  expect(await entry.findByText('On deck')).toBeInTheDocument();
  await user.click(entry.getByRole('button', { name: /^Restore previous version/ }));
  await user.click(await screen.findByRole('button', { name: 'Restore version' }));
  expect(await screen.findByText('Previous version of At the rail restored')).toBeInTheDocument();
});
