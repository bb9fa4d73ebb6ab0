import { gzipSync } from 'node:zlib';
import { CONTRACT, installRemoteHost } from '@archive/shell-api';
import { accessibilityProblems, archiveSettings, mockApi, pendingForever, noContent, problem } from '@archive/testing';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { renderApp, signedIn } from '../test/render-app.tsx';

const api = mockApi();
const main = () => within(screen.getByRole('main'));

beforeEach(() => {
  localStorage.clear();
  signedIn(api);
});

describe('Home', () => {
  test('links to the three sections', async () => {
    const { container } = await renderApp('/');
    expect(await screen.findByRole('heading', { level: 1, name: 'About the archive' })).toBeVisible();
    expect(main().getByRole('link', { name: 'Voyages' })).toHaveAttribute('href', '/voyages');
    expect(main().getByRole('link', { name: 'Passengers' })).toHaveAttribute('href', '/people');
    expect(main().getByRole('link', { name: 'Media Explorer' })).toHaveAttribute('href', '/media-explorer');
    expect(document.title).toBe('Home · The Sequoia Archive');
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('lets each remote fill its card, with the local date', async () => {
    const filled = (remote: string) => ({
      component: ({ day }: { day: string }) => (
        <p>
          {remote} on {day}
        </p>
      ),
    });
    installRemoteHost({
      load: async (remote) => ({ contract: CONTRACT, routes: [], fills: { 'home-card': async () => filled(remote) } }),
      versionOf: () => '1.0.0',
    });
    await renderApp('/');
    const now = new Date();
    const day = `${String(now.getMonth() + 1).padStart(2, '0')}-${String(now.getDate()).padStart(2, '0')}`;
    for (const [name, remote] of [
      ['Voyages', 'voyages'],
      ['Passengers', 'people'],
      ['Media Explorer', 'media'],
    ] as const) {
      const card = main().getByRole('heading', { name }).parentElement!;
      expect(within(card).getByText(`${remote} on ${day}`)).toBeVisible();
    }
  });

  test('keeps its links while cards load, fail to load, or throw', async () => {
    const errors = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    api.respond('POST /api/frontends/failures', noContent);
    const Broken = () => {
      throw new Error('A card that throws');
    };
    const remotes: Record<string, () => Promise<unknown>> = {
      voyages: () => new Promise(() => undefined),
      people: () => Promise.reject(new Error('404')),
      media: async () => ({
        contract: CONTRACT,
        routes: [],
        fills: { 'home-card': async () => ({ component: Broken }) },
      }),
    };
    installRemoteHost({ load: (remote) => remotes[remote]!(), versionOf: () => '1.0.0' });
    const { user, container } = await renderApp('/');
    expect(main().getByText('Loading...')).toBeInTheDocument();
    expect(main().getAllByText('Can’t load this right now.')).toHaveLength(2);
    for (const name of ['Voyages', 'Passengers', 'Media Explorer'])
      expect(main().getByRole('link', { name })).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);

    remotes['people'] = async () => ({
      contract: CONTRACT,
      routes: [],
      fills: { 'home-card': async () => ({ component: () => <p>Ada Byron</p> }) },
    });
    await act(() => user.click(main().getByRole('button', { name: 'Try again: Passengers' })));
    expect(await screen.findByText('Ada Byron')).toBeVisible();
    errors.mockRestore();
  });

  test('shows loading and failed states in the cards', async () => {
    api.respond('GET /api/home', pendingForever);
    const waiting = await renderApp('/');
    expect(main().getByText('Loading...')).toBeInTheDocument();
    waiting.unmount();

    api.respond('GET /api/home', problem(503, 'Can’t reach the database.'));
    await renderApp('/');
    expect(await main().findByText('Can’t load this right now.')).toBeVisible();
    expect(screen.getByText('Can’t reach the server. Trying again...')).toBeVisible();
  });

  test('says that the server can’t be reached when the browser goes offline, though nothing on screen needs it', async () => {
    await renderApp('/');
    const notice = () => screen.queryByText('Can’t reach the server. Trying again...');
    api.respond('GET /api/curator/ingest-status', problem(503, 'Can’t reach the database.'));
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    await waitFor(() => expect(notice()).toBeVisible());
    // The archive on this machine is reached without a network.
    api.respond('GET /api/curator/ingest-status', { operations: [] });
    act(() => void window.dispatchEvent(new Event('offline')));
    await waitFor(() => expect(notice()).toBeNull());
    onLine.mockRestore();
  });

  test('draws its pictures in less than 25 KB', async () => {
    await renderApp('/');
    await screen.findByText('The saloon (drawing)');
    const drawings = [...screen.getByRole('main').querySelectorAll('svg[preserveAspectRatio]')];
    const kilobytes = gzipSync(drawings.map((drawing) => drawing.outerHTML).join('')).length / 1024;
    process.stdout.write(`Compressed drawings of Home: ${kilobytes.toFixed(1)} KB\n`);
    expect(drawings).toHaveLength(4);
    expect(kilobytes).toBeLessThan(25);
  });

  test('asks for help with the migration, and links the document if configured', async () => {
    const { unmount } = await renderApp('/');
    expect(await screen.findByText('Help needed')).toBeVisible();
    expect(screen.queryByRole('link', { name: /shared document/ })).toBeNull();
    unmount();

    await renderApp('/', {
      boot: { archive: archiveSettings({ migration_document_url: 'https://documents.example/1' }) },
    });
    const link = await screen.findByRole('link', { name: /shared document/ });
    expect(link).toHaveAttribute('href', 'https://documents.example/1');
    expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
  });
});
