import { mergeCalls, type Person, type Voyage } from '@archive/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { aPerson, aVoyage } from './builders/index.ts';
import { ask } from './reading/ask.ts';
import { startApi, type TestApi } from './support/api.ts';
import type { Browser } from './support/browser.ts';

let api: TestApi;
let browser: Browser;

const KEPT = 'harriman-w-averell';
const GONE = 'harriman-averill';

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
});
beforeEach(async () => {
  const { database } = api;
  await database.pool.query('truncate voyage, person_merge, person_redirect, person_apart, history cascade');
  await database.pool.query('delete from person p where not exists (select from president r where r.person_id = p.id)');
  const gone = await aPerson('Averill Harriman')
    .with({ wikipedia_url: 'https://en.wikipedia.org/wiki/Harriman', wikipedia_key: 'en:harriman', tags: ['envoy'] })
    .save(database);
  const kept = await aPerson('W. Averell Harriman').withSlug(KEPT).role('Diplomat').save(database);
  const voyages = [
    aVoyage()
      .withSlug('both')
      .on('1945')
      .titled('Both')
      .aboard('Ann First')
      .aboard(gone, { title: 'Ambassador', capacity_role: 'Ambassador to Moscow', is_crew: true, notes: 'Came late.' })
      .aboard('Ben Between')
      .aboard(kept, { title: 'Mr.', capacity_role: 'Secretary of Commerce', notes: 'Left early.' })
      .aboard('Cal Last'),
    aVoyage()
      .withSlug('only-gone')
      .on('1946')
      .titled('Only Gone')
      .aboard('Dan Before')
      .aboard(gone, { capacity_role: 'Guest', notes: 'At supper.' })
      .aboard('Eve Behind'),
    aVoyage().withSlug('only-kept').on('1947').titled('Only Kept').aboard(kept),
  ];
  for (const voyage of voyages) await voyage.save(database);
});
afterAll(() => api.close());

const record = { full_name: 'W. Averell Harriman', role_title: 'Diplomat', tags: ['envoy'] };
const merge = (body: object = { from: GONE, record }, into = KEPT) =>
  browser.post(`/api/curator/people/${into}/merge`, body, { origin: api.url });
const merged = async () => ((await (await merge()).json()) as { merge: number }).merge;
const undo = (number: number) =>
  browser.post(`/api/curator/people/${KEPT}/merges/${number}/undo`, undefined, { origin: api.url });
const voyage = (slug: string) => browser.json<Voyage>(`/api/voyages/${slug}`);
const person = (slug: string) => browser.json<Person>(`/api/people/${slug}`);
const aboard = async (slug: string) => (await voyage(slug)).passengers;

