import type { PackageImportReport, PackageRecord } from '@archive/contracts';
import { accessibilityProblems, mockApi, page, problem, renderRoute } from '@archive/testing';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { routes } from './routes.tsx';

const api = mockApi();
const ID = '5e1d5b4e-6a0c-4f9e-9d3f-1f0c3f5a7b21';
const ROUTE = '/api/curator/archive-package';
const EARLIER = { changes: 66, imports: 1, trashed_media: 2 };
const SETUP = { is_empty: false, has_sample: true, earlier_work: null };
const REPORT: PackageImportReport = {
  import_id: ID,
  state: 'running',
  step: 'Storing the files',
  progress: 50,
  preview: null,
  imported: null,
  source: { filename: 'field-laptop.zip', archive: 'Field Notes', exported_on: '2026-11-19' },
  error: null,
  started_by: 'curator',
  created_at: '2026-11-28T08:00:00Z',
  finished_at: null,
};
const PREVIEWED: PackageImportReport = {
  ...REPORT,
  state: 'previewed',
  step: 'Compared',
  progress: 100,
  preview: { add: 1, conflict: 1, unclear: 1, equal: 500, outdated: false, needs_administrator: false },
};
const RECORD: PackageRecord = {
  kind: 'voyages',
  slug: '1946-03-07-trip',
  title: 'A trip',
  action: 'conflict',
  archive_slug: '1946-03-07-trip',
  archive_version: 2,
  doubt: null,
  changes: [
    { field: 'notes', label: 'Notes', from: 'Sunny.', to: 'Rain.' },
    { field: 'start_time', label: 'Start time', from: '', to: '10:00' },
  ],
};
const UNCLEAR: PackageRecord = {
  ...RECORD,
  kind: 'people',
  slug: 'lee-ann',
  title: 'Anna Leeds',
  action: 'unclear',
  archive_slug: 'lee-ann-2',
  doubt: 'The person at this address is Ann Lee in the archive.',
  changes: [{ field: 'full_name', label: 'Full name', from: 'Ann Lee', to: 'Anna Leeds' }],
};
const NEW: PackageRecord = {
  ...RECORD,
  slug: 'new',
  title: 'New one',
  action: 'add',
  archive_version: null,
  changes: [],
};

const aPackage = () => new File(['PK'], 'archive.zip', { type: 'application/zip' });
const open = () => renderRoute(routes, '/voyages/import/package', { at: '/voyages' });
const input = () => screen.findByLabelText(/^Choose a package/);
const button = (name: string) => screen.getByRole('button', { name });
const item = (title: string) => within(screen.getByRole('heading', { name: title }).closest('li')!);

/** Records what is sent, and rejects it. */
class RejectedUpload extends EventTarget {
  static sent: string[] = [];
  readonly upload = new EventTarget();
  status = 0;
  statusText = '';
  responseText = '';
  #url = '';
  open(_method: string, url: string) {
    this.#url = url;
  }
  setRequestHeader() {}
  abort() {}
  send(form: FormData) {
    RejectedUpload.sent.push(`${this.#url} ${[...form.keys()].join()}`);
    this.status = 409;
    this.responseText = JSON.stringify({
      status: 409,
      title: 'Conflict',
      detail: 'Another package is being imported.',
    });
    this.dispatchEvent(new Event('load'));
    this.dispatchEvent(new Event('loadend'));
  }
}

const real = globalThis.XMLHttpRequest;
beforeEach(() => {
  sessionStorage.clear();
  api.respond('GET /api/curator/archive-setup', SETUP);
  api.respond(`GET ${ROUTE}`, { package_import: null });
  RejectedUpload.sent = [];
  globalThis.XMLHttpRequest = RejectedUpload as unknown as typeof XMLHttpRequest;
});
afterEach(() => {
  globalThis.XMLHttpRequest = real;
});

