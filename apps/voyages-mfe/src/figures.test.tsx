import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Figures } from '@archive/contracts';
import {
  accessibilityProblems,
  aPerson,
  aPresident,
  mockApi,
  pendingForever,
  problem,
  renderRoute,
} from '@archive/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { component as EmbeddedFigure } from './features/figures/embedded-figure.tsx';
import { component as FigurePicker } from './features/figures/figure-picker.tsx';
import { csvOf } from './features/figures/save-chart.ts';
import { fit, roundUp } from './features/figures/marks.tsx';
import { recordRoutes } from './routes.tsx';

const api = mockApi();
const open = (query = '') => renderRoute(recordRoutes ?? [], `/figures${query}`, { at: '/figures' });

const FIGURES: Figures = {
  voyages: 5,
  presidents: [
    { president_slug: null, president_name: null, presidential: false, voyages: 1 },
    { president_slug: 'truman-harry-s', president_name: 'Harry S. Truman', presidential: true, voyages: 4 },
  ],
  years: [
    { year: 1939, president_slug: null, voyages: 1, uncertain: 1 },
    { year: 1946, president_slug: 'truman-harry-s', voyages: 4, uncertain: 0 },
  ],
  months: [{ month: 6, voyages: 3 }],
  months_unknown: 2,
  days: [
    { days: '15-or-more', voyages: 2 },
    { days: '1', voyages: 2 },
    { days: 'unknown', voyages: 1 },
  ],
  hours: [{ hours: 'unknown', voyages: 5 }],
  people: [
    { person_slug: 'lee-ann', full_name: 'Ann Lee', voyages: 4, as_crew: 1 },
    { person_slug: 'ray-bo', full_name: 'Bo Ray', voyages: 2, as_crew: 0 },
    { person_slug: 'poe-cy', full_name: 'Cy Poe', voyages: 1, as_crew: 0 },
  ],
  companions: [{ person_slug: 'lee-ann', companion_slug: 'ray-bo', voyages: 2 }],
  places: [{ place: 'Navy Yard, Washington', voyages: 3 }],
  attributes: [
    { attribute: 'has_royalty', voyages: 1 },
    { attribute: 'mention_menu', voyages: 2 },
  ],
};

beforeEach(() => {
  sessionStorage.clear();
  api.respond('GET /api/presidents', [aPresident()]);
  api.respond('GET /api/figures', FIGURES);
  api.respond('GET /api/people/{slug}', ({ params }) =>
    aPerson({ person_slug: params['slug']!, full_name: 'Ann Lee' }),
  );
});

const mark = (name: string) => screen.findByRole('link', { name });
const address = async (name: string) => (await mark(name)).getAttribute('href');

describe('each mark leads to the voyages that it counts', () => {
  test.each([
    ['1946, Harry S. Truman: 4 voyages', '?date_from=1946&date_to=1946&president_slug=truman-harry-s'],
    [
      '1939, No president or owner: 1 voyage, 1 of them possibly in another year',
      '?date_from=1939&date_to=1939&president_slug=none',
    ],
    ['June: 3 voyages', '?month=6'],
    ['1 day: 2 voyages', '?days=1'],
    ['15 or more days: 2 voyages', '?days=15-or-more'],
    ['Ann Lee: 4 voyages', '?person=lee-ann'],
    ['Ann Lee with Bo Ray: 2 voyages', '?person=lee-ann&person=ray-bo'],
    ['Navy Yard, Washington: 3 voyages', '?place_name=Navy+Yard%2C+Washington'],
    ['Royalty Present: 1 voyage', '?royalty=1'],
    ['Menu Info: 2 voyages', '?mention_menu=1'],
  ])('%s', async (name, query) => {
    await open();
    expect(await address(name)).toBe(`/voyages${query}`);
  });

  test('together with the filters, of which it keeps the days inside of the year', async () => {
    await open('?date_from=1946-03&date_to=1950&mention_menu=1&person=lee-ann');
    expect(await address('1946, Harry S. Truman: 4 voyages')).toBe(
      '/voyages?date_from=1946-03&date_to=1946&president_slug=truman-harry-s&mention_menu=1&person=lee-ann',
    );
    expect(await address('Ann Lee with Bo Ray: 2 voyages')).toBe(
      '/voyages?date_from=1946-03&date_to=1950&mention_menu=1&person=lee-ann&person=ray-bo',
    );
    expect([...api.requests('GET /api/figures').at(-1)!.query]).toEqual([
      ['date_from', '1946-03'],
      ['date_to', '1950'],
      ['mention_menu', '1'],
      ['person', 'lee-ann'],
    ]);
    expect(await screen.findByRole('button', { name: 'Remove filter: Aboard: Ann Lee' })).toBeInTheDocument();
  });

  test('and so do the voyages that a chart leaves out', async () => {
    await open();
    expect(await address('2 voyages')).toBe('/voyages?month=unknown');
    expect(await address('1 voyage')).toBe('/voyages?days=unknown');
    expect(await address('5 voyages')).toBe('/voyages?hours=unknown');
  });
});

test('each chart has a table with the same numbers and links', async () => {
  const { user, container } = await open();
  await mark('June: 3 voyages');
  const [button, ...others] = screen.getAllByRole('button', { name: /^Table/ });
  expect(button).toHaveTextContent('Table: Voyages by year and president');
  await user.click(button!);
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Year', 'President or owner', 'Voyages', 'Possibly in another year'],
    ['1939', 'No president or owner', '1', '1'],
    ['1946', 'Harry S. Truman', '4', '0'],
  ]);
  expect(within(rows[2]!).getByRole('link')).toHaveAttribute(
    'href',
    '/voyages?date_from=1946&date_to=1946&president_slug=truman-harry-s',
  );
  for (const other of others) await user.click(other);
  expect(screen.getAllByRole('table')).toHaveLength(7);
  expect(await accessibilityProblems(container)).toEqual([]);
});

