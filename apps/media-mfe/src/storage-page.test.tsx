import { Outlet } from '@archive/router';
import type { StorageDiscrepancy, StorageStatus } from '@archive/contracts';
import { EditModeSwitch } from '@archive/shell-api';
import { accessibilityProblems, aMediaItem, mockApi, noContent, page, problem, renderRoute } from '@archive/testing';
import { Toaster, toast } from '@archive/ui';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { routes } from './routes.tsx';

const api = mockApi();
const STATUS = 'GET /api/curator/storage/check';
const DISCREPANCIES = 'GET /api/curator/storage/discrepancies';
const pathOf = (action: 'add-to-library' | 'relink' | 'keep-changed-file' | 'undo') =>
  `POST /api/curator/storage/discrepancies/{discrepancy_id}/${action}` as const;

const CHECK: StorageStatus['check'] = {
  id: 3,
  state: 'completed',
  phase: 'records',
  files_seen: 1204,
  records_checked: 310,
  records_total: 310,
  bytes_read: 1000,
  bytes_total: 1000,
  requested_by: null,
  error: null,
  started_at: '2026-03-07T02:00:00Z',
  finished_at: '2026-03-07T02:10:00Z',
};
const status = (overrides: Partial<StorageStatus> = {}): StorageStatus => ({
  check: CHECK,
  last_completed_at: '2026-03-07T02:10:00Z',
  unknown_file: 0,
  missing_file: 0,
  changed_file: 0,
  resolved_by: { add_to_library: 0, remove_file: 0, relink: 0, remove_record: 0, keep_changed_file: 0 },
  ...overrides,
});
const discrepancy = (overrides: Partial<StorageDiscrepancy>): StorageDiscrepancy => ({
  id: 1,
  kind: 'unknown_file',
  path: 'found/chance.png',
  url: '/media-files/found/chance.png',
  size: 2048,
  last_modified: '2026-01-01T00:00:00Z',
  content_type: 'image/png',
  rejection: null,
  sha256: 'aa',
  found_at: '2026-03-07T02:00:00Z',
  record: null,
  elsewhere: [],
  same_as: null,
  ...overrides,
});
const RECORD = { media_slug: 'rail', title: 'At the rail', size: 1024, sha256: 'bb' };

const shell = (
  <>
    <EditModeSwitch />
    <Outlet />
    <Toaster />
  </>
);
const open = () =>
  renderRoute([{ element: shell, children: routes }], '/media-explorer/storage', { at: '/media-explorer' });
const button = (name: string) => screen.findByRole('button', { name });

beforeEach(() => {
  sessionStorage.setItem('edit-mode', '1');
  api.respond('GET /api/curator/media/{media_slug}/usage', {
    voyages: [{ title: 'Down the Potomac', voyage_slug: 'one' }],
    albums: [],
    people: [],
  });
});
afterEach(() => {
  act(() => toast.dismiss());
});

test('shows that storage and records match, and the last check', async () => {
  api.respond(STATUS, status({ check: { ...CHECK!, records_checked: 1 } }));
  const { container } = await open();
  expect(await screen.findByText('Storage and records match')).toBeInTheDocument();
  expect(screen.getByText(/Last checked/)).toHaveTextContent('1,204 files, 1 record');
  expect(await accessibilityProblems(container)).toEqual([]);
});

test('starts a check, shows its progress, and stops it', async () => {
  api.respond(STATUS, status({ check: null, last_completed_at: null }));
  const running = { ...CHECK, state: 'running' as const, records_checked: 31, bytes_read: 500, finished_at: null };
  api.respond('POST /api/curator/storage/check', status({ check: running }));
  api.respond('POST /api/curator/storage/check/cancel', status({ check: { ...CHECK, state: 'cancelled' } }));
  const { user, container } = await open();
  expect(await screen.findByText('Storage has not been checked yet.')).toBeInTheDocument();
  api.respond(STATUS, status({ check: running }));
  await user.click(await button('Check now'));
  expect(await screen.findByText('Reading files with a record (31 of 310)')).toBeInTheDocument();
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
  expect(await accessibilityProblems(container)).toEqual([]);
  api.respond(STATUS, status({ check: { ...CHECK, state: 'cancelled' } }));
  await user.click(await button('Stop'));
  expect(await screen.findByText('The last check was stopped.')).toBeInTheDocument();
});

