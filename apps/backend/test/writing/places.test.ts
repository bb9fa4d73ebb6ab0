// cspell:ignore Pôtomac Quantico Anacostia Ålesund Alesund sitelinks Lauderdale potomác
import {
  exportOperations,
  GAZETTEER,
  historyOperations,
  MAX_SPELLINGS,
  type PlaceCandidate,
  placeOperations,
  type PlaceDecision,
  type PlaceRevisions,
  voyageOperations,
} from '@archive/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { aMedia, aPerson, aVoyage } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { HistoryPages } from './history.ts';
import { send, sendRejected } from './send.ts';

let api: TestApi;
let browser: Browser;
let history: HistoryPages;

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
  history = new HistoryPages(browser);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.database.pool.query(`
    delete from place; delete from voyage; delete from not_a_place; delete from place_redirect; delete from history where kind = 'place'`);
});

const create = async (name: string, more: object = {}) =>
  (await send(browser, placeOperations.create, { body: { name, ...more } })).body;
const get = async (slug: string) => (await send(browser, placeOperations.get, { params: { slug } })).body;
const update = (place_slug: string, body: object) =>
  send(browser, placeOperations.update, { params: { place_slug }, body });
const namesOf = async (query = {}) =>
  (await send(browser, placeOperations.list, { query })).body.map(({ name }) => name);
const decide = async (body: PlaceDecision) => (await send(browser, placeOperations.decide, { body })).body;
const merge = async (place_slug: string, into: string) =>
  (await send(browser, placeOperations.merge, { params: { place_slug }, body: { into } })).body;
const undo = (changes: PlaceRevisions) => send(browser, placeOperations.undo, { body: { changes } });
const cannotUndo = async (changes: PlaceRevisions) =>
  (await sendRejected(browser, placeOperations.undo, { body: { changes } }, 409)).detail;
const wordings = async (query = {}) => (await send(browser, placeOperations.wordings, { query })).body;
const sail = (start_location: string, end_location?: string) =>
  aVoyage().with({ start_location, end_location }).save(api.database);

