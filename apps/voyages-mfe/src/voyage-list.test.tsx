import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  accessibilityProblems,
  adjacentVoyages,
  anAdministration,
  aPassenger,
  aPresident,
  aVoyage,
  aVoyageListItem,
  mockApi,
  page,
  problem,
  renderRoute,
} from '@archive/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { routes } from './routes.tsx';

const api = mockApi();
const open = (path = '/voyages') => renderRoute(routes, path, { at: '/voyages' });

const HOOVER = {
  president_slug: 'hoover-herbert',
  president_name: 'Herbert Hoover',
  president_party: 'Republican',
  term_start: '1929-03-04',
  term_end: '1933-03-04',
};
const CAPE_HENRY = aVoyageListItem({
  voyage_slug: '1931-04-25-hoover-herbert-cape-henry',
  title: 'Cape Henry, April 25, 1931',
  start_date: '1931-04-25',
  end_date: '1931-04-27',
  start_location: 'Cape Henry, VA',
  end_location: null,
  president_slug_from_voyage: HOOVER.president_slug,
  president_name: HOOVER.president_name,
  people_names: ['Herbert Hoover', 'Lou Henry Hoover', 'Vernon Kellogg'],
  people_count: 9,
  presidential_use: true,
});
const QUANTICO = aVoyageListItem({ has_royalty: true, mention_menu: true });
const EMILY = aVoyageListItem({
  voyage_slug: '1925-cadwalader-richard-maiden-voyage',
  title: 'Maiden voyage',
  start_date: '1925',
  president_slug_from_voyage: 'cadwalader-richard',
  president_name: 'Richard Cadwalader',
  president_party: 'Private Owner',
  presidential: false,
  people_names: [],
  people_count: 0,
});
const OWNER = {
  president_slug: 'cadwalader-richard',
  president_name: 'Richard Cadwalader',
  president_party: 'Private Owner',
  presidential: false,
  term_start: '1925',
  term_end: '1928',
};

beforeEach(() => {
  api.respond('GET /api/places/by-voyage/{slug}', []);
  sessionStorage.clear();
  api.respond('GET /api/presidents', [
    aPresident({ president_slug: 'hoover-herbert', full_name: 'Herbert Hoover' }),
    aPresident(),
    aPresident({ president_slug: 'reagan-ronald', full_name: 'Ronald Reagan' }),
    aPresident({ president_slug: 'post-presidential', full_name: 'Post-presidential owners' }),
  ]);
  api.respond('GET /api/curator/albums/by-voyage/{voyage_slug}', []);
  api.respond('GET /api/voyages', page([EMILY, CAPE_HENRY, QUANTICO], 3));
  api.respond('GET /api/voyages/administrations', [
    anAdministration(OWNER),
    anAdministration(HOOVER),
    anAdministration({ voyage_count: 23 }),
  ]);
  api.respond('GET /api/voyages/{slug}', aVoyage());
});

const lastQuery = () => api.requests('GET /api/voyages').at(-1)?.query.toString();
const entry = async (title: string) => {
  const heading = await screen.findByRole('heading', { level: 3, name: title });
  return within(heading.closest('li')!);
};

test('jumps to an administration on any page', async () => {
  api.respond('GET /api/voyages', page([CAPE_HENRY, QUANTICO], 120));
  api.respond('GET /api/voyages/position', { place: 57 });
  Element.prototype.scrollIntoView = () => undefined;
  const { user, router } = await open();
  await user.selectOptions(await screen.findByLabelText('Go to administration'), 'Herbert Hoover Administration (1)');
  await waitFor(() => expect(router.state.location.search).toBe('?page=2'));
  expect(api.requests('GET /api/voyages/position')[0]?.query.get('administration')).toBe(HOOVER.president_slug);
  await waitFor(() => expect(screen.getByRole('button', { name: /Herbert Hoover Administration/ })).toHaveFocus());
  await user.clear(screen.getByRole('textbox', { name: 'Page' }));
  await user.type(screen.getByRole('textbox', { name: 'Page' }), '99{Enter}');
  expect(router.state.location.search).toBe('?page=3');
});

