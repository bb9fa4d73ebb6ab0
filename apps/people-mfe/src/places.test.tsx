import type { Place, PlaceCandidate, PlaceWording } from '@archive/contracts';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  accessibilityProblems,
  aVoyageListItem,
  mockApi,
  noContent,
  page,
  problem,
  renderRoute,
} from '@archive/testing';
import { Toaster, toast } from '@archive/ui';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { recordRoutes } from './routes.tsx';

const api = mockApi();
const open = (path = '/places', session = {}) => renderRoute(recordRoutes ?? [], path, { at: '/places', session });
/** The last request to an operation. */
const last = (route: Parameters<typeof api.requests>[0]) => api.requests(route).at(-1);

const WORDINGS = 'GET /api/curator/places/wordings';
const DECIDE = 'POST /api/curator/places/wordings';
const UNDO = 'POST /api/curator/places/undo';

const PLACE: Place = {
  place_slug: 'mount-vernon',
  name: 'Mount Vernon',
  variants: ['Mt. Vernon', 'Mount Vernon Pier'],
  kind: 'landmark',
  latitude: 38.70799,
  longitude: -77.08609,
  uncertainty: 1500,
  part_of: 'virginia',
  part_of_name: 'Virginia',
  parts: [],
  wikidata: 'Q731635',
  geonames: null,
  notes: 'Washington’s *home*.',
  sources: [{ url: 'Log of 1933', media_type: 'unchecked', title: null }],
  wordings: [
    { wording: 'MOUNT VERNON', voyage_count: 2, is_name: true },
    { wording: 'Mt. Vernon', voyage_count: 1, is_name: false },
    { wording: 'Mount Vernon Pier', voyage_count: 0, is_name: false },
  ],
  voyage_count: 3,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};
const aWording = (wording: string, overrides: Partial<PlaceWording> = {}): PlaceWording => ({
  wording,
  voyage_count: 1,
  examples: [{ voyage_slug: 'v', title: 'Outing', start_date: '1946-07-07' }],
  proposals: [],
  candidates: [],
  group: 1,
  ...overrides,
});
const TOWN: PlaceCandidate = {
  geonames: '4764826',
  name: 'Mount Vernon',
  region: 'VA',
  country: 'United States',
  latitude: 38.72,
  longitude: -77.1,
  uncertainty: 5000,
  population: 12_416,
  near: { name: 'Washington', kilometers: 20 },
};
const LIST_ITEM = {
  place_slug: PLACE.place_slug,
  name: PLACE.name,
  kind: PLACE.kind,
  latitude: PLACE.latitude,
  longitude: PLACE.longitude,
  part_of: PLACE.part_of,
  part_of_name: PLACE.part_of_name,
  voyage_count: PLACE.voyage_count,
};

beforeEach(() => {
  sessionStorage.setItem('edit-mode', '1');
  api.respond('GET /api/places/by-letter', [{ letter: 'M', place_count: 1 }]);
  api.respond('GET /api/places', page([LIST_ITEM]));
  api.respond('GET /api/places/{slug}', PLACE);
  api.respond('GET /api/places/{slug}/people', page([]));
  api.respond('GET /api/places/{slug}/media', page([]));
  api.respond('GET /api/voyages', page([aVoyageListItem()], 1));
  api.respond(WORDINGS, page([]));
});

afterEach(() => act(() => toast.dismiss()));

