import type { RecordChange } from '@archive/contracts';
import { accessibilityProblems, mockApi, problem } from '@archive/testing';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderApp, signedIn } from '../test/render-app.tsx';

const api = mockApi();
const LIST = 'GET /api/curator/history';
const PREVIEW = 'GET /api/curator/history/{kind}/{slug}/{revision}/preview';
const RESTORE = 'POST /api/curator/history/{kind}/{slug}/{revision}/restore';

const UNDO_MERGE = 'POST /api/curator/people/{person_slug}/merges/{merge}/undo';

const aChange = (overrides: Partial<RecordChange> = {}): RecordChange => ({
  revision: 2,
  kind: 'voyage',
  slug: 'july',
  action: 'update',
  changed_by: 'mary',
  changed_at: '2026-02-01T12:00:00Z',
  changes: [{ field: 'title', label: 'Title', from: 'Fog', to: 'Fog until noon' }],
  title: 'Fog until noon',
  exists: true,
  restorable: true,
  merged_into: null,
  operation_id: null,
  voyage_slug: null,
  url: null,
  ...overrides,
});
const respond = (changes: RecordChange[], pages: { older?: string; newer?: string } = {}) =>
  api.respond(LIST, { changes, curators: ['curator', 'mary'], older: null, newer: null, ...pages });

beforeEach(() => {
  sessionStorage.clear();
  signedIn(api);
});

