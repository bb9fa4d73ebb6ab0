import type { PackageImportReport } from '@archive/contracts';
import { accessibilityProblems, mockApi, problem } from '@archive/testing';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderApp, signedIn } from '../test/render-app.tsx';

const api = mockApi();
const EARLIER = { changes: 66, imports: 1, trashed_media: 2 };
const empty = { is_empty: true, has_sample: true, earlier_work: null };
const REPORT: PackageImportReport = {
  import_id: '5e1d5b4e-6a0c-4f9e-9d3f-1f0c3f5a7b21',
  state: 'running',
  step: 'Storing the files',
  progress: 50,
  imported: null,
  error: null,
  started_by: 'curator',
  created_at: '2026-11-28T08:00:00Z',
  finished_at: null,
};
const aPackage = () => new File(['PK'], 'archive.zip', { type: 'application/zip' });
const main = () => within(screen.getByRole('main'));

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

describe('an archive without records', () => {
  const real = globalThis.XMLHttpRequest;
  beforeEach(() => {
    localStorage.clear();
    signedIn(api);
    api.respond('GET /api/curator/archive-package', { package_import: null });
    RejectedUpload.sent = [];
    globalThis.XMLHttpRequest = RejectedUpload as unknown as typeof XMLHttpRequest;
  });
  afterEach(() => {
    globalThis.XMLHttpRequest = real;
  });

  test('offers the ways to begin it', async () => {
    api.respond('GET /api/curator/archive-setup', empty);
    const { container } = await renderApp('/');
    expect(await screen.findByRole('heading', { name: 'Begin the archive' })).toBeVisible();
    expect(main().getByRole('link', { name: 'Import a document' })).toHaveAttribute('href', '/voyages/import');
    expect(main().getByRole('link', { name: 'Log a voyage' })).toHaveAttribute('href', '/voyages/new');
    expect(main().getByRole('button', { name: 'Preview sample' })).toBeVisible();
    expect(main().getByLabelText('Choose package')).toBeInTheDocument();
    expect(main().getByText('docker compose run --rm restore')).toBeVisible();
    expect(main().getByRole('link', { name: 'Voyages' })).toBeVisible();
    expect(main().queryByText('Voyages by decade')).toBeNull();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('is not offered them once it has a voyage, or only people', async () => {
    api.respond('GET /api/curator/archive-setup', { ...empty, is_empty: false });
    await renderApp('/');
    expect(await main().findByText('Voyages by decade')).toBeVisible();
    expect(main().queryByText('Begin the archive')).toBeNull();
  });

  test('leaves the sample out on a server without it', async () => {
    api.respond('GET /api/curator/archive-setup', { ...empty, has_sample: false });
    await renderApp('/');
    expect(await screen.findByRole('heading', { name: 'Begin the archive' })).toBeVisible();
    expect(main().queryByText('Try the sample')).toBeNull();
  });

  test('previews the sample, and says why it can’t', async () => {
    api.respond('GET /api/curator/archive-setup', empty);
    api.respond('GET /api/curator/archive-setup/sample', { document: '# President Hoover', filename: 'sample.md' });
    api.respond('POST /api/curator/ingest', problem(507, 'The disk is full.'));
    const { user, router } = await renderApp('/');
    await user.click(await main().findByRole('button', { name: 'Preview sample' }));
    expect(await main().findByText('The disk is full.')).toBeVisible();

    api.respond('POST /api/curator/ingest', { operation_id: '5e1d5b4e-6a0c-4f9e-9d3f-1f0c3f5a7b21' });
    await user.click(main().getByRole('button', { name: 'Preview sample' }));
    const [sent] = api.requests('POST /api/curator/ingest').slice(-1);
    expect([sent?.body, sent?.query.get('dry_run')]).toEqual([
      { document: '# President Hoover', filename: 'sample.md' },
      '1',
    ]);
    expect(router.state.location.pathname).toBe('/voyages/import/5e1d5b4e-6a0c-4f9e-9d3f-1f0c3f5a7b21');
  });

  test('sends a package only after consent to deleting what earlier records left', async () => {
    api.respond('GET /api/curator/archive-setup', { ...empty, earlier_work: EARLIER });
    const { user } = await renderApp('/');
    await user.upload(await main().findByLabelText('Choose package'), aPackage());
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete what earlier records left?' });
    expect(dialog).toHaveTextContent('66 changes, 1 import, and 2 files in the trash');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(RejectedUpload.sent).toEqual([]);

    await user.upload(main().getByLabelText('Choose package'), aPackage());
    await user.click(await screen.findByRole('button', { name: 'Delete and import' }));
    expect(await main().findByText('Another package is being imported.')).toBeVisible();
    // Without the file, because the request has to be confirmed with the password first.
    expect(RejectedUpload.sent).toEqual(['/api/curator/archive-package?replace_earlier_work=1 ']);
  });

  test('sends a package at once into a new archive', async () => {
    api.respond('GET /api/curator/archive-setup', empty);
    const { user } = await renderApp('/');
    await user.upload(await main().findByLabelText('Choose package'), aPackage());
    expect(await main().findByText('Another package is being imported.')).toBeVisible();
    expect(RejectedUpload.sent).toEqual(['/api/curator/archive-package ']);
  });

  test('shows an import that a worker runs, and cancels it', async () => {
    const finished: PackageImportReport = {
      ...REPORT,
      state: 'failed',
      error: 'data/records/people.jsonl, line 3: full_name: Too long.',
    };
    api.respond('GET /api/curator/archive-setup', empty);
    api.respond('GET /api/curator/archive-package', { package_import: REPORT });
    api.respond('DELETE /api/curator/archive-package', { package_import: finished });
    const { user, container } = await renderApp('/');
    expect(await main().findByText('Storing the files...')).toBeVisible();
    expect(main().getByRole('progressbar', { name: 'Package' })).toHaveAttribute('aria-valuenow', '50');
    expect(main().queryByLabelText('Choose package')).toBeNull();
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.click(main().getByRole('button', { name: 'Cancel import' }));
    expect(await main().findByText(/people\.jsonl, line 3: full_name/)).toBeVisible();
    expect(main().getByLabelText('Choose package')).toBeInTheDocument();
  });

  test('says how many records were imported', async () => {
    const report: PackageImportReport = { ...REPORT, step: 'Saving the records', progress: 80 };
    api.respond('GET /api/curator/archive-setup', empty);
    api.respond('GET /api/curator/archive-package', { package_import: report });
    await renderApp('/');
    expect(await main().findByText('Saving the records...')).toBeVisible();
    const imported = { voyages: 33, people: 104, media: 2, files: 5 };
    api.respond('GET /api/curator/archive-package', { package_import: { ...report, state: 'completed', imported } });
    expect(
      await screen.findByText('Imported 33 voyages, 104 people, and 2 media', {}, { timeout: 4000 }),
    ).toBeVisible();
  });
});
