import { Outlet } from '@archive/router';
import type { StorageFinding, StorageStatus } from '@archive/contracts';
import { EditModeSwitch } from '@archive/shell-api';
import { accessibilityProblems, aMediaItem, mockApi, noContent, problem, renderRoute } from '@archive/testing';
import { Toaster, toast } from '@archive/ui';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
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

test('that cannot be asked about says why', async () => {
  api.answer(STATUS, problem(503, 'The database is away.'));
  await open();
  expect(await screen.findByText('The database is away.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeInTheDocument();
});
