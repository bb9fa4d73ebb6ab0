// cspell:ignore Beaufoy Kenady Survyvor Никита Хрущёв
import { peopleOperations, personMergeOperations, presidentOperations } from '@archive/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { HistoryPages } from './history.ts';
import { send, sendRejected } from './send.ts';

let api: TestApi;
let browser: Browser;
let history: HistoryPages;

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
  history = new HistoryPages(browser);
});
afterAll(() => api.close());

const create = async (body: { full_name: string } & Record<string, unknown>) =>
  (await send(browser, peopleOperations.create, { body })).body;
const update = async (person_slug: string, body: Record<string, unknown>) =>
  (await send(browser, peopleOperations.update, { params: { person_slug }, body })).body;
const person = async (slug: string) => (await send(browser, peopleOperations.get, { params: { slug } })).body;
const namesTagged = async (tag: string) =>
  (await send(browser, peopleOperations.list, { query: { q: `tag:${tag}` } })).body.map(({ full_name }) => full_name);
const spellingsOf = async (person_slug: string) =>
  (await send(browser, peopleOperations.spellings, { params: { person_slug } })).body;
const foundBy = async (q: string) =>
  (await send(browser, peopleOperations.search, { query: { q } })).body.map(({ person_slug }) => person_slug);

describe('filed under', () => {
  test('a rename moves the person in the directory, and the address stays', async () => {
    const tags = ['zulus'];
    await create({ full_name: 'Mary Middle', tags });
    const { person_slug } = await create({ full_name: 'Zachary Zulu', tags });
    expect(await namesTagged('zulus')).toEqual(['Mary Middle', 'Zachary Zulu']);
    const renamed = await update(person_slug, { full_name: 'Aaron Abbott' });
    expect(renamed).toMatchObject({ person_slug: 'zulu-zachary', filed_under: null, filing_name: 'Abbott, Aaron' });
    expect(await namesTagged('zulus')).toEqual(['Aaron Abbott', 'Mary Middle']);
    await history.undo('person', person_slug);
    expect(await namesTagged('zulus')).toEqual(['Mary Middle', 'Zachary Zulu']);
    expect(await person(person_slug)).toMatchObject({ filing_name: 'Zulu, Zachary' });
  });

  test('the choice of a curator survives a rename, and is proposed again when cleared', async () => {
    const tags = ['kings'];
    await create({ full_name: 'Ann Lyon', tags });
    const { person_slug } = await create({ full_name: 'William Lyon Mackenzie King', tags });
    expect(await namesTagged('kings')).toEqual(['William Lyon Mackenzie King', 'Ann Lyon']);
    await update(person_slug, { filed_under: 'Mackenzie King, William Lyon' });
    expect(await namesTagged('kings')).toEqual(['Ann Lyon', 'William Lyon Mackenzie King']);
    expect(await update(person_slug, { full_name: 'W. L. Mackenzie King' })).toMatchObject({
      filing_name: 'Mackenzie King, William Lyon',
      filing_proposal: 'King, W. L. Mackenzie',
    });
    expect(await update(person_slug, { filed_under: null })).toMatchObject({ filing_name: 'King, W. L. Mackenzie' });
    expect((await history.revisionsOf('person', person_slug))[0]?.changes).toMatchObject([{ field: 'filed_under' }]);
    await history.undo('person', person_slug);
    expect(await namesTagged('kings')).toEqual(['Ann Lyon', 'W. L. Mackenzie King']);
  });

  test('new addresses follow it, also those of presidents and of other scripts', async () => {
    expect((await create({ full_name: 'Theodore Van Kirk' })).person_slug).toBe('van-kirk-theodore');
    expect((await create({ full_name: 'Ralph Stone Hill', filed_under: 'Stone Hill, Ralph' })).person_slug).toBe(
      'stone-hill-ralph',
    );
    expect((await create({ full_name: 'Никита Хрущёв' })).person_slug).toBe('khrushchev-nikita');
    const body = { full_name: 'José Núñez y Peña', term_start: '1925', party: 'Private Owner' };
    const { president_slug } = (await send(browser, presidentOperations.create, { body })).body;
    expect(president_slug).toBe('nunez-y-pena-jose');
    await send(browser, presidentOperations.update, { params: { president_slug }, body: { full_name: 'Joe Beaufoy' } });
    expect(await person(president_slug)).toMatchObject({ filing_name: 'Beaufoy, Joe' });
  });

  test('is proposed for a name without a record', async () => {
    const propose = async (full_name: string) =>
      (await send(browser, peopleOperations.filingName, { query: { full_name } })).body.filing_proposal;
    expect(await propose('David St. Clair')).toBe('St. Clair, David');
    expect(await propose('constructor')).toBe('constructor');
  });
});

