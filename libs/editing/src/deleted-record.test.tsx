import { accessibilityProblems, mockApi, problem, renderRoute } from '@archive/testing';
import { Toaster } from '@archive/ui';
import { beforeEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { DeletedRecord } from './deleted-record.tsx';

const api = mockApi();
const DELETED = 'GET /api/curator/history/deleted';
const RESTORE = 'POST /api/curator/history/{kind}/{slug}/{revision}/restore';
const deletion = {
  revision: 4,
  kind: 'voyage' as const,
  slug: 'july',
  action: 'delete' as const,
  changed_by: 'mary',
  changed_at: '2026-02-01T12:00:00Z',
  changes: [],
  title: 'Down the Potomac',
  exists: false,
  restorable: true,
  merged_into: null,
  operation_id: null,
  voyage_slug: null,
  url: null,
};

beforeEach(() => sessionStorage.clear());

const show = () =>
  renderRoute(
    [
      {
        index: true,
        element: (
          <>
            <Toaster />
            <DeletedRecord
              kind="voyage"
              of={{ slug: 'july' }}
              noun="voyage"
              action={<a href="/voyages">All voyages</a>}
            >
              <h1>Voyage not found</h1>
            </DeletedRecord>
          </>
        ),
      },
    ],
    '/',
  );

test('tells readers only that the record was deleted', async () => {
  api.respond(DELETED, deletion);
  const { container } = await show();
  expect(await screen.findByRole('heading', { level: 1, name: 'Voyage deleted' })).toBeVisible();
  expect(screen.queryByText(/mary/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
  expect(screen.getByRole('link', { name: 'All voyages' })).toBeVisible();
  expect(await accessibilityProblems(container)).toEqual([]);
});

test('tells curators who deleted it and when, and restores it', async () => {
  sessionStorage.setItem('edit-mode', '1');
  api.respond(DELETED, deletion);
  api.respond(RESTORE, { ...deletion, action: 'restore', before: null });
  const { user } = await show();
  expect(await screen.findByText(/“Down the Potomac” was deleted by mary on/)).toBeVisible();
  expect(api.requests(DELETED)[0]?.query.get('slug')).toBe('july');
  await user.click(screen.getByRole('button', { name: 'Restore' }));
  expect(await screen.findByText('“Down the Potomac” restored')).toBeVisible();
  expect(api.requests(RESTORE)[0]?.params).toEqual({ kind: 'voyage', slug: 'july', revision: '4' });
});

test('says why a record cannot be restored', async () => {
  sessionStorage.setItem('edit-mode', '1');
  api.respond(DELETED, deletion);
  api.respond(RESTORE, problem(409, 'Can’t restore: Dean Acheson has been deleted.'));
  const { user } = await show();
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
  expect(await screen.findByText(/Can’t restore: Dean Acheson has been deleted/)).toBeVisible();
});

test('shows the usual page for a URL that never had a record', async () => {
  api.respond(DELETED, problem(404, 'There’s no deleted record at this address.'));
  await show();
  expect(await screen.findByRole('heading', { name: 'Voyage not found' })).toBeVisible();
});