describe('a place', () => {
  test('has its fields, in the accepted forms', async () => {
    await create('Washington');
    const place = await create('  Washington Navy Yard ', {
      variants: 'Navy Yard; Naval Yard\nNavy Yard',
      kind: 'port',
      latitude: '38.8737',
      longitude: -76.995,
      uncertainty: 500,
      part_of: 'washington',
      wikidata: 'https://www.wikidata.org/wiki/q1165584#sitelinks',
      geonames: 'https://www.geonames.org/4140963/washington.html',
      sources: ['Log of 1933'],
    });
    expect(place).toMatchObject({
      place_slug: 'washington-navy-yard',
      name: 'Washington Navy Yard',
      variants: ['Navy Yard', 'Naval Yard'],
      latitude: 38.8737,
      longitude: -76.995,
      uncertainty: 500,
      part_of_name: 'Washington',
      wikidata: 'Q1165584',
      geonames: '4140963',
      sources: [{ url: 'Log of 1933', media_type: 'unchecked', title: null }],
      voyage_count: 0,
    });
    expect(await get('washington')).toMatchObject({
      parts: [{ place_slug: 'washington-navy-yard', name: place.name }],
    });
  });

  test.each([
    [{ latitude: 91, longitude: 0 }, 'latitude'],
    [{ latitude: 38 }, 'longitude'],
    [{ latitude: 'north', longitude: '1' }, 'latitude'],
    [{ uncertainty: 0.5 }, 'uncertainty'],
    [{ wikidata: '1165584' }, 'wikidata'],
    [{ geonames: 'https://example.org/1' }, 'geonames'],
    [{ kind: 'castle' }, 'kind'],
    [{ part_of: 'nowhere' }, 'part_of'],
    [{ name: ' ' }, 'name'],
  ])('with %j is rejected at %s', async (fields, path) => {
    const body = { name: 'Quantico', ...fields };
    expect(await sendRejected(browser, placeOperations.create, { body }, 422)).toMatchObject({ errors: [{ path }] });
  });

  test('can’t be part of itself, not even through another place', async () => {
    await create('Potomac River');
    await create('Anacostia River', { part_of: 'potomac-river' });
    for (const part_of of ['anacostia-river', 'potomac-river']) {
      const sent = { params: { place_slug: 'potomac-river' }, body: { part_of } };
      const problem = await sendRejected(browser, placeOperations.update, sent, 422);
      expect(problem.errors).toEqual([{ path: 'part_of', message: 'A place can’t be part of itself.' }]);
    }
  });

  test.each(['Constructor', '__proto__', '習近平', '…', "O'Brien’s Landing"])('may be called %s', async (name) => {
    const { place_slug } = await create(name);
    expect(await get(place_slug)).toMatchObject({ name });
    expect(await namesOf({ q: name })).toEqual([name]);
  });

  test('isn’t restored to a version in which it would be part of itself', async () => {
    await create('Washington');
    await create('Navy Yard', { part_of: 'washington' });
    await update('navy-yard', { part_of: null });
    await update('washington', { part_of: 'navy-yard' });
    expect(await history.cannotUndo('place', 'navy-yard')).toBe('Can’t restore: Navy Yard would be part of itself.');
  });

  test('shares no name or spelling with another one', async () => {
    await create('Mount Vernon', { variants: 'Mt. Vernon' });
    const problem = await sendRejected(browser, placeOperations.create, { body: { name: 'MT VERNON' } }, 409);
    expect(problem).toMatchObject({ errors: [{ path: 'name' }] });
    expect(problem.detail).toContain('“MT VERNON” already leads to Mount Vernon.');
  });

  test('is updated, deleted and restored with its history, and a stale change is rejected', async () => {
    await create('Quantico');
    const stale = (await send(browser, placeOperations.get, { params: { slug: 'quantico' } })).etag;
    await update('quantico', { kind: 'port', variants: ['Quantico Pier'] });
    const headers = { 'if-match': stale };
    await sendRejected(
      browser,
      placeOperations.update,
      { params: { place_slug: 'quantico' }, body: { notes: 'x' }, headers },
      412,
    );
    const [change] = await history.revisionsOf('place', 'quantico');
    expect(change?.changes.map(({ label, to }) => [label, to])).toEqual([
      ['Other spellings', 'Quantico Pier'],
      ['Kind', 'Port'],
    ]);
    await send(browser, placeOperations.remove, { params: { place_slug: 'quantico' } });
    await sendRejected(browser, placeOperations.get, { params: { slug: 'quantico' } }, 404);
    await history.undo('place', 'quantico');
    expect(await get('quantico')).toMatchObject({ kind: 'port', variants: ['Quantico Pier'] });
    expect(await history.actions('place', 'quantico')).toEqual(['restore', 'delete', 'update', 'create']);
    const { body } = await send(browser, historyOperations.changes, { query: { kind: 'place' } });
    expect(body.changes[0]).toMatchObject({ kind: 'place', title: 'Quantico', exists: true });
  });

  test('isn’t deleted while others are part of it', async () => {
    await create('Washington');
    await create('Navy Yard', { part_of: 'washington' });
    const problem = await sendRejected(browser, placeOperations.remove, { params: { place_slug: 'washington' } }, 409);
    expect(problem.detail).toBe('Navy Yard is part of Washington. Change that place first.');
  });

  test('is created once for a repeated request', async () => {
    const headers = { 'idempotency-key': 'the-same-place' };
    for (const _time of [1, 2])
      expect((await browser.post('/api/curator/places', { name: 'Quantico' }, headers)).status).toBe(201);
    expect(await namesOf()).toEqual(['Quantico']);
  });
});

