import { peopleOperations, presidentOperations, voyageOperations } from '@archive/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { sendRejected, send } from './send.ts';
import { sql } from '../support/sql.ts';

let api: TestApi;
let browser: Browser;

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
});
afterAll(() => api.close());

const ARTICLE = 'https://en.wikipedia.org/wiki/Sam_Rayburn';
const count = async (table: 'person' | 'president' | 'voyage') =>
  (await api.database.row(sql<{ rows: number }>(`select count(*)::int as rows from ${table}`)))?.rows;

describe('people who are created with a voyage', () => {
  test('are aboard in the order of the request, each with a record and a revision', async () => {
    const { body } = await send(browser, voyageOperations.create, {
      body: {
        start_date: '1942-05-01',
        new_passengers: [
          { person: { full_name: 'Sam Rayburn', wikipedia_url: ARTICLE }, title: 'Hon.', capacity_role: 'Speaker' },
          { person: { full_name: 'Jane Steward' }, is_crew: true, notes: 'Her first voyage.' },
        ],
      },
    });
    expect(body.passengers).toMatchObject([
      { person_slug: 'rayburn-sam', title: 'Hon.', capacity_role: 'Speaker', is_crew: false, sort_order: 1 },
      { full_name: 'Jane Steward', is_crew: true, voyage_notes: 'Her first voyage.', sort_order: 2 },
    ]);
    const { body: person } = await send(browser, peopleOperations.get, { params: { slug: 'rayburn-sam' } });
    expect(person).toMatchObject({ wikipedia_url: ARTICLE, voyage_count: 1 });
    const history = await browser.json<{ action: string }[]>('/api/curator/history/person/rayburn-sam');
    expect(history.map(({ action }) => action)).toEqual(['create']);
  });

  test('are added after the passengers of an existing voyage, once for each key', async () => {
    const { body: voyage } = await send(browser, voyageOperations.create, {
      body: { start_date: '1942-06-01', new_passengers: [{ person: { full_name: 'First Aboard' } }] },
    });
    const update = () =>
      send(browser, voyageOperations.update, {
        params: { voyage_slug: voyage.voyage_slug },
        body: { notes: 'Fog.', new_passengers: [{ person: { full_name: 'Second Aboard' } }] },
        headers: { 'idempotency-key': 'second-aboard' },
      });
    const { body } = await update();
    expect(body.passengers.map(({ full_name }) => full_name)).toEqual(['First Aboard', 'Second Aboard']);
    expect(body.notes).toBe('Fog.');
    expect((await update()).body.passengers).toHaveLength(2);
  });

  test('a president or owner is created with the voyage, whose slug contains their name', async () => {
    const { body } = await send(browser, voyageOperations.create, {
      body: {
        start_date: '1930-08-09',
        president_slug_from_voyage: 'truman-harry-s',
        new_president: { full_name: 'Malcolm Owner', party: 'Private Owner', term_start: '1930' },
      },
    });
    expect(body).toMatchObject({
      voyage_slug: '1930-08-09-owner-malcolm-voyage-of-august-9-1930',
      president_name: 'Malcolm Owner',
      presidential: false,
    });
    const { body: president } = await send(browser, presidentOperations.get, { params: { slug: 'owner-malcolm' } });
    expect(president).toMatchObject({ term_start: '1930', voyage_count: 1 });
  });

  test('no person is created when the voyage is rejected', async () => {
    const before = [await count('person'), await count('president'), await count('voyage')];
    const new_president = { full_name: 'Owner Lost', party: 'Private Owner', term_start: '1931' };
    const problem = await sendRejected(
      browser,
      voyageOperations.create,
      {
        body: {
          start_date: '1943-01-01',
          new_president,
          new_passengers: [
            { person: { full_name: 'Orphan Otherwise' } },
            { person: { full_name: 'Samuel Rayburn', wikipedia_url: ARTICLE } },
          ],
        },
      },
      409,
    );
    expect(problem.errors).toEqual([
      { path: 'new_passengers.1.person.wikipedia_url', message: 'Sam Rayburn already has this Wikipedia URL.' },
    ]);
    await sendRejected(
      browser,
      voyageOperations.create,
      { body: { start_date: '1943-02-30', new_passengers: [{ person: { full_name: 'Orphan Otherwise' } }] } },
      422,
    );
    expect([await count('person'), await count('president'), await count('voyage')]).toEqual(before);
  });

  test('a new person without a name is reported at their field', async () => {
    const body = { start_date: '1943', new_passengers: [{ person: { full_name: ' ' } }] };
    expect((await sendRejected(browser, voyageOperations.create, { body }, 422)).errors).toEqual([
      { path: 'new_passengers.0.person.full_name', message: 'Please enter a full name' },
    ]);
  });
});