describe('the directory', () => {
  test('lists places with their kind, whole and voyages', async () => {
    const { container } = await open();
    expect(await screen.findByRole('link', { name: 'Mount Vernon' })).toHaveAttribute('href', '/places/mount-vernon');
    expect(screen.getByText('Landmark · Virginia')).toBeInTheDocument();
    expect(screen.getByText('3 voyages')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'M' })).toBeEnabled();
    expect(screen.getByRole('button', { name: 'A' })).toBeDisabled();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('exports the filtered list', async () => {
    const { user } = await open('/places?q=vernon&show=landmark&letter=M&sort=voyages');
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    expect(await screen.findByRole('menuitem', { name: 'JSON' })).toHaveAttribute(
      'href',
      '/api/export/places?q=vernon&kind=landmark&letter=M&sort=voyages&format=json',
    );
  });

  test('filters by kind and by missing coordinates', async () => {
    await open();
    await screen.findByRole('link', { name: 'Mount Vernon' });
    const show = screen.getByRole('combobox', { name: 'Show' });
    fireEvent.change(show, { target: { value: 'river' } });
    await waitFor(() => expect(last('GET /api/places')?.query.get('kind')).toBe('river'));
    fireEvent.change(show, { target: { value: 'unplaced' } });
    await waitFor(() => expect(last('GET /api/places')?.query.get('unplaced')).toBe('1'));
    expect(last('GET /api/places')?.query.has('kind')).toBe(false);
  });
});

test.each(['reader', 'curator'] as const)('without places, a %s reads where they come from', async (role) => {
  api.respond('GET /api/places/by-letter', []);
  api.respond('GET /api/places', page([]));
  sessionStorage.clear();
  await open('/places', { role });
  expect(await screen.findByText('No places yet')).toBeVisible();
  expect(screen.queryAllByRole('link', { name: 'Places to review' })).toHaveLength(role === 'curator' ? 1 : 0);
});