describe('recent changes', () => {
  test('list who changed what and when, with links to the records', async () => {
    respond([
      aChange(),
      aChange({ kind: 'person', slug: 'nimitz-chester-w', action: 'delete', title: 'Chester W. Nimitz', changes: [] }),
      aChange({ kind: 'media', slug: 'rail', title: 'At the rail', url: '/media-files/truman/image/at%20rail.jpg' }),
      aChange({ kind: 'album', slug: 'deck', title: 'On deck', voyage_slug: 'july', operation_id: 'a-b' }),
    ]);
    const { container } = await renderApp('/changes');
    expect(await screen.findByRole('heading', { level: 1, name: 'Changes' })).toBeVisible();
    const links = await screen.findAllByRole('link', { name: /Fog until noon|Nimitz|rail|deck|Import/ });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/voyages/july',
      '/people/nimitz-chester-w',
      '/media/rail',
      '/voyages/july',
      '/voyages/import/a-b',
    ]);
    expect(screen.getByRole('heading', { level: 2, name: 'Sunday, February 1, 2026' })).toBeVisible();
    expect(screen.getAllByRole('listitem')[0]).toHaveTextContent(/Changed.*Voyage · mary.*Title.*Fog Fog until noon/);
    expect(screen.queryByRole('button', { name: /Restore/ })).toBeNull();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('distinguish the album of a voyage from a collection', async () => {
    respond([
      aChange({ kind: 'album', slug: 'deck', title: 'On deck', voyage_slug: 'july' }),
      aChange({ kind: 'album', slug: 'flags', title: 'Flags', voyage_slug: null }),
    ]);
    await renderApp('/changes');
    await screen.findByRole('link', { name: 'Flags' });
    const [album, collection] = screen.getAllByRole('listitem');
    expect(album).toHaveTextContent(/Album · mary/);
    expect(collection).toHaveTextContent(/Collection · mary/);
  });

  test('are restored in edit mode', async () => {
    sessionStorage.setItem('edit-mode', '1');
    respond([
      aChange({ action: 'delete', changes: [], exists: false }),
      aChange({ slug: 'new', action: 'create', restorable: false }),
    ]);
    api.respond(RESTORE, { ...aChange({ action: 'restore' }), before: null });
    const { user } = await renderApp('/changes');
    const buttons = await screen.findAllByRole('button', { name: /^Restore/ });
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(['Restore “Fog until noon”']);
    await user.click(buttons[0]!);
    expect(await screen.findByText('“Fog until noon” restored')).toBeVisible();
    expect(api.requests(RESTORE)[0]?.params).toEqual({ kind: 'voyage', slug: 'july', revision: '2' });
  });

  test('show what a restore of an earlier version would change first', async () => {
    sessionStorage.setItem('edit-mode', '1');
    respond([aChange()]);
    api.respond(PREVIEW, { changes: [{ field: 'albums', label: 'Albums', from: 'On deck', to: 'On deck: Film' }] });
    api.respond(RESTORE, { ...aChange({ action: 'restore' }), before: null });
    const { user } = await renderApp('/changes');
    await user.click(await screen.findByRole('button', { name: /^Restore previous version/ }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Restore this version?' });
    expect(await within(dialog).findByText('On deck: Film')).toBeVisible();
    expect(api.requests(RESTORE)).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Restore version' }));
    expect(await screen.findByText('“Fog until noon” restored')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  test('undo a merge that deleted a person, or say that a later merge must be undone first', async () => {
    sessionStorage.setItem('edit-mode', '1');
    const merged_into = { person_slug: 'harriman', full_name: 'W. Averell Harriman', merge: 7 };
    const deletion: Partial<RecordChange> = { kind: 'person', action: 'delete', changes: [], restorable: false };
    respond([
      aChange({ ...deletion, slug: 'harriman-averill', title: 'Averill Harriman', merged_into }),
      aChange({ ...deletion, slug: 'harriman-a', title: 'A. Harriman', merged_into: { ...merged_into, merge: null } }),
    ]);
    api.respond(UNDO_MERGE, { person_slug: 'harriman-averill' });
    const { user, container } = await renderApp('/changes');
    const [first, second] = await screen.findAllByRole('listitem');
    expect(first).toHaveTextContent('Merged into W. Averell Harriman.');
    expect(second).toHaveTextContent('Undo the later merge on that page first.');
    expect(await accessibilityProblems(container)).toEqual([]);
    expect(screen.queryByRole('button', { name: /^Restore/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: /^Undo merge/ }));
    expect(await screen.findByText('Averill Harriman is a separate record again')).toBeVisible();
    expect(api.requests(UNDO_MERGE)[0]?.params).toEqual({ person_slug: 'harriman', merge: '7' });
  });

  test('say why a restore failed', async () => {
    sessionStorage.setItem('edit-mode', '1');
    respond([aChange({ action: 'delete', changes: [], exists: false })]);
    api.respond(RESTORE, problem(409, 'Can’t restore: another voyage has this address now.'));
    const { user } = await renderApp('/changes');
    await user.click(await screen.findByRole('button', { name: /^Restore/ }));
    expect(await screen.findByText(/another voyage has this address now/)).toBeVisible();
  });

  test('keep filters and page in the URL', async () => {
    respond([aChange()], { older: 'cursor-2' });
    const { user, router } = await renderApp('/changes?from=2026-01-01&imports=0&kind=submarine');
    await user.selectOptions(await screen.findByLabelText('Change'), 'Deleted');
    await user.selectOptions(screen.getByLabelText('Curator'), 'mary');
    expect(router.state.location.search).toBe('?action=delete&by=mary&from=2026-01-01&imports=0');
    await user.click(await screen.findByRole('link', { name: 'Older' }));
    const { query } = api.requests(LIST).at(-1)!;
    expect(Object.fromEntries(query)).toEqual({
      action: 'delete',
      changed_by: 'mary',
      since: new Date(2026, 0, 1).toISOString(),
      imports: 'exclude',
      older_than: 'cursor-2',
    });
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(router.state.location.search).toBe('');
  });

  test('apply both filters if the second is chosen before the first is rendered', async () => {
    respond([aChange()]);
    const { router } = await renderApp('/changes');
    const kind = await screen.findByLabelText('Record');
    await act(async () => {
      fireEvent.change(kind, { target: { value: 'person' } });
      fireEvent.change(screen.getByLabelText('Change'), { target: { value: 'delete' } });
      await Promise.resolve();
    });
    await waitFor(() => expect(router.state.location.search).toBe('?kind=person&action=delete'));
  });

  test('reject a date range that ends before it starts', async () => {
    respond([aChange()]);
    await renderApp('/changes?from=2026-02-01&to=2026-01-31');
    expect(
      await screen.findByText('The From date is after the To date. Choose an earlier From date or a later To date.'),
    ).toBeVisible();
    expect(screen.getByLabelText('To')).toBeInvalid();
    expect(api.requests(LIST)).toEqual([]);
  });

  test('show different states for an empty list, no matches, and a failure', async () => {
    respond([]);
    const empty = await renderApp('/changes');
    expect(await screen.findByText('No changes yet')).toBeVisible();
    empty.unmount();
    const filtered = await renderApp('/changes?by=nobody');
    expect(await screen.findByText('No changes found.')).toBeVisible();
    filtered.unmount();
    api.respond(LIST, problem(503, 'Can’t reach the database.'));
    const { user } = await renderApp('/changes');
    expect(await screen.findByText('Can’t reach the database.')).toBeVisible();
    respond([aChange()]);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('link', { name: 'Fog until noon' })).toBeVisible();
  });
});

test('the footer and the account menu link to the changes', async () => {
  const { user } = await renderApp('/');
  const footer = within(screen.getByRole('contentinfo'));
  expect(footer.getByRole('link', { name: 'Changes' })).toHaveAttribute('href', '/changes');
  await user.click(screen.getByRole('button', { name: 'Account' }));
  expect(await screen.findByRole('menuitem', { name: 'Changes' })).toHaveAttribute('href', '/changes');
});
