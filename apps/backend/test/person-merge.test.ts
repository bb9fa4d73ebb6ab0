import { historyOperations, personMergeOperations, type Person, type Voyage } from '@archive/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { aPerson, aVoyage } from './builders/index.ts';
import { requestOk } from './reading/request.ts';
import { startApi, type TestApi } from './support/api.ts';
import type { Browser } from './support/browser.ts';

let api: TestApi;
let browser: Browser;

const SURVIVOR = 'harriman-w-averell';
const MERGED = 'harriman-averill';

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
});
beforeEach(async () => {
  const { database } = api;
  await database.pool.query('truncate voyage, person_merge, person_redirect, person_not_duplicate, history cascade');
  await database.pool.query('delete from person p where not exists (select from president r where r.person_id = p.id)');
  const mergedPerson = await aPerson('Averill Harriman')
    .with({ wikipedia_url: 'https://en.wikipedia.org/wiki/Harriman', wikipedia_key: 'en:harriman', tags: ['envoy'] })
    .save(database);
  const survivor = await aPerson('W. Averell Harriman').withSlug(SURVIVOR).role('Diplomat').save(database);
  const voyages = [
    aVoyage()
      .withSlug('both')
      .on('1945')
      .titled('Both')
      .aboard('Ann First')
      .aboard(mergedPerson, {
        title: 'Ambassador',
        capacity_role: 'Ambassador to Moscow',
        is_crew: true,
        notes: 'Came late.',
      })
      .aboard('Ben Between')
      .aboard(survivor, { title: 'Mr.', capacity_role: 'Secretary of Commerce', notes: 'Left early.' })
      .aboard('Cal Last'),
    aVoyage()
      .withSlug('only-merged')
      .on('1946')
      .titled('Only Gone')
      .aboard('Dan Before')
      .aboard(mergedPerson, { capacity_role: 'Guest', notes: 'At supper.' })
      .aboard('Eve Behind'),
    aVoyage().withSlug('only-survivor').on('1947').titled('Only Kept').aboard(survivor),
  ];
  for (const voyage of voyages) await voyage.save(database);
});
afterAll(() => api.close());

const record = { full_name: 'W. Averell Harriman', role_title: 'Diplomat', tags: ['envoy'] };
const merge = (body: object = { from: MERGED, record }, into = SURVIVOR) =>
  browser.post(`/api/curator/people/${into}/merge`, body, { origin: api.url });
const mergeId = async () => ((await (await merge()).json()) as { merge: number }).merge;
const undo = (number: number, survivor = SURVIVOR) =>
  browser.post(`/api/curator/people/${survivor}/merges/${number}/undo`, undefined, { origin: api.url });
const voyage = (slug: string) => browser.json<Voyage>(`/api/voyages/${slug}`);
const person = (slug: string) => browser.json<Person>(`/api/people/${slug}`);
const aboard = async (slug: string) => (await voyage(slug)).passengers;