describe('former spellings', () => {
  test('a rename keeps the former one for search, until it is removed', async () => {
    const { person_slug } = await create({ full_name: 'Robert Q. Kenady' });
    await update(person_slug, { full_name: 'Robert Q. Kennedy' });
    expect(await spellingsOf(person_slug)).toEqual([{ name: 'Robert Q. Kenady', is_imported: false }]);
    expect(await foundBy('Kenady')).toContain(person_slug);
    const params = { person_slug };
    const removal = { params, query: { name: 'Robert Q. Kenady' } };
    const { revision } = (await send(browser, peopleOperations.removeSpelling, removal)).body;
    expect(await spellingsOf(person_slug)).toEqual([]);
    expect((await history.revisionsOf('person', person_slug))[0]?.changes).toEqual([
      { field: 'spellings', label: 'Former spellings', from: 'Robert Q. Kenady', to: '' },
    ]);
    await sendRejected(browser, peopleOperations.removeSpelling, removal, 404);
    await history.restore('person', person_slug, revision);
    expect(await spellingsOf(person_slug)).toEqual([{ name: 'Robert Q. Kenady', is_imported: false }]);
  });

  test('an undone rename leaves no spelling; other changes and accents record none', async () => {
    const { person_slug } = await create({ full_name: 'Zoë Undone' });
    await update(person_slug, { full_name: 'Zoe Undone', role_title: 'Guest' });
    expect(await spellingsOf(person_slug)).toEqual([]);
    await update(person_slug, { full_name: 'Zoe Mistaken' });
    await history.undo('person', person_slug);
    expect(await person(person_slug)).toMatchObject({ full_name: 'Zoe Undone' });
    expect(await spellingsOf(person_slug)).toEqual([]);
  });

  test('a merge moves those of both people, and its undo returns them', async () => {
    const survivor = (await create({ full_name: 'Ann Survivor' })).person_slug;
    const merged = (await create({ full_name: 'Ann Survyvor' })).person_slug;
    await update(merged, { full_name: 'Anne Survyvor' });
    const body = { from: merged, choices: { full_name: 'survivor' as const } };
    const merge = (await send(browser, personMergeOperations.merge, { params: { person_slug: survivor }, body })).body;
    expect((await spellingsOf(survivor)).map(({ name }) => name)).toEqual(['Ann Survyvor', 'Anne Survyvor']);
    const params = { person_slug: survivor, merge: merge.merge };
    await send(browser, personMergeOperations.undo, { params });
    expect(await spellingsOf(survivor)).toEqual([]);
    expect(await spellingsOf(merged)).toEqual([{ name: 'Ann Survyvor', is_imported: false }]);
  });

  test('those of an import are listed, and can be removed with undo', async () => {
    const { person_slug } = await create({ full_name: 'Imported Person' });
    await api.database.pool.query(
      `with o as (
        insert into ingest_operation (filename, document_key, document_sha256, started_by) values ('a.md', '_documents/a.md', sha256('a'), 'curator') returning id)
      insert into person_alias (name_key, person_id, operation_id)
      select k, p.id, o.id from o, person p, unnest(array['imported person', 'i person']) k where p.slug = $1`,
      [person_slug],
    );
    expect((await spellingsOf(person_slug)).map(({ name }) => name)).toEqual(['i person']);
    await send(browser, peopleOperations.removeSpelling, { params: { person_slug }, query: { name: 'i person' } });
    expect(await spellingsOf(person_slug)).toEqual([]);
    await history.undo('person', person_slug);
    expect((await spellingsOf(person_slug)).map(({ name }) => name)).toEqual(['i person']);
  });
});