describe('merging two records of one person', () => {
  test('keeps every role, note and form of address of both where both were aboard, and the order of all', async () => {
    expect((await merge()).status).toBe(200);
    const people = await aboard('both');
    expect(people.map(({ full_name, sort_order }) => [full_name, sort_order])).toEqual([
      ['Ann First', 1],
      ['W. Averell Harriman', 2],
      ['Ben Between', 3],
      ['Cal Last', 4],
    ]);
    expect(people[1]).toMatchObject({
      title: 'Mr.; Ambassador',
      capacity_role: 'Secretary of Commerce; Ambassador to Moscow',
      is_crew: true,
      voyage_notes: 'Left early.\n\nCame late.',
    });
  });

  test('keeps the place, role and note of the one that went elsewhere', async () => {
    await merge();
    expect(await aboard('only-gone')).toMatchObject([
      { full_name: 'Dan Before', sort_order: 1 },
      { person_slug: KEPT, sort_order: 2, capacity_role: 'Guest', voyage_notes: 'At supper.' },
      { full_name: 'Eve Behind', sort_order: 3 },
    ]);
    expect((await person(KEPT)).voyages.map(({ voyage_slug }) => voyage_slug)).toEqual([
      'both',
      'only-gone',
      'only-kept',
    ]);
  });

  test('takes the record field by field as it is sent, also an article that the other had', async () => {
    const wikipedia_url = 'https://en.wikipedia.org/wiki/Harriman';
    await merge({ from: GONE, record: { ...record, full_name: 'Averell Harriman', wikipedia_url } });
    expect(await person(KEPT)).toMatchObject({ full_name: 'Averell Harriman', wikipedia_url, tags: ['envoy'] });
  });

  test('lets the old address lead to the new one, over several merges', async () => {
    await merge();
    const response = await browser.get(`/api/people/${GONE}`);
    expect(response.headers.get('content-location')).toBe(`/api/people/${KEPT}`);
    expect(await response.json()).toMatchObject({ person_slug: KEPT });
    await aPerson('William Averell Harriman').withSlug('harriman-full').save(api.database);
    await merge({ from: KEPT, record }, 'harriman-full');
    expect(await person(GONE)).toMatchObject({ person_slug: 'harriman-full' });
    expect(await person(KEPT)).toMatchObject({ person_slug: 'harriman-full' });
  });

  test('is told in the history of both and of their voyages', async () => {
    await merge();
    for (const [kind, slug, action] of [
      ['person', KEPT, 'update'],
      ['person', GONE, 'delete'],
      ['voyage', 'both', 'update'],
      ['voyage', 'only-gone', 'update'],
    ] as const)
      expect(await browser.json(`/api/curator/history/${kind}/${slug}`)).toMatchObject([
        { action, changed_by: 'curator' },
      ]);
  });

  test('lets the name that went be known as one of the person', async () => {
    await merge();
    const { rows } = await api.database.pool.query<{ slug: string }>(
      'select p.slug from person_alias a join person p on p.id = a.person_id',
    );
    expect(rows).toEqual([{ slug: KEPT }]);
  });

  test('is refused where a president would go, of nobody, with itself, and of what has changed since', async () => {
    const status = async (answer: Promise<Response>) => (await answer).status;
    expect(await status(merge({ from: 'truman-harry-s', record }))).toBe(409);
    expect(await status(merge({ from: 'nobody', record }))).toBe(404);
    expect(await status(merge({ from: KEPT, record }))).toBe(409);
    expect(await status(merge({ from: GONE, record: { full_name: ' ' } }))).toBe(422);
    const stale = { origin: api.url, 'if-match': '"1.999"' };
    expect(await status(browser.post(`/api/curator/people/${KEPT}/merge`, { from: GONE, record }, stale))).toBe(412);
    expect(await aboard('both')).toHaveLength(5);
  });
});

describe('a merge that was wrong', () => {
  test('is undone: both as they were, with every link at its place', async () => {
    const before = {
      both: await aboard('both'),
      gone: await aboard('only-gone'),
      people: [await person(KEPT), await person(GONE)],
    };
    const number = await merged();
    const merges = await ask(browser, mergeCalls.merges, { params: { person_slug: KEPT } });
    expect(merges.body).toMatchObject([{ merge: number, gone_slug: GONE, gone_name: 'Averill Harriman' }]);
    expect(await (await undo(number)).json()).toEqual({ person_slug: GONE });
    expect(await aboard('both')).toEqual(before.both);
    expect(await aboard('only-gone')).toEqual(before.gone);
    const [kept, gone] = before.people;
    const { updated_at: _, ...asKept } = kept as Person;
    const { updated_at: __, ...asGone } = gone as Person;
    expect(await person(KEPT)).toMatchObject(asKept);
    expect(await person(GONE)).toMatchObject(asGone);
    expect((await undo(number)).status).toBe(404);
    const { rows } = await api.database.pool.query(
      'select 1 from person_alias union all select 1 from person_redirect',
    );
    expect(rows).toEqual([]);
  });

  test('is undone where the one that stayed stood first, too', async () => {
    const before = await aboard('both');
    const body = { from: KEPT, record: { full_name: 'Averill Harriman' } };
    const { merge: number } = (await (await merge(body, GONE)).json()) as { merge: number };
    const back = await browser.post(`/api/curator/people/${GONE}/merges/${number}/undo`, undefined, {
      origin: api.url,
    });
    expect(back.status).toBe(200);
    expect(await aboard('both')).toEqual(before);
  });

  test('leaves words that were changed since', async () => {
    const number = await merged();
    await browser.send(
      'PUT',
      `/api/curator/people/${KEPT}`,
      { ...record, organization: 'Senate' },
      { origin: api.url },
    );
    await undo(number);
    expect(await person(KEPT)).toMatchObject({ organization: 'Senate', voyage_count: 2 });
    expect(await person(GONE)).toMatchObject({ voyage_count: 2 });
  });
});

