import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { accessibilityProblems, aPersonListItem, mockApi, page, problem, renderRoute } from '@archive/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { routes } from './routes.tsx';

const api = mockApi();
const open = (path = '/people') => renderRoute(routes, path, { at: '/people' });

const NIMITZ = aPersonListItem();
const HALIFAX = aPersonListItem({
  person_slug: 'halifax-lord',
  full_name: 'Lord Halifax',
  role_title: null,
  capacity_role: 'Ambassador from UK',
  organization: null,
  birth_year: null,
  death_year: null,
  voyage_count: 1,
});

beforeEach(() => {
  sessionStorage.clear();
  jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  api.respond('GET /api/people/roles/stats', {
    total_people: 1080,
    unique_titles: 41,
    avg_voyages_per_passenger: 1.375,
  });
  api.respond('GET /api/people', (request) => {
    const q = request.query.get('q')?.toLowerCase() ?? '';
    return page([NIMITZ, HALIFAX].filter(({ full_name }) => full_name.toLowerCase().includes(q)));
  });
  api.respond('GET /api/people/by-letter', [
    { letter: 'H', people_count: 1 },
    { letter: 'N', people_count: 1 },
    { letter: '#', people_count: 1 },
  ]);
  api.respond('GET /api/people/by-president', {
    grouped_by_president: [
      {
        president_slug: 'truman-harry-s',
        president_name: 'Harry S. Truman',
        president_party: 'Democratic',
        people_count: 1,
        people: [
          {
            person_slug: 'nimitz-chester-w',
            full_name: 'Chester W. Nimitz',
            role_title: null,
            organization: null,
            portrait_url: null,
            appearance_count: 2,
          },
        ],
      },
    ],
  });
});

