import { Outlet } from '@archive/router';
import type { StorageFinding, StorageStatus } from '@archive/contracts';
import { EditModeSwitch } from '@archive/shell-api';
import { accessibilityProblems, aMediaItem, mockApi, noContent, page, problem, renderRoute } from '@archive/testing';
import { Toaster, toast } from '@archive/ui';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { routes } from './routes.tsx';

const api = mockApi();
const STATUS = 'GET /api/curator/storage/check';
const FINDINGS = 'GET /api/curator/storage/findings';
const of = (action: 'adopt' | 'relink' | 'accept' | 'undo') =>
  `POST /api/curator/storage/findings/{finding_id}/${action}` as const;

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
const status = (with_: Partial<StorageStatus> = {}): StorageStatus => ({
  check: CHECK,
  last_completed_at: '2026-03-07T02:10:00Z',
  unknown_file: 0,
  missing_file: 0,
  changed_file: 0,
  settled_by: { adopt: 0, remove_file: 0, relink: 0, remove_record: 0, accept: 0 },
  ...with_,
});
const finding = (with_: Partial<StorageFinding>): StorageFinding => ({
  id: 1,
  kind: 'unknown_file',
  path: 'found/chance.png',
  url: '/media-files/found/chance.png',
  size: 2048,
  last_modified: '2026-01-01T00:00:00Z',
  content_type: 'image/png',
  refusal: null,
  sha256: 'aa',
  found_at: '2026-03-07T02:00:00Z',
  record: null,
  elsewhere: [],
  same_as: null,
  ...with_,
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
  api.answer('GET /api/curator/media/{media_slug}/usage', {
    voyages: [{ title: 'Down the Potomac', voyage_slug: 'one' }],
    albums: [],
  });
});
afterEach(() => {
  act(() => toast.dismiss());
});

test('says when all agrees, and when it was last looked at', async () => {
  api.answer(STATUS, status());
  const { container } = await open();
  expect(await screen.findByText('Storage and records agree')).toBeInTheDocument();
  expect(screen.getByText(/Last looked through/)).toHaveTextContent('1,204 files, 310 records');
  expect(await accessibilityProblems(container)).toEqual([]);
});

test('is looked through on demand, says how far it is, and can be stopped', async () => {
  api.answer(STATUS, status({ check: null, last_completed_at: null }));
  const running = { ...CHECK, state: 'running' as const, records_checked: 31, bytes_read: 500, finished_at: null };
  api.answer('POST /api/curator/storage/check', status({ check: running }));
  api.answer('POST /api/curator/storage/check/cancel', status({ check: { ...CHECK, state: 'cancelled' } }));
  const { user, container } = await open();
  expect(await screen.findByText('Storage has not been looked through yet.')).toBeInTheDocument();
  api.answer(STATUS, status({ check: running }));
  await user.click(await button('Look through storage now'));
  expect(await screen.findByText('Reading files of records (31 of 310)')).toBeInTheDocument();
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
  expect(await accessibilityProblems(container)).toEqual([]);
  api.answer(STATUS, status({ check: { ...CHECK, state: 'cancelled' } }));
  await user.click(await button('Stop'));
  expect(await screen.findByText('The latest run was stopped.')).toBeInTheDocument();
});

test('offers nothing to change outside of edit mode', async () => {
  sessionStorage.clear();
  api.answer(STATUS, status({ unknown_file: 1 }));
  api.answer(FINDINGS, [finding({})]);
  await open();
  await screen.findByText('found/chance.png');
  for (const name of [/^Adopt/, /^Remove/, /^Look through/]) expect(screen.queryByRole('button', { name })).toBeNull();
});