describe('a package', () => {
  test('is compared with an archive that has records', async () => {
    const { user } = await open();
    await user.upload(await input(), aPackage());
    expect(await screen.findByText('Another package is being imported.')).toBeVisible();
    expect(RejectedUpload.sent).toEqual([`${ROUTE}?preview=1 file`]);
    expect(await input()).toBeEnabled();
  });

  test('is sent at once into a new archive', async () => {
    api.respond('GET /api/curator/archive-setup', { ...SETUP, is_empty: true });
    const { user } = await open();
    await user.upload(await input(), aPackage());
    expect(await screen.findByText('Another package is being imported.')).toBeVisible();
    // Without the file, because the request has to be confirmed with the password first.
    expect(RejectedUpload.sent).toEqual([`${ROUTE} `]);
  });

  test('is sent only after consent to deleting what earlier records left', async () => {
    api.respond('GET /api/curator/archive-setup', { ...SETUP, is_empty: true, earlier_work: EARLIER });
    const { user } = await open();
    await user.upload(await input(), aPackage());
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete what earlier records left?' });
    expect(dialog).toHaveTextContent('66 changes, 1 import, and 2 files in the trash');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(RejectedUpload.sent).toEqual([]);

    await user.upload(await input(), aPackage());
    await user.click(await screen.findByRole('button', { name: 'Delete and import' }));
    expect(await screen.findByText('Another package is being imported.')).toBeVisible();
    expect(RejectedUpload.sent).toEqual([`${ROUTE}?replace_earlier_work=1 `]);
  });

  test('shows what a worker does with it, and can be canceled', async () => {
    const error = 'data/records/people.jsonl, line 3: full_name: Too long.';
    api.respond(`GET ${ROUTE}`, { package_import: REPORT });
    api.respond(`DELETE ${ROUTE}`, { package_import: { ...REPORT, state: 'failed', error } });
    const { user, container } = await open();
    expect(await screen.findByText('Storing the files...')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Package' })).toHaveAttribute('aria-valuenow', '50');
    expect(screen.queryByLabelText(/^Choose a package/)).toBeNull();
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.click(button('Cancel import'));
    expect(await screen.findByText(error)).toBeVisible();
    expect(await input()).toBeInTheDocument();
  });

  test('says that it waits for its turn', async () => {
    api.respond(`GET ${ROUTE}`, { package_import: { ...REPORT, state: 'waiting', step: 'Waiting', progress: 0 } });
    await open();
    expect(await screen.findByText('Waiting for its turn. Imports run one at a time')).toBeVisible();
  });

  test('shows how many records it has added and changed', async () => {
    api.respond(`GET ${ROUTE}`, { package_import: REPORT });
    await open();
    expect(await screen.findByText('Storing the files...')).toBeVisible();
    const imported = { voyages: 33, people: 104, media: 0, albums: 1, places: 9, stories: 0, files: 5, changed: 20 };
    api.respond(`GET ${ROUTE}`, { package_import: { ...REPORT, state: 'completed', imported } });
    expect(
      await screen.findByText(
        /Added 33 voyages, 104 people, 1 album, and 9 places. Changed 20 records./,
        {},
        { timeout: 4000 },
      ),
    ).toBeVisible();
  });

  test('can’t be imported while its state is unknown', async () => {
    api.respond(`GET ${ROUTE}`, problem(503, 'The database is unavailable.'));
    await open();
    expect(await screen.findByText('The database is unavailable.', {}, { timeout: 4000 })).toBeVisible();
    expect(screen.queryByLabelText(/^Choose a package/)).toBeNull();
  });
});

describe('the preview of a package', () => {
  beforeEach(() => {
    api.respond(`GET ${ROUTE}`, { package_import: PREVIEWED });
    api.respond(`GET ${ROUTE}/records`, page([UNCLEAR, RECORD, NEW]));
    api.respond(`POST ${ROUTE}/apply`, { ...REPORT, state: 'waiting' });
  });
  const applied = () => api.requests(`POST ${ROUTE}/apply`).at(-1)?.body;

  test('shows what is new, the same and different, field by field', async () => {
    const { container } = await open();
    expect(
      await screen.findByText(
        /has 1 new record, 1 record that differs from the archive, and 1 record to decide about. 500 records are the same/,
      ),
    ).toBeVisible();
    expect(await screen.findByText('A trip')).toHaveAttribute('href', '/voyages/1946-03-07-trip');
    expect(item('A trip').getByText('Sunny.')).toBeVisible();
    expect(item('A trip').getByText('Rain.')).toBeVisible();
    expect(item('New one').getByText('New')).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('is imported once it is decided which unclear records are the same', async () => {
    const { user, unmount } = await open();
    expect(await screen.findByText('The person at this address is Ann Lee in the archive.')).toBeVisible();
    expect(button('Import package')).toBeDisabled();
    expect(screen.queryByText('Full name')).toBeNull();
    await user.click(button('Same record'));
    await user.click(item('Anna Leeds').getByRole('button', { name: 'Use package version' }));
    await user.click(item('A trip').getAllByRole('button', { name: 'Use package version' })[0]!);
    // The choices survive a reload.
    unmount();
    await open();
    expect(await screen.findByRole('button', { name: 'Same record' })).toHaveAttribute('aria-pressed', 'true');
    await user.click(button('Import package'));
    expect(applied()).toEqual({
      import_id: ID,
      choices: [
        { kind: 'people', slug: 'lee-ann', same: true, take: ['full_name'] },
        { kind: 'voyages', slug: '1946-03-07-trip', take: ['notes'] },
      ],
      others: 'keep',
    });
  });

  test('decides about all conflicts at once', async () => {
    const { user } = await open();
    const pressed = (name: string) => button(name).getAttribute('aria-pressed');
    const everywhere = ['Keep archive version everywhere', 'Use package version everywhere'];
    expect(await screen.findByText('field-laptop.zip')).toBeVisible();
    expect(screen.getByText(/from Field Notes, exported Thursday, November 19, 2026/)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Add as new' }));
    await user.click(button('Use all package versions'));
    await user.click(button('Use package version everywhere'));
    for (const choice of item('A trip').getAllByRole('button', { name: 'Use package version' }))
      expect(choice).toHaveAttribute('aria-pressed', 'true');
    expect(everywhere.map(pressed)).toEqual(['false', 'true']);
    await user.click(item('A trip').getAllByRole('button', { name: 'Keep archive version' })[1]!);
    expect(everywhere.map(pressed)).toEqual(['false', 'false']);
    await user.click(button('Import package'));
    expect(applied()).toEqual({
      import_id: ID,
      choices: [
        { kind: 'people', slug: 'lee-ann', same: false },
        { kind: 'voyages', slug: '1946-03-07-trip', take: ['notes'] },
      ],
      others: 'take',
    });
  });

  test('says why it is not imported, and when the archive has changed', async () => {
    api.respond(`POST ${ROUTE}/apply`, problem(422, 'Decide first whether “Anna Leeds” is the same record.'));
    const outdated = { ...PREVIEWED, preview: { ...PREVIEWED.preview!, unclear: 0, outdated: true } };
    api.respond(`GET ${ROUTE}`, { package_import: outdated });
    const { user } = await open();
    expect(await screen.findByText('The archive has changed since you saw the differences')).toBeVisible();
    await user.click(button('Import package'));
    expect(await screen.findByText('Decide first whether “Anna Leeds” is the same record.')).toBeVisible();
  });

  test('has nothing to import if all records are the same', async () => {
    const preview = { add: 0, conflict: 0, unclear: 0, equal: 500, outdated: false, needs_administrator: false };
    api.respond(`GET ${ROUTE}`, { package_import: { ...PREVIEWED, preview } });
    api.respond(`DELETE ${ROUTE}`, { package_import: { ...PREVIEWED, preview, state: 'cancelled' } });
    const { user } = await open();
    expect(await screen.findByText('Nothing to import')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Import package' })).toBeNull();
    await user.click(button('Done'));
    expect(await input()).toBeInTheDocument();
  });
});
