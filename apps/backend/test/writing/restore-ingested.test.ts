import { peopleOperations, type Voyage, voyageOperations } from '@archive/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { ingest } from '../support/ingest.ts';
import { startWorker } from '../support/worker.ts';
import { HistoryPages } from './history.ts';
import { send } from './send.ts';

let api: TestApi;
let worker: INestApplicationContext;
let browser: Browser;
let history: HistoryPages;

beforeAll(async () => {
  api = await startApi();
  worker = await startWorker(api);
  browser = await api.signIn();
  history = new HistoryPages(browser);
});
afterAll(async () => {
  await worker?.close();
  await api?.close();
});

const dinner = (day: string, info: string, people: string) =>
  [
    '# President Ford (August 9, 1974 to January 20, 1977)',
    `## ${day}`,
    'Location: Potomac River',
    `Passengers: ${people}`,
    `Additional Information: ${info}`,
  ].join('\n\n');

const voyageOf = async (day: string) => {
  const [voyage] = await browser.json<Voyage[]>(`/api/voyages?date_from=${day}&date_to=${day}`);
  return (await send(browser, voyageOperations.get, { params: { slug: voyage?.voyage_slug ?? '' } })).body;
};
const messages = (voyage: Voyage) => ({ ...voyage, updated_at: '' });

test('restoring a state before an import counts as a curator’s edit', async () => {
  const day = '1976-06-16';
  await ingest(browser, dinner(day, 'Dinner.', '[Ann Lee](https://en.wikipedia.org/wiki/Ann_Lee) (Host), Bob May'));
  const before = await voyageOf(day);
  const changed = dinner(day, 'Dinner and talks.', 'Bob May, Cid Ray');
  await ingest(browser, changed);
  expect(await voyageOf(day)).toMatchObject({ additional_information: 'Dinner and talks.' });
  await history.undo('voyage', before.voyage_slug);
  expect(messages(await voyageOf(day))).toEqual(messages(before));
  const secondOperation = await ingest(browser, changed);
  expect(secondOperation.plan).toMatchObject({ create: 0, update: 0, conflict: 1 });
  expect(messages(await voyageOf(day))).toEqual(messages(before));
});

test('a restored voyage still matches its document', async () => {
  const day = '1975-05-20';
  const document = dinner(day, 'Lunch.', 'Dee Fox (Guest), Eve Gray');
  await ingest(browser, document);
  const before = await voyageOf(day);
  await send(browser, voyageOperations.remove, { params: { voyage_slug: before.voyage_slug } });
  await history.undo('voyage', before.voyage_slug);
  expect(messages(await voyageOf(day))).toEqual(messages(before));
  expect((await ingest(browser, document)).plan).toMatchObject({ create: 0, update: 0, unchanged: 1 });
});

test('a deleted voyage that was imported again is not restored twice', async () => {
  const day = '1975-07-04';
  const document = dinner(day, 'Fireworks.', 'Fay Hill');
  await ingest(browser, document);
  const { voyage_slug } = await voyageOf(day);
  await send(browser, voyageOperations.remove, { params: { voyage_slug } });
  await ingest(browser, document);
  expect(await history.actions('voyage', voyage_slug)).toEqual(['create', 'delete', 'create']);
  const restoring = () => history.cannotRestore('voyage', voyage_slug, 2);
  expect(await restoring()).toBe('Can’t restore: another voyage has this address now.');
  await api.database.pool.query(`update voyage set slug = 'elsewhere' where slug = $1`, [voyage_slug]);
  expect(await restoring()).toMatch(/^Can’t restore: this voyage was imported again as “/);
});

test('undoing the change of an import removes an article that it added to a person', async () => {
  await ingest(browser, dinner('1975-09-01', 'A.', 'Gus Ives'));
  await ingest(browser, dinner('1975-09-02', 'B.', '[Gus Ives](https://en.wikipedia.org/wiki/Gus_Ives)'));
  const get = async () => (await send(browser, peopleOperations.get, { params: { slug: 'ives-gus' } })).body;
  expect(await get()).toMatchObject({ voyage_count: 2, wikipedia_url: 'https://en.wikipedia.org/wiki/Gus_Ives' });
  await history.undo('person', 'ives-gus');
  expect(await get()).toMatchObject({ voyage_count: 2, wikipedia_url: null });
});