describe('the page of a place', () => {
  test('shows position, links, voyages, spellings and stories', async () => {
    const story = { story_slug: 'dinner', title: 'Dinner', summary: null, author: null, published_on: '2026-11-20' };
    api.respond('GET /api/stories', page([{ ...story, cover_picture: null }]));
    const { container } = await open('/places/mount-vernon');
    expect(await screen.findByRole('heading', { level: 1, name: 'Mount Vernon' })).toBeInTheDocument();
    expect(screen.getByText('38.7080° N, 77.0861° W, within 1,500 m')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Q731635' })).toHaveAttribute(
      'href',
      'https://www.wikidata.org/wiki/Q731635',
    );
    expect(screen.getByRole('link', { name: 'Virginia' })).toHaveAttribute('href', '/places/virginia');
    const voyages = await screen.findByRole('region', { name: 'Voyages' });
    expect(await within(voyages).findAllByRole('listitem')).toHaveLength(1);
    const wordings = within(screen.getByRole('region', { name: 'As written' })).getAllByRole('listitem');
    const stories = within(await screen.findByRole('region', { name: 'In stories' }));
    expect(stories.getByRole('link', { name: 'Dinner' })).toHaveAttribute('href', '/stories/dinner');
    expect([...api.requests('GET /api/stories').at(-1)!.query]).toEqual([
      ['record', '/places/mount-vernon'],
      ['limit', '10'],
    ]);
    expect(wordings.map((item) => item.textContent)).toEqual([
      'MOUNT VERNON2 voyages',
      'Mt. Vernon1 voyageAnother placeRemove',
      'Mount Vernon Pier0 voyagesAnother placeRemove',
    ]);
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('finds coordinates in the form, and saves them with their source', async () => {
    api.respond('GET /api/curator/places/candidates', [TOWN]);
    api.respond('PUT /api/curator/places/{place_slug}', PLACE);
    await open('/places/mount-vernon');
    fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Find coordinates' }));
    fireEvent.click(await screen.findByRole('button', { name: /^Use Mount Vernon, VA/ }));
    expect(screen.getByRole('textbox', { name: 'Latitude' })).toHaveValue('38.72');
    expect(screen.getByRole('button', { name: /^Use Mount Vernon, VA/ })).toBeDisabled();
    expect(last('PUT /api/curator/places/{place_slug}')).toBeUndefined();
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(last('PUT /api/curator/places/{place_slug}')?.body).toMatchObject({
        latitude: '38.72',
        longitude: '-77.1',
        uncertainty: '5000',
        geonames: TOWN.geonames,
        sources: expect.stringMatching(/^Log of 1933\n.*geonames\.org\/4764826.*CC BY 4\.0/),
      }),
    );
  });

  test('says in the form when no town has the name', async () => {
    api.respond('GET /api/curator/places/candidates', []);
    await open('/places/mount-vernon');
    fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Find coordinates' }));
    expect(await screen.findByText(/^There’s no town called “Mount Vernon” in GeoNames/)).toBeInTheDocument();
    fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Mount Vernon, Va.' } });
    expect(screen.getByRole('button', { name: 'Find coordinates' })).toBeEnabled();
  });

  test('makes a spelling a place of its own', async () => {
    api.respond(DECIDE, [{ place_slug: 'mt-vernon', revision: 1 }]);
    await open('/places/mount-vernon');
    fireEvent.click(await screen.findByRole('button', { name: 'Another place: Mt. Vernon' }));
    await waitFor(() => expect(last(DECIDE)?.body).toEqual({ wordings: ['Mt. Vernon'], decision: 'new_places' }));
  });

  test('leads to all of its voyages in the list', async () => {
    api.respond('GET /api/voyages', page([aVoyageListItem()], 1200));
    await open('/places/mount-vernon');
    expect(await screen.findByRole('link', { name: 'Show all 1,200 voyages' })).toHaveAttribute(
      'href',
      '/voyages?place=mount-vernon',
    );
  });

  test('of a merged place leads to the other', async () => {
    const { router } = await open('/places/the-mount');
    expect(await screen.findByRole('heading', { level: 1, name: 'Mount Vernon' })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/places/mount-vernon');
  });
});

test('the form keeps spellings with semicolons, one per line', async () => {
  const variants = ['Mount Vernon (the house; the pier)', 'Mt. Vernon'];
  api.respond('GET /api/places/{slug}', { ...PLACE, variants });
  api.respond('PUT /api/curator/places/{place_slug}', PLACE);
  await open('/places/mount-vernon');
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const spellings = await screen.findByRole('textbox', { name: 'Other spellings' });
  expect(spellings).toHaveValue(variants.join('\n'));
  fireEvent.change(spellings, { target: { value: `${variants.join('\n')}\nThe Mount` } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(last('PUT /api/curator/places/{place_slug}')?.body).toEqual({ variants: [...variants, 'The Mount'] }),
  );
});

describe('the review', () => {
  const items = [
    aWording('Mt Vernon', { proposals: [{ place_slug: 'mount-vernon', name: 'Mount Vernon', similarity: 0.7 }] }),
    aWording('Mt. Vernon, Va.', { candidates: [TOWN] }),
    aWording('at sea', { group: 3 }),
  ];

  beforeEach(() => {
    api.respond(WORDINGS, (request) => page(request.query.has('not_places') ? [] : items));
    api.respond(DECIDE, [{ place_slug: 'mount-vernon', revision: 4 }]);
    api.respond(UNDO, noContent());
  });

  const box = (name: string) => screen.findByRole('checkbox', { name });
  const decided = () => last(DECIDE)?.body;

  test('decides with a button, and undoes it', async () => {
    const { container } = await open('/places/review');
    render(<Toaster />);
    fireEvent.click(await screen.findByRole('button', { name: 'Mt Vernon is a spelling of Mount Vernon' }));
    await waitFor(() =>
      expect(decided()).toEqual({ wordings: ['Mt Vernon'], decision: 'spelling', place_slug: 'mount-vernon' }),
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(last(UNDO)?.body).toEqual({ changes: [{ place_slug: 'mount-vernon', revision: 4 }] }));
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('undoes a decision without a change of places by its opposite', async () => {
    api.respond(DECIDE, []);
    await open('/places/review');
    render(<Toaster />);
    fireEvent.click(await screen.findByRole('button', { name: 'Not a place: at sea' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(decided()).toEqual({ wordings: ['at sea'], decision: 'undecided' }));
    expect(api.requests(UNDO)).toEqual([]);
  });

  test('decides about a wording once, even while the list is fetched again', async () => {
    await open('/places/review');
    render(<Toaster />);
    const first = await box('Mt Vernon');
    api.respond(WORDINGS, () => new Promise(() => undefined));
    first.focus();
    fireEvent.keyDown(first, { key: 'x' });
    await waitFor(() => expect(first).not.toBeInTheDocument());
    expect(await box('Mt. Vernon, Va.')).toHaveFocus();
    fireEvent.keyDown(document.activeElement!, { key: 'x', repeat: true });
    fireEvent.keyDown(document.activeElement!, { key: 'n' });
    await waitFor(() => expect(decided()).toEqual({ wordings: ['Mt. Vernon, Va.'], decision: 'new_places' }));
    expect(api.requests(DECIDE)).toHaveLength(2);
  });

  test('adds the selected wordings as spellings of a chosen place, with a button', async () => {
    await open('/places/review');
    fireEvent.click(await box('at sea'));
    const place = screen.getByRole('combobox', { name: 'Spelling of' });
    await waitFor(() => expect(place).toBeEnabled());
    expect(screen.getByRole('button', { name: 'Add as spelling' })).toBeDisabled();
    fireEvent.change(place, { target: { value: 'mount-vernon' } });
    expect(api.requests(DECIDE)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Add as spelling' }));
    await waitFor(() =>
      expect(decided()).toEqual({ wordings: ['at sea'], decision: 'spelling', place_slug: 'mount-vernon' }),
    );
  });

  test('decides about similar wordings with the keyboard', async () => {
    await open('/places/review');
    render(<Toaster />);
    const first = await box('Mt Vernon');
    first.focus();
    fireEvent.keyDown(first, { key: 'ArrowDown' });
    expect(await box('Mt. Vernon, Va.')).toHaveFocus();
    fireEvent.keyDown(document.activeElement!, { key: 'g' });
    expect(await screen.findByText('2 selected')).toBeInTheDocument();
    fireEvent.keyDown(document.activeElement!, { key: 'n' });
    await waitFor(() =>
      expect(decided()).toEqual({ wordings: ['Mt Vernon', 'Mt. Vernon, Va.'], decision: 'new_places' }),
    );
    fireEvent.keyDown(await box('at sea'), { key: 'x', ctrlKey: true });
    fireEvent.keyDown(await box('at sea'), { key: 'x' });
    await waitFor(() => expect(decided()).toEqual({ wordings: ['at sea'], decision: 'not_a_place' }));
  });

  test('creates places at the proposed towns, for one wording or for the selected ones', async () => {
    await open('/places/review');
    render(<Toaster />);
    const name = /^New place at Mount Vernon, VA pop\. 12,416, 20 km from Washington ?: Mt\. Vernon, Va\.$/;
    fireEvent.click(await screen.findByRole('button', { name }));
    const positions = [{ wording: 'Mt. Vernon, Va.', geonames: TOWN.geonames }];
    await waitFor(() =>
      expect(decided()).toEqual({ wordings: ['Mt. Vernon, Va.'], decision: 'new_places', positions }),
    );
    expect(screen.getByRole('link', { name: 'CC BY 4.0' })).toBeInTheDocument();
    fireEvent.click(await box('Mt Vernon'));
    const atTowns = screen.getByRole('button', { name: 'New places at the first town' });
    expect(atTowns).toBeDisabled();
    fireEvent.click(await box('Mt. Vernon, Va.'));
    fireEvent.click(atTowns);
    await waitFor(() =>
      expect(decided()).toEqual({ wordings: ['Mt Vernon', 'Mt. Vernon, Va.'], decision: 'new_places', positions }),
    );
  });

  test('makes one place of the selected wordings, and keeps the selection if that fails', async () => {
    api.respond(DECIDE, problem(409, '“Mt Vernon” already leads to Mount Vernon.'));
    await open('/places/review');
    render(<Toaster />);
    fireEvent.click(await box('Mt Vernon'));
    fireEvent.click(await box('Mt. Vernon, Va.'));
    fireEvent.click(screen.getByRole('button', { name: 'One new place' }));
    expect(await screen.findByText('“Mt Vernon” already leads to Mount Vernon.')).toBeInTheDocument();
    expect(decided()).toEqual({ wordings: ['Mt Vernon', 'Mt. Vernon, Va.'], decision: 'one_place' });
    expect(screen.getByText('2 selected')).toBeInTheDocument();
  });
});