test('a file without a record is adopted and given up again, or removed after two questions', async () => {
  api.answer(STATUS, status({ unknown_file: 2 }));
  const refusal = 'This is a web page or a script.';
  api.answer(FINDINGS, [
    finding({ same_as: { media_slug: 'rail', title: 'At the rail' } }),
    finding({ id: 2, path: 'found/page.html', url: '/media-files/found/page.html', content_type: null, refusal }),
  ]);
  api.answer(of('adopt'), aMediaItem({ media_slug: 'chance', title: 'chance' }));
  api.answer('DELETE /api/curator/media/{media_slug}', noContent());
  api.answer('POST /api/curator/media/delete-from-s3', { deleted_count: 1 });
  const { user, container } = await open();
  const list = within(await screen.findByRole('list', { name: /^Files without a record/ }));
  expect(list.getByText('The library has the same file as “At the rail”.')).toBeInTheDocument();
  expect(list.getByText(refusal)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Adopt found/page.html' })).toBeNull();
  expect(await accessibilityProblems(container)).toEqual([]);
  await user.click(await button('Adopt found/chance.png'));
  expect(await screen.findByText('chance has a record now')).toBeInTheDocument();
  await user.click(await button('Undo'));
  expect(await screen.findByText('Undone')).toBeInTheDocument();
  const [deleted] = api.calls('DELETE /api/curator/media/{media_slug}');
  expect([deleted?.params, deleted?.query.has('delete_from_s3')]).toEqual([{ media_slug: 'chance' }, false]);

  await user.click(await button('Remove found/page.html'));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await user.click(await button('Delete for good'));
  expect(await screen.findByText('File permanently deleted from S3!')).toBeInTheDocument();
  expect(api.calls('POST /api/curator/media/delete-from-s3')[0]?.body).toEqual({
    urls: ['/media-files/found/page.html'],
  });
});

test('a record whose file is missing is linked to the same file elsewhere, or removed', async () => {
  api.answer(STATUS, status({ missing_file: 1 }));
  api.answer(FINDINGS, [
    finding({
      id: 9,
      kind: 'missing_file',
      path: 't/rail.jpg',
      size: null,
      content_type: null,
      record: RECORD,
      elsewhere: [{ path: 'moved/rail.jpg', url: '/media-files/moved/rail.jpg' }],
    }),
  ]);
  api.answer(of('relink'), aMediaItem());
  api.answer(of('undo'), problem(404, 'There is nothing to undo.'));
  const { user } = await open();
  expect(await screen.findByText('The same file lies at moved/rail.jpg')).toBeInTheDocument();
  await user.click(await button('Relink At the rail to moved/rail.jpg'));
  expect(await screen.findByText('At the rail has its file again')).toBeInTheDocument();
  expect(api.calls(of('relink'))[0]).toMatchObject({ params: { finding_id: '9' }, body: { path: 'moved/rail.jpg' } });
  await user.click(await button('Undo'));
  expect(await screen.findByText('It could not be undone: There is nothing to undo.')).toBeInTheDocument();

  api.answer('DELETE /api/curator/media/{media_slug}', noContent());
  await user.click(await button('Remove record At the rail'));
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent('Down the Potomac');
  await user.click(within(question).getByRole('button', { name: 'Remove record' }));
  expect(await screen.findByText('The record of At the rail is removed')).toBeInTheDocument();
});

test('a changed file is accepted as the right one', async () => {
  api.answer(STATUS, status({ changed_file: 1 }));
  api.answer(FINDINGS, [finding({ id: 4, kind: 'changed_file', path: 't/rail.jpg', record: RECORD })]);
  api.answer(of('accept'), aMediaItem());
  const { user } = await open();
  expect(await screen.findByText(/^2.00 KB, was 1.00 KB/)).toBeInTheDocument();
  await user.click(await button('Accept the file of At the rail'));
  expect(await screen.findByText('The file of At the rail is accepted')).toBeInTheDocument();
  await waitFor(() => expect(api.calls(of('accept'))[0]?.params).toEqual({ finding_id: '4' }));
});

const SEVERAL = 'POST /api/curator/storage/findings/settle-several';
const UNDO_SEVERAL = 'POST /api/curator/storage/findings/undo-several';
const idsOf = ({ body }: { body: unknown }) => (body as { finding_ids: number[] }).finding_ids;

describe('all of a kind at once', () => {
  const chance = (id: number) => finding({ id, path: `found/${id}.png`, url: `/media-files/found/${id}.png` });
  const lots = Array.from({ length: 30 }, (_, index) => chance(index + 1));
  const open30 = async () => {
    const settled_by = { adopt: 30, remove_file: 30, relink: 0, remove_record: 0, accept: 0 };
    api.answer(STATUS, status({ unknown_file: 31, settled_by }));
    api.answer(FINDINGS, ({ query }) => (query.has('settled_by') ? page(lots) : page(lots.slice(0, 3), 31)));
    return open();
  };

  test('are adopted in pieces, each told of, and given up again', async () => {
    const { user, container } = await open30();
    api.answer(SEVERAL, (call) => {
      const ids = idsOf(call);
      const failures = ids.includes(7) ? [{ finding_id: 7, reason: 'The file is not as it was.' }] : [];
      return { settled: ids.filter((id) => id !== 7), failures };
    });
    expect(screen.queryByRole('button', { name: /^Relink all/ })).toBeNull();
    await user.click(await button('Adopt all 30'));
    const question = await screen.findByRole('alertdialog', { name: 'Adopt 30 files?' });
    expect(question).toHaveTextContent('“found/1.png”');
    expect(await accessibilityProblems(container)).toEqual([]);
    api.answer(STATUS, status({ unknown_file: 0 }));
    await user.click(within(question).getByRole('button', { name: 'Adopt' }));
    const told = await screen.findByRole('dialog', { name: '29 of 30 files adopted' });
    expect(told).toHaveTextContent('1 file could not be adopted.');
    const [first, ...others] = within(told).getAllByRole('listitem');
    expect(first).toHaveTextContent('found/7.png' + 'The file is not as it was.');
    expect(others).toHaveLength(29);
    expect(await accessibilityProblems(told)).toEqual([]);
    expect(api.calls(SEVERAL).map((call) => idsOf(call).length)).toEqual([25, 5]);
    expect(api.calls(SEVERAL)[0]?.body).toMatchObject({ by: 'adopt', check_id: 3 });

    api.answer(UNDO_SEVERAL, (call) => ({ settled: idsOf(call), failures: [] }));
    await user.click(within(told).getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone for 29 files')).toBeInTheDocument();
    expect(api.calls(UNDO_SEVERAL).flatMap(idsOf)).not.toContain(7);
  });

  test('are deleted for good after two questions only; what the archive does not answer is named', async () => {
    const { user } = await open30();
    let calls = 0;
    api.answer(SEVERAL, (call) =>
      (calls += 1) === 1 ? problem(503, 'The file storage is away.') : { settled: idsOf(call), failures: [] },
    );
    await user.click(await button('Remove all 30'));
    await user.click(
      within(await screen.findByRole('alertdialog', { name: 'Permanently delete 30 files?' })).getByRole('button', {
        name: 'Delete',
      }),
    );
    expect(api.calls(SEVERAL)).toHaveLength(0);
    await screen.findByRole('alertdialog', { name: 'Are you ABSOLUTELY SURE? This cannot be undone!' });
    await user.click(await button('Delete for good'));
    const told = await screen.findByRole('dialog', { name: '5 of 30 files deleted' });
    expect(within(told).getAllByText('The file storage is away.')).toHaveLength(25);
    expect(within(told).queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  test('records without a file name the voyages that lose them', async () => {
    const settled_by = { adopt: 0, remove_file: 0, relink: 0, remove_record: 2, accept: 0 };
    const lost = (id: number, record: StorageFinding['record']) =>
      finding({ id, kind: 'missing_file', path: `t/${id}.jpg`, size: null, record });
    api.answer(STATUS, status({ missing_file: 2, settled_by }));
    api.answer(FINDINGS, [lost(9, RECORD), lost(10, { ...RECORD, media_slug: 'helm', title: 'At the helm' })]);
    api.answer('POST /api/curator/media/usage', {
      voyages: [{ title: 'Down the Potomac', voyage_slug: 'one' }],
      albums: [],
    });
    api.answer(SEVERAL, { settled: [9, 10], failures: [] });
    const { user } = await open();
    await user.click(await button('Remove all 2'));
    const question = await screen.findByRole('alertdialog', { name: 'Remove 2 records?' });
    expect(question).toHaveTextContent('Down the Potomac');
    await user.click(within(question).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByRole('dialog', { name: '2 records removed' })).toHaveTextContent('At the helm');
    expect(api.calls('POST /api/curator/media/usage')[0]?.body).toEqual({ media_slugs: ['rail', 'helm'] });
  });
});

test('that cannot be asked about says why', async () => {
  api.answer(STATUS, problem(503, 'The database is away.'));
  await open();
  expect(await screen.findByText('The database is away.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeInTheDocument();
});