describe('merging two records of one person', () => {
  test('keeps both people’s roles, notes, forms of address and order where both were aboard', async () => {
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

  test('keeps position, role and note where only the merged person was aboard', async () => {
    await merge();
    expect(await aboard('only-merged')).toMatchObject([
      { full_name: 'Dan Before', sort_order: 1 },
      { person_slug: SURVIVOR, sort_order: 2, capacity_role: 'Guest', voyage_notes: 'At supper.' },
      { full_name: 'Eve Behind', sort_order: 3 },
    ]);
    expect((await person(SURVIVOR)).voyages.map(({ voyage_slug }) => voyage_slug)).toEqual([
      'both',
      'only-merged',
      'only-survivor',
    ]);
  });

  test('updates the survivor with the fields in the request, including the merged person’s article', async () => {
    const wikipedia_url = 'https://en.wikipedia.org/wiki/Harriman';
    await merge({ from: MERGED, record: { ...record, full_name: 'Averell Harriman', wikipedia_url } });
    expect(await person(SURVIVOR)).toMatchObject({ full_name: 'Averell Harriman', wikipedia_url, tags: ['envoy'] });
  });

  describe('where both records have a value', () => {
    const MERGED_ROLE = 'Guest';
    const errorsOf = async (body: object) => {
      const response = await merge(body);
      const { detail, errors } = (await response.json()) as {
        detail: string;
        errors: { path: string; message: string }[];
      };
      return { status: response.status, detail, errors };
    };

    test('asks for a choice, compares the role that lists show, and changes nothing', async () => {
      expect(await errorsOf({ from: MERGED })).toEqual({
        status: 422,
        detail: 'Both records have a value. Choose one for Full name and Role/Title.',
        errors: [
          { path: 'choices.full_name', message: 'Choose “W. Averell Harriman” or “Averill Harriman”.' },
          { path: 'choices.role_title', message: 'Choose “Diplomat” or “Guest”.' },
        ],
      });
      expect(await errorsOf({ from: MERGED, choices: { full_name: 'merged' } })).toMatchObject({
        errors: [{ path: 'choices.role_title' }],
      });
      expect(await errorsOf({ from: MERGED, choices: { full_name: 'both' } })).toMatchObject({ status: 422 });
      expect(await aboard('both')).toHaveLength(5);
    });

    test('takes the chosen value; the only value of a field is kept without a choice', async () => {
      const tags = { survivor: ['envoy', 'pilot'], merged: ['envoy', 'skier'] };
      await api.database.pool.query('update person set tags = $2 where slug = $1', [SURVIVOR, tags.survivor]);
      await api.database.pool.query('update person set tags = $2, birth_year = 1891 where slug = $1', [
        MERGED,
        tags.merged,
      ]);
      expect((await merge({ from: MERGED, choices: { full_name: 'merged', role_title: 'merged' } })).status).toBe(200);
      expect(await person(SURVIVOR)).toMatchObject({
        full_name: 'Averill Harriman',
        role_title: MERGED_ROLE,
        birth_year: 1891,
        wikipedia_url: 'https://en.wikipedia.org/wiki/Harriman',
        tags: ['envoy', 'pilot', 'skier'],
      });
      const listed = await browser.json<object[]>('/api/people?q=Harriman');
      expect(listed).toMatchObject([{ role_title: MERGED_ROLE }]);
    });

    test('keeps a field blank if blank is chosen', async () => {
      const choices = { full_name: 'survivor', role_title: 'survivor', wikipedia_url: 'survivor', tags: 'survivor' };
      await merge({ from: MERGED, choices });
      expect(await person(SURVIVOR)).toMatchObject({ role_title: 'Diplomat', wikipedia_url: null, tags: [] });
    });

    test('is rejected when the merged record has changed since it was compared', async () => {
      const from_etag = (await browser.get(`/api/people/${MERGED}`)).headers.get('etag');
      await browser.send('PUT', `/api/curator/people/${MERGED}`, { organization: 'Senate' }, { origin: api.url });
      expect((await merge({ from: MERGED, record, from_etag })).status).toBe(412);
    });

    test('keeps both names as known names of the person', async () => {
      await merge({ from: MERGED, choices: { full_name: 'merged', role_title: 'survivor' } });
      const { rows } = await api.database.pool.query<{ name_key: string }>(
        'select name_key from person_alias order by name_key',
      );
      expect(rows.map(({ name_key }) => name_key)).toEqual(['averill harriman', 'w averell harriman']);
    });
  });

  test('redirects the old slug, across multiple merges', async () => {
    await merge();
    const response = await browser.get(`/api/people/${MERGED}`);
    expect(response.headers.get('content-location')).toBe(`/api/people/${SURVIVOR}`);
    expect(await response.json()).toMatchObject({ person_slug: SURVIVOR });
    await aPerson('William Averell Harriman').withSlug('harriman-full').save(api.database);
    await merge({ from: SURVIVOR, record }, 'harriman-full');
    expect(await person(MERGED)).toMatchObject({ person_slug: 'harriman-full' });
    expect(await person(SURVIVOR)).toMatchObject({ person_slug: 'harriman-full' });
  });

  test('appears in the history of both people and their voyages', async () => {
    await merge();
    for (const [kind, slug, action] of [
      ['person', SURVIVOR, 'update'],
      ['person', MERGED, 'delete'],
      ['voyage', 'both', 'update'],
      ['voyage', 'only-merged', 'update'],
    ] as const)
      expect(await browser.json(`/api/curator/history/${kind}/${slug}`)).toMatchObject([
        { action, changed_by: 'curator' },
      ]);
  });

  test('keeps the merged name as a known name of the person', async () => {
    await merge();
    const { rows } = await api.database.pool.query<{ slug: string }>(
      'select p.slug from person_alias a join person p on p.id = a.person_id',
    );
    expect(rows).toEqual([{ slug: SURVIVOR }]);
  });

  test('is rejected for presidents, unknown people, the same record, and outdated versions', async () => {
    const status = async (response: Promise<Response>) => (await response).status;
    expect(await status(merge({ from: 'truman-harry-s', record }))).toBe(409);
    expect(await status(merge({ from: 'nobody', record }))).toBe(404);
    expect(await status(merge({ from: SURVIVOR, record }))).toBe(409);
    expect(await status(merge({ from: MERGED, record: { full_name: ' ' } }))).toBe(422);
    const stale = { origin: api.url, 'if-match': '"1.999"' };
    expect(await status(browser.post(`/api/curator/people/${SURVIVOR}/merge`, { from: MERGED, record }, stale))).toBe(
      412,
    );
    expect(await aboard('both')).toHaveLength(5);
  });
});

describe('undoing a merge', () => {
  test('is offered in the list of changes; the merged record can’t be restored separately', async () => {
    const number = await mergeId();
    const deletions = { query: { kind: ['person' as const], action: ['delete' as const] } };
    const [deletion] = (await requestOk(browser, historyOperations.changes, deletions)).body.changes;
    const merged_into = { person_slug: SURVIVOR, full_name: 'W. Averell Harriman', merge: number };
    expect(deletion).toMatchObject({ slug: MERGED, restorable: false, merged_into });
    const restore = `/api/curator/history/person/${MERGED}/${deletion?.revision}/restore`;
    const rejected = await browser.post(restore, undefined, { origin: api.url });
    expect(rejected.status).toBe(409);
    expect(await rejected.json()).toMatchObject({
      detail: 'This person was merged into W. Averell Harriman. Undo the merge instead.',
    });

    await aPerson('William Averell Harriman').withSlug('harriman-full').save(api.database);
    await merge({ from: SURVIVOR, record }, 'harriman-full');
    const later = (await requestOk(browser, historyOperations.changes, deletions)).body.changes;
    const survivor = { person_slug: 'harriman-full', full_name: 'W. Averell Harriman' };
    expect(later.map(({ slug, merged_into: into }) => [slug, into])).toEqual([
      [SURVIVOR, { ...survivor, merge: expect.any(Number) }],
      [MERGED, { ...survivor, merge: null }],
    ]);
    await undo(later[0]?.merged_into?.merge ?? 0, 'harriman-full');
    await undo(number);
    expect(await person(MERGED)).toMatchObject({ person_slug: MERGED });
  });

  test('restores both people and all their links', async () => {
    const before = {
      both: await aboard('both'),
      merged: await aboard('only-merged'),
      people: [await person(SURVIVOR), await person(MERGED)],
    };
    const number = await mergeId();
    const merges = await requestOk(browser, personMergeOperations.merges, { params: { person_slug: SURVIVOR } });
    expect(merges.body).toMatchObject([{ merge: number, merged_slug: MERGED, merged_name: 'Averill Harriman' }]);
    expect(await (await undo(number)).json()).toEqual({ person_slug: MERGED });
    expect(await aboard('both')).toEqual(before.both);
    expect(await aboard('only-merged')).toEqual(before.merged);
    const [survivor, mergedPerson] = before.people;
    const { updated_at: _, ...survivorFields } = survivor as Person;
    const { updated_at: __, ...mergedFields } = mergedPerson as Person;
    expect(await person(SURVIVOR)).toMatchObject(survivorFields);
    expect(await person(MERGED)).toMatchObject(mergedFields);
    expect((await undo(number)).status).toBe(404);
    const { rows } = await api.database.pool.query(
      'select 1 from person_alias union all select 1 from person_redirect',
    );
    expect(rows).toEqual([]);
  });

  test('works when the survivor came first in the order', async () => {
    const before = await aboard('both');
    const body = { from: SURVIVOR, record: { full_name: 'Averill Harriman', role_title: 'Diplomat' } };
    const { merge: number } = (await (await merge(body, MERGED)).json()) as { merge: number };
    const back = await browser.post(`/api/curator/people/${MERGED}/merges/${number}/undo`, undefined, {
      origin: api.url,
    });
    expect(back.status).toBe(200);
    expect(await aboard('both')).toEqual(before);
  });

  test('keeps texts that were edited after the merge', async () => {
    const number = await mergeId();
    await browser.send(
      'PUT',
      `/api/curator/people/${SURVIVOR}`,
      { ...record, organization: 'Senate' },
      { origin: api.url },
    );
    await undo(number);
    // The merged person has the article again, because an article belongs to one person only.
    expect(await person(SURVIVOR)).toMatchObject({ organization: 'Senate', wikipedia_url: null, voyage_count: 2 });
    expect(await person(MERGED)).toMatchObject({
      wikipedia_url: 'https://en.wikipedia.org/wiki/Harriman',
      voyage_count: 2,
    });
    // The survivor is no longer known by the name of the merged person.
    expect((await api.database.pool.query('select from person_alias')).rows).toEqual([]);
  });
});

test('lists pairs of duplicate candidates, for everyone or for one person', async () => {
  const { body, total } = await requestOk(browser, personMergeOperations.duplicateCandidates, {});
  expect(body.map(({ people }) => people.map(({ person_slug }) => person_slug))).toEqual([[MERGED, SURVIVOR]]);
  expect(total).toBe(1);
  expect(
    (await requestOk(browser, personMergeOperations.duplicateCandidates, { query: { person_slug: SURVIVOR } })).total,
  ).toBe(1);
  expect(
    (await requestOk(browser, personMergeOperations.duplicateCandidates, { query: { person_slug: 'truman-harry-s' } }))
      .total,
  ).toBe(0);
});

describe('people who were dismissed as duplicates', () => {
  const OTHER = 'harriman-averell-b';
  const apart = (method: 'PUT' | 'DELETE', one = SURVIVOR, other = MERGED) =>
    browser.send(method, `/api/curator/people/${one}/not-duplicates/${other}`, undefined, { origin: api.url });
  const candidatesOf = async (person_slug?: string) =>
    (
      await requestOk(browser, personMergeOperations.duplicateCandidates, { query: person_slug ? { person_slug } : {} })
    ).body.map(({ people }) => people.map((person) => person.person_slug));

  test('are not suggested again until the dismissal is undone', async () => {
    await aPerson('Averell Harriman').withSlug(OTHER).save(api.database);
    expect(await candidatesOf(SURVIVOR)).toHaveLength(2);
    expect((await apart('PUT')).status).toBe(204);
    expect((await apart('PUT', MERGED, SURVIVOR)).status).toBe(204);
    expect(await candidatesOf(SURVIVOR)).toEqual([[OTHER, SURVIVOR]]);
    expect(await candidatesOf()).toHaveLength(2);
    const { body, total } = await requestOk(browser, personMergeOperations.notDuplicates, {});
    expect(body.map(({ people, dismissed_by }) => [dismissed_by, ...people.map((person) => person.full_name)])).toEqual(
      [['curator', 'Averill Harriman', 'W. Averell Harriman']],
    );
    expect(total).toBe(1);
    expect((await apart('DELETE', MERGED, SURVIVOR)).status).toBe(204);
    expect(await candidatesOf(SURVIVOR)).toHaveLength(2);
    expect((await requestOk(browser, personMergeOperations.notDuplicates, {})).total).toBe(0);
  });

  test('stay dismissed when one of them is deleted and restored', async () => {
    await aPerson('Averell Harriman').withSlug(OTHER).save(api.database);
    await apart('PUT', SURVIVOR, OTHER);
    await browser.send('DELETE', `/api/curator/people/${OTHER}`, undefined, { origin: api.url });
    expect((await requestOk(browser, personMergeOperations.notDuplicates, {})).body).toEqual([]);
    const [deletion] = await browser.json<{ revision: number }[]>(`/api/curator/history/person/${OTHER}`);
    const back = `/api/curator/history/person/${OTHER}/${deletion?.revision}/restore`;
    expect((await browser.post(back, undefined, { origin: api.url })).status).toBe(200);
    expect(await candidatesOf(SURVIVOR)).toEqual([[MERGED, SURVIVOR]]);
  });

  test('must be two existing people', async () => {
    expect((await apart('PUT', SURVIVOR, SURVIVOR)).status).toBe(409);
    expect((await apart('PUT', SURVIVOR, 'nobody')).status).toBe(404);
    expect((await apart('DELETE', 'nobody', SURVIVOR)).status).toBe(404);
  });
});
