import { CONTRACT, installRemoteHost } from '@archive/shell-api';
import {
  accessibilityProblems,
  aSearchHit,
  aSearchOverview,
  mockApi,
  noContent,
  page,
  pendingForever,
  problem,
} from '@archive/testing';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderApp, signedIn } from '../test/render-app.tsx';

const api = mockApi();
const main = () => within(screen.getByRole('main'));
const box = () => screen.getAllByRole('combobox', { name: 'Search the archive' })[0]!;

const TRUDEAU = aSearchHit({
  kind: 'person',
  slug: 'trudeau-pierre',
  title: 'Pierre Trudeau',
  title_excerpt: [
    { text: 'Pierre ', match: false },
    { text: 'Trudeau', match: true },
  ],
  subtitle: 'Prime Minister of Canada',
  date: null,
});

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  signedIn(api);
  api.respond('GET /api/search', page([TRUDEAU, aSearchHit()]));
  api.respond(
    'GET /api/search/overview',
    aSearchOverview({
      kinds: { voyage: 1, person: 1, media: 0, album: 0, text: 0 },
      facets: {
        ...aSearchOverview().facets,
        president: [{ value: 'ford-gerald', label: 'Gerald Ford', count: 2 }],
        decade: [{ value: '1970', label: '1970s', count: 2 }],
      },
    }),
  );
  api.respond('GET /api/search/suggestions', [
    { ...TRUDEAU, kind: 'person' },
    {
      ...TRUDEAU,
      kind: 'place',
      slug: null,
      title: 'Trudeau Landing',
      title_excerpt: [{ text: 'Trudeau Landing', match: false }],
    },
  ]);
});

describe('the search box', () => {
  test('suggests records while typing, selectable with arrow keys', async () => {
    const { user, router } = await renderApp('/');
    await user.type(box(), 'trud');
    const options = await screen.findAllByRole('option', { name: /Trudeau/ });
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Person: Pierre TrudeauDinner for Trudeau',
      'Place: Trudeau LandingDinner for Trudeau',
    ]);
    await user.keyboard('{ArrowDown}');
    expect(box()).toHaveAttribute('aria-activedescendant', options[0]!.id);
    await user.keyboard('{Enter}');
    expect(router.state.location.pathname).toBe('/people/trudeau-pierre');
  });

  test('Enter opens the suggestion chosen with the arrow keys, even after new suggestions arrive', async () => {
    const { user, router } = await renderApp('/');
    await user.type(box(), 'trud');
    await screen.findByRole('option', { name: /Pierre/ });
    api.respond('GET /api/search/suggestions', [
      { ...TRUDEAU, kind: 'person', slug: 'trudeau-margaret', title: 'Margaret Trudeau' },
      { ...TRUDEAU, kind: 'person' },
    ]);
    await user.type(box(), 'e');
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(3));
    await waitFor(() => expect(screen.queryByRole('option', { name: /Landing/ })).toBeNull());
    await user.keyboard('{Enter}');
    expect(router.state.location.pathname).toBe('/people/trudeau-pierre');
  });

  test('opens the results for the typed text, and remembers the search for the session', async () => {
    const { user, router } = await renderApp('/');
    await user.type(box(), 'Trudeau{Enter}');
    await main().findByText('Pierre', { exact: false });
    expect(router.state.location.search).toBe('?q=Trudeau');
    await act(() => router.navigate('/'));
    await user.clear(box());
    await user.click(box());
    expect(screen.getByRole('option', { name: 'Trudeau' })).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('option')).toBeNull();
  });

  test('gets focus from the slash key, except while typing in a field', async () => {
    const { user } = await renderApp('/');
    await user.keyboard('/');
    expect(box()).toHaveFocus();
    await user.keyboard('a/b');
    expect(box()).toHaveValue('a/b');
  });

  test('works without suggestions', async () => {
    api.respond('GET /api/search/suggestions', problem(503, 'Can’t reach the database.'));
    const { user, router } = await renderApp('/');
    await user.type(box(), 'Trudeau');
    await user.keyboard('{Enter}');
    expect(router.state.location.search).toBe('?q=Trudeau');
  });
});

