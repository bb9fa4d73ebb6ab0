import { setTimeout as sleep } from 'node:timers/promises';
import { type OperationResponse, peopleOperations, voyageOperations } from '@archive/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aPerson, aPresident, aVoyage } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { sendAny, sendRejected, send } from './send.ts';

let api: TestApi;
let browser: Browser;

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
});
afterAll(() => api.close());

const aboard = async (slug: string) =>
  (await browser.json<{ person_slug: string; sort_order: number }[]>(`/api/people/by-voyage/${slug}`)).map(
    ({ person_slug, sort_order }) => [sort_order, person_slug] as const,
  );
const exists = async (slug: string) => (await browser.get(`/api/people/${slug}`)).status === 200;

describe('adding a passenger', () => {
  test('appends them with their role', async () => {
    const voyage = await aVoyage().withPassengers(2).save(api.database);
    const person = await aPerson('Chester Nimitz').save(api.database);
    const { body, headers } = await send(browser, peopleOperations.link, {
      body: {
        person_slug: person.slug,
        voyage_slug: voyage.slug,
        capacity_role: 'Fleet Admiral',
        is_crew: true,
        notes: 'Came late.',
      },
    });
    expect(body).toEqual({
      person_slug: 'nimitz-chester',
      full_name: 'Chester Nimitz',
      role_title: null,
      organization: null,
      wikipedia_url: null,
      portrait_url: null,
      title: null,
      capacity_role: 'Fleet Admiral',
      is_crew: true,
      voyage_notes: 'Came late.',
      sort_order: 3,
    });
    const response = await send(browser, voyageOperations.get, { params: { slug: voyage.slug } });
    expect(response.body.passengers.at(-1)).toEqual(body);
    expect(response.etag.startsWith(headers.get('x-voyage-etag')?.replace(/"$/, '-') ?? 'none')).toBe(true);
  });

  test('accepts a null role, as the form sends it', async () => {
    const voyage = await aVoyage().save(api.database);
    const person = await aPerson().save(api.database);
    const link = { person_slug: person.slug, voyage_slug: voyage.slug, capacity_role: null, is_crew: false, notes: '' };
    const { body } = await send(browser, peopleOperations.link, { body: link });
    expect(body).toMatchObject({ capacity_role: null, voyage_notes: null, sort_order: 1 });
  });

  test('without changes returns no ETag, because the version may be another user’s', async () => {
    const voyage = await aVoyage().withPassengers(1).save(api.database);
    const [first] = (await send(browser, voyageOperations.get, { params: { slug: voyage.slug } })).body.passengers;
    const voyage_slug = voyage.slug;
    const person_slug = first?.person_slug ?? '';
    const same = await send(browser, peopleOperations.relink, {
      body: { voyage_slug, person_slug, capacity_role: first?.capacity_role ?? null, is_crew: first?.is_crew === true },
    });
    expect(same.headers.get('x-voyage-etag')).toBeNull();
    const atTheTop = await send(browser, peopleOperations.reorder, {
      query: { voyage_slug, person_slug, direction: 'up' },
    });
    expect(atTheTop.headers.get('x-voyage-etag')).toBeNull();
  });

  test('twice is rejected', async () => {
    const voyage = await aVoyage().aboard('Anthony Eden').save(api.database);
    const body = { person_slug: 'eden-anthony', voyage_slug: voyage.slug };
    expect(await sendRejected(browser, peopleOperations.link, { body }, 409)).toMatchObject({
      detail: 'Anthony Eden is already on this voyage.',
    });
  });

  test('concurrently gives each their own position', async () => {
    const voyage = await aVoyage().save(api.database);
    const people = await Promise.all(Array.from({ length: 12 }, () => aPerson().save(api.database)));
    await Promise.all(
      people.map(({ slug }) =>
        send(browser, peopleOperations.link, { body: { person_slug: slug, voyage_slug: voyage.slug } }),
      ),
    );
    const places = (await aboard(voyage.slug)).map(([place]) => place);
    expect(places).toEqual(people.map((_, index) => index + 1));
  });

  test.each([
    ['nobody', 'a-voyage', 'Voyage not found'],
    ['nobody', undefined, 'Person not found'],
  ])('of %s on %s is a 404', async (person_slug, voyage_slug, detail) => {
    const voyage = await aVoyage().save(api.database);
    const body = { person_slug, voyage_slug: voyage_slug ?? voyage.slug };
    expect(await sendRejected(browser, peopleOperations.link, { body }, 404)).toMatchObject({ detail });
  });
});

describe('updating a passenger', () => {
  test('changes the fields in the request and keeps the rest', async () => {
    const as = { title: 'General', capacity_role: 'Guest', is_crew: true, notes: 'Old.' };
    const voyage = await aVoyage().aboard('George Marshall', as).withPassengers(1).save(api.database);
    const body = { person_slug: 'marshall-george', voyage_slug: voyage.slug, capacity_role: null, is_crew: false };
    expect((await send(browser, peopleOperations.relink, { body })).body).toMatchObject({
      title: 'General',
      capacity_role: null,
      is_crew: false,
      voyage_notes: 'Old.',
      sort_order: 1,
    });
    const renamed = await send(browser, peopleOperations.relink, { body: { ...body, title: '' } });
    expect(renamed.body.title).toBeNull();
  });

  test('of someone who is not aboard is a 404', async () => {
    const voyage = await aVoyage().save(api.database);
    const { slug } = await aPerson('Left Behind').save(api.database);
    const body = { person_slug: slug, voyage_slug: voyage.slug };
    expect(await sendRejected(browser, peopleOperations.relink, { body }, 404)).toMatchObject({
      detail: 'Left Behind is not on this voyage.',
    });
  });
});

describe('removing a passenger', () => {
  const unlink = (voyage_slug: string, person_slug: string) =>
    send(browser, peopleOperations.unlink, { query: { voyage_slug, person_slug } });

  test('closes the gap, and keeps people with another voyage', async () => {
    const often = await aPerson('Sails Often').save(api.database);
    await aVoyage().aboard(often).save(api.database);
    const voyage = await aVoyage().aboard('First One').aboard(often).aboard('Third One').save(api.database);
    expect((await unlink(voyage.slug, often.slug)).body).toEqual({ person_deleted: false });
    expect(await aboard(voyage.slug)).toEqual([
      [1, 'one-first'],
      [2, 'one-third'],
    ]);
    expect(await exists(often.slug)).toBe(true);
  });

  test('deletes a person without another voyage', async () => {
    const voyage = await aVoyage().aboard('Sailed Once').save(api.database);
    expect((await unlink(voyage.slug, 'once-sailed')).body).toEqual({ person_deleted: true });
    expect(await exists('once-sailed')).toBe(false);
  });

  test('never deletes a president or owner', async () => {
    const owner = await aPresident('Private Owner').save(api.database);
    const voyage = await aVoyage().aboard(owner).save(api.database);
    expect((await unlink(voyage.slug, owner.slug)).body).toEqual({ person_deleted: false });
    expect(await exists(owner.slug)).toBe(true);
  });

  test('from two voyages concurrently deletes the person once', async () => {
    const person = await aPerson('Two Voyages').save(api.database);
    const voyages = [
      await aVoyage().aboard(person).save(api.database),
      await aVoyage().aboard(person).save(api.database),
    ];
    const responses = await Promise.all(voyages.map(({ slug }) => unlink(slug, person.slug)));
    expect(responses.map(({ body }) => body.person_deleted).toSorted()).toEqual([false, true]);
    expect(await exists(person.slug)).toBe(false);
  });

  test('who is not aboard, or does not exist, is a 404', async () => {
    const voyage = await aVoyage().save(api.database);
    await aPerson('Ashore Always').save(api.database);
    const query = { voyage_slug: voyage.slug, person_slug: 'always-ashore' };
    expect(await sendRejected(browser, peopleOperations.unlink, { query }, 404)).toMatchObject({
      detail: 'Ashore Always is not on this voyage.',
    });
    await sendRejected(browser, peopleOperations.unlink, { query: { ...query, person_slug: 'nobody' } }, 404);
    await sendRejected(browser, peopleOperations.unlink, { query: { ...query, voyage_slug: 'nowhere' } }, 404);
    await sendRejected(browser, peopleOperations.unlink, { query: { person_slug: 'nobody' } }, 422);
  });
});

describe('moving a passenger', () => {
  const move = async (voyage_slug: string, person_slug: string, direction: 'up' | 'down') =>
    (await send(browser, peopleOperations.reorder, { query: { voyage_slug, person_slug, direction } })).body.map(
      (passenger) => passenger.person_slug,
    );

  test('swaps positions with the adjacent passenger', async () => {
    const { slug } = await aVoyage().aboard('A A').aboard('B B').aboard('C C').save(api.database);
    expect(await move(slug, 'c-c', 'up')).toEqual(['a-a', 'c-c', 'b-b']);
    expect(await move(slug, 'a-a', 'down')).toEqual(['c-c', 'a-a', 'b-b']);
  });

  test('past an end moves no one and changes nothing', async () => {
    const { slug } = await aVoyage().aboard('D D').aboard('E E').save(api.database);
    const { etag } = await send(browser, voyageOperations.get, { params: { slug } });
    expect(await move(slug, 'd-d', 'up')).toEqual(['d-d', 'e-e']);
    expect(await move(slug, 'e-e', 'down')).toEqual(['d-d', 'e-e']);
    expect((await send(browser, voyageOperations.get, { params: { slug } })).etag).toBe(etag);
  });

  test('a hundred times concurrently leaves everyone at one position from 1 to n', async () => {
    const { slug } = await aVoyage().withPassengers(7).save(api.database);
    const people = (await aboard(slug)).map(([, person]) => person);
    const move = async (index: number): Promise<OperationResponse<typeof peopleOperations.reorder>> => {
      const query = {
        voyage_slug: slug,
        person_slug: people[(index * 3) % 7] ?? '',
        direction: index % 3 === 0 ? 'up' : 'down',
      };
      const response = await sendAny(browser, peopleOperations.reorder, { query });
      // 429 if the session has too many requests in flight, 503 after waiting too long for a connection.
      if ([429, 503].includes(response.status)) return sleep(100).then(() => move(index));
      expect(response.status).toBe(200);
      return peopleOperations.reorder.response.parse(await response.json());
    };
    const responses = await Promise.all(Array.from({ length: 100 }, (_, index) => move(index)));
    for (const body of responses) expect(body.map(({ sort_order }) => sort_order)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    const after = await aboard(slug);
    expect(after.map(([place]) => place)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(after.map(([, person]) => person).toSorted()).toEqual(people.toSorted());
  });

  test('requires a passenger who is aboard, and a direction', async () => {
    const { slug } = await aVoyage().aboard('F F').save(api.database);
    const query = { voyage_slug: slug, person_slug: 'f-f', direction: 'sideways' };
    expect((await sendRejected(browser, peopleOperations.reorder, { query }, 422)).errors?.[0]?.path).toBe('direction');
    await sendRejected(
      browser,
      peopleOperations.reorder,
      { query: { ...query, direction: 'up', person_slug: 'a-a' } },
      404,
    );
  });
});

describe('the order of all passengers', () => {
  const order = (voyage_slug: string, person_slugs: string[]) => ({ body: { voyage_slug, person_slugs } });
  const threeAboard = async () => {
    const { slug } = await aVoyage()
      .aboard('First Order')
      .aboard('Second Order')
      .aboard('Third Order')
      .save(api.database);
    return slug;
  };
  const SLUGS = ['order-first', 'order-second', 'order-third'];

  test('is set in one request, with one revision and a new ETag', async () => {
    const slug = await threeAboard();
    const reversed = SLUGS.toReversed();
    const { body, headers } = await send(browser, peopleOperations.setOrder, order(slug, reversed));
    expect(body.map(({ person_slug, sort_order }) => [person_slug, sort_order])).toEqual(
      reversed.map((person, index) => [person, index + 1]),
    );
    expect(headers.get('x-voyage-etag')).toMatch(/^"\d+\.2"$/);
    const history = await browser.json<{ action: string }[]>(`/api/curator/history/voyage/${slug}`);
    expect(history.map(({ action }) => action)).toEqual(['update']);
  });

  test('that is already current changes nothing', async () => {
    const slug = await threeAboard();
    const { headers } = await send(browser, peopleOperations.setOrder, order(slug, SLUGS));
    expect(headers.get('x-voyage-etag')).toBeNull();
    expect(await browser.json<unknown[]>(`/api/curator/history/voyage/${slug}`).catch(() => [])).toEqual([]);
  });

  test('must list everyone aboard, once, and no one else', async () => {
    const slug = await threeAboard();
    const { slug: notAboard } = await aPerson('Left Ashore').save(api.database);
    const missing = await sendRejected(browser, peopleOperations.setOrder, order(slug, SLUGS.slice(1)), 409);
    expect(missing.detail).toBe('First Order is on this voyage and missing from the new order.');
    const foreign = await sendRejected(browser, peopleOperations.setOrder, order(slug, [...SLUGS, notAboard]), 409);
    expect(foreign.detail).toBe(`“${notAboard}” is not on this voyage.`);
    const repeated = order(slug, [...SLUGS, 'order-first']);
    expect(await sendRejected(browser, peopleOperations.setOrder, repeated, 422)).toMatchObject({
      errors: [{ path: 'person_slugs', message: 'The list contains “order-first” more than once.' }],
    });
    await sendRejected(browser, peopleOperations.setOrder, order('nowhere', SLUGS), 404);
  });

  test('is rejected when the voyage has changed since', async () => {
    const slug = await threeAboard();
    const sent = { ...order(slug, SLUGS.toReversed()), headers: { 'if-match': '"1.99"' } };
    await sendRejected(browser, peopleOperations.setOrder, sent, 412);
  });
});
