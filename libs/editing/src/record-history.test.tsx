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

test('tells what changed; only who edits may bring it back', async () => {
  api.answer(LIST, page([change, { ...change, revision: 2, action: 'create', before: null }]));
  api.answer(RESTORE, { ...change, revision: 9, action: 'restore' });
  const reading = await show(false);
  expect(await screen.findByText('Came')).toBeInTheDocument();
  expect(screen.getByText('Ada Lovelace')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Restore/ })).toBeNull();
  reading.unmount();
  const refetch = jest.fn(() => Promise.resolve());
  const { user } = await show(true, now, refetch);
  await user.click(await screen.findByRole('button', { name: /^Restore what was before February 1, 2026/ }));
  expect(await screen.findByText('Ada is as before that change')).toBeInTheDocument();
  expect(api.calls(RESTORE)[0]?.params).toEqual({ kind: 'person', slug: 'a', revision: '8' });
  expect(refetch).toHaveBeenCalled();
});

test('long texts are folded under the names of their fields', async () => {
  api.answer(LIST, page([change]));
  const { user } = await show(false, { ...now, notes: 'New.' });
  const dialog = within(await screen.findByRole('dialog', { name: 'History' }));
  expect(await dialog.findByText('Changed')).toBeInTheDocument();
  expect(dialog.queryByText('New.')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'NAME, NOTES' }));
  expect(dialog.getByText('New.')).toBeVisible();
  expect(await accessibilityProblems(screen.getByRole('dialog'))).toEqual([]);
});

test('says that it could not be read, and reads again', async () => {
  api.answer(LIST, problem(503, 'The database is away.'));
  const { user } = await show(false);
  expect(await screen.findByText('The database is away.')).toBeInTheDocument();
  api.answer(LIST, page([]));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Never changed')).toBeInTheDocument();
});
