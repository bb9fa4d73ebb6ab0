import { type OperationQuery, voyageOperations } from '@archive/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aVoyage } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { sendRejected, send } from '../writing/send.ts';

let api: TestApi;
let browser: Browser;

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
  const voyages = [
    aVoyage().on('1933-05-01').titled('hoover'),
    aVoyage().on('1946-01-01').titled('truman').under('truman-harry-s').with({ presidential_initials: 'HST' }),
    aVoyage().on('1946-02-01').titled('aboard').under('truman-harry-s').aboard('Harry S. Truman'),
    aVoyage().on('1946-03-01').titled('used').under('truman-harry-s').with({ presidential_use: true }),
    aVoyage().on('1947').titled('canada').with({ foreign_leader_country: 'Canada' }),
    aVoyage().on('1948').titled('queen').with({ royalty_details: 'Elizabeth II' }),
    aVoyage().on('1949').titled('vernon').with({ end_location: 'off Mount Vernon' }),
    aVoyage().on('1950').titled('plain').with({ end_location: 'Quantico' }),
    aVoyage().on('1950-12').titled('guest').aboard('Harry S. Truman').aboard('Dwight D. Eisenhower'),
    aVoyage().on('1990').titled('nobody'),
  ];
  for (const voyage of voyages) await voyage.save(api.database);
});
afterAll(() => api.close());

const titles = async (query: OperationQuery<typeof voyageOperations.list>) =>
  (await send(browser, voyageOperations.list, { query })).body.map(({ title }) => title);

describe('a filter by attribute finds equivalent values', () => {
  test.each([
    ['presidential_use', ['truman', 'aboard', 'used', 'guest']],
    ['has_foreign_leader', ['canada']],
    ['has_royalty', ['queen']],
    ['royalty', ['queen']],
    ['mention_mount_vernon', ['vernon']],
    ['significant', ['truman', 'aboard', 'used', 'canada', 'queen', 'guest']],
    ['mention_menu', []],
  ])('%s', async (name, found) => {
    expect(await titles({ [name]: '1' })).toEqual(found);
  });
});

test('voyages without an owner are listed under the proposed one, by who was aboard or by date', async () => {
  const { body: voyages } = await send(browser, voyageOperations.list, { query: {} });
  const proposed = voyages.map(({ title, proposed_owner: owner }) => [title, owner?.president_slug, owner?.reason]);
  expect(proposed).toEqual([
    ['hoover', 'roosevelt-franklin-d', 'term'],
    ['truman', undefined, undefined],
    ['aboard', undefined, undefined],
    ['used', undefined, undefined],
    ['canada', 'truman-harry-s', 'term'],
    ['queen', 'truman-harry-s', 'term'],
    ['vernon', 'truman-harry-s', 'term'],
    ['plain', 'truman-harry-s', 'term'],
    ['guest', 'truman-harry-s', 'aboard'],
    ['nobody', undefined, undefined],
  ]);
  expect(voyages[0]?.proposed_owner).toMatchObject({ president_name: 'Franklin D. Roosevelt', presidential: true });
  const { body: sections } = await send(browser, voyageOperations.administrations, { query: {} });
  expect(
    sections.map(({ president_slug, voyage_count, first_start_date }) => [
      president_slug,
      voyage_count,
      first_start_date,
    ]),
  ).toEqual([
    ['roosevelt-franklin-d', 1, '1933-05-01'],
    ['truman-harry-s', 8, '1946-01-01'],
    [null, 1, '1990'],
  ]);
  const { body: filtered } = await send(browser, voyageOperations.administrations, { query: { has_royalty: '1' } });
  expect(filtered).toMatchObject([{ president_slug: 'truman-harry-s', voyage_count: 1, first_start_date: '1948' }]);
});

describe('the position in the list', () => {
  const place = async (query: OperationQuery<typeof voyageOperations.position>) =>
    (await send(browser, voyageOperations.position, { query })).body.place;

  test('is that of a voyage, or of the first voyage of an administration, under the filters', async () => {
    const [, , , used] = (await send(browser, voyageOperations.list, { query: {} })).body;
    expect(await place({ voyage: used?.voyage_slug })).toBe(3);
    expect(await place({ voyage: used?.voyage_slug, presidential_use: '1' })).toBe(2);
    expect(await place({ administration: 'truman-harry-s' })).toBe(1);
    expect(await place({ administration: 'truman-harry-s', date_from: '1946-02' })).toBe(0);
    expect(await place({ administration: 'none', date_from: '1946-03' })).toBe(6);
    expect(await place({ administration: 'truman-harry-s', date_from: '1947' })).toBe(0);
    expect(await place({ administration: 'roosevelt-franklin-d' })).toBe(0);
  });

  test('is a 404 for a voyage or administration that is not in the list', async () => {
    await sendRejected(browser, voyageOperations.position, { query: { voyage: 'nowhere' } }, 404);
    await sendRejected(browser, voyageOperations.position, { query: { administration: 'nobody' } }, 404);
    await sendRejected(browser, voyageOperations.position, { query: { administration: 'ford-gerald' } }, 404);
    await sendRejected(browser, voyageOperations.position, { query: {} }, 422);
  });
});
