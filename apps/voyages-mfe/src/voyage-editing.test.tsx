import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  accessibilityProblems,
  anAdministration,
  aVoyage,
  aPresident,
  aVoyageListItem,
  mockApi,
  noContent,
  page,
  problem,
  renderRoute,
} from '@archive/testing';
import { Outlet } from '@archive/router';
import { EditModeSwitch, installRemoteHost, type MediaUploadProps } from '@archive/shell-api';
import { toast, Toaster } from '@archive/ui';
import { act, screen, within } from '@testing-library/react';
import { routes } from './routes.tsx';

const api = mockApi();
const ENTRY = aVoyageListItem();
const withShell: typeof routes = [
  {
    element: (
      <>
        <EditModeSwitch />
        <Outlet />
        <Toaster />
      </>
    ),
    children: routes,
  },
];
const open = () => renderRoute(withShell, '/voyages', { at: '/voyages' });

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  act(() => toast.dismiss());
  // Other micro-frontends render nothing, unless a test installs a replacement.
  installRemoteHost({ load: () => Promise.resolve({ component: () => null }), versionOf: () => '1.0.0' });
  api.respond('GET /api/presidents', [aPresident()]);
  api.respond('GET /api/curator/albums/by-voyage/{voyage_slug}', []);
  api.respond('GET /api/voyages', page([ENTRY]));
  api.respond('GET /api/voyages/administrations', [anAdministration()]);
  api.respond('GET /api/voyages/{slug}', aVoyage());
});