test('look-alikes are offered in pairs, of everybody or of one', async () => {
  const { body, total } = await ask(browser, mergeCalls.lookAlikes, {});
  expect(body.map(({ people }) => people.map(({ person_slug }) => person_slug))).toEqual([[GONE, KEPT]]);
  expect(total).toBe(1);
  expect((await ask(browser, mergeCalls.lookAlikes, { query: { person_slug: KEPT } })).total).toBe(1);
  expect((await ask(browser, mergeCalls.lookAlikes, { query: { person_slug: 'truman-harry-s' } })).total).toBe(0);
});

describe('two people who are alike', () => {
  const OTHER = 'harriman-averell-b';
  const apart = (method: 'PUT' | 'DELETE', one = KEPT, other = GONE) =>
    browser.send(method, `/api/curator/people/${one}/apart/${other}`, undefined, { origin: api.url });
  const offered = async (person_slug?: string) =>
    (await ask(browser, mergeCalls.lookAlikes, { query: person_slug ? { person_slug } : {} })).body.map(({ people }) =>
      people.map((one) => one.person_slug),
    );

  test('are not offered again once a curator has said so, and are when that is taken back', async () => {
    await aPerson('Averell Harriman').withSlug(OTHER).save(api.database);
    expect(await offered(KEPT)).toHaveLength(2);
    expect((await apart('PUT')).status).toBe(204);
    expect((await apart('PUT', GONE, KEPT)).status).toBe(204);
    expect(await offered(KEPT)).toEqual([[OTHER, KEPT]]);
    expect(await offered()).toHaveLength(2);
    const { body, total } = await ask(browser, mergeCalls.apart, {});
    expect(body.map(({ people, said_by }) => [said_by, ...people.map((one) => one.full_name)])).toEqual([
      ['curator', 'Averill Harriman', 'W. Averell Harriman'],
    ]);
    expect(total).toBe(1);
    expect((await apart('DELETE', GONE, KEPT)).status).toBe(204);
    expect(await offered(KEPT)).toHaveLength(2);
    expect((await ask(browser, mergeCalls.apart, {})).total).toBe(0);
  });

  test('stay apart when one of them is deleted and brought back', async () => {
    await aPerson('Averell Harriman').withSlug(OTHER).save(api.database);
    await apart('PUT', KEPT, OTHER);
    await browser.send('DELETE', `/api/curator/people/${OTHER}`, undefined, { origin: api.url });
    expect((await ask(browser, mergeCalls.apart, {})).body).toEqual([]);
    const [deletion] = await browser.json<{ revision: number }[]>(`/api/curator/history/person/${OTHER}`);
    const back = `/api/curator/history/person/${OTHER}/${deletion?.revision}/restore`;
    expect((await browser.post(back, undefined, { origin: api.url })).status).toBe(200);
    expect(await offered(KEPT)).toEqual([[GONE, KEPT]]);
  });

  test('must be two, and people of the archive', async () => {
    expect((await apart('PUT', KEPT, KEPT)).status).toBe(409);
    expect((await apart('PUT', KEPT, 'nobody')).status).toBe(404);
    expect((await apart('DELETE', 'nobody', KEPT)).status).toBe(404);
  });
});