describe('the directory', () => {
  test('filters and sorts', async () => {
    await create('Ålesund', { latitude: 62.47, longitude: 6.15 });
    await create('Potomac River', { kind: 'river', variants: 'Pôtomac' });
    await create('1st Street Pier', { kind: 'port', notes: 'Opposite the Navy Yard.' });
    await sail('Potomac');
    expect(await namesOf()).toEqual(['1st Street Pier', 'Ålesund', 'Potomac River']);
    expect(await namesOf({ sort: 'voyages' })).toEqual(['Potomac River', '1st Street Pier', 'Ålesund']);
    expect(await namesOf({ kind: 'river' })).toEqual(['Potomac River']);
    expect(await namesOf({ unplaced: '1' })).toEqual(['1st Street Pier', 'Potomac River']);
    expect(await namesOf({ letter: 'A' })).toEqual(['Ålesund']);
    expect(await namesOf({ q: 'potomác' })).toEqual(['Potomac River']);
    expect(await namesOf({ q: 'navy yard' })).toEqual(['1st Street Pier']);
    expect(await namesOf({ q: '%' })).toEqual([]);
    const { body } = await send(browser, placeOperations.letters, { query: {} });
    expect(body.map(({ letter }) => letter)).toEqual(['A', 'P', '#']);
  });
});

test('places are exported with spellings, coordinates and sources, in the order and under the filters of the list', async () => {
  await create('Ålesund', { latitude: 62.47, longitude: 6.15, variants: ['Aalesund; the port'], sources: ['Log'] });
  await create('Potomac River', { kind: 'river' });
  await sail('Potomac River');
  const { body } = await send(browser, exportOperations.places, { query: { format: 'json', sort: 'voyages' } });
  expect(body).toMatchObject([
    { place_slug: 'potomac-river', kind: 'river', latitude: null, voyage_count: 1 },
    { name: 'Ålesund', variants: ['Aalesund; the port'], longitude: 6.15, sources: [{ url: 'Log' }], voyage_count: 0 },
  ]);
  const csv = await browser.get('/api/export/places?kind=river');
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const [head, row, ...more] = (await csv.text()).trimEnd().split('\r\n');
  expect(head).toMatch(/place_slug,name,variants,kind,latitude,longitude,uncertainty,/);
  expect(row).toMatch(/^potomac-river,Potomac River,/);
  expect(more).toEqual([]);
});

describe('voyages', () => {
  test('lead to a place by any spelling, with their people and media', async () => {
    await create('Mount Vernon', { variants: ['Mt. Vernon', 'The Mount'] });
    const person = await aPerson().save(api.database);
    const media = await aMedia().save(api.database);
    const first = await aVoyage()
      .with({ start_location: 'Navy Yard', end_location: 'mt vernon' })
      .aboard(person)
      .showing(media)
      .save(api.database);
    await sail('MOUNT  VERNON');
    await sail('Mount Vernon Hotel');
    const { body: places } = await send(browser, placeOperations.byVoyage, { params: { slug: first.slug } });
    expect(places).toEqual([
      { wording: 'Navy Yard', place_slug: null, name: null, latitude: null, longitude: null, uncertainty: null },
      expect.objectContaining({ wording: 'mt vernon', place_slug: 'mount-vernon', name: 'Mount Vernon' }),
    ]);
    expect(await get('mount-vernon')).toMatchObject({
      voyage_count: 2,
      wordings: [
        { wording: 'MOUNT  VERNON', voyage_count: 1, is_name: true },
        { wording: 'mt vernon', voyage_count: 1, is_name: false },
        { wording: 'The Mount', voyage_count: 0, is_name: false },
      ],
    });
    const { body: voyages } = await send(browser, voyageOperations.list, { query: { place: 'mount-vernon' } });
    expect(voyages).toHaveLength(2);
    const params = { slug: 'mount-vernon' };
    const { body: people } = await send(browser, placeOperations.people, { params });
    expect(people).toMatchObject([{ person_slug: person.slug, place_count: 1 }]);
    const { body: items } = await send(browser, placeOperations.media, { params });
    expect(items).toMatchObject([{ media_slug: media.slug, voyage_slug: first.slug }]);
  });

  test('have departure, stops and arrival in order', async () => {
    await create('Quantico');
    const { slug } = await sail('Navy Yard', 'Quantico; Mount Vernon (the house; the pier) ;; Navy Yard');
    const { body } = await send(browser, placeOperations.byVoyage, { params: { slug } });
    expect(body.map(({ wording, name }) => [wording, name])).toEqual([
      ['Navy Yard', null],
      ['Quantico', 'Quantico'],
      ['Mount Vernon (the house; the pier)', null],
      ['Navy Yard', null],
    ]);
    expect(await get('quantico')).toMatchObject({ voyage_count: 1 });
    expect((await wordings()).map(({ voyage_count }) => voyage_count)).toEqual([1, 1]);
    const none = await aVoyage().save(api.database);
    expect((await send(browser, placeOperations.byVoyage, { params: { slug: none.slug } })).body).toEqual([]);
  });
});

