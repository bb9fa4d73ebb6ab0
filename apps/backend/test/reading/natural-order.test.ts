import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  exportOperations,
  historyOperations,
  mediaOperations,
  mediaPeopleOperations,
  peopleOperations,
  personProfileOperations,
  searchOperations,
  tagOperations,
} from '@archive/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aMedia, aPerson, aVoyage } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { addressOf, requestOk } from './request.ts';

/** In an order that is neither theirs nor that of their digits. */
const NUMBERS = [10, 9, 100, 1];
const numbered = (name: string) => [1, 9, 10, 100].map((number) => `${name} ${number}`);
const named = (texts: readonly (string | null | undefined)[], name: string) =>
  texts.filter((text) => text?.startsWith(`${name} `));

let api: TestApi;
let browser: Browser;

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
  const { database, config } = api;
  const group = await aMedia('Group').withSlug('group').save(database);
  const reunion = aVoyage().titled('Reunion').on('1951-06-07').showing(group);
  const host = await aPerson('Ann Host').withSlug('host').save(database);
  reunion.aboard(host);
  for (const number of NUMBERS) {
    const person = await aPerson(`Cadet ${number}`)
      .role(`Squad ${number}`)
      .with({ tags: [`Team ${number}`] })
      .save(database);
    const media = await aMedia(`Copy ${number}`)
      .with({ tags: [`Box ${number}`] })
      .save(database);
    const voyage = aVoyage()
      .titled(`Round ${number}`)
      .on(`19${50 + (number % 7)}-06-07`);
    await voyage
      .with({ start_location: `Pier ${number}` })
      .under('truman-harry-s')
      .aboard(person, { capacity_role: `Watch ${number}` })
      .showing(media)
      .save(database);
    reunion.aboard(person);
    await database.pool.query(
      `insert into history (kind, slug, revision, action, changed_by, before) values ('person', $1, 1, 'update', $2, '{}')`,
      [`cadet-${number}`, `curator ${number}`],
    );
    const folder = path.join(config.dataDirectory, `media/unattached/shelf ${number}`);
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'a.jpg'), '');
  }
  await reunion.save(database);
});
afterAll(() => api.close());

const people = async (query: Parameters<typeof requestOk<typeof peopleOperations.list>>[2]['query']) =>
  (await requestOk(browser, peopleOperations.list, { query })).body;
const facet = async (name: 'place' | 'tag' | 'role' | 'person') => {
  const { body } = await requestOk(browser, searchOperations.overview, { query: { q: 'round' } });
  return body.facets[name].map(({ label }) => label);
};
const csv = async (operation: typeof exportOperations.people | typeof exportOperations.media, query: object) => {
  const response = await browser.get(addressOf(operation, { query: { ...query, format: 'csv' } }));
  return (await response.text()).split(/[\r\n",]+/);
};

/** Every list that is sorted by a text, also where that only decides between equal counts. */
const LISTS: [string, string, () => Promise<(string | null | undefined)[]>][] = [
  ['people by name', 'Cadet', async () => (await people({})).map(({ full_name }) => full_name)],
  ['people by voyages', 'Cadet', async () => (await people({ sort: 'voyages' })).map(({ full_name }) => full_name)],
  ['people by role', 'Squad', async () => (await people({ sort: 'role' })).map(({ role_title }) => role_title)],
  [
    'pages of people',
    'Cadet',
    async () => {
      const pages = await Promise.all([0, 1, 2, 3].map((offset) => people({ q: 'cadet', limit: 1, offset })));
      return pages.flat().map(({ full_name }) => full_name);
    },
  ],
  ['roles', 'Squad', async () => (await requestOk(browser, peopleOperations.roles, {})).body.map(({ role }) => role)],
  [
    'people by president',
    'Cadet',
    async () => {
      const { body } = await requestOk(browser, peopleOperations.byPresident, {});
      return (
        body.grouped_by_president.find(({ president_slug }) => president_slug)?.people.map((one) => one.full_name) ?? []
      );
    },
  ],
  [
    'the picker of people',
    'Cadet',
    async () => {
      const { body } = await requestOk(browser, peopleOperations.search, { query: { q: 'cadet' } });
      return body.map(({ full_name }) => full_name);
    },
  ],
  [
    'companions',
    'Cadet',
    async () => {
      const { body } = await requestOk(browser, personProfileOperations.companions, { params: { slug: 'host' } });
      return body.map(({ full_name }) => full_name);
    },
  ],
  [
    'people suggested for a picture',
    'Cadet',
    async () => {
      const { body } = await requestOk(browser, mediaPeopleOperations.get, { params: { media_slug: 'group' } });
      return body.suggested.map(({ full_name }) => full_name);
    },
  ],
  [
    'files by title',
    'Copy',
    async () => (await requestOk(browser, mediaOperations.list, { query: { sort: 'title' } })).body.map((m) => m.title),
  ],
  [
    'folders',
    'shelf',
    async () => {
      const { body } = await requestOk(browser, mediaOperations.browse, { query: { prefix: 'unattached' } });
      return body.folders.map(({ name }) => name);
    },
  ],
  ['tags', 'Box', async () => (await requestOk(browser, tagOperations.list, {})).body.map(({ tag }) => tag)],
  ['the filter of places', 'Pier', () => facet('place')],
  ['the filter of roles', 'Watch', () => facet('role')],
  ['the filter of people', 'Cadet', () => facet('person')],
  [
    'suggested places',
    'Pier',
    async () => {
      const { body } = await requestOk(browser, searchOperations.suggestions, { query: { q: 'pier' } });
      return body.filter(({ kind }) => kind === 'place').map(({ title }) => title);
    },
  ],
  [
    'curators in the history',
    'curator',
    async () => (await requestOk(browser, historyOperations.changes, {})).body.curators,
  ],
  ['exported people', 'Cadet', () => csv(exportOperations.people, {})],
  ['exported people by role', 'Squad', () => csv(exportOperations.people, { sort: 'role' })],
];

test.each(LISTS)('%s are sorted with numbers in order', async (title, name, read) => {
  const expected = numbered(name);
  expect([...new Set(named(await read(), name))]).toEqual(
    title === 'suggested places' ? expected.slice(0, 3) : expected,
  );
});
