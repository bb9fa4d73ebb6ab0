import { CONTRACT, installRemoteHost } from '@archive/shell-api';
import { accessibilityProblems, archiveSettings, mockApi, never, noContent, problem } from '@archive/testing';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { renderApp, signedIn } from '../test/render-app.tsx';

const api = mockApi();
const main = () => within(screen.getByRole('main'));

beforeEach(() => {
  localStorage.clear();
  signedIn(api);
});

describe('Home', () => {
  test('leads to the three parts of the archive', async () => {
    const { container } = await renderApp('/');
    expect(await screen.findByRole('heading', { level: 1, name: 'About the archive' })).toBeVisible();
    expect(main().getByRole('link', { name: 'Voyages' })).toHaveAttribute('href', '/voyages');
    expect(main().getByRole('link', { name: 'Passengers' })).toHaveAttribute('href', '/people');
    expect(main().getByRole('link', { name: 'Media Explorer' })).toHaveAttribute('href', '/media-explorer');
    expect(document.title).toBe('Home · The Sequoia Archive');
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('has each remote fill its own card, on the day of the reader', async () => {
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

  test('keeps its links while the cards are on their way, when they cannot be had, and when one throws', async () => {
    const errors = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    api.answer('POST /api/frontends/failures', noContent);
    const Broken = () => {
      throw new Error('A card that throws');
    };
    const answers: Record<string, () => Promise<unknown>> = {
      voyages: () => new Promise(() => undefined),
      people: () => Promise.reject(new Error('404')),
      media: async () => ({
        contract: CONTRACT,
        routes: [],
        fills: { 'home-card': async () => ({ component: Broken }) },
      }),
    };
    installRemoteHost({ load: (remote) => answers[remote]!(), versionOf: () => '1.0.0' });
    const { user, container } = await renderApp('/');
    expect(main().getByText('Loading…')).toBeInTheDocument();
    expect(main().getAllByText('This cannot be shown at the moment.')).toHaveLength(2);
    for (const name of ['Voyages', 'Passengers', 'Media Explorer'])
      expect(main().getByRole('link', { name })).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);

    answers['people'] = async () => ({
      contract: CONTRACT,
      routes: [],
      fills: { 'home-card': async () => ({ component: () => <p>Ada Byron</p> }) },
    });
    await act(() => user.click(main().getByRole('button', { name: 'Try again: Passengers' })));
    expect(await screen.findByText('Ada Byron')).toBeVisible();
    errors.mockRestore();
  });

  test('says in the cards what is being read, and what cannot be', async () => {
    api.answer('GET /api/home', never);
    const waiting = await renderApp('/');
    expect(main().getByText('Loading…')).toBeInTheDocument();
    waiting.unmount();

    api.answer('GET /api/home', problem(503, 'The database is away.'));
    await renderApp('/');
    expect(await main().findByText('This cannot be read at the moment.')).toBeVisible();
    expect(screen.getByText(/does not answer at the moment. Trying again by itself/)).toBeVisible();
  });

  test('asks for help with the document, and links it where there is one', async () => {
    const { unmount } = await renderApp('/');
    expect(screen.getByText('Help is needed')).toBeVisible();
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