test('has voyages without an owner in the section of the proposed one', async () => {
  const noOwner = {
    president_slug_from_voyage: null,
    president_name: null,
    president_party: null,
    presidential: false,
  };
  const proposed = { president_slug: HOOVER.president_slug, president_name: HOOVER.president_name, presidential: true };
  api.respond(
    'GET /api/voyages',
    page([
      CAPE_HENRY,
      aVoyageListItem({ ...noOwner, voyage_slug: 'a', title: 'A', proposed_owner: { ...proposed, reason: 'term' } }),
      aVoyageListItem({ ...noOwner, voyage_slug: 'b', title: 'B', proposed_owner: { ...proposed, reason: 'aboard' } }),
    ]),
  );
  await open();
  expect(await screen.findAllByRole('heading', { level: 2 })).toHaveLength(1);
  const texts = await Promise.all(
    ['A', 'B', CAPE_HENRY.title].map(async (title) => (await entry(title)).queryByText(/^Owner proposed/)?.textContent),
  );
  expect(texts).toEqual(['Owner proposed: by date', 'Owner proposed: was aboard on this voyage', undefined]);
});

describe('the list', () => {
  test('has a section per owner in API order, with label, years and count', async () => {
    const { container } = await open();
    await screen.findByText('Down the Potomac');
    const heads = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(heads).toEqual([
      'Before / After Presidential ServiceRichard Cadwalader, 1925–19281 voyage',
      'Herbert Hoover Administration1929–19331 voyage',
      'Harry S. Truman Administration1945–195323 voyages, 1 on this page',
    ]);
    expect(screen.getByRole('status')).toHaveTextContent('3 voyages');
    expect(screen.getByText('Showing 1 to 3 of 3 results')).toBeInTheDocument();
    expect(document.title).toContain('Voyages');
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('shows place, first people and attributes of each voyage and links to its page', async () => {
    await open();
    const cape = await entry('Cape Henry, April 25, 1931');
    expect(cape.getByRole('link', { name: 'Cape Henry, April 25, 1931' })).toHaveAttribute(
      'href',
      '/voyages/1931-04-25-hoover-herbert-cape-henry',
    );
    expect(cape.getByText('Herbert Hoover, Lou Henry Hoover, Vernon Kellogg')).toHaveTextContent('and 6 more');
    const quantico = await entry('Down the Potomac');
    expect(quantico.getByText(/Washington Navy Yard/)).toHaveTextContent('From Washington Navy Yard to Quantico');
    const badges = within(quantico.getByRole('list', { name: 'Attributes' })).getAllByRole('listitem');
    expect(badges.map(({ textContent }) => textContent)).toEqual(['Official voyage', 'Royalty', 'Menu']);
  });

  test('remembers collapsed sections for the session', async () => {
    const { user, unmount } = await open();
    await user.click(await screen.findByRole('button', { name: /Herbert Hoover Administration/ }));
    expect(screen.queryByRole('link', { name: /Cape Henry/ })).toBeNull();
    unmount();
    await open();
    expect(await screen.findByRole('link', { name: 'Maiden voyage' })).toBeVisible();
    expect(screen.getByRole('button', { name: /Herbert Hoover Administration/ })).toHaveAttribute(
      'aria-expanded',
      'false',
    );
    expect(screen.queryByRole('link', { name: /Cape Henry/ })).toBeNull();
  });

  test('expands a voyage in place', async () => {
    api.respond(
      'GET /api/voyages/{slug}',
      aVoyage({ additional_information: 'Dinner on the river.', passengers: [aPassenger()] }),
    );
    const { user, router, container } = await open();
    const opener = await screen.findByRole('button', { name: 'Show details: Down the Potomac' });
    await user.click(opener);
    expect(opener).toHaveAttribute('aria-expanded', 'true');
    expect(await screen.findByText('Dinner on the river.')).toBeInTheDocument();
    expect(screen.getByText('July 7, 1946 · 10:00 AM · Washington Navy Yard')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Chester W. Nimitz' })).toHaveAttribute('href', '/people/nimitz-chester-w');
    expect(router.state.location.pathname).toBe('/voyages');
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.click(opener);
    expect(screen.queryByText('Dinner on the river.')).toBeNull();
  });

  test('restores expanded voyages on back navigation', async () => {
    api.respond('GET /api/voyages/{slug}/adjacent', adjacentVoyages());
    const { user, router } = await open();
    await user.click(await screen.findByRole('button', { name: 'Show details: Down the Potomac' }));
    await user.click(await screen.findByRole('link', { name: /Open voyage page/ }));
    await user.click(await screen.findByRole('link', { name: 'Back to voyages' }));
    expect(await screen.findByRole('button', { name: 'Show details: Down the Potomac' })).toHaveAttribute(
      'aria-expanded',
      'true',
    );
    expect(router.state.historyAction).toBe('POP');
  });

  test('offers Retry in a card that fails to load', async () => {
    api.respond('GET /api/voyages/{slug}', problem(503, 'The database is unavailable.'));
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Show details: Down the Potomac' }));
    expect(await screen.findByText('The database is unavailable.')).toBeInTheDocument();
    api.respond('GET /api/voyages/{slug}', aVoyage({ notes: 'Fog until noon.' }));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Fog until noon.')).toBeInTheDocument();
  });
});

describe('pagination', () => {
  test('shows 50 voyages per page and keeps the filters', async () => {
    api.respond('GET /api/voyages', page([QUANTICO], 120));
    await open('/voyages?royalty=1&page=2');
    expect(await screen.findByText('Showing 51 to 100 of 120 results')).toBeInTheDocument();
    expect(lastQuery()).toBe('royalty=1&limit=50&offset=50');
    expect(screen.getByRole('link', { name: 'Next page' })).toHaveAttribute('href', '/voyages?royalty=1&page=3');
    expect(screen.getByRole('link', { name: 'Previous page' })).toHaveAttribute('href', '/voyages?royalty=1');
  });

  test('goes to a typed page number, or to the last page if the number is too high', async () => {
    api.respond('GET /api/voyages', page([QUANTICO], 120));
    const { user, router } = await open('/voyages?royalty=1');
    const box = await screen.findByRole('textbox', { name: 'Page' });
    await user.clear(box);
    await user.type(box, '2{Enter}');
    expect(router.state.location.search).toBe('?royalty=1&page=2');
    await user.clear(await screen.findByDisplayValue('2'));
    await user.type(screen.getByRole('textbox', { name: 'Page' }), '99');
    await user.click(screen.getByRole('button', { name: 'Go' }));
    expect(router.state.location.search).toBe('?royalty=1&page=3');
  });

  test('redirects from a page past the end to the last page', async () => {
    api.respond('GET /api/voyages', ({ query }) =>
      query.get('offset') === '50' ? page([QUANTICO], 51) : page([], 51),
    );
    const { router } = await open('/voyages?page=9');
    expect(await screen.findByText('Showing 51 to 51 of 51 results')).toBeInTheDocument();
    expect(router.state.location.search).toBe('?page=2');
  });
});

describe('when there is nothing to show', () => {
  test('an empty archive shows an empty state with Refresh', async () => {
    api.respond('GET /api/voyages', page([]));
    api.respond('GET /api/voyages/administrations', []);
    const { user, container } = await open();
    expect(await screen.findByText('No voyages found.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Clear search/ })).toBeNull();
    expect(await accessibilityProblems(container)).toEqual([]);
    api.respond('GET /api/voyages', page([QUANTICO]));
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByRole('link', { name: 'Down the Potomac' })).toBeInTheDocument();
  });

  test('filters without matches can be cleared', async () => {
    api.respond('GET /api/voyages', ({ query }) => (query.has('q') ? page([]) : page([QUANTICO])));
    const { user, router, container } = await open('/voyages?q=nobody&has_video=1');
    expect(await screen.findByText('No voyages found.')).toBeInTheDocument();
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Clear search and filters' }));
    expect(await screen.findByRole('link', { name: 'Down the Potomac' })).toBeInTheDocument();
    expect(router.state.location.search).toBe('');
  });

  test('a list that fails to load shows why and retries', async () => {
    api.respond('GET /api/voyages', problem(503, 'The database is unavailable.'));
    const { user } = await open();
    expect(await screen.findByText('The database is unavailable.')).toBeInTheDocument();
    api.respond('GET /api/voyages', page([QUANTICO]));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.getByRole('link', { name: 'Down the Potomac' })).toBeInTheDocument());
  });
});
