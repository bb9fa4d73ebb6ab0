import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { SearchHit, SearchOverview } from '@archive/contracts';
import { aMedia, aPerson, aVoyage } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';

let api: TestApi;
let browser: Browser;

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
  const { database } = api;
  const spaatz = await aPerson('Carl Spaatz')
    .with({ aliases: ['Goldilocks'], tags: ['Aviators'], notes_internal: 'Interviewed by a rhapsodist.' })
    .save(database);
  const print = await aMedia('Launch alongside')
    .withSlug('launch')
    .by('Wilfred Photographer')
    .at('unattached/image/DSC_4711.jpg')
    .on('1948-08-02')
    .with({
      tags: ['Tenders'],
      alt_text: 'A wherry',
      description_markdown: 'Seen from the gangway.',
      rights_note: 'Loaned by an antiquary',
      creator: 'Abigail Quill',
      place: 'Piney Point',
      identifier: 'ACC.1987.44',
      provenance: 'Bequest of a boatswain',
      original_filename: 'scan_kedge_0042.tif',
    })
    .save(database);
  const voyage = await aVoyage()
    .withSlug('aboard')
    .on('1948-08-01')
    .titled('August cruise')
    .under('truman-harry-s')
    .aboard(spaatz, { title: 'Generalissimo', capacity_role: 'Navigator', notes: 'Slept in the wheelhouse.' })
    .showing(print)
    .with({
      mention_menu: true,
      notes_internal: 'Compare the quartermaster ledger.',
      spin: [{ spin: 'A veritable floating parlor', source: 'The Bugle' }],
      source_urls: [{ url: 'https://example.org/1', media_type: 'article', title: 'Memoirs of a Coxswain' }],
    })
    .save(database);
  await aVoyage().withSlug('other').on('1948-09-01').titled('September cruise').save(database);
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into album (slug, voyage_id, title, description, sort_order)
     values ('regatta', $1, 'Regatta views', 'Pasted by the purser', 0) returning id`,
    [voyage.id],
  );
  await database.pool.query('insert into album_media (album_id, media_id, sort_order) values ($1, $2, 0)', [
    rows[0]?.id,
    print.id,
  ]);
});
afterAll(() => api.close());

const searchTitles = async (q: string, overrides = '') => {
  const hits = await browser.json<SearchHit[]>(`/api/search?q=${encodeURIComponent(q)}${overrides}`);
  return hits.filter(({ match }) => match === 'words').map(({ kind, slug }) => `${kind} ${slug}`);
};

test.each([
  ['an attribute', 'menu', ['voyage aboard']],
  ['a form of address', 'generalissimo', ['voyage aboard', 'person spaatz-carl']],
  ['a role on the voyage', 'navigator', ['voyage aboard', 'person spaatz-carl']],
  ['notes about a passenger', 'wheelhouse', ['voyage aboard']],
  ['an alias', 'Goldilocks', ['person spaatz-carl', 'voyage aboard']],
  ['a quote', 'floating parlor', ['voyage aboard']],
  ['the source of a quote', 'bugle', ['voyage aboard']],
  ['the title of a source', 'coxswain', ['voyage aboard']],
  ['a tag of a person', 'aviators', ['person spaatz-carl']],
  ['a tag of a media item', 'tenders', ['media launch', 'voyage aboard']],
  ['a credit', 'Wilfred', ['media launch', 'voyage aboard']],
  ['a description', 'gangway', ['media launch', 'voyage aboard']],
  ['an alternative text', 'wherry', ['media launch', 'voyage aboard']],
  ['a rights note', 'antiquary', ['media launch']],
  ['a creator', 'Quill', ['media launch']],
  ['a place of a media item', '"Piney Point"', ['media launch']],
  ['an identifier', 'ACC.1987.44', ['media launch']],
  ['a provenance', 'boatswain', ['media launch']],
  ['an original file name', 'kedge', ['media launch']],
  ['a file name', 'DSC_4711', ['media launch']],
  ['the date of a media item', 'August 2, 1948', ['media launch']],
  ['the title of an album', 'regatta', ['album regatta', 'voyage aboard', 'media launch']],
  ['the description of an album', 'purser', ['album regatta', 'voyage aboard', 'media launch']],
])('records are found by %s', async (_, q, expected) => {
  expect((await searchTitles(q)).toSorted()).toEqual(expected.toSorted());
});

test.each([
  ['quartermaster', ['voyage aboard']],
  ['rhapsodist', ['person spaatz-carl']],
])('curator notes are found by curators only: %s', async (q, expected) => {
  expect(await searchTitles(q)).toEqual(expected);
  expect(await searchTitles(q, '&curator_notes=0')).toEqual([]);
});

test('an excerpt for readers has no curator notes', async () => {
  const excerptOf = async (words: string) => {
    const [hit] = await browser.json<SearchHit[]>(`/api/search?q=Spaatz&kind=person${words}`);
    return hit?.excerpt.map(({ text }) => text).join('');
  };
  expect(await excerptOf('')).toContain('rhapsodist');
  expect(await excerptOf('&curator_notes=0')).not.toContain('rhapsodist');
});

test.each([
  ['the title of a voyage', `update voyage set title = 'Autumn cruise' where slug = 'aboard'`, true],
  ['its owner', `update voyage set president_id = null where slug = 'aboard'`, true],
  ['an attribute', `update voyage set mention_menu = false where slug = 'aboard'`, true],
  ['curator notes', `update voyage set notes_internal = null where slug = 'aboard'`, true],
  ['its version', `update voyage set version = version + 1, updated_at = now() where slug = 'aboard'`, false],
  ['whether it has photographs', `update voyage set has_photo = not has_photo where slug = 'aboard'`, false],
  ['a role aboard', `update passenger set capacity_role = 'Pilot'`, true],
  ['the order of people', `update passenger set sort_order = sort_order + 1`, false],
  ['the organization of a person', `update person set organization = 'Navy' where slug = 'spaatz-carl'`, true],
  ['the name of the owner', `update person set full_name = 'Harry Truman' where slug = 'truman-harry-s'`, true],
  ['notes about a person', `update person set notes_internal = 'Tall' where slug = 'spaatz-carl'`, false],
  ['the description of a media item', `update media set description_markdown = 'A rope' where slug = 'launch'`, true],
  ['its date', `update media set date = '1949' where slug = 'launch'`, false],
  ['the title of an album', `update album set title = 'Sculls'`, true],
  ['the order of albums', `update album set sort_order = sort_order + 1`, false],
])('only updates of searched texts rebuild the search document of a voyage: %s', async (_, update, expected) => {
  const client = await api.database.pool.connect();
  try {
    const ofVoyage = `from voyage v where v.id = s.voyage_id and v.slug = 'aboard'`;
    await client.query(`begin; update voyage_search s set document = '' ${ofVoyage}; ${update}`);
    const { rows } = await client.query<{ built: boolean }>(
      `select s.document <> '' built from voyage_search s, voyage v where v.id = s.voyage_id and v.slug = 'aboard'`,
    );
    expect(rows).toEqual([{ built: expected }]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('changes of many records in one statement are found immediately', async () => {
  const { pool } = api.database;
  await pool.query(`update media set tags = '{Heirlooms}' where slug = 'launch'`);
  expect((await searchTitles('heirlooms')).toSorted()).toEqual(['media launch', 'voyage aboard']);
  expect(await searchTitles('tenders')).toEqual([]);
  await pool.query(`update person set aliases = '{Wingman}' where slug = 'spaatz-carl'`);
  expect((await searchTitles('wingman')).toSorted()).toEqual(['person spaatz-carl', 'voyage aboard']);
  await pool.query(`update album set title = 'Sculls'`);
  expect((await searchTitles('sculls')).toSorted()).toEqual(['album regatta', 'media launch', 'voyage aboard']);
  await pool.query(`delete from album_media`);
  await pool.query(`delete from album`);
  expect(await searchTitles('sculls')).toEqual([]);
});

test('a word that a save adds becomes a correction', async () => {
  await api.database.pool.query(`update voyage set notes = 'A lamp in the binnacle' where slug = 'other'`);
  expect((await browser.json<SearchOverview>('/api/search/overview?q=pinnacle')).did_you_mean).toBe('binnacle');
});

test('the overview counts results by kind and filter, and filters narrow the results', async () => {
  const { kinds, facets, more } = await browser.json<SearchOverview>('/api/search/overview?q=1948');
  expect(more).toBe(false);
  expect(kinds).toEqual({ voyage: 2, person: 0, media: 1, album: 0, text: 0 });
  expect(facets.president).toEqual([{ value: 'truman-harry-s', label: 'Harry S. Truman', count: 2 }]);
  expect(facets.decade).toEqual([{ value: '1940', label: '1940s', count: 3 }]);
  expect(facets.attribute).toEqual([{ value: 'mention_menu', label: 'Menu Info', count: 2 }]);
  expect(facets.media_type).toEqual([{ value: 'image', label: 'Image', count: 1 }]);
  expect((await searchTitles('1948', '&president=truman-harry-s')).toSorted()).toEqual([
    'media launch',
    'voyage aboard',
  ]);
  expect((await searchTitles('1948', '&attribute=mention_menu')).toSorted()).toEqual(['media launch', 'voyage aboard']);
  expect(await searchTitles('1948', '&media_type=image')).toEqual(['media launch']);
  expect(await searchTitles('1948', '&from=1948-09')).toEqual(['voyage other']);
  expect(await searchTitles('1948', '&kind=voyage&sort=newest')).toEqual(['voyage other', 'voyage aboard']);
});

test('suggests a correction separately from the results', async () => {
  const hits = await browser.json<SearchHit[]>('/api/search?q=Spatz');
  expect(hits.map(({ slug, match }) => [slug, match])).toContainEqual(['spaatz-carl', 'similar']);
  expect((await browser.json<SearchOverview>('/api/search/overview?q=Spatz')).did_you_mean).toBe('Spaatz');
  expect((await browser.json<SearchOverview>('/api/search/overview?q=Spaatz')).did_you_mean).toBeNull();
});

test('suggestions include matching voyages and places', async () => {
  await api.database.pool.query(`update voyage set start_location = 'Solomons Island' where slug = 'other'`);
  const suggested = await browser.json<{ kind: string; title: string; title_excerpt: unknown }[]>(
    '/api/search/suggestions?q=solomon',
  );
  expect(suggested.map(({ kind, title }) => [kind, title])).toEqual([
    ['voyage', 'September cruise'],
    ['place', 'Solomons Island'],
  ]);
});

test('a file with many matching pages counts as one result', async () => {
  await aMedia('Captain’s notebook').save(api.database);
  await api.database.pool.query(`
    insert into file_page (media_id, page, text)
    select m.id, page, 'The binnacle light' from (select id from media order by id limit 2) m, generate_series(1, 1200) page
    order by m.id, page`);
  const { kinds, more } = await browser.json<SearchOverview>('/api/search/overview?q=binnacle+light');
  expect([kinds.text, more]).toEqual([2, false]);
});