describe('wordings', () => {
  test('are counted, grouped with similar ones, and proposed for similar places', async () => {
    await create('Washington Navy Yard');
    await sail('Quantico, Virginia', 'Wash. Navy Yard');
    await sail('quantico virginia', 'Quantico, Va.');
    const list = await wordings();
    expect(list.map(({ wording, voyage_count }) => [wording, voyage_count])).toEqual([
      ['Quantico, Virginia', 2],
      ['Quantico, Va.', 1],
      ['Wash. Navy Yard', 1],
    ]);
    expect(list[0]!.group).toBe(list[1]!.group);
    expect(list[2]).toMatchObject({ proposals: [{ place_slug: 'washington-navy-yard' }], examples: [{}] });
    expect(list[0]!.proposals).toEqual([]);
  });

  test('become spellings, new places or no places, and back', async () => {
    await create('Quantico');
    await sail('Quantico Pier', 'at sea');
    await sail('Potomac River', 'Anacostia');
    await decide({ wordings: ['quantico pier'], decision: 'spelling', place_slug: 'quantico' });
    expect(
      await decide({ wordings: ['Potomac River', 'Anacostia', 'POTOMAC RIVER'], decision: 'new_places' }),
    ).toHaveLength(2);
    expect(await decide({ wordings: ['At Sea'], decision: 'not_a_place' })).toEqual([]);
    expect(await wordings()).toEqual([]);
    expect(await get('potomac-river')).toMatchObject({ kind: 'river', voyage_count: 1 });
    expect((await wordings({ not_places: '1' })).map(({ wording }) => wording)).toEqual(['at sea']);
    await decide({ wordings: ['at sea', 'Quantico Pier'], decision: 'undecided' });
    expect((await wordings()).map(({ wording }) => wording).toSorted()).toEqual(['Quantico Pier', 'at sea']);
    for (const decision of ['undecided', 'not_a_place'])
      await sendRejected(browser, placeOperations.decide, { body: { wordings: ['Anacostia'], decision } }, 409);
  });

  test('become one place, and are open again when that is undone', async () => {
    await sail('Quantico Pier', 'Quantico, Va.');
    const changes = await decide({ wordings: ['Quantico, Va.', 'Quantico Pier'], decision: 'one_place' });
    expect(await get('quantico-va')).toMatchObject({ name: 'Quantico, Va.', variants: ['Quantico Pier'] });
    await undo(changes);
    expect(await namesOf()).toEqual([]);
    expect(await wordings()).toHaveLength(2);
  });

  test('that were spellings of a place become a place of their own, and again a spelling when that is undone', async () => {
    await create('Newport', { variants: ['Newport, R.I.', 'Newport Pier'] });
    await sail('Newport', 'Newport, R.I.');
    const changes = await decide({ wordings: ['newport r.i.'], decision: 'new_places' });
    expect(await get('newport')).toMatchObject({ variants: ['Newport Pier'], voyage_count: 1 });
    expect(await get('newport-r-i')).toMatchObject({ name: 'newport r.i.', voyage_count: 1 });
    await undo(changes);
    expect(await namesOf()).toEqual(['Newport']);
    expect((await get('newport')).variants.toSorted()).toEqual(['Newport Pier', 'Newport, R.I.']);
  });

  test('keep later decisions when an earlier one is undone', async () => {
    await create('Quantico');
    const spelling = (wording: string) => decide({ wordings: [wording], decision: 'spelling', place_slug: 'quantico' });
    const first = await spelling('Quantico Pier');
    const second = await spelling('Quantico, Va.');
    await update('quantico', { kind: 'port' });
    await undo(first);
    expect(await get('quantico')).toMatchObject({ variants: ['Quantico, Va.'], kind: 'port' });
    const removed = await decide({ wordings: ['quantico va'], decision: 'undecided' });
    await spelling('The Pier');
    await undo(removed);
    expect(await get('quantico')).toMatchObject({ variants: ['The Pier', 'Quantico, Va.'] });
    await undo(second);
    expect(await get('quantico')).toMatchObject({ variants: ['The Pier'] });
  });

  test('stay places that were edited since', async () => {
    await sail('Potomac River', 'Anacostia');
    const changes = await decide({ wordings: ['Potomac River', 'Anacostia'], decision: 'new_places' });
    await update('anacostia', { kind: 'river' });
    expect(await cannotUndo(changes)).toBe(
      'Anacostia has been changed since. Its change history has the earlier versions.',
    );
    expect(await namesOf()).toEqual(['Anacostia', 'Potomac River']);
  });

  test('are not added to a place with the most spellings that its form accepts', async () => {
    await create('Quantico', { variants: Array.from({ length: MAX_SPELLINGS }, (_, index) => `Pier ${index}`) });
    const body = { wordings: ['Quantico Pier'], decision: 'spelling' as const, place_slug: 'quantico' };
    const problem = await sendRejected(browser, placeOperations.decide, { body }, 409);
    expect(problem.detail).toBe('Quantico would have more than 500 other spellings. Remove some of them first.');
    const long = `Mount Vernon (${'the house; '.repeat(40)})`.slice(0, 500);
    await decide({ wordings: [long], decision: 'new_places' });
    const { place_slug } = (await send(browser, placeOperations.list, { query: { q: 'mount' } })).body[0]!;
    await update(place_slug, { name: 'Mount Vernon', variants: [long] });
    expect(await get(place_slug)).toMatchObject({ variants: [long] });
  });
});

