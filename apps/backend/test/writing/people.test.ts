import { peopleOperations, voyageOperations } from '@archive/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aPerson, aPresident, aVoyage } from '../builders/index.ts';
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

const create = async (body: { full_name: string } & Record<string, unknown>) =>
  (await send(browser, peopleOperations.create, { body })).body;

const COMPLETE_PERSON = {
  full_name: 'W. Averell Harriman',
  role_title: 'Diplomat',
  organization: 'Department of State',
  birth_year: 1891,
  death_year: 1986,
  wikipedia_url: 'https://en.wikipedia.org/wiki/W._Averell_Harriman',
  notes_internal: 'Internal.',
  tags: ['cabinet', 'governor'],
};

describe('adding a person', () => {
  test('saves every field, and returns the location', async () => {
    const { body, headers } = await send(browser, peopleOperations.create, {
      body: { person_slug: 'auto', ...COMPLETE_PERSON },
    });
    expect(body).toMatchObject({
      ...COMPLETE_PERSON,
      person_slug: 'harriman-w-averell',
      is_president: false,
      voyage_count: 0,
      voyages: [],
    });
    expect(headers.get('location')).toBe('/api/people/harriman-w-averell');
    expect((await send(browser, peopleOperations.get, { params: { slug: body.person_slug } })).body).toEqual(body);
  });

  test.each(['/api/curator/people', '/api/curator/people/'])('works at %s, without a slug', async (path) => {
    const response = await browser.post(path, { full_name: 'Dean Acheson' });
    expect([response.status, await response.json()]).toEqual([
      201,
      expect.objectContaining({ full_name: 'Dean Acheson' }),
    ]);
  });

  test.each([
    ['Harry S. Truman Jr.', 'truman-harry-s-2'],
    ['27 other guests', '27-other-guests'],
    ['Zoë Šťastná', 'stastna-zoe'],
    ['By-President', 'by-president-2'],
  ])('%s gets the slug %s', async (full_name, person_slug) => {
    expect((await create({ full_name })).person_slug).toBe(person_slug);
  });

  test('treats blanks as empty, and accepts years and tags as text', async () => {
    const body = { full_name: ' A B ', role_title: ' ', birth_year: '1900', death_year: '', tags: 'x, y,, x' };
    expect(await create(body)).toMatchObject({
      full_name: 'A B',
      role_title: null,
      birth_year: 1900,
      death_year: null,
      tags: ['x', 'y'],
    });
  });

  test('with a slug that is taken is rejected', async () => {
    await aPerson('Taken Here').save(api.database);
    const body = { person_slug: 'here-taken', full_name: 'Someone Else' };
    expect(await sendRejected(browser, peopleOperations.create, { body }, 409)).toMatchObject({
      detail: 'Taken Here already has the address “here-taken”.',
      errors: [{ path: 'person_slug' }],
    });
  });

  test('with another person’s article is rejected, in any spelling', async () => {
    await create({ full_name: 'One Article', wikipedia_url: 'https://en.wikipedia.org/wiki/One_Article' });
    const body = { full_name: 'Another', wikipedia_url: 'http://en.m.wikipedia.org/wiki/one_Article#Life' };
    expect(await sendRejected(browser, peopleOperations.create, { body }, 409)).toMatchObject({
      detail: 'One Article already has this Wikipedia URL.',
      errors: [{ path: 'wikipedia_url' }],
    });
  });

  test('concurrently with one name creates different slugs', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => create({ full_name: 'Same Name' })));
    expect(made.map(({ person_slug }) => person_slug).toSorted()).toEqual([
      'name-same',
      'name-same-2',
      'name-same-3',
      'name-same-4',
      'name-same-5',
    ]);
  });

  test.each([
    [{}, 'full_name', 'Please enter a full name'],
    [{ full_name: '  ' }, 'full_name', 'Please enter a full name'],
    [{ full_name: 'A', birth_year: 1599 }, 'birth_year', undefined],
    [{ full_name: 'A', birth_year: 2101 }, 'birth_year', undefined],
    [{ full_name: 'A', birth_year: 'abc' }, 'birth_year', undefined],
    [
      { full_name: 'A', birth_year: 1900, death_year: 1899 },
      'death_year',
      'The year of death is before the year of birth.',
    ],
    [{ full_name: 'A', wikipedia_url: 'javascript:alert(1)' }, 'wikipedia_url', undefined],
    [{ full_name: 'A', person_slug: 'Not A Slug' }, 'person_slug', undefined],
    [{ full_name: 'A', person_slug: 'by-president' }, 'person_slug', 'The address “by-president” is reserved.'],
  ])('%j is rejected', async (body, path, message) => {
    const { errors } = await sendRejected(browser, peopleOperations.create, { body }, 422);
    expect(errors).toEqual([{ path, message: message ?? expect.any(String) }]);
  });
});

