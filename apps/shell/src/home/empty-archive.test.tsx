import { accessibilityProblems, mockApi, problem } from '@archive/testing';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderApp, signedIn } from '../test/render-app.tsx';

const api = mockApi();
const empty = { is_empty: true, has_sample: true, earlier_work: null };
const main = () => within(screen.getByRole('main'));

describe('an archive without records', () => {
  beforeEach(() => {
    localStorage.clear();
    signedIn(api);
  });

  test('offers the ways to begin it', async () => {
    api.respond('GET /api/curator/archive-setup', empty);
    const { container } = await renderApp('/');
    expect(await screen.findByRole('heading', { name: 'Begin the archive' })).toBeVisible();
    expect(main().getByRole('link', { name: 'Import a document' })).toHaveAttribute('href', '/voyages/import');
    expect(main().getByRole('link', { name: 'Log a voyage' })).toHaveAttribute('href', '/voyages/new');
    expect(main().getByRole('button', { name: 'Preview sample' })).toBeVisible();
    expect(main().getByRole('link', { name: 'Import a package' })).toHaveAttribute('href', '/voyages/import/package');
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
});
