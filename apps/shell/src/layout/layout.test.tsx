import { CONTRACT, installRemoteHost, showFramePart } from '@archive/shell-api';
import { accessibilityProblems, aRegistry, aRemote, mockApi, noContent } from '@archive/testing';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { renderApp, signedIn } from '../test/render-app.tsx';

const api = mockApi();
const load = jest.fn<(remote: string, exposed?: string, again?: boolean) => Promise<unknown>>();
const navigation = () => within(screen.getAllByRole('navigation', { name: 'Main' })[0]!);
let errors: ReturnType<typeof jest.spyOn>;

function Broken(): never {
  throw new Error('A remote that throws');
}

const remote = (name: string) => ({ contract: CONTRACT, routes: [{ index: true, element: <h1>{name}</h1> }] });

beforeEach(() => {
  localStorage.clear();
  signedIn(api);
  errors = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  api.respond('POST /api/frontends/failures', noContent);
  load.mockReset().mockImplementation(async (name) => remote(name));
  installRemoteHost({ load, versionOf: () => '1.0.0' });
});
afterEach(() => {
  errors.mockRestore();
});

describe('shared layout', () => {
  test('has the four navigation links and the footer, and passes axe', async () => {
    const { container } = await renderApp('/');
    expect(
      navigation()
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['Home', '/'],
      ['Voyages', '/voyages'],
      ['Passengers', '/people'],
      ['Media Explorer', '/media-explorer'],
    ]);
    expect(screen.getByRole('contentinfo')).toHaveTextContent(`© ${new Date().getFullYear()} The Sequoia Archive`);
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test.each([
    ['/', 'Home'],
    ['/voyages', 'Voyages'],
    ['/people/nimitz-chester-w', 'Passengers'],
    ['/media-explorer?path=a', 'Media Explorer'],
    ['/media/collections/state-dinners', 'Media Explorer'],
  ])('at %s marks only %s as current', async (path, place) => {
    await renderApp(path);
    const current = navigation().getAllByRole('link', { current: 'page' });
    expect(current.map((link) => link.textContent)).toEqual([place]);
  });

  test('stores the chosen theme', async () => {
    const { user } = await renderApp('/');
    await user.click(screen.getByRole('button', { name: 'Theme: system. Switch to light' }));
    expect(document.documentElement).toHaveAttribute('data-theme', 'light');
    await user.click(screen.getByRole('button', { name: 'Theme: light. Switch to dark' }));
    expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
    expect(localStorage.getItem('theme')).toBe('dark');
    await user.click(screen.getByRole('button', { name: 'Theme: dark. Switch to system' }));
    expect(document.documentElement).not.toHaveAttribute('data-theme');
    expect(localStorage.getItem('theme')).toBeNull();
  });

  test('focuses the main heading and announces the title after navigation, but not after a change of filters', async () => {
    const { router } = await renderApp('/nowhere');
    expect(document.body).toHaveFocus();
    await act(() => router.navigate('/'));
    const heading = screen.getByRole('heading', { name: 'About the archive' });
    await waitFor(() => expect(heading).toHaveFocus());
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Home');
    act(() => screen.getByRole('button', { name: 'Sign Out' }).focus());
    await act(() => router.navigate('/?q=1'));
    expect(screen.getByRole('button', { name: 'Sign Out' })).toHaveFocus();
  });

  test('shows Page not found for unknown routes, also within a remote', async () => {
    const first = await renderApp('/nowhere');
    expect(screen.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    first.unmount();
    await renderApp('/voyages/a/b/c');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
  });
});

describe('a remote', () => {
  const statistics = aRemote('statistics', 'Statistics', { path: '/log-book-statistics', icon: 'chart', position: 15 });
  const withStatistics = () => aRegistry({ apps: { ...aRegistry().apps, statistics } });

  test('that only the registry lists has its pages, its link in registry order, and its card on Home', async () => {
    const { container, user } = await renderApp('/', { boot: { registry: withStatistics() } });
    expect(
      navigation()
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Home', 'Voyages', 'Statistics', 'Passengers', 'Media Explorer']);
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual(
      expect.arrayContaining(['Voyages', 'Statistics', 'Passengers', 'Media Explorer']),
    );
    expect(await accessibilityProblems(container)).toEqual([]);
    // A phone has room for four links; all others are in the menu.
    const phone = within(screen.getByRole('navigation', { name: 'Mobile' }));
    expect(phone.queryByRole('link', { name: 'Media Explorer' })).toBeNull();
    await act(() => user.click(screen.getByRole('button', { name: 'Account' })));
    expect(screen.getByRole('menuitem', { name: 'Media Explorer' })).toHaveAttribute('href', '/media-explorer');
    await act(() => user.keyboard('{Escape}'));
    await act(() => user.click(navigation().getByRole('link', { name: 'Statistics' })));
    expect(await screen.findByRole('heading', { level: 1, name: 'statistics' })).toBeVisible();
  });

  test('that is previewed before its first release has pages, too', async () => {
    const overrides = [{ name: 'statistics', requested: '0.9.0', app: { ...statistics, version: '0.9.0' } }];
    await renderApp('/log-book-statistics', { overrides });
    expect(await screen.findByRole('heading', { level: 1, name: 'statistics' })).toBeVisible();
    expect(screen.getByText(/Statistics 0\.9\.0/)).toBeVisible();
  });

  test('opens without a link if an older server sends no placement', async () => {
    const { version, manifest, path, contract } = statistics;
    const registry = aRegistry({ apps: { statistics: { version, manifest, path, contract } } });
    await renderApp('/log-book-statistics', { boot: { registry } });
    expect(await screen.findByRole('heading', { level: 1, name: 'statistics' })).toBeVisible();
    expect(navigation().getAllByRole('link')).toHaveLength(1);
  });

  test('is mounted at its registry path', async () => {
    const registry = aRegistry();
    registry.apps['people'] = { ...registry.apps['people']!, path: '/aboard' };
    await renderApp('/aboard', { boot: { registry } });
    expect(await screen.findByRole('heading', { name: 'people' })).toBeVisible();
  });

  test('that fails to load leaves the others and the layout intact', async () => {
    load.mockImplementation(async (name) => {
      if (name === 'people') throw new Error('404');
      return remote(name);
    });
    const { user } = await renderApp('/people');
    expect(await screen.findByText('This page couldn’t be loaded')).toBeVisible();
    await act(() => user.click(navigation().getByRole('link', { name: 'Voyages' })));
    expect(await screen.findByRole('heading', { name: 'voyages' })).toBeVisible();
  });

  test('that throws an error leaves the layout intact', async () => {
    load.mockResolvedValue({ contract: CONTRACT, routes: [{ index: true, element: <Broken /> }] });
    await renderApp('/people');
    expect(await screen.findByText('Something went wrong on this page')).toBeVisible();
    expect(navigation().getByRole('link', { name: 'Home' })).toBeVisible();
  });

  test('with another contract version is rejected', async () => {
    load.mockResolvedValue({ contract: CONTRACT + 1, routes: [] });
    await renderApp('/people');
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong on this page');
    expect(api.requests('POST /api/frontends/failures')[0]?.body).toMatchObject({
      name: 'people',
      message: expect.stringContaining('contract 2'),
    });
  });

  test('keeps its state when navigating between its pages', async () => {
    function Search() {
      const [text, setText] = useState('');
      return <input aria-label="Search" value={text} onChange={(event) => setText(event.target.value)} />;
    }
    load.mockResolvedValue({ contract: CONTRACT, routes: [{ path: '*', element: <Search /> }] });
    const { user, router } = await renderApp('/people/a');
    await user.type(await screen.findByLabelText('Search'), 'Nimitz');
    await act(() => router.navigate('/people/b'));
    expect(screen.getByLabelText('Search')).toHaveValue('Nimitz');
  });
});

describe('a new version', () => {
  const registryRequests = () => api.requests('GET /mfe/registry.json').length;
  const wait = (ms: number) => act(async () => jest.advanceTimersByTimeAsync(ms + 10));
  const focusWindow = () =>
    act(async () => {
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      await jest.advanceTimersByTimeAsync(10);
    });

  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const { apps } = aRegistry();
  const next = { ...apps['people']!, version: '1.0.1', manifest: '/mfe/people/1.0.1/mf-manifest.json' };

  test('is offered, never forced', async () => {
    await renderApp('/');
    await wait(0);
    api.respond('GET /mfe/registry.json', aRegistry({ revision: 3, apps: { ...apps, people: next } }));
    await wait(5 * 60_000);
    expect(screen.getByText('A new version of the archive is available.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'About the archive' })).toBeVisible();
  });

  test.each([
    ['a remote that is not on screen', { revision: 2, apps: { ...apps, people: next } }],
    ['a canary for this session', { revision: 2, apps: { ...apps, people: { ...next, canary: true as const } } }],
    ['a remote at the same revision', { apps: { ...apps, people: next } }],
    ['the shell', { revision: 2, shell: { version: '2.0.0' } }],
  ])('is offered for %s', async (_, now) => {
    await renderApp('/voyages');
    api.respond('GET /mfe/registry.json', aRegistry(now));
    await wait(5 * 60_000);
    expect(screen.getByText('A new version of the archive is available.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'voyages' })).toBeVisible();
  });

  test('is not offered for the live shell while this tab previews another one', async () => {
    const registry = aRegistry({ shell: { version: '2.0.0' } });
    const overrides = [{ name: 'shell', requested: '2.0.0', isPage: true as const }];
    await renderApp('/', { boot: { registry }, overrides });
    expect(screen.getByText(/Shell 2\.0\.0 instead of the live version/)).toBeVisible();
    api.respond('GET /mfe/registry.json', aRegistry({ revision: 2 }));
    await wait(5 * 60_000);
    expect(screen.queryByText('A new version of the archive is available.')).toBeNull();
    api.respond('GET /mfe/registry.json', aRegistry({ revision: 3, apps: { ...apps, people: next } }));
    await wait(5 * 60_000);
    expect(screen.getByText('A new version of the archive is available.')).toBeVisible();
  });

  test('is not offered when a revision doesn’t change this session’s versions', async () => {
    const given = { ...apps, people: { ...next, canary: true as const } };
    await renderApp('/', { boot: { registry: aRegistry({ apps: given }) } });
    api.respond('GET /mfe/registry.json', aRegistry({ revision: 2, apps: given }));
    await wait(5 * 60_000);
    api.respond('GET /mfe/registry.json', aRegistry({ revision: 3, apps: { ...apps, people: next } }));
    await wait(5 * 60_000);
    expect(registryRequests()).toBe(2);
    expect(screen.queryByText('A new version of the archive is available.')).toBeNull();
  });

  test('is checked every five minutes, and at most once a minute when the page regains focus', async () => {
    await renderApp('/');
    await focusWindow();
    expect(registryRequests()).toBe(0);
    await wait(61_000);
    await focusWindow();
    await focusWindow();
    expect(registryRequests()).toBe(1);
    await wait(5 * 60_000);
    expect(registryRequests()).toBe(2);
    expect(screen.queryByText('A new version of the archive is available.')).toBeNull();
  });
});

describe('parts of the page frame', () => {
  const upload = { remote: 'media', exposed: './upload-tray' };
  const loadTray = async (name: string, exposed?: string) =>
    exposed === upload.exposed ? { component: () => <p>Uploading</p> } : remote(name);

  test('are shown once a remote asks for them, and stay on the pages of other remotes', async () => {
    load.mockImplementation(loadTray);
    const { router } = await renderApp('/');
    expect(load).not.toHaveBeenCalledWith('media', './upload-tray', false);
    await act(async () => showFramePart(upload));
    expect(await screen.findByText('Uploading')).toBeInTheDocument();
    await act(() => router.navigate('/people'));
    expect(await screen.findByRole('heading', { name: 'people' })).toBeInTheDocument();
    expect(screen.getByText('Uploading')).toBeInTheDocument();
  });

  test('that can’t be loaded don’t affect the page, and can be retried', async () => {
    load.mockRejectedValue(new Error('unavailable'));
    await act(async () => showFramePart(upload));
    const { user } = await renderApp('/');
    expect(await screen.findByText(/^Can’t show unfinished work in/)).toBeInTheDocument();
    load.mockImplementation(loadTray);
    await act(() => user.click(screen.getByRole('button', { name: 'Retry' })));
    expect(await screen.findByText('Uploading')).toBeInTheDocument();
    expect(load).toHaveBeenLastCalledWith('media', './upload-tray', true);
  });

  test('are retried without starting their remote twice, because a second instance would have no state', async () => {
    load.mockImplementation(async (name, exposed) => {
      if (exposed === upload.exposed) throw new Error('unavailable');
      return remote(name);
    });
    const { user } = await renderApp('/media-explorer');
    expect(await screen.findByRole('heading', { name: 'media' })).toBeInTheDocument();
    await act(async () => showFramePart(upload));
    expect(await screen.findByText(/^Can’t show unfinished work in/)).toBeInTheDocument();
    load.mockImplementation(loadTray);
    await act(() => user.click(screen.getByRole('button', { name: 'Retry' })));
    expect(await screen.findByText('Uploading')).toBeInTheDocument();
    expect(load).toHaveBeenLastCalledWith('media', './upload-tray', false);
  });
});
