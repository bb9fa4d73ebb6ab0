import { historyOperations, peopleOperations, presidentOperations, voyageOperations } from '@archive/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aPerson, aPresident, aVoyage } from '../builders/index.ts';
import { CURATOR, startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { HistoryPages } from './history.ts';
import { sendRejected, send } from './send.ts';

let api: TestApi;
let browser: Browser;
let history: HistoryPages;

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
  history = new HistoryPages(browser);
});
afterAll(() => api.close());

describe('the history of a record', () => {
  test('shows who changed it, when, and its previous state', async () => {
    const { slug } = await aVoyage()
      .on('1946-03-07')
      .titled('Old title')
      .under('truman-harry-s')
      .aboard('Dean Acheson', { title: 'Mr.', capacity_role: 'Under Secretary', notes: 'Read.' })
      .with({ spin: [{ spin: 'Snug.', source: null }], mention_menu: true })
      .save(api.database);
    await send(browser, voyageOperations.update, { params: { voyage_slug: slug }, body: { start_date: '1946-03-08' } });
    const [revision, ...others] = await history.revisionsOf('voyage', slug);
    expect(others).toEqual([]);
    expect(revision).toMatchObject({
      revision: 1,
      kind: 'voyage',
      slug,
      action: 'update',
      changed_by: CURATOR.username,
      before: {
        voyage_slug: slug,
        title: 'Old title',
        start_date: '1946-03-07',
        president_slug_from_voyage: 'truman-harry-s',
        spin: [{ spin: 'Snug.', source: null }],
        mention_menu: true,
        passengers: [
          {
            person_slug: 'acheson-dean',
            full_name: 'Dean Acheson',
            title: 'Mr.',
            capacity_role: 'Under Secretary',
            is_crew: false,
            voyage_notes: 'Read.',
            sort_order: 1,
          },
        ],
        media: [],
      },
    });
    expect(Math.abs(Date.now() - Date.parse(revision?.changed_at ?? ''))).toBeLessThan(60_000);
    expect(revision?.before).not.toHaveProperty('keys');
    expect(JSON.stringify(revision?.before)).not.toContain('"id"');
  });

  test('is sorted newest first, in pages', async () => {
    const response = await send(browser, peopleOperations.create, { body: { full_name: 'Changed Often' } });
    const { person_slug } = response.body;
    for (const number of [1, 2, 3])
      await send(browser, peopleOperations.update, { params: { person_slug }, body: { full_name: `Name ${number}` } });
    expect(await history.actions('person', person_slug)).toEqual(['update', 'update', 'update', 'create']);
    const query = { limit: 2, offset: 1 };
    const page = await send(browser, historyOperations.list, { params: { kind: 'person', slug: person_slug }, query });
    expect(page.body.map(({ revision, before }) => [revision, before?.full_name])).toEqual([
      [3, 'Name 1'],
      [2, 'Changed Often'],
    ]);
    expect(page.headers.get('x-total-count')).toBe('4');
  });

  test('is empty for an unchanged record, and a 404 for one that never existed', async () => {
    const { slug } = await aPerson().save(api.database);
    expect(await history.revisionsOf('person', slug)).toEqual([]);
    expect(await history.revisionsOf('president', 'ford-gerald')).toEqual([]);
    await sendRejected(browser, historyOperations.list, { params: { kind: 'president', slug } }, 404);
    await sendRejected(browser, historyOperations.list, { params: { kind: 'voyage', slug: 'nowhere' } }, 404);
    await sendRejected(browser, historyOperations.list, { params: { kind: 'ship', slug } }, 404);
  });

  test('numbers concurrent changes without gaps', async () => {
    const { slug } = await aVoyage().withPassengers(3).save(api.database);
    const texts = Array.from({ length: 12 }, (_, index) => `Text ${index}`);
    await Promise.all(
      texts.map((notes) =>
        send(browser, voyageOperations.update, { params: { voyage_slug: slug }, body: { start_date: '1946', notes } }),
      ),
    );
    const revisions = await history.revisionsOf('voyage', slug);
    expect(revisions.map(({ revision }) => revision)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    const { body } = await send(browser, voyageOperations.get, { params: { slug } });
    const seen = [...revisions.map(({ before }) => before?.notes), body.notes];
    expect(seen.toSorted()).toEqual([...texts, null].toSorted());
  });

  test('is separate for a president and for the person', async () => {
    const response = await send(browser, presidentOperations.create, {
      body: { full_name: 'Two Records', term_start: '1925' },
    });
    const slug = response.body.president_slug;
    const update = (body: { full_name: string; term_start: string }) =>
      send(browser, presidentOperations.update, { params: { president_slug: slug }, body });
    await update({ full_name: 'Two Records', term_start: '1926' });
    await update({ full_name: 'Renamed', term_start: '1926' });
    expect(await history.actions('president', slug)).toEqual(['update', 'create']);
    expect(await history.actions('person', slug)).toEqual(['update', 'create']);
    expect((await history.revisionsOf('president', slug))[0]?.before).toMatchObject({
      term_start: '1925',
      full_name: 'Two Records',
    });
  });

  test('has no entry for a rejected change', async () => {
    const { slug } = await aPresident('Busy Owner').save(api.database);
    await aVoyage().under(slug).save(api.database);
    await sendRejected(browser, presidentOperations.remove, { params: { president_slug: slug } }, 409);
    expect(await history.revisionsOf('president', slug)).toEqual([]);
  });
});

describe('restoring', () => {
  test('requires an existing change with a previous state', async () => {
    const { body } = await send(browser, peopleOperations.create, { body: { full_name: 'Just Made' } });
    expect(await history.cannotUndo('person', body.person_slug)).toBe('Can’t restore: this change created the record.');
    const params = { kind: 'person', slug: body.person_slug, revision: 7 };
    expect(await sendRejected(browser, historyOperations.restore, { params }, 404)).toMatchObject({
      detail: 'This change doesn’t exist.',
    });
    await sendRejected(browser, historyOperations.restore, { params: { ...params, revision: 0 } }, 404);
    await sendRejected(browser, historyOperations.restore, { params: { ...params, revision: 'last' } }, 404);
  });

  test('creates a revision, which can be undone', async () => {
    const { slug } = await aPerson('First Name').save(api.database);
    await send(browser, peopleOperations.update, { params: { person_slug: slug }, body: { full_name: 'Second Name' } });
    const restored = await history.undo('person', slug);
    expect(restored).toMatchObject({ revision: 2, action: 'restore', before: { full_name: 'Second Name' } });
    expect(restored.before).not.toHaveProperty('keys');
    const name = async () => (await send(browser, peopleOperations.get, { params: { slug } })).body.full_name;
    expect(await name()).toBe('First Name');
    await history.undo('person', slug);
    expect(await name()).toBe('Second Name');
  });
});
