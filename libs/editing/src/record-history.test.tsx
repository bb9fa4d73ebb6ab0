import { accessibilityProblems, mockApi, page, problem, renderRoute } from '@archive/testing';
import { Toaster } from '@archive/ui';
import { expect, jest, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { RecordHistory } from './record-history.tsx';
import { draftFrom } from './record-texts.ts';

const api = mockApi();
const LIST = 'GET /api/curator/history/{kind}/{slug}';
const RESTORE = 'POST /api/curator/history/{kind}/{slug}/{revision}/restore';
const change = {
  revision: 8,
  kind: 'person' as const,
  slug: 'a',
  action: 'update' as const,
  changed_by: 'mary',
  changed_at: '2026-02-01T12:00:00Z',
  before: { name: 'Ada', notes: 'Old. '.repeat(200) },
};
const now = { name: 'Ada Lovelace', notes: 'Old. '.repeat(200) };

const show = (editing: boolean, record: Record<string, unknown> = now, refetch = jest.fn(() => Promise.resolve())) =>
  renderRoute(
    [
      {
        index: true,
        element: (
          <>
            <Toaster />
            <RecordHistory
              kind="person"
              slug="a"
              title="Ada"
              record={{ data: record, error: null, refetch }}
              draftOf={(one) => draftFrom({ name: '', notes: '' }, one)}
              labelOf={(name) => name.toUpperCase()}
              created="Came"
              editing={editing}
              onClose={() => undefined}
            />
          </>
        ),
      },
    ],
    '/',
  );

test('lists changes; restoring needs edit mode', async () => {
  api.respond(LIST, page([change, { ...change, revision: 2, action: 'create', before: null }]));
  api.respond(RESTORE, { ...change, revision: 9, action: 'restore' });
  const reading = await show(false);
  expect(await screen.findByText('Came')).toBeInTheDocument();
  expect(screen.getByText('Ada Lovelace')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Restore/ })).toBeNull();
  reading.unmount();
  const refetch = jest.fn(() => Promise.resolve());
  const { user } = await show(true, now, refetch);
  await user.click(await screen.findByRole('button', { name: /^Restore the version before February 1, 2026/ }));
  expect(await screen.findByText('Earlier version of Ada restored')).toBeInTheDocument();
  expect(api.requests(RESTORE)[0]?.params).toEqual({ kind: 'person', slug: 'a', revision: '8' });
  expect(refetch).toHaveBeenCalled();
});

test('long changes are collapsed under their field names', async () => {
  api.respond(LIST, page([change]));
  const { user } = await show(false, { ...now, notes: 'New.' });
  const dialog = within(await screen.findByRole('dialog', { name: 'History' }));
  expect(await dialog.findByText('Changed')).toBeInTheDocument();
  expect(dialog.queryByText('New.')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'NAME, NOTES' }));
  expect(dialog.getByText('New.')).toBeVisible();
  expect(await accessibilityProblems(screen.getByRole('dialog'))).toEqual([]);
});

test('shows an error and retries', async () => {
  api.respond(LIST, problem(503, "Can't reach the database."));
  const { user } = await show(false);
  expect(await screen.findByText("Can't reach the database.")).toBeInTheDocument();
  api.respond(LIST, page([]));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('No changes yet')).toBeInTheDocument();
});