describe('candidates for coordinates', () => {
  const candidates = async (name: string) =>
    (await send(browser, placeOperations.candidates, { query: { name } })).body;
  const towns = async (name: string) =>
    (await candidates(name)).map((town) => [town.name, town.region ?? town.country].join(', '));

  test.each([
    ['Palm Beach, FL', 'Palm Beach, FL'],
    ['Ft. Lauderdale, Fla.', 'Fort Lauderdale, FL'],
    ['MT. VERNON, Virginia', 'Mount Vernon, VA'],
    ['washington, D.C.', 'Washington, DC'],
    ['Green Cove Springs, St. Johns River', 'Green Cove Springs, FL'],
    ['Havana, Cuba', 'Havana, Cuba'],
    ['Alesund', 'Ålesund, Norway'],
  ])('of “%s” are %s', async (name, town) => {
    expect(await towns(name)).toEqual([town]);
  });

  test.each(['Potomac River', 'Newport, Wyoming', 'Blakiston Island', '=4140963|Washington', '…'])(
    'of “%s” don’t exist',
    async (name) => {
      expect(await towns(name)).toEqual([]);
    },
  );

  test('near the other places of the same voyages come first', async () => {
    await create('Providence', { latitude: 41.82, longitude: -71.41 });
    expect((await candidates('Newport'))[0]).toMatchObject({ region: 'RI', near: { name: 'Providence' } });
    await create('Cincinnati', { latitude: 39.1, longitude: -84.51 });
    await sail('Cincinnati', 'Newport; Newport pier');
    expect((await candidates('Newport'))[0]).toMatchObject({
      region: 'KY',
      near: { name: 'Cincinnati', kilometers: 2 },
    });
  });

  test('are listed with wordings, and give a new place its coordinates and their source', async () => {
    await sail('Palm Beach, FL', 'Potomac River');
    const [beach, river] = (await wordings()).toSorted((a, b) => a.wording.localeCompare(b.wording));
    expect(river).toMatchObject({ wording: 'Potomac River', candidates: [] });
    const [{ geonames, latitude, longitude, uncertainty }] = beach!.candidates as [PlaceCandidate];
    const changed = await decide({
      wordings: ['Palm Beach, FL', 'Potomac River'],
      decision: 'new_places',
      positions: [{ wording: 'Palm Beach, FL', geonames }],
    });
    expect(changed).toHaveLength(2);
    expect(await get('palm-beach-fl')).toMatchObject({
      name: 'Palm Beach, FL',
      geonames,
      latitude,
      longitude,
      uncertainty,
      sources: [{ url: `https://www.geonames.org/${geonames}`, title: GAZETTEER.title }],
    });
    expect(uncertainty).toBe(2000);
    expect(await get('potomac-river')).toMatchObject({ latitude: null, sources: [] });
  });

  test('that don’t exist are rejected, and no place is created', async () => {
    await sail('Palm Beach, FL');
    const positions = [{ wording: 'Palm Beach, FL', geonames: '1' }];
    const body: PlaceDecision = { wordings: ['Palm Beach, FL'], decision: 'new_places', positions };
    expect(await sendRejected(browser, placeOperations.decide, { body }, 422)).toMatchObject({
      errors: [{ path: 'positions.0.geonames' }],
    });
    expect(await namesOf()).toEqual([]);
  });
});

