import type { SearchHit } from '@archive/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aMedia, aPerson } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';

let api: TestApi;
let browser: Browser;

const VOYAGES = 21_000;

/**
 * The search chooses a plan by the number of matching voyages. Here, 3,000 voyages mention a menu, 12,000 mention the crew, and all had
 * royalty aboard.
 */
beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
  const { database } = api;
  const captain = await aPerson('Ada Captain').save(database);
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('archive.search_later', 'on', true)`);
    await client.query(`
      insert into voyage (slug, title, start_date, mention_menu, mention_crew, has_royalty)
      select 'v-' || n, 'Cruise', (date '1930-01-01' + n / 2)::text, n <= 3000, n <= 12000, true from generate_series(1, ${VOYAGES}) n`);
    await client.query(
      `insert into passenger (voyage_id, person_id, sort_order) select id, $1, 1 from voyage where slug like 'v-%'`,
      [captain.id],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
  for (const n of [1000, 10_000, 20_500]) {
    const person = await aPerson(`Guest ${n}`).withSlug(`guest-${n}`).save(database);
    const direct = await aMedia(`Print ${n}`).withSlug(`print-${n}`).save(database);
    const inAlbum = await aMedia(`Slide ${n}`).withSlug(`slide-${n}`).save(database);
    const voyage = `(select id from voyage where slug = 'v-${n}')`;
    const { pool } = database;
    await pool.query(`insert into passenger (voyage_id, person_id, sort_order) values (${voyage}, $1, 2)`, [person.id]);
    await pool.query(`insert into voyage_media (voyage_id, media_id, sort_order) values (${voyage}, $1, 1)`, [
      direct.id,
    ]);
    await pool.query(
      `with added as (insert into album (slug, voyage_id, title, sort_order) values ('a-${n}', ${voyage}, 'Views', 0) returning id)
       insert into album_media (album_id, media_id, sort_order) select id, $1, 0 from added`,
      [inAlbum.id],
    );
  }
  await database.pool.query('analyze');
});
afterAll(() => api.close());

const searchResults = async (query: string) => {
  const hits = await browser.json<SearchHit[]>(`/api/search?kind=person&kind=media&limit=100&${query}`);
  return hits
    .map(({ slug }) => slug)
    .filter((slug) => slug !== 'captain-ada')
    .toSorted();
};
const recordsOf = (...numbers: number[]) =>
  ['guest', 'print', 'slide'].flatMap((name) => numbers.map((n) => `${name}-${n}`)).toSorted();

test.each(['', '&person=captain-ada', '&q=person:captain'])(
  'finds people and media however many voyages match (%s)',
  async (person) => {
    const withoutGuests = person.includes('q=')
      ? (slugs: string[]) => slugs.filter((slug) => !slug.startsWith('guest'))
      : (slugs: string[]) => slugs;
    expect(await searchResults(`attribute=mention_menu${person}`)).toEqual(withoutGuests(recordsOf(1000)));
    expect(await searchResults(`attribute=mention_crew${person}`)).toEqual(withoutGuests(recordsOf(1000, 10_000)));
    expect(await searchResults(`attribute=has_royalty${person}`)).toEqual(
      withoutGuests(recordsOf(1000, 10_000, 20_500)),
    );
  },
);

test('dates narrow the results of many voyages', async () => {
  expect(await searchResults('attribute=mention_crew&from=1940')).toEqual(recordsOf(10_000));
  expect(await searchResults('attribute=has_royalty&to=1940')).toEqual(recordsOf(1000));
  expect(await searchResults('person=captain-ada&from=1935')).toEqual(recordsOf(10_000, 20_500));
});