describe('the directory', () => {
  test('shows three figures and a card for each person', async () => {
    const { container } = await open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Passengers' })).toBeInTheDocument();
    expect(await screen.findByText('1,080')).toBeInTheDocument();
    expect(screen.getByText('1.38')).toBeInTheDocument();
    for (const label of ['Total People', 'Unique Titles', 'Avg Voyages per Person'])
      expect(screen.getByText(label)).toBeInTheDocument();
    const link = await screen.findByRole('link', { name: 'Chester W. Nimitz' });
    expect(link).toHaveAttribute('href', '/people/nimitz-chester-w');
    expect(screen.getByText('Born 1885 · Died 1966 · 2 voyages')).toBeInTheDocument();
    expect(screen.getByText('Ambassador from UK')).toBeInTheDocument();
    expect(document.title).toContain('Passengers');
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test.each([
    ['', '?format=csv'],
    ['?q=nimitz&group=role', '?q=nimitz&sort=role&format=csv'],
  ])('at %j exports the people in the filtered list', async (address, query) => {
    api.respond('GET /api/people/roles', [{ role: null, people_count: 2 }]);
    const { user } = await open(`/people${address}`);
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    expect(await screen.findByRole('menuitem', { name: 'CSV, for spreadsheets' })).toHaveAttribute(
      'href',
      `/api/export/people${query}`,
    );
  });

  test('searches on the server shortly after typing, and keeps the query in the URL', async () => {
    const { user, router } = await open();
    await user.type(await screen.findByRole('searchbox'), 'halifax');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Chester W. Nimitz' })).toBeNull());
    expect(screen.getByRole('link', { name: 'Lord Halifax' })).toBeInTheDocument();
    expect(router.state.location.search).toBe('?q=halifax');
    expect(api.requests('GET /api/people').map(({ query }) => query.get('q'))).toEqual([null, 'halifax']);
  });

  test('keeps sort order and filter in the URL, and offers to clear the filter when no one matches', async () => {
    const { user, router } = await open();
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Sort by' }), 'voyages');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'crew');
    expect(router.state.location.search).toBe('?sort=voyages&show=crew');
    const { query } = api.requests('GET /api/people').at(-1)!;
    expect(Object.fromEntries(query)).toMatchObject({ sort: 'voyages', aboard: 'crew' });
    api.respond('GET /api/people', page([]));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'portrait');
    expect(await screen.findByText('No one matches your search and filter.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all passengers' }));
    expect(router.state.location.search).toBe('?sort=voyages');
  });

  test('keeps both changes if the second is made before the first is rendered', async () => {
    const { router } = await open();
    const sort = await screen.findByRole('combobox', { name: 'Sort by' });
    const shown = screen.getByRole('combobox', { name: 'Show' });
    await act(async () => {
      fireEvent.change(sort, { target: { value: 'voyages' } });
      fireEvent.change(shown, { target: { value: 'crew' } });
      await Promise.resolve();
    });
    await waitFor(() => expect(router.state.location.search).toBe('?sort=voyages&show=crew'));
  });

  test('reports no matches and clears the search', async () => {
    const { user, router } = await open('/people?q=nobody');
    expect(await screen.findByText('No passengers found')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show all passengers' }));
    expect(await screen.findByRole('link', { name: 'Lord Halifax' })).toBeInTheDocument();
    expect(router.state.location.search).toBe('');
  });

  test('lists the people of a letter, and everyone again', async () => {
    const { user, router } = await open('/people?show=crew');
    const letter = (name: string) => screen.getByRole('button', { name });
    await waitFor(() => expect(letter('B')).toBeDisabled());
    expect(letter('Numbers and signs')).toBeEnabled();
    expect(api.requests('GET /api/people/by-letter').map(({ query }) => query.get('aboard'))).toEqual(['crew']);
    const group = within(screen.getByRole('group', { name: 'First letter' }));
    expect(group.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0)).toEqual([letter('H')]);
    letter('Numbers and signs').focus();
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(letter('H')).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(router.state.location.search).toBe('?show=crew&letter=H');
    expect(letter('H')).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() => expect(api.requests('GET /api/people').at(-1)?.query.get('letter')).toBe('H'));
    await user.click(letter('Numbers and signs'));
    expect(router.state.location.search).toBe('?show=crew&letter=%23');
    await user.click(letter('Numbers and signs'));
    expect(router.state.location.search).toBe('?show=crew');
    expect(letter('H')).toHaveAttribute('aria-pressed', 'false');
  });

  test('ignores the letter in groups, and an unknown one', async () => {
    await open('/people?group=president&letter=H');
    expect(await screen.findByRole('button', { name: /Harry S. Truman/ })).toBeVisible();
    expect(api.requests('GET /api/people/by-president')[0]?.query.get('letter')).toBeNull();
    expect(screen.queryByRole('group', { name: 'First letter' })).toBeNull();
    await open('/people?letter=constructor');
    expect(await screen.findByRole('link', { name: 'Lord Halifax' })).toBeVisible();
    expect(api.requests('GET /api/people').at(-1)?.query.get('letter')).toBeNull();
  });

  test('a letter without matches can be left', async () => {
    const { user, router } = await open('/people?letter=Q');
    await waitFor(() => expect(screen.getByRole('button', { name: 'B' })).toBeDisabled());
    await user.click(screen.getByRole('button', { name: 'Q' }));
    expect(router.state.location.search).toBe('');
  });

  test('groups by role with counts, Unknown Role last', async () => {
    api.respond('GET /api/people', page([HALIFAX, NIMITZ, { ...HALIFAX, person_slug: 'x', capacity_role: null }]));
    api.respond('GET /api/people/roles', [
      { role: 'Ambassador from UK', people_count: 1 },
      { role: 'Fleet Admiral', people_count: 1 },
      { role: null, people_count: 1 },
    ]);
    const { user, unmount } = await open();
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Grouping' }), 'Group by Role/Title');
    const titles = await screen.findAllByRole('heading', { level: 2 });
    expect(titles.map((title) => title.textContent)).toEqual([
      expect.stringMatching(/^Ambassador from UK1 person/),
      expect.stringMatching(/^Fleet Admiral1 person/),
      expect.stringMatching(/^Unknown Role1 person/),
    ]);
    expect(api.requests('GET /api/people').at(-1)?.query.get('sort')).toBe('role');
    await user.click(screen.getByRole('button', { name: /Fleet Admiral/ }));
    expect(screen.queryByRole('link', { name: 'Chester W. Nimitz' })).toBeNull();
    unmount();
    await open('/people?group=role');
    expect(await screen.findByRole('button', { name: /Fleet Admiral/ })).toHaveAttribute('aria-expanded', 'false');
  });

  test('virtualizes 20,000 people and loads pages as they scroll into view', async () => {
    const many = (request: { query: URLSearchParams }) => {
      const offset = Number(request.query.get('offset'));
      const people = Array.from({ length: 500 }, (_, index) => ({
        ...NIMITZ,
        person_slug: `guest-${offset + index}`,
        full_name: `Guest ${offset + index}`,
      }));
      return page(people, 20_000);
    };
    const height = jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(120);
    api.respond('GET /api/people', many);
    await open();
    expect(await screen.findByRole('link', { name: 'Guest 0' })).toBeInTheDocument();
    expect(screen.getAllByRole('link').length).toBeLessThan(100);
    await act(async () => {
      window.scrollY = 1_000_000;
      window.dispatchEvent(new Event('scroll'));
    });
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Guest 0' })).toBeNull());
    expect((await screen.findAllByRole('link', { name: /^Guest \d{4}/ })).length).toBeGreaterThan(0);
    const offsets = api.requests('GET /api/people').map(({ query }) => Number(query.get('offset')));
    expect(Math.max(...offsets)).toBeGreaterThan(3000);
    expect(offsets.length).toBeLessThan(5);
    window.scrollY = 0;
    height.mockRestore();
  });

  test('starts with all presidents collapsed, and remembers open ones for the session', async () => {
    const { user, unmount } = await open('/people?group=president');
    const head = await screen.findByRole('button', { name: /Harry S. Truman/ });
    expect(head).toHaveAttribute('aria-expanded', 'false');
    await user.click(head);
    expect(screen.getByText('Appearances: 2')).toBeVisible();
    unmount();
    await open('/people?group=president');
    expect(await screen.findByRole('button', { name: /Harry S. Truman/ })).toHaveAttribute('aria-expanded', 'true');
  });

  test('searches groups on the server, and loads people only when a group opens', async () => {
    const counts = { truman: 2, ford: 5000, nixon: 2 };
    api.respond('GET /api/people/by-president', ({ query }) => {
      const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))];
      let place = 0;
      const grouped_by_president = Object.entries(counts).map(([slug, people_count]) => ({
        president_slug: slug,
        president_name: slug.toUpperCase(),
        president_party: 'Democratic',
        people_count,
        people: Array.from({ length: people_count }, () => (place += 1) - 1)
          .filter((index) => index >= offset && index < offset + limit)
          .map((index) => ({
            person_slug: `guest-${index}`,
            full_name: `Guest ${index}`,
            role_title: null,
            organization: null,
            portrait_url: null,
            appearance_count: 1,
          })),
      }));
      return { grouped_by_president };
    });
    sessionStorage.setItem('people.open-sections', JSON.stringify(['nixon']));
    const pages = () =>
      api
        .requests('GET /api/people/by-president')
        .map(({ query }) => `${query.get('limit')} from ${query.get('offset')}`);
    const { user } = await open('/people?group=president');
    expect(await screen.findByRole('link', { name: 'Guest 5003' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: /FORD/ })).toHaveTextContent('5,000 people');
    expect(pages()).toEqual(['0 from 0', '500 from 5000']);
    await user.click(screen.getByRole('button', { name: /TRUMAN/ }));
    expect(await screen.findByRole('link', { name: 'Guest 0' })).toBeInTheDocument();
    expect(pages()).toEqual(['0 from 0', '500 from 5000', '500 from 0']);
    await user.type(screen.getByRole('searchbox'), 'guest{Enter}');
    await waitFor(() => expect(api.requests('GET /api/people/by-president').at(-1)?.query.get('q')).toBe('guest'));
  });

  test('shows a server error and retries', async () => {
    api.respond('GET /api/people', problem(500, 'Something broke.'));
    const { user } = await open();
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText('Something broke.')).toBeInTheDocument();
    api.respond('GET /api/people', page([NIMITZ]));
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('link', { name: 'Chester W. Nimitz' })).toBeInTheDocument();
  });

  test('offers to clear a search that isn’t valid, instead of a retry', async () => {
    api.respond('GET /api/people', problem(422, 'Use at most 200 characters.'));
    const { user, router } = await open(`/people?q=${'x'.repeat(201)}`);
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('Use at most 200 characters.')).toBeInTheDocument();
    expect(alert.queryByRole('button', { name: 'Retry' })).toBeNull();
    api.respond('GET /api/people', page([NIMITZ]));
    await user.click(alert.getByRole('button', { name: 'Show all passengers' }));
    expect(await screen.findByRole('link', { name: 'Chester W. Nimitz' })).toBeInTheDocument();
    expect(router.state.location.search).toBe('');
  });

  test('explains an empty directory', async () => {
    api.respond('GET /api/people', page([]));
    await open();
    expect(await screen.findByText('No passengers found')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'voyages' })).toHaveAttribute('href', '/voyages');
  });
});
