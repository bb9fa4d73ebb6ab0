// cspell:ignore locaton sourse titel
import * as contracts from '@archive/contracts';
import {
  albumOperations,
  examples,
  mediaOperations,
  type Operation,
  peopleOperations,
  presidentOperations,
  voyageOperations,
} from '@archive/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aPng } from '../builders/files.ts';
import { aMedia, aPerson, aVoyage } from '../builders/index.ts';
import { requestOk } from '../reading/request.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { send, sendAny, sendRejected } from './send.ts';

let api: TestApi;
let browser: Browser;
beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
});
afterAll(() => api.close());

const message = (name: string) =>
  `"${name}" is not a known field. Check the spelling. It may need a newer version of the archive.`;

test.each([
  ['sources', { sources: ['Log'] }, ['sources']],
  ['start_locaton', { start_locaton: 'Quantico' }, ['start_locaton']],
  ['two fields', { captain: 'Kelly', ship: 'Sequoia' }, ['captain', 'ship']],
  ['a quotation', { spin: [{ spin: 'Calm', source: null, sourse: 'Times' }] }, ['spin.0.sourse']],
  [
    'a new person',
    { new_passengers: [{ person: { full_name: 'Ada Roe', titel: 'Dr.' } }] },
    ['new_passengers.0.person.titel'],
  ],
])('a new voyage with an unknown field is refused at its place: %s', async (_, fields, paths) => {
  const body = { title: 'Regatta', start_date: '1946-03-07', ...fields };
  const { errors } = await sendRejected(browser, voyageOperations.create, { body }, 422);
  expect(errors).toEqual(paths.map((path) => ({ path, message: message(path.split('.').at(-1) ?? '') })));
});

test('a hundred unknown fields are reported, so that the response stays short', async () => {
  const body = Object.fromEntries(Array.from({ length: 5000 }, (_, key) => [`k${key}`, 1]));
  const { errors } = await sendRejected(browser, voyageOperations.create, { body }, 422);
  expect(errors?.filter(({ path }) => path.startsWith('k'))).toHaveLength(100);
});

test('other errors are reported together with unknown fields', async () => {
  const body = { title: 'Regatta', start_date: 'soon', start_locaton: 'Quantico' };
  const { errors } = await sendRejected(browser, voyageOperations.create, { body }, 422);
  expect(errors?.map(({ path }) => path)).toEqual(['start_date', 'start_locaton']);
});

const WRITES = Object.entries(contracts)
  .filter(([name]) => name.endsWith('Operations'))
  .flatMap(([, group]) => Object.values(group as Record<string, Operation>))
  .filter(({ body, confirmation, machineAuth }) => body && !confirmation && !(machineAuth === 'deploy'))
  .map((operation) => [operation.id, operation] as const);

test.each(WRITES)('%s refuses an unknown field', async (id, operation) => {
  const { params, query, body } = examples.get(id) ?? {};
  const sent = { params, query, body: { ...(body as object), no_such_field: 1 } };
  const { errors } = await sendRejected(browser, operation, sent, 422);
  expect(errors).toContainEqual({ path: 'no_such_field', message: message('no_such_field') });
});

test('an upload with an unknown field is refused', async () => {
  const form = new FormData();
  for (const name of ['title', 'titel']) form.set(name, 'On deck');
  form.set('file', new Blob([new Uint8Array(await aPng())]), 'deck.png');
  const response = await browser.request('POST', mediaOperations.upload.path, { body: form });
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({ errors: [{ path: 'titel', message: message('titel') }] });
});

test('records can be sent back as they were read, whole and as items of lists', async () => {
  const media = await aMedia('Deck').save(api.database);
  const person = await aPerson('Clark Clifford').save(api.database);
  const voyage = await aVoyage().aboard(person).showing(media).save(api.database);
  const params = { voyage_slug: voyage.slug };

  const { body: whole } = await requestOk(browser, voyageOperations.get, { params: { slug: voyage.slug } });
  const { body: saved } = await send(browser, voyageOperations.update, { params, body: whole });
  expect(saved).toEqual({ ...whole, updated_at: saved.updated_at });
  const { body: voyages } = await requestOk(browser, voyageOperations.list, {});
  await send(browser, voyageOperations.update, { params, body: voyages[0]! });

  const person_slug = person.slug;
  const { body: wholePerson } = await requestOk(browser, peopleOperations.get, { params: { slug: person_slug } });
  await send(browser, peopleOperations.update, { params: { person_slug }, body: wholePerson });
  const { body: people } = await requestOk(browser, peopleOperations.list, { query: { q: 'Clifford' } });
  await send(browser, peopleOperations.update, { params: { person_slug }, body: people[0]! });
  const { body: passengers } = await requestOk(browser, peopleOperations.byVoyage, { params: { slug: voyage.slug } });
  await send(browser, peopleOperations.relink, { body: { ...passengers[0]!, voyage_slug: voyage.slug } });

  const { body: items } = await requestOk(browser, mediaOperations.byVoyage, { params: { slug: voyage.slug } });
  const { body: savedMedia } = await send(browser, mediaOperations.update, {
    params: { media_slug: media.slug },
    body: items[0]!,
  });
  expect(savedMedia.title).toBe('Deck');
  const { body: presidents } = await requestOk(browser, presidentOperations.list, {});
  const { president_slug } = presidents[0]!;
  const sentBack = await sendAny(browser, presidentOperations.update, {
    params: { president_slug },
    body: presidents[0],
  });
  expect(sentBack.status).toBe(200);
  const { body: album } = await send(browser, albumOperations.create, {
    body: { title: 'Spring', voyage_slug: voyage.slug },
  });
  await send(browser, albumOperations.update, { params: { album_slug: album.album_slug }, body: album });
});