describe('updating a person', () => {
  test('changes the fields in the request, on every voyage at once', async () => {
    const { person_slug } = await create({ ...COMPLETE_PERSON, full_name: 'Old Name', wikipedia_url: null });
    const person = await api.database.row(
      sql<{ id: number; slug: string }>('select id, slug from person where slug = $1'),
      [person_slug],
    );
    const { slug } = await aVoyage()
      .aboard(person ?? '')
      .save(api.database);
    const before = await send(browser, voyageOperations.get, { params: { slug } });
    const { body } = await send(browser, peopleOperations.update, {
      params: { person_slug },
      body: { person_slug: 'auto', full_name: 'New Name' },
    });
    expect(body).toMatchObject({
      person_slug,
      full_name: 'New Name',
      role_title: COMPLETE_PERSON.role_title,
      birth_year: 1891,
      notes_internal: COMPLETE_PERSON.notes_internal,
    });
    const secondResponse = await browser.get(`/api/voyages/${slug}`, { 'if-none-match': before.etag });
    expect([secondResponse.status, await secondResponse.json()]).toEqual([
      200,
      expect.objectContaining({ passengers: [expect.objectContaining({ full_name: 'New Name' })] }),
    ]);
  });

  test('with the same values changes nothing', async () => {
    const { person_slug } = await create({ ...COMPLETE_PERSON, full_name: 'Stays Same', wikipedia_url: null });
    const first = await send(browser, peopleOperations.get, { params: { slug: person_slug } });
    const secondResponse = await send(browser, peopleOperations.update, { params: { person_slug }, body: first.body });
    expect([secondResponse.body, secondResponse.etag]).toEqual([first.body, first.etag]);
  });

  test('does not change the slug', async () => {
    const { person_slug } = await create({ full_name: 'Fixed Address' });
    const sent = { params: { person_slug }, body: { person_slug: 'other', full_name: 'Fixed Address' } };
    expect((await sendRejected(browser, peopleOperations.update, sent, 422)).errors).toEqual([
      { path: 'person_slug', message: 'The address of a record cannot be changed.' },
    ]);
  });

  test('rejects the article of someone else, and accepts their own', async () => {
    const wikipedia_url = 'https://en.wikipedia.org/wiki/Own_Article';
    const created = await create({ full_name: 'Own Article', wikipedia_url });
    const other = await create({ full_name: 'Other Article' });
    const update = (person_slug: string) => ({ params: { person_slug }, body: { full_name: 'X', wikipedia_url } });
    await send(browser, peopleOperations.update, update(created.person_slug));
    await sendRejected(browser, peopleOperations.update, update(other.person_slug), 409);
  });

  test('who does not exist is a 404', async () => {
    const sent = { params: { person_slug: 'nobody' }, body: { full_name: 'X' } };
    expect(await sendRejected(browser, peopleOperations.update, sent, 404)).toMatchObject({
      detail: 'Person not found',
    });
  });
});

describe('deleting a person', () => {
  const remove = (person_slug: string) => ({ params: { person_slug } });

  test('removes them from the archive', async () => {
    const { person_slug } = await create({ full_name: 'Made Twice' });
    await send(browser, peopleOperations.remove, remove(person_slug));
    await sendRejected(browser, peopleOperations.get, { params: { slug: person_slug } }, 404);
  });

  test('who is aboard a voyage, or in office, is rejected with the reason', async () => {
    const person = await aPerson('Still Aboard').save(api.database);
    await aVoyage().aboard(person).save(api.database);
    await aVoyage().aboard(person).save(api.database);
    expect(await sendRejected(browser, peopleOperations.remove, remove(person.slug), 409)).toMatchObject({
      detail: 'Still Aboard is on 2 voyages. Remove this person from them first.',
    });
    const owner = await aPresident('An Owner').save(api.database);
    expect(await sendRejected(browser, peopleOperations.remove, remove(owner.slug), 409)).toMatchObject({
      detail: 'An Owner is a president or owner.',
    });
  });
});