describe('a merge', () => {
  test('keeps what both places have, leads addresses on, and is undone', async () => {
    await create('Washington');
    await create('Navy Yard', {
      variants: 'The Yard',
      part_of: 'washington',
      latitude: 38.87,
      longitude: -77,
      notes: 'Old.',
    });
    await create('Pier 1', { part_of: 'navy-yard' });
    await create('Washington Navy Yard', { kind: 'port', notes: 'New.' });
    await sail('The Yard');
    const changes = await merge('navy-yard', 'washington-navy-yard');
    expect(await get('navy-yard')).toMatchObject({
      place_slug: 'washington-navy-yard',
      variants: ['Navy Yard', 'The Yard'],
      kind: 'port',
      latitude: 38.87,
      part_of: 'washington',
      parts: [{ place_slug: 'pier-1' }],
      notes: 'New.\n\nOld.',
      voyage_count: 1,
    });
    await update('washington-navy-yard', { geonames: '4140963' });
    await undo(changes);
    expect(await get('navy-yard')).toMatchObject({ place_slug: 'navy-yard', parts: [{}], voyage_count: 1 });
    expect(await get('washington-navy-yard')).toMatchObject({
      variants: [],
      latitude: null,
      notes: 'New.',
      geonames: '4140963',
    });
  });

  test('leads addresses of earlier merges on, and back when it is undone', async () => {
    for (const name of ['Old Yard', 'Navy Yard', 'Washington Navy Yard']) await create(name);
    await merge('old-yard', 'navy-yard');
    const changes = await merge('navy-yard', 'washington-navy-yard');
    expect(await get('old-yard')).toMatchObject({ place_slug: 'washington-navy-yard' });
    await undo(changes);
    expect(await get('old-yard')).toMatchObject({ place_slug: 'navy-yard' });
  });

  test('is undone completely or not at all', async () => {
    await create('Navy Yard');
    await create('Pier 1', { part_of: 'navy-yard' });
    await create('Washington Navy Yard');
    const changes = await merge('navy-yard', 'washington-navy-yard');
    await update('washington-navy-yard', { variants: [] });
    await create('The Yard', { variants: 'Navy Yard' });
    expect(await cannotUndo(changes)).toContain('“Navy Yard” already leads to The Yard.');
    expect(await get('pier-1')).toMatchObject({ part_of: 'washington-navy-yard' });
  });

  test('never makes a place part of itself', async () => {
    await create('Washington');
    await create('Southeast', { part_of: 'washington' });
    await create('Navy Yard', { part_of: 'southeast' });
    const changes = await merge('washington', 'navy-yard');
    expect(await get('navy-yard')).toMatchObject({ part_of: null, parts: [{ place_slug: 'southeast' }] });
    await undo(changes);
    expect(await get('navy-yard')).toMatchObject({ part_of: 'southeast' });
    expect(await get('southeast')).toMatchObject({ part_of: 'washington' });
    await merge('navy-yard', 'washington');
    expect(await get('washington')).toMatchObject({ part_of: null, parts: [{ place_slug: 'southeast' }] });
  });

  test('into one of its parts ends the part', async () => {
    await create('Washington');
    await create('Navy Yard', { part_of: 'washington' });
    await merge('washington', 'navy-yard');
    expect(await get('navy-yard')).toMatchObject({ part_of: null, parts: [], variants: ['Washington'] });
  });
});