describe('the search page', () => {
  test('lists results of all kinds with their matches, and passes axe', async () => {
    const { container } = await renderApp('/search?q=Trudeau');
    const results = within(await main().findByRole('list', { name: 'Results' }));
    expect(results.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      'Pierre Trudeau',
      'Potomac River, June 16, 1976',
    ]);
    expect(results.getByRole('link', { name: 'Pierre Trudeau' })).toHaveAttribute('href', '/people/trudeau-pierre');
    expect(results.getAllByText('Trudeau', { selector: 'mark' })).toHaveLength(3);
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('shortens a search in the URL that is too long', async () => {
    await renderApp(`/search?q=${'trudeau '.repeat(250)}`);
    await main().findByRole('list', { name: 'Results' });
    expect(box()).toHaveValue('trudeau '.repeat(25).trim());
  });

  test('keeps kind, sort order, and filters in the URL, and Back restores them', async () => {
    const { user, router } = await renderApp('/search?q=Trudeau');
    const click = (element: HTMLElement) => act(() => user.click(element));
    const chip = { name: 'Remove filter: Gerald Ford' };
    await click(await main().findByRole('link', { name: /^Voyages/ }));
    await click(main().getByRole('link', { name: /Gerald Ford/ }));
    await act(() => user.selectOptions(main().getByRole('combobox', { name: 'Sort by' }), 'Newest'));
    expect(router.state.location.search).toBe('?q=Trudeau&kind=voyage&sort=newest&president=ford-gerald');
    const { query } = api.requests('GET /api/search').at(-1)!;
    expect(Object.fromEntries(query)).toMatchObject({ kind: 'voyage', sort: 'newest', president: 'ford-gerald' });
    await click(main().getByRole('button', chip));
    expect(router.state.location.search).toBe('?q=Trudeau&kind=voyage&sort=newest');
    await act(() => router.navigate(-1));
    expect(await main().findByRole('button', chip)).toBeVisible();
  });

  test('keeps both changes if the second is made before the first is rendered', async () => {
    const { router } = await renderApp('/search?q=Trudeau');
    const president = await main().findByRole('link', { name: /Gerald Ford/ });
    const decade = main().getByRole('link', { name: /1970s/ });
    await act(async () => {
      fireEvent.click(president);
      fireEvent.click(decade);
    });
    expect(router.state.location.search).toBe('?q=Trudeau&president=ford-gerald&from=1970&to=1979');
    const removals = main().getAllByRole('button', { name: /^Remove filter/ });
    await act(async () => removals.forEach((button) => fireEvent.click(button)));
    expect(router.state.location.search).toBe('?q=Trudeau');
  });

  test('searches curator notes in edit mode only', async () => {
    const first = await renderApp('/search?q=Trudeau');
    await main().findByRole('list', { name: 'Results' });
    expect(api.requests('GET /api/search').at(-1)!.query.get('curator_notes')).toBe('0');
    first.unmount();
    sessionStorage.setItem('edit-mode', '1');
    await renderApp('/search?q=Trudeau');
    await main().findByRole('list', { name: 'Results' });
    expect(api.requests('GET /api/search').at(-1)!.query.has('curator_notes')).toBe(false);
  });

  test('lists similar spellings separately', async () => {
    api.respond('GET /api/search', page([{ ...TRUDEAU, match: 'similar' as const }], 0));
    api.respond('GET /api/search/overview', aSearchOverview({ did_you_mean: 'Trudeau' }));
    await renderApp('/search?q=trudau');
    expect(await main().findByText('No exact matches for “trudau”')).toBeVisible();
    expect(main().getByRole('link', { name: 'Trudeau' })).toHaveAttribute('href', '/search?q=Trudeau');
    expect(main().getByRole('heading', { name: 'Similar spellings' })).toBeVisible();
    expect(main().queryByRole('list', { name: 'Results' })).toBeNull();
    expect(
      within(main().getByRole('list', { name: 'Similar spellings' })).getByText('Pierre', { exact: false }),
    ).toBeVisible();
  });

  test('says which filter in the URL isn’t valid, and removes only that one', async () => {
    api.respond('GET /api/search', () =>
      Response.json(
        { status: 422, detail: 'Enter a valid date.', errors: [{ path: 'from', message: 'Enter a valid date.' }] },
        { status: 422 },
      ),
    );
    const { user, router } = await renderApp('/search?from=abc&tag=menu');
    expect(await main().findByText('A filter isn’t valid')).toBeVisible();
    expect(main().getByText(/“abc”: Enter a valid date\./)).toBeVisible();
    expect(main().queryByRole('button', { name: 'Retry' })).toBeNull();
    api.respond('GET /api/search', page([]));
    await user.click(main().getByRole('button', { name: 'Remove filter' }));
    await waitFor(() => expect(router.state.location.search).toBe('?tag=menu'));
    expect(await main().findByText('Nothing found')).toBeVisible();
  });

  test('shows loading, failed, empty, and no-match states', async () => {
    api.respond('GET /api/search', pendingForever);
    const waiting = await renderApp('/search?q=a');
    expect(await main().findByText('Searching...')).toBeInTheDocument();
    waiting.unmount();

    api.respond('GET /api/search', problem(500, 'Something broke.'));
    const failed = await renderApp('/search?q=b');
    expect(await main().findByText('Can’t load the results')).toBeVisible();
    expect(main().getByRole('button', { name: 'Retry' })).toBeVisible();
    failed.unmount();

    api.respond('GET /api/search', page([]));
    api.respond('GET /api/search/overview', aSearchOverview());
    const nothing = await renderApp('/search?q=c&tag=menu');
    expect(await main().findByText('Nothing found for “c”')).toBeVisible();
    expect(main().getByRole('button', { name: 'Clear filters' })).toBeVisible();
    nothing.unmount();

    sessionStorage.clear();
    await renderApp('/search');
    expect(await main().findByText('Search the archive', { selector: 'p' })).toBeVisible();
    expect(main().getByText('place:"Mount Vernon"')).toBeVisible();
  });

  test('lets each remote render results of its kind, and shows a plain result if the remote is unavailable or too old', async () => {
    const errors = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    api.respond('POST /api/frontends/failures', noContent);
    api.respond(
      'GET /api/search',
      page([TRUDEAU, aSearchHit(), aSearchHit({ kind: 'media', slug: 'fantail', title: 'Fantail' })]),
    );
    const fills = {
      'search-result': async () => ({
        component: ({ result }: { result: { title: string } }) => <p>Own {result.title}</p>,
      }),
    };
    const remotes: Record<string, () => Promise<unknown>> = {
      people: async () => ({ contract: CONTRACT, routes: [], fills }),
      voyages: async () => ({ contract: CONTRACT, routes: [] }),
      media: () => Promise.reject(new Error('404')),
    };
    installRemoteHost({ load: (remote) => remotes[remote]!(), versionOf: () => '1.0.0' });
    await renderApp('/search?q=Trudeau');
    expect(await main().findByText('Own Pierre Trudeau')).toBeVisible();
    expect(main().getByRole('link', { name: 'Potomac River, June 16, 1976' })).toBeVisible();
    await waitFor(() => expect(main().getByText('Fantail')).toBeVisible());
    expect(main().getAllByText('Can’t load details right now.')).toHaveLength(1);
    errors.mockRestore();
  });
});
