import type { TrashItem } from '@archive/contracts';
import { Outlet } from '@archive/router';
import { EditModeSwitch } from '@archive/shell-api';
import { accessibilityProblems, mockApi, pendingForever, problem, renderRoute } from '@archive/testing';
import { Toaster, toast } from '@archive/ui';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { routes } from './routes.tsx';

const api = mockApi();
const LIST = 'GET /api/curator/trash';
const RESTORE = 'POST /api/curator/trash/restore';
const DELETE = 'POST /api/curator/trash/delete';
const EMPTY = 'POST /api/curator/trash/empty';

const item = (media_slug: string, title: string, overrides: Partial<TrashItem> = {}): TrashItem => ({
  media_slug,
  title,
  media_type: 'image',
  content_type: 'image/jpeg',
  size: 2048,
  url: `/media-files/${media_slug}.jpg`,
  thumbnail_url: null,
  deleted_by: 'mary',
  deleted_at: '2026-03-07T02:10:00.000Z',
  days_left: 29,
  voyages: [],
  albums: [],
  ...overrides,
});
const RAIL = item('rail', 'At the rail', { voyages: [{ title: 'Down the Potomac', voyage_slug: 'one' }] });
const DECK = item('deck', 'On deck', { days_left: 1, deleted_at: '2026-02-07T02:10:00.000Z' });
const trash = (items: TrashItem[], retention_days: number | null = 30) => ({
  items,
  total: items.length,
  retention_days,
});

const shell = (
  <>
    <EditModeSwitch />
    <Outlet />
    <Toaster />
  </>
);
const open = () =>
  renderRoute([{ element: shell, children: routes }], '/media-explorer/trash', { at: '/media-explorer' });
const button = (name: string | RegExp) => screen.findByRole('button', { name });

beforeEach(() => {
  sessionStorage.setItem('edit-mode', '1');
  api.respond(LIST, trash([RAIL, DECK]));
});
afterEach(() => {
  act(() => toast.dismiss());
});

test('lists what was deleted, by whom, when, from where, and how long it stays', async () => {
  const { container } = await open();
  const rows = await screen.findAllByRole('listitem', { name: '' });
  const list = within(await screen.findByRole('list', { name: 'Deleted media' }));
  expect(rows.length).toBeGreaterThan(1);
  expect(list.getByText('At the rail')).toBeInTheDocument();
  expect(list.getAllByText(/^Deleted by mary on/)).toHaveLength(2);
  expect(list.getByText('29 days left · 2.00 KB')).toBeInTheDocument();
  expect(list.getByText('1 day left · 2.00 KB')).toBeInTheDocument();
  expect(list.getByText('Was in: Down the Potomac')).toBeInTheDocument();
  expect(screen.getByText('Deleted files stay here for 30 days, and are then deleted permanently.')).toBeVisible();
  expect(await accessibilityProblems(container)).toEqual([]);
});

test('restores one item, and says why another can’t be restored', async () => {
  api.respond(RESTORE, { restored: ['rail'], failures: [{ media_slug: 'deck', reason: 'Its voyage was deleted.' }] });
  const { user } = await open();
  await user.click(await screen.findByRole('checkbox', { name: 'Select At the rail' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Select On deck' }));
  await user.click(await button('Restore'));
  expect(await screen.findByText('“At the rail” restored')).toBeInTheDocument();
  expect(api.requests(RESTORE)[0]?.body).toEqual({ media_slugs: ['rail', 'deck'] });
  const results = await screen.findByRole('alertdialog', { name: '1 file couldn’t be restored' });
  expect(results).toHaveTextContent('On deckIts voyage was deleted.');
});

test('restores everything', async () => {
  api.respond(RESTORE, { restored: ['rail', 'deck'], failures: [] });
  const { user } = await open();
  await user.click(await button('Restore all'));
  expect(await screen.findByText('2 files restored')).toBeInTheDocument();
});

test('deletes an item permanently after two confirmations', async () => {
  api.respond(DELETE, { deleted: ['rail'], missing: [] });
  const { user } = await open();
  await user.click(await button('Delete permanently: At the rail'));
  await screen.findByRole('alertdialog', { name: 'Permanently delete “At the rail”?' });
  await user.click(await button('Delete'));
  await screen.findByRole('alertdialog', { name: 'Are you ABSOLUTELY SURE? This cannot be undone!' });
  expect(api.requests(DELETE)).toEqual([]);
  await user.click(await button('Delete permanently'));
  expect(await screen.findByText('Media permanently deleted from S3 and database!')).toBeInTheDocument();
  expect(api.requests(DELETE)[0]?.body).toEqual({ media_slugs: ['rail'] });
});

test('empties the trash up to what is shown, after two confirmations', async () => {
  api.respond(EMPTY, { emptied: 2 });
  const { user } = await open();
  await user.click(await button('Empty trash'));
  await screen.findByRole('alertdialog', { name: 'Permanently delete everything in the trash (2 files)?' });
  api.respond(LIST, trash([]));
  await user.click(await button('Delete'));
  await user.click(await button('Delete permanently'));
  expect(await screen.findByText('2 files permanently deleted from S3 and database!')).toBeInTheDocument();
  expect(api.requests(EMPTY)[0]?.body).toEqual({ until: RAIL.deleted_at });
  expect(await screen.findByText('The trash is empty')).toBeInTheDocument();
});

test('readers can’t restore or delete', async () => {
  sessionStorage.clear();
  await open();
  expect(await screen.findByText('Turn on Edit Mode to restore or delete these files.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Restore|Delete|Empty/ })).toBeNull();
});

test('shows a loading state, and says if nothing is deleted automatically', async () => {
  api.respond(LIST, pendingForever());
  await open();
  expect(await screen.findByText('Loading the trash...')).toBeInTheDocument();
});

test('offers to retry after a failure', async () => {
  api.respond(LIST, problem(503, 'The database is unavailable.'));
  const { user } = await open();
  expect(await screen.findByText('The database is unavailable.')).toBeInTheDocument();
  api.respond(LIST, trash([RAIL], null));
  await user.click(await button('Retry'));
  expect(await screen.findByText('Deleted files stay here until the trash is emptied.')).toBeInTheDocument();
});
