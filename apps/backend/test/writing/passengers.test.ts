import { type CallAnswer, peopleCalls, voyageCalls } from '@archive/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aPerson, aPresident, aVoyage } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { attempt, refused, send } from './send.ts';

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

describe('putting a person aboard', () => {
  test('adds them behind all others, with what they were', async () => {
    const voyage = await aVoyage().withPassengers(2).save(api.database);
    const person = await aPerson('Chester Nimitz').save(api.database);
    const { body, headers } = await send(browser, peopleCalls.link, {
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
      title: null,
      capacity_role: 'Fleet Admiral',
      is_crew: true,
      voyage_notes: 'Came late.',
      sort_order: 3,
    });
    const shown = await send(browser, voyageCalls.get, { params: { slug: voyage.slug } });
    expect(shown.body.passengers.at(-1)).toEqual(body);
    expect(shown.etag.startsWith(headers.get('x-voyage-etag')?.replace(/"$/, '-') ?? 'none')).toBe(true);
  });

  test('takes what the form sends, a role of null', async () => {
    const voyage = await aVoyage().save(api.database);
    const person = await aPerson().save(api.database);
    const link = { person_slug: person.slug, voyage_slug: voyage.slug, capacity_role: null, is_crew: false, notes: '' };
    const { body } = await send(browser, peopleCalls.link, { body: link });
    expect(body).toMatchObject({ capacity_role: null, voyage_notes: null, sort_order: 1 });
  });

  test('and what changes nothing names no version: it may be somebody else’s', async () => {
    const voyage = await aVoyage().withPassengers(1).save(api.database);
    const [first] = (await send(browser, voyageCalls.get, { params: { slug: voyage.slug } })).body.passengers;
    const voyage_slug = voyage.slug;
    const person_slug = first?.person_slug ?? '';
    const same = await send(browser, peopleCalls.relink, {
      body: { voyage_slug, person_slug, capacity_role: first?.capacity_role ?? null, is_crew: first?.is_crew === true },
    });
    expect(same.headers.get('x-voyage-etag')).toBeNull();
    const atTheTop = await send(browser, peopleCalls.reorder, { query: { voyage_slug, person_slug, direction: 'up' } });
    expect(atTheTop.headers.get('x-voyage-etag')).toBeNull();
  });

  test('twice is refused', async () => {
    const voyage = await aVoyage().aboard('Anthony Eden').save(api.database);
    const body = { person_slug: 'eden-anthony', voyage_slug: voyage.slug };
    expect(await refused(browser, peopleCalls.link, { body }, 409)).toMatchObject({
      detail: 'Anthony Eden is aboard this voyage already.',
    });
  });

  test('by many at once gives each a place of their own', async () => {
    const voyage = await aVoyage().save(api.database);
    const people = await Promise.all(Array.from({ length: 12 }, () => aPerson().save(api.database)));
    await Promise.all(
      people.map(({ slug }) =>
        send(browser, peopleCalls.link, { body: { person_slug: slug, voyage_slug: voyage.slug } }),
      ),
    );
    const places = (await aboard(voyage.slug)).map(([place]) => place);
    expect(places).toEqual(people.map((_, at) => at + 1));
  });

  test.each([
    ['nobody', 'a-voyage', 'Voyage not found'],
    ['nobody', undefined, 'Person not found'],
  ])('of %s on %s is a 404', async (person_slug, voyage_slug, detail) => {
    const voyage = await aVoyage().save(api.database);
    const body = { person_slug, voyage_slug: voyage_slug ?? voyage.slug };
    expect(await refused(browser, peopleCalls.link, { body }, 404)).toMatchObject({ detail });
  });
});

describe('what is said of a person aboard', () => {
  test('is replaced, the place and the form of address stay', async () => {
    const as = { title: 'General', capacity_role: 'Guest', is_crew: true, notes: 'Old.' };
    const voyage = await aVoyage().aboard('George Marshall', as).withPassengers(1).save(api.database);
    const body = { person_slug: 'marshall-george', voyage_slug: voyage.slug, capacity_role: null, is_crew: false };
    expect((await send(browser, peopleCalls.relink, { body })).body).toMatchObject({
      title: 'General',
      capacity_role: null,
      is_crew: false,
      voyage_notes: null,
      sort_order: 1,
    });
    const renamed = await send(browser, peopleCalls.relink, { body: { ...body, title: '' } });
    expect(renamed.body.title).toBeNull();
  });

  test('of somebody who is not aboard is a 404', async () => {
    const voyage = await aVoyage().save(api.database);
    const { slug } = await aPerson('Left Behind').save(api.database);
    const body = { person_slug: slug, voyage_slug: voyage.slug };
    expect(await refused(browser, peopleCalls.relink, { body }, 404)).toMatchObject({
      detail: 'Left Behind is not aboard this voyage.',
    });
  });
});

describe('taking a person off', () => {
  const unlink = (voyage_slug: string, person_slug: string) =>
    send(browser, peopleCalls.unlink, { query: { voyage_slug, person_slug } });

  test('closes the gap, and keeps who has another voyage', async () => {
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

  test('deletes who has no other voyage', async () => {
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

  test('from both of two voyages at once deletes them once, whichever comes last', async () => {
    const person = await aPerson('Two Voyages').save(api.database);
    const voyages = [
      await aVoyage().aboard(person).save(api.database),
      await aVoyage().aboard(person).save(api.database),
    ];
    const answers = await Promise.all(voyages.map(({ slug }) => unlink(slug, person.slug)));
    expect(answers.map(({ body }) => body.person_deleted).toSorted()).toEqual([false, true]);
    expect(await exists(person.slug)).toBe(false);
  });

  test('who is not aboard, or not there, is a 404', async () => {
    const voyage = await aVoyage().save(api.database);
    await aPerson('Ashore Always').save(api.database);
    const query = { voyage_slug: voyage.slug, person_slug: 'always-ashore' };
    expect(await refused(browser, peopleCalls.unlink, { query }, 404)).toMatchObject({
      detail: 'Ashore Always is not aboard this voyage.',
    });
    await refused(browser, peopleCalls.unlink, { query: { ...query, person_slug: 'nobody' } }, 404);
    await refused(browser, peopleCalls.unlink, { query: { ...query, voyage_slug: 'nowhere' } }, 404);
    await refused(browser, peopleCalls.unlink, { query: { person_slug: 'nobody' } }, 422);
  });
});

describe('moving a passenger', () => {
  const move = async (voyage_slug: string, person_slug: string, direction: 'up' | 'down') =>
    (await send(browser, peopleCalls.reorder, { query: { voyage_slug, person_slug, direction } })).body.map(
      (passenger) => passenger.person_slug,
    );

  test('changes places with the neighbour', async () => {
    const { slug } = await aVoyage().aboard('A A').aboard('B B').aboard('C C').save(api.database);
    expect(await move(slug, 'c-c', 'up')).toEqual(['a-a', 'c-c', 'b-b']);
    expect(await move(slug, 'a-a', 'down')).toEqual(['c-c', 'a-a', 'b-b']);
  });

  test('past an end moves nobody, and is no change', async () => {
    const { slug } = await aVoyage().aboard('D D').aboard('E E').save(api.database);
    const { etag } = await send(browser, voyageCalls.get, { params: { slug } });
    expect(await move(slug, 'd-d', 'up')).toEqual(['d-d', 'e-e']);
    expect(await move(slug, 'e-e', 'down')).toEqual(['d-d', 'e-e']);
    expect((await send(browser, voyageCalls.get, { params: { slug } })).etag).toBe(etag);
  });

  test('a hundred times at once leaves everybody in one place of 1 to n', async () => {
    const { slug } = await aVoyage().withPassengers(7).save(api.database);
    const people = (await aboard(slug)).map(([, person]) => person);
    const move = async (at: number): Promise<CallAnswer<typeof peopleCalls.reorder>> => {
      const query = {
        voyage_slug: slug,
        person_slug: people[(at * 3) % 7] ?? '',
        direction: at % 3 === 0 ? 'up' : 'down',
      };
      const answer = await attempt(browser, peopleCalls.reorder, { query });
      // Who has waited for a connection for too long is asked to come again.
      if (answer.status === 503) return move(at);
      expect(answer.status).toBe(200);
      return peopleCalls.reorder.answer.parse(await answer.json());
    };
    const answers = await Promise.all(Array.from({ length: 100 }, (_, at) => move(at)));
    for (const body of answers) expect(body.map(({ sort_order }) => sort_order)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    const after = await aboard(slug);
    expect(after.map(([place]) => place)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(after.map(([, person]) => person).toSorted()).toEqual(people.toSorted());
  });

  test('needs somebody aboard and a direction', async () => {
    const { slug } = await aVoyage().aboard('F F').save(api.database);
    const query = { voyage_slug: slug, person_slug: 'f-f', direction: 'sideways' };
    expect((await refused(browser, peopleCalls.reorder, { query }, 422)).errors?.[0]?.path).toBe('direction');
    await refused(browser, peopleCalls.reorder, { query: { ...query, direction: 'up', person_slug: 'a-a' } }, 404);
  });
});
