import { accessibilityProblems, mockApi, page, problem, renderRoute } from '@archive/testing';
import { Toaster } from '@archive/ui';
import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { RecordHistory } from './record-history.tsx';

const api = mockApi();
const LIST = 'GET /api/curator/history/{kind}/{slug}';
const RESTORE = 'POST /api/curator/history/{kind}/{slug}/{revision}/restore';
const PREVIEW = 'GET /api/curator/history/{kind}/{slug}/{revision}/preview';
const change = {
  revision: 8,
  kind: 'person' as const,
  slug: 'a',
  action: 'update' as const,
  changed_by: 'mary',
  changed_at: '2026-02-01T12:00:00Z',
  changes: [{ field: 'name', label: 'Name', from: 'Ada', to: 'Ada Lovelace' }],
  before: { name: 'Ada' },
};

const show = (editing: boolean) =>
  renderRoute(
    [
      {
        index: true,
        element: (
          <>
            <Toaster />
            <RecordHistory kind="person" slug="a" title="Ada" editing={editing} onClose={() => undefined} />
          </>
        ),
      },
    ],
    '/',
  );

test('lists changes, and offers Restore only in edit mode', async () => {
  api.respond(LIST, page([change, { ...change, revision: 2, action: 'create', changes: [], before: null }]));
  api.respond(RESTORE, { ...change, revision: 9, action: 'restore' });
  api.respond(PREVIEW, { changes: [{ field: 'albums', label: 'Albums', from: 'On deck', to: 'On deck: Film' }] });
  const reading = await show(false);
  expect(await screen.findByText('Added')).toBeInTheDocument();
  expect(screen.getByText('Ada Lovelace')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Restore/ })).toBeNull();
  expect(await accessibilityProblems(screen.getByRole('dialog'))).toEqual([]);
  reading.unmount();
  const { user } = await show(true);
  await user.click(
    await screen.findByRole('button', { name: /^Restore previous version, from before February 1, 2026/ }),
  );
  const dialog = await screen.findByRole('alertdialog', { name: 'Restore this version?' });
  expect(await within(dialog).findByText('On deck: Film')).toBeInTheDocument();
  expect(await accessibilityProblems(dialog)).toEqual([]);
  expect(api.requests(RESTORE)).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await user.click(await screen.findByRole('button', { name: /^Restore previous version/ }));
  await user.click(await screen.findByRole('button', { name: 'Restore version' }));
  expect(await screen.findByText('Previous version of Ada restored')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(api.requests(RESTORE)[0]?.params).toEqual({ kind: 'person', slug: 'a', revision: '8' });
});

test('shows an error and offers Retry', async () => {
  api.respond(LIST, problem(503, 'Can’t reach the database.'));
  const { user } = await show(false);
  expect(await screen.findByText('Can’t reach the database.')).toBeInTheDocument();
  api.respond(LIST, page([]));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('No changes yet')).toBeInTheDocument();
});