test('offers no changes outside Edit Mode', async () => {
  sessionStorage.clear();
  api.respond(STATUS, status({ unknown_file: 1 }));
  api.respond(DISCREPANCIES, [discrepancy({})]);
  await open();
  await screen.findByText('found/chance.png');
  for (const name of [/^Add to library/, /^Delete/, /^Check now/])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

test('a file without a record can be added to the library, with Undo, or deleted after two confirmations', async () => {
  api.respond(STATUS, status({ unknown_file: 2 }));
  const rejection = 'This is a web page or a script.';
  api.respond(DISCREPANCIES, [
    discrepancy({ same_as: { media_slug: 'rail', title: 'At the rail' } }),
    discrepancy({ id: 2, path: 'found/page.html', url: '/media-files/found/page.html', content_type: null, rejection }),
  ]);
  api.respond(pathOf('add-to-library'), aMediaItem({ media_slug: 'chance', title: 'chance' }));
  api.respond('POST /api/curator/storage/discrepancies/bulk-undo', { resolved: [1], failures: [] });
  api.respond('POST /api/curator/media/delete-from-s3', { deleted_count: 1 });
  const { user, container } = await open();
  const list = within(await screen.findByRole('list', { name: /^Files without a record/ }));
  expect(list.getByText('Same file as “At the rail” in the media library.')).toBeInTheDocument();
  expect(list.getByText(rejection)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Add to library: found/page.html' })).toBeNull();
  expect(await accessibilityProblems(container)).toEqual([]);
  await user.click(await button('Add to library: found/chance.png'));
  expect(await screen.findByText('“chance” added to the media library')).toBeInTheDocument();
  await user.click(await button('Undo'));
  expect(await screen.findByText('Undone')).toBeInTheDocument();
  const [undone] = api.requests('POST /api/curator/storage/discrepancies/bulk-undo');
  expect(undone?.body).toEqual({ discrepancy_ids: [1] });

  await user.click(await button('Delete file: found/page.html'));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await user.click(await button('Delete permanently'));
  expect(await screen.findByText('File permanently deleted from S3!')).toBeInTheDocument();
  expect(api.requests('POST /api/curator/media/delete-from-s3')[0]?.body).toEqual({
    urls: ['/media-files/found/page.html'],
  });
});

test('a record with a missing file is relinked to a copy, or deleted', async () => {
  api.respond(STATUS, status({ missing_file: 1 }));
  api.respond(DISCREPANCIES, [
    discrepancy({
      id: 9,
      kind: 'missing_file',
      path: 't/rail.jpg',
      size: null,
      content_type: null,
      record: RECORD,
      elsewhere: [{ path: 'moved/rail.jpg', url: '/media-files/moved/rail.jpg' }],
    }),
  ]);
  api.respond(pathOf('relink'), aMediaItem());
  api.respond(pathOf('undo'), problem(404, 'There is nothing to undo.'));
  const { user } = await open();
  expect(await screen.findByText('A copy is at moved/rail.jpg')).toBeInTheDocument();
  await user.click(await button('Relink At the rail to moved/rail.jpg'));
  expect(await screen.findByText('At the rail relinked to its file')).toBeInTheDocument();
  expect(api.requests(pathOf('relink'))[0]).toMatchObject({
    params: { discrepancy_id: '9' },
    body: { path: 'moved/rail.jpg' },
  });
  await user.click(await button('Undo'));
  expect(await screen.findByText('Couldn’t undo: There is nothing to undo.')).toBeInTheDocument();

  api.respond('DELETE /api/curator/media/{media_slug}', noContent());
  await user.click(await button('Delete record: At the rail'));
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent('Down the Potomac');
  await user.click(within(question).getByRole('button', { name: 'Delete record' }));
  expect(await screen.findByText('Record “At the rail” deleted')).toBeInTheDocument();
});

test('a changed file is kept', async () => {
  api.respond(STATUS, status({ changed_file: 1 }));
  api.respond(DISCREPANCIES, [discrepancy({ id: 4, kind: 'changed_file', path: 't/rail.jpg', record: RECORD })]);
  api.respond(pathOf('keep-changed-file'), aMediaItem());
  const { user } = await open();
  expect(await screen.findByText(/^2.00 KB, was 1.00 KB/)).toBeInTheDocument();
  await user.click(await button('Keep changed file: At the rail'));
  expect(await screen.findByText('Changed file of At the rail kept')).toBeInTheDocument();
  await waitFor(() => expect(api.requests(pathOf('keep-changed-file'))[0]?.params).toEqual({ discrepancy_id: '4' }));
});

const BULK_RESOLVE = 'POST /api/curator/storage/discrepancies/bulk-resolve';
const BULK_UNDO = 'POST /api/curator/storage/discrepancies/bulk-undo';
const idsOf = ({ body }: { body: unknown }) => (body as { discrepancy_ids: number[] }).discrepancy_ids;

describe('resolving all of a kind', () => {
  const chance = (id: number) => discrepancy({ id, path: `found/${id}.png`, url: `/media-files/found/${id}.png` });
  const lots = Array.from({ length: 30 }, (_, index) => chance(index + 1));
  const open30 = async () => {
    const resolved_by = { add_to_library: 30, remove_file: 30, relink: 0, remove_record: 0, keep_changed_file: 0 };
    api.respond(STATUS, status({ unknown_file: 31, resolved_by }));
    api.respond(DISCREPANCIES, ({ query }) => (query.has('resolved_by') ? page(lots) : page(lots.slice(0, 3), 31)));
    return open();
  };

  test('adds files in batches, lists each result, and undoes them', async () => {
    const { user, container } = await open30();
    api.respond(BULK_RESOLVE, (request) => {
      const ids = idsOf(request);
      const failures = ids.includes(7) ? [{ discrepancy_id: 7, reason: 'The file is not as it was.' }] : [];
      return { resolved: ids.filter((id) => id !== 7), failures };
    });
    expect(screen.queryByRole('button', { name: /^Relink all/ })).toBeNull();
    await user.click(await button('Add all 30 to library'));
    const question = await screen.findByRole('alertdialog', { name: 'Add 30 files to the media library?' });
    expect(question).toHaveTextContent('“found/1.png”');
    expect(await accessibilityProblems(container)).toEqual([]);
    api.respond(STATUS, status({ unknown_file: 0 }));
    await user.click(within(question).getByRole('button', { name: 'Add to library' }));
    const results = await screen.findByRole('dialog', { name: '29 of 30 files added to the media library' });
    expect(results).toHaveTextContent('1 file couldn’t be added to the media library.');
    const [first, ...others] = within(results).getAllByRole('listitem');
    expect(first).toHaveTextContent('found/7.png' + 'The file is not as it was.');
    expect(others).toHaveLength(29);
    expect(await accessibilityProblems(results)).toEqual([]);
    expect(api.requests(BULK_RESOLVE).map((request) => idsOf(request).length)).toEqual([25, 5]);
    expect(api.requests(BULK_RESOLVE)[0]?.body).toMatchObject({ by: 'add_to_library', check_id: 3 });

    api.respond(BULK_UNDO, (request) => ({ resolved: idsOf(request), failures: [] }));
    await user.click(within(results).getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Change undone on 29 files')).toBeInTheDocument();
    expect(api.requests(BULK_UNDO).flatMap(idsOf)).not.toContain(7);
  });

  test('deletes files after two confirmations, and lists server errors', async () => {
    const { user } = await open30();
    let calls = 0;
    api.respond(BULK_RESOLVE, (request) =>
      (calls += 1) === 1
        ? problem(503, 'The file storage is unavailable.')
        : { resolved: idsOf(request), failures: [] },
    );
    await user.click(await button('Delete all 30 files'));
    await user.click(
      within(await screen.findByRole('alertdialog', { name: 'Permanently delete 30 files?' })).getByRole('button', {
        name: 'Delete',
      }),
    );
    expect(api.requests(BULK_RESOLVE)).toHaveLength(0);
    await screen.findByRole('alertdialog', { name: 'Are you ABSOLUTELY SURE? This cannot be undone!' });
    await user.click(await button('Delete permanently'));
    const results = await screen.findByRole('dialog', { name: '5 of 30 files deleted' });
    expect(within(results).getAllByText('The file storage is unavailable.')).toHaveLength(25);
    expect(within(results).queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  test('lists the voyages that lose a record', async () => {
    const resolved_by = { add_to_library: 0, remove_file: 0, relink: 0, remove_record: 2, keep_changed_file: 0 };
    const lost = (id: number, record: StorageDiscrepancy['record']) =>
      discrepancy({ id, kind: 'missing_file', path: `t/${id}.jpg`, size: null, record });
    api.respond(STATUS, status({ missing_file: 2, resolved_by }));
    api.respond(DISCREPANCIES, [lost(9, RECORD), lost(10, { ...RECORD, media_slug: 'helm', title: 'At the helm' })]);
    api.respond('POST /api/curator/media/usage', {
      voyages: [{ title: 'Down the Potomac', voyage_slug: 'one' }],
      albums: [],
      people: [],
    });
    api.respond(BULK_RESOLVE, { resolved: [9, 10], failures: [] });
    const { user } = await open();
    await user.click(await button('Delete all 2 records'));
    const question = await screen.findByRole('alertdialog', { name: 'Delete 2 records?' });
    expect(question).toHaveTextContent('Down the Potomac');
    await user.click(within(question).getByRole('button', { name: 'Delete records' }));
    expect(await screen.findByRole('dialog', { name: '2 records deleted' })).toHaveTextContent('At the helm');
    expect(api.requests('POST /api/curator/media/usage')[0]?.body).toEqual({ media_slugs: ['rail', 'helm'] });
  });
});

test('shows a server error', async () => {
  api.respond(STATUS, problem(503, 'The database is unavailable.'));
  await open();
  expect(await screen.findByText('The database is unavailable.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeInTheDocument();
});
