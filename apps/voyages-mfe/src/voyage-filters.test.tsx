import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  accessibilityProblems,
  anAdministration,
  aPresident,
  aVoyageListItem,
  mockApi,
  page,
  renderRoute,
} from '@archive/testing';
import { Outlet } from '@archive/router';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { routes } from './routes.tsx';

const api = mockApi();
const open = (path = '/voyages') => renderRoute(routes, path, { at: '/voyages' });

beforeEach(() => {
  sessionStorage.clear();
  api.respond('GET /api/presidents', [
    aPresident({ president_slug: 'hoover-herbert', full_name: 'Herbert Hoover' }),
    aPresident(),
    aPresident({ president_slug: 'reagan-ronald', full_name: 'Ronald Reagan' }),
    aPresident({ president_slug: 'bush-george-w', full_name: 'George W. Bush' }),
    aPresident({ president_slug: 'obama-barack', full_name: 'Barack Obama' }),
    aPresident({ president_slug: 'post-presidential', full_name: 'Post-presidential owners' }),
  ]);
  api.respond('GET /api/curator/albums/by-voyage/{voyage_slug}', []);
  api.respond('GET /api/voyages', page([aVoyageListItem()]));
  api.respond('GET /api/voyages/administrations', [anAdministration()]);
});

const lastQuery = () => {
  const query = new URLSearchParams(api.requests('GET /api/voyages').at(-1)?.query);
  query.delete('limit');
  query.delete('offset');
  return query.toString();
};
const chips = () =>
  within(screen.getByRole('list', { name: 'Active filters' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

const exportLinks = async (user: Awaited<ReturnType<typeof open>>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  const items = await screen.findAllByRole('menuitem');
  return items.map((item) => [item.textContent, item.getAttribute('href')]);
};

test('Export offers the filtered voyages and the full archive', async () => {
  const { user, router } = await open('/voyages?q=Trudeau&president_slug=hoover-herbert&royalty=1');
  expect(await exportLinks(user)).toEqual([
    ['CSV, for spreadsheets', '/api/export/voyages?q=Trudeau&president_slug=hoover-herbert&royalty=1&format=csv'],
    ['JSON', '/api/export/voyages?q=Trudeau&president_slug=hoover-herbert&royalty=1&format=json'],
    ['All voyages (text file, can be re-imported)', '/api/export/archive'],
  ]);
  expect(router.state.location.pathname).toBe('/voyages');
});

describe('the search', () => {
  test('applies on submit, is kept in the URL and can be cleared', async () => {
    api.respond('GET /api/voyages', page([aVoyageListItem()], 120));
    const { user, router } = await open('/voyages?royalty=1&page=3');
    const box = await screen.findByRole('searchbox', { name: 'Search voyages' });
    await user.type(box, ' Trudeau ');
    expect(router.state.location.search).toBe('?royalty=1&page=3');
    await user.click(screen.getByRole('button', { name: 'Apply Search' }));
    expect(router.state.location.search).toBe('?q=Trudeau&royalty=1');
    await waitFor(() => expect(lastQuery()).toBe('q=Trudeau&royalty=1'));
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(router.state.location.search).toBe('?royalty=1');
    expect(box).toHaveValue('');
  });

  test('follows the URL on back navigation', async () => {
    const { user, router } = await open();
    const box = await screen.findByRole('searchbox', { name: 'Search voyages' });
    await user.type(box, 'Nimitz{Enter}');
    expect(router.state.location.search).toBe('?q=Nimitz');
    await waitFor(async () => {
      await router.navigate(-1);
      expect(box).toHaveValue('');
    });
  });
});

describe('the date range', () => {
  test('adds hyphens to digits and applies a full date immediately', async () => {
    const { user, router } = await open();
    const from = await screen.findByRole('textbox', { name: 'From' });
    await user.type(from, '19460307');
    expect(from).toHaveValue('1946-03-07');
    expect(router.state.location.search).toBe('?date_from=1946-03-07');
    await waitFor(() => expect(lastQuery()).toBe('date_from=1946-03-07'));
  });

  test('applies a month or a year on blur', async () => {
    const { user, router } = await open();
    await user.type(await screen.findByRole('textbox', { name: 'To' }), '1946');
    expect(router.state.location.search).toBe('');
    await user.tab();
    expect(router.state.location.search).toBe('?date_to=1946');
  });

  test('shows an error for a date that does not exist', async () => {
    const { user, router } = await open();
    const from = await screen.findByRole('textbox', { name: 'From' });
    await user.type(from, '19460230');
    expect(from).toBeInvalid();
    expect(from).toHaveAccessibleDescription('Enter a valid date, such as June 5, 1941, June 1941, or 1941.');
    expect(router.state.location.search).toBe('');
  });

  test.each([
    ['c. 1947', '1947~', 'about 1947'],
    ['summer 1946', '1946-22', 'Summer 1946'],
    ['early 1950s', '1950~/1953~', 'early 1950s'],
    ['June 12, 1947', '1947-06-12', 'June 12, 1947'],
  ])('reads %s as the form does, and shows the reading', async (typed, value, reading) => {
    const { user, router } = await open();
    const from = await screen.findByRole('textbox', { name: 'From' });
    await user.type(from, typed);
    expect(router.state.location.search).toBe('');
    await user.tab();
    await waitFor(() => expect(lastQuery()).toBe(new URLSearchParams({ date_from: value }).toString()));
    expect(from).toHaveAccessibleDescription(reading);
    expect(from).toHaveValue(value === '1947-06-12' ? value : typed);
    expect(chips()).toEqual([`From ${reading}`]);
  });

  test('accepts a typed range, and takes a missing year from the other end', async () => {
    const { user, router } = await open();
    await user.type(await screen.findByRole('textbox', { name: 'From' }), 'June 16–18, 1946{Enter}');
    expect(router.state.location.search).toBe('?date_from=1946-06-16&date_to=1946-06-18');
    const to = screen.getByRole('textbox', { name: 'To' });
    await user.clear(to);
    await user.type(to, 'Sept. 3rd{Enter}');
    expect(router.state.location.search).toBe('?date_from=1946-06-16&date_to=1946-09-03');
  });

  test('shows an approximate date from the URL in words', async () => {
    await open('/voyages?date_from=1946-22&date_to=194X');
    expect(await screen.findByRole('textbox', { name: 'From' })).toHaveValue('Summer 1946');
    expect(screen.getByRole('textbox', { name: 'To' })).toHaveValue('1940s');
  });

  test('rejects a From after To with a message', async () => {
    const { user, router } = await open('/voyages?date_to=1946');
    const from = await screen.findByRole('textbox', { name: 'From' });
    await user.type(from, 'summer 1947{Enter}');
    expect(from).toBeInvalid();
    expect(from).toHaveAccessibleDescription(
      /^The From date is after the To date\. Choose an earlier From date or a later To date\./,
    );
    expect(router.state.location.search).toBe('?date_to=1946');
    await user.clear(from);
    await user.type(from, 'c. 1946{Enter}');
    expect(router.state.location.search).toBe('?date_from=1946%7E&date_to=1946');
  });
});

describe('the owner filter', () => {
  const openOwners = async (path?: string) => {
    const shown = await open(path);
    await shown.user.click(await screen.findByRole('button', { name: /^Vessel Owner/ }));
    return { ...shown, group: within(screen.getByRole('group', { name: 'Vessel Owner' })) };
  };

  test('doesn’t list excluded owners', async () => {
    const { group, container } = await openOwners();
    await waitFor(() => expect(group.getAllByRole('checkbox')).toHaveLength(2));
    expect(group.getByRole('checkbox', { name: 'Herbert Hoover , 1 voyage' })).toBeInTheDocument();
    expect(group.getByRole('checkbox', { name: /Truman/ })).toBeInTheDocument();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('selects owners one by one, all or none', async () => {
    const { user, router, group } = await openOwners();
    await user.click(await group.findByRole('checkbox', { name: /Truman/ }));
    expect(router.state.location.search).toBe('?president_slug=truman-harry-s');
    expect(chips()).toEqual(['Harry S. Truman']);
    await user.click(group.getByRole('button', { name: 'Select All' }));
    expect(router.state.location.search).toBe('?president_slug=hoover-herbert&president_slug=truman-harry-s');
    await waitFor(() => expect(lastQuery()).toBe('president_slug=hoover-herbert&president_slug=truman-harry-s'));
    await user.click(group.getByRole('button', { name: 'Deselect All' }));
    expect(router.state.location.search).toBe('');
    expect(group.getByRole('checkbox', { name: /Truman/ })).not.toBeChecked();
  });

  test('stays open while clicking names and the space between them', async () => {
    const page: typeof routes = [
      {
        element: (
          <main tabIndex={-1}>
            <Outlet />
          </main>
        ),
        children: routes,
      },
    ];
    const { user, router } = await renderRoute(page, '/voyages', { at: '/voyages' });
    await user.click(await screen.findByRole('button', { name: /^Vessel Owner/ }));
    const group = screen.getByRole('group', { name: 'Vessel Owner' });
    await user.click(await within(group).findByText(/Truman/));
    await user.click(group);
    expect(group).toBeVisible();
    expect(router.state.location.search).toBe('?president_slug=truman-harry-s');
    await user.click(screen.getByRole('heading', { level: 1 }));
    expect(group).not.toBeVisible();
  });

  test('closes with Escape and returns focus to the button', async () => {
    const { user } = await openOwners();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('group', { name: 'Vessel Owner' })).toBeNull();
    expect(screen.getByRole('button', { name: /^Vessel Owner/ })).toHaveFocus();
  });
});

describe('the attribute filter', () => {
  test('sends all selected attributes to the API', async () => {
    const { user, router } = await open();
    await user.click(await screen.findByRole('button', { name: /^Filter Voyages/ }));
    const group = within(screen.getByRole('group', { name: 'Filter Voyages' }));
    expect(group.getAllByRole('checkbox')).toHaveLength(14);
    for (const name of ['Royalty Present', 'Menu Info', 'Significant voyages'])
      await user.click(group.getByRole('checkbox', { name }));
    expect(router.state.location.search).toBe('?significant=1&royalty=1&mention_menu=1');
    await waitFor(() => expect(lastQuery()).toBe('significant=1&royalty=1&mention_menu=1'));
    expect(api.requests('GET /api/voyages/administrations').at(-1)?.query.toString()).toBe(
      'significant=1&royalty=1&mention_menu=1',
    );
    await user.click(group.getByRole('checkbox', { name: 'Royalty Present' }));
    expect(router.state.location.search).toBe('?significant=1&mention_menu=1');
  });
});

test('keeps all changes made before the list renders again', async () => {
  const { user, router } = await open();
  await user.click(await screen.findByRole('button', { name: /^Filter Voyages/ }));
  const choices = within(screen.getByRole('group', { name: 'Filter Voyages' }));
  await act(async () => {
    for (const name of ['Royalty Present', 'Menu Info', 'Camp David'])
      fireEvent.click(choices.getByRole('checkbox', { name }));
    await Promise.resolve();
  });
  await waitFor(() => expect(router.state.location.search).toBe('?royalty=1&mention_menu=1&mention_camp_david=1'));
});

describe('filter chips', () => {
  test('show the active filters and remove them one by one', async () => {
    api.respond('GET /api/voyages', page([aVoyageListItem()], 120));
    const { user, router, container } = await open(
      '/voyages?q=Nimitz&date_from=1946&president_slug=truman-harry-s&significant=1&mention_menu=1&page=2',
    );
    await screen.findByRole('button', { name: 'Remove filter: Harry S. Truman' });
    expect(chips()).toEqual(['“Nimitz”', 'From 1946', 'Harry S. Truman', 'Significant', 'Menu Info']);
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Remove filter: Significant' }));
    expect(router.state.location.search).toBe('?q=Nimitz&date_from=1946&president_slug=truman-harry-s&mention_menu=1');
    await user.click(screen.getByRole('button', { name: 'Remove filter: “Nimitz”' }));
    expect(screen.getByRole('searchbox')).toHaveValue('');
    await user.click(screen.getByRole('button', { name: 'Clear all filters' }));
    expect(router.state.location.search).toBe('');
    expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull();
  });

  test('move focus to the next chip when removed', async () => {
    const { user } = await open('/voyages?q=Nimitz&significant=1');
    await user.click(await screen.findByRole('button', { name: 'Remove filter: “Nimitz”' }));
    expect(screen.getByRole('button', { name: 'Remove filter: Significant' })).toHaveFocus();
    await user.keyboard('{Delete}');
    expect(screen.getByRole('status')).toHaveFocus();
  });
});

test('results stay visible until the next ones load', async () => {
  const { user } = await open();
  await screen.findByRole('link', { name: 'Down the Potomac' });
  let respond: (response: Response) => void = () => undefined;
  api.respond('GET /api/voyages', () => new Promise<Response>((resolve) => (respond = resolve)));
  await user.type(screen.getByRole('searchbox'), 'Levi{Enter}');
  expect(screen.getByRole('link', { name: 'Down the Potomac' })).toBeInTheDocument();
  respond(page([aVoyageListItem({ voyage_slug: 'levi', title: 'With the Levis' })]));
  expect(await screen.findByRole('link', { name: 'With the Levis' })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Down the Potomac' })).toBeNull();
});

test('on a phone filters open in a sheet whose button shows the result count', async () => {
  const { user, router } = await open();
  await screen.findByRole('link', { name: 'Down the Potomac' });
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }));
  await user.click(sheet.getByRole('checkbox', { name: 'Yacht Spin' }));
  expect(router.state.location.search).toBe('?mention_yacht_spin=1');
  await user.click(await sheet.findByRole('button', { name: 'Show 1 voyage' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});