test('the marks of a chart are one stop of the Tab key, and arrow keys move between them', async () => {
  const { user } = await open();
  const one = await mark('Ann Lee: 4 voyages');
  const stops = screen.getAllByRole('link').filter((link) => link.closest('svg') && link.tabIndex === 0);
  expect(stops).toHaveLength(7);
  one.focus();
  await user.keyboard('{ArrowRight}');
  expect(await mark('Bo Ray: 2 voyages')).toHaveFocus();
  expect([one.tabIndex, document.activeElement]).toEqual([-1, await mark('Bo Ray: 2 voyages')]);
  await user.keyboard('{End}');
  expect(await mark('Cy Poe: 1 voyage')).toHaveFocus();
  await user.keyboard('{ArrowRight}{Home}');
  expect(one).toHaveFocus();
});

test('a chart without numbers says so', async () => {
  await open();
  expect(await screen.findByText('No voyage has both a start and an end time.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Download.*Length in hours$/ })).toBeNull();
});

describe('without voyages', () => {
  const NOTHING: Figures = { ...FIGURES, voyages: 0, presidents: [], years: [] };

  test('the page is empty', async () => {
    api.respond('GET /api/figures', NOTHING);
    await open();
    expect(await screen.findByText('No voyages yet.')).toBeVisible();
  });

  test('a filter can be cleared', async () => {
    api.respond('GET /api/figures', NOTHING);
    const { user, router } = await open('?month=6');
    await user.click(await screen.findByRole('button', { name: 'Clear search and filters' }));
    expect(router.state.location.search).toBe('');
  });

  test('it says that it loads', async () => {
    api.respond('GET /api/figures', pendingForever());
    await open();
    expect(screen.getByText('Loading figures...')).toBeInTheDocument();
  });

  test('a failure can be retried', async () => {
    api.respond('GET /api/figures', problem(503, 'The database can’t be reached.'));
    const { user } = await open();
    expect(await screen.findByText('Can’t load the figures')).toBeVisible();
    api.respond('GET /api/figures', FIGURES);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(async () => expect(await mark('June: 3 voyages')).toBeInTheDocument());
  });
});

test('cells of a CSV are quoted, and never formulas', () => {
  expect(
    csvOf([
      ['Place', 'Voyages'],
      ['=1+1', -3],
      ['A, "B"', 2],
    ]),
  ).toBe('\uFEFFPlace,Voyages\r\n\'=1+1,-3\r\n"A, ""B""",2\r\n');
});

test('labels are cut to their width, and axes end at round numbers', () => {
  expect([fit('Washington Navy Yard', 80), fit('Quantico', 80)]).toEqual(['Washington…', 'Quantico']);
  expect([0, 1, 7, 11, 21, 250].map(roundUp)).toEqual([0, 1, 7, 20, 30, 300]);
});

describe('in other pages', () => {
  const show = (href: string) =>
    renderRoute([{ index: true, element: <EmbeddedFigure href={href} caption="Summers" /> }], '/');

  test('a chart has the filters of its address, and leads to the page', async () => {
    await show('/figures?president_slug=truman-harry-s#voyages-by-month');
    expect(await address('June: 3 voyages')).toBe('/voyages?president_slug=truman-harry-s&month=6');
    expect(await address('Summers')).toBe('/figures?president_slug=truman-harry-s#voyages-by-month');
    expect(await screen.findByText('Harry S. Truman')).toBeVisible();
    expect(screen.getAllByRole('button', { name: /^Table/ })).toHaveLength(1);
    expect(screen.queryByRole('heading')).toBeNull();
  });

  test('a chart that no longer exists says so', async () => {
    await show('/figures#voyages-by-weekday');
    expect(await screen.findByText('This chart is no longer one of the figures.')).toBeVisible();
  });

  const NO_MAP = { voyages: 2, voyages_not_on_map: 2, places: [], places_not_on_map: 1 };

  test('a map without coordinates says so', async () => {
    api.respond('GET /api/figures/map', NO_MAP);
    const { unmount } = await show('/voyages?view=map&person=lee-ann');
    expect(await screen.findByText('No place of these voyages is on the map.')).toBeVisible();
    expect([...api.requests('GET /api/figures/map').at(-1)!.query]).toEqual([['person', 'lee-ann']]);
    unmount();
    api.respond('GET /api/places/by-voyage/{slug}', []);
    await show('/voyages/1946-dinner#map');
    expect(await screen.findByText('No place of this voyage is on the map.')).toBeVisible();
    expect(await address('Summers')).toBe('/voyages/1946-dinner');
  });

  test('a chart is picked with its filters and a caption', async () => {
    api.respond('GET /api/figures/map', NO_MAP);
    const onPick = jest.fn();
    const { user, container } = await renderRoute(
      [{ index: true, element: <FigurePicker onPick={onPick} onClose={() => undefined} /> }],
      '/',
    );
    await user.selectOptions(await screen.findByLabelText('Chart or map'), 'Voyages by month');
    await user.selectOptions(screen.getByLabelText('Voyages of'), 'Harry S. Truman');
    expect(await mark('June: 3 voyages')).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Insert' }));
    expect(onPick).toHaveBeenCalledWith({
      href: '/figures?president_slug=truman-harry-s#voyages-by-month',
      caption: 'Voyages by month, Harry S. Truman',
    });
  });
});