test('edit mode shows curator actions and lasts for the session', async () => {
  const { user, unmount, container } = await open();
  await screen.findByRole('link', { name: ENTRY.title });
  expect(screen.queryByRole('link', { name: '+ New Voyage' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
  await user.click(screen.getByRole('switch', { name: 'Edit Mode' }));
  expect(screen.getByRole('link', { name: '+ New Voyage' })).toHaveAttribute('href', '/voyages/new');
  expect(screen.getByRole('link', { name: `Edit: ${ENTRY.title}` })).toHaveAttribute(
    'href',
    `/voyages/${ENTRY.voyage_slug}/edit`,
  );
  expect(await accessibilityProblems(container)).toEqual([]);
  unmount();
  await open();
  expect(await screen.findByRole('link', { name: '+ New Voyage' })).toBeInTheDocument();
});

const openDeleteDialog = async () => {
  sessionStorage.setItem('edit-mode', '1');
  const shown = await open();
  await shown.user.click(await screen.findByRole('button', { name: `Delete: ${ENTRY.title}` }));
  const dialog = within(
    await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete this voyage?' }),
  );
  return { ...shown, dialog };
};

test('a voyage is deleted after confirmation and restored with Undo', async () => {
  api.respond('DELETE /api/curator/voyages/{voyage_slug}', () => noContent());
  const { user, dialog } = await openDeleteDialog();
  api.respond('GET /api/voyages', page([]));
  await user.click(dialog.getByRole('button', { name: 'Delete voyage' }));
  expect(await screen.findByText('Voyage deleted successfully')).toBeInTheDocument();
  expect(await screen.findByText('No voyages found.')).toBeInTheDocument();
  expect(screen.getByText('No voyages').closest('output')).toHaveFocus();
  expect(api.requests('DELETE /api/curator/voyages/{voyage_slug}')[0]?.params).toEqual({
    voyage_slug: ENTRY.voyage_slug,
  });

  const deletion = {
    revision: 12,
    kind: 'voyage' as const,
    slug: ENTRY.voyage_slug,
    action: 'delete' as const,
    changed_by: 'curator',
    changed_at: '2026-01-01T00:00:00Z',
    changes: [],
    before: {},
  };
  api.respond('GET /api/curator/history/{kind}/{slug}', page([deletion]));
  api.respond('POST /api/curator/history/{kind}/{slug}/{revision}/restore', { ...deletion, action: 'restore' });
  api.respond('GET /api/voyages', page([ENTRY]));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText(`“${ENTRY.title}” restored`)).toBeInTheDocument();
  expect(await screen.findByRole('link', { name: ENTRY.title })).toBeInTheDocument();
});

test('nothing is deleted on Cancel or on failure', async () => {
  const { user, dialog } = await openDeleteDialog();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(api.requests('DELETE /api/curator/voyages/{voyage_slug}')).toHaveLength(0);
  api.respond('DELETE /api/curator/voyages/{voyage_slug}', () => problem(503, 'The database is unavailable.'));
  await user.click(screen.getByRole('button', { name: `Delete: ${ENTRY.title}` }));
  await user.click(await screen.findByRole('button', { name: 'Delete voyage' }));
  expect(await screen.findByText('Failed to delete voyage. Please try again.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: ENTRY.title })).toBeInTheDocument();
});

describe('the card', () => {
  test('opens the upload dialog of the media micro-frontend', async () => {
    sessionStorage.setItem('edit-mode', '1');
    const UploadStub = ({ voyage, onClose }: MediaUploadProps) => (
      <button type="button" onClick={onClose}>{`Upload to ${voyage?.voyage_slug}`}</button>
    );
    installRemoteHost({ load: () => Promise.resolve({ component: UploadStub }), versionOf: () => '1.0.0' });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: `Show details: ${ENTRY.title}` }));
    const upload = await screen.findByRole('button', { name: 'Upload media' });
    await act(async () => user.click(upload));
    await user.click(await screen.findByRole('button', { name: `Upload to ${ENTRY.voyage_slug}` }));
    expect(screen.queryByRole('button', { name: `Upload to ${ENTRY.voyage_slug}` })).toBeNull();
  });

  const VOYAGE = aVoyage({ notes: 'Fog until noon.', original_markdown: '# July 7, 1946', passengers: [] });
  const editCard = async () => {
    sessionStorage.setItem('edit-mode', '1');
    api.respond('GET /api/voyages/{slug}', () => Response.json(VOYAGE, { headers: { etag: '"7"' } }));
    const shown = await open();
    await shown.user.click(await screen.findByRole('button', { name: `Show details: ${ENTRY.title}` }));
    await shown.user.click(await screen.findByRole('button', { name: 'Edit' }));
    await screen.findByRole('textbox', { name: 'Notes' });
    return shown;
  };

  test('switches to the form in place and shows the saved voyage', async () => {
    const { user, router, container } = await editCard();
    expect(screen.getByText(/^Editing /)).toHaveFocus();
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.type(screen.getByRole('textbox', { name: 'Notes' }), ' Then sun.');
    api.respond('PUT /api/curator/voyages/{voyage_slug}', VOYAGE);
    api.respond('GET /api/voyages/{slug}', { ...VOYAGE, notes: 'Fog until noon. Then sun.' });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Fog until noon. Then sun.')).toBeInTheDocument();
    expect(screen.getByText('✓ Voyage saved successfully')).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/voyages');
    expect(api.requests('PUT /api/curator/voyages/{voyage_slug}')[0]?.headers.get('if-match')).toBe('"7"');
  });

  test('closes immediately on Cancel without changes', async () => {
    const { user } = await editCard();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Fog until noon.')).toBeInTheDocument();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('asks on Cancel with changes whether to keep editing, keep the draft, or restore the original values', async () => {
    const { user } = await editCard();
    await user.type(screen.getByRole('textbox', { name: 'Notes' }), ' Then sun.');
    const confirmDelete = async () => {
      await user.click(screen.getByRole('button', { name: 'Cancel' }));
      return within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }));
    };
    await user.click((await confirmDelete()).getByRole('button', { name: 'Keep editing' }));
    expect(screen.getByRole('textbox', { name: 'Notes' })).toHaveValue('Fog until noon. Then sun.');
    await user.click((await confirmDelete()).getByRole('button', { name: 'Keep draft and leave' }));
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    await user.click(await screen.findByRole('button', { name: 'Resume draft' }));
    expect(screen.getByRole('textbox', { name: 'Notes' })).toHaveValue('Fog until noon. Then sun.');
    await user.click((await confirmDelete()).getByRole('button', { name: 'Discard changes' }));
    expect(await screen.findByText('Fog until noon.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    expect(await screen.findByRole('textbox', { name: 'Notes' })).toHaveValue('Fog until noon.');
  });

  test('toggles the original text next to the form', async () => {
    const { user } = await editCard();
    expect(screen.queryByText('# July 7, 1946')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show Source' }));
    expect(screen.getByText('# July 7, 1946')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Hide Source' }));
    expect(screen.queryByText('# July 7, 1946')).toBeNull();
  });

  test('asks before leaving with unsaved changes', async () => {
    const { user, router } = await editCard();
    await user.type(screen.getByRole('textbox', { name: 'Notes' }), ' Then sun.');
    await user.click(screen.getByRole('link', { name: ENTRY.title }));
    expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/voyages');
  });
});

test('the history lists changes and restores a version', async () => {
  sessionStorage.setItem('edit-mode', '1');
  const now = aVoyage({ notes: 'Fog until noon.' });
  api.respond('GET /api/voyages/{slug}', now);
  const change = {
    revision: 8,
    kind: 'voyage' as const,
    slug: ENTRY.voyage_slug,
    action: 'update' as const,
    changed_by: 'mary',
    changed_at: '2026-02-01T12:00:00Z',
    changes: [{ field: 'notes', label: 'Notes', from: 'Rain.', to: 'Fog until noon.' }],
    before: { ...now, notes: 'Rain.' },
  };
  const made = { ...change, revision: 3, action: 'create' as const, changes: [], before: null };
  api.respond('GET /api/curator/history/{kind}/{slug}', page([change, made]));
  api.respond('GET /api/curator/history/{kind}/{slug}/{revision}/preview', { changes: change.changes });
  api.respond('POST /api/curator/history/{kind}/{slug}/{revision}/restore', { ...change, action: 'restore' });
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: `Change history: ${ENTRY.title}` }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change history' }));
  expect(await dialog.findByText('Changed')).toBeInTheDocument();
  expect(dialog.getAllByText(/^by mary/)).toHaveLength(2);
  expect(dialog.getByText('Added')).toBeInTheDocument();
  expect(dialog.getByText('Rain.')).toBeInTheDocument();
  expect(await accessibilityProblems(screen.getByRole('dialog'))).toEqual([]);
  await user.click(dialog.getByRole('button', { name: /^Restore previous version/ }));
  await user.click(await screen.findByRole('button', { name: 'Restore version' }));
  expect(await screen.findByText(`Previous version of ${ENTRY.title} restored`)).toBeInTheDocument();
  expect(api.requests('POST /api/curator/history/{kind}/{slug}/{revision}/restore')[0]?.params).toEqual({
    kind: 'voyage',
    slug: ENTRY.voyage_slug,
    revision: '8',
  });
});
