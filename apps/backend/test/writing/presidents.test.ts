import { peopleOperations, presidentOperations } from '@archive/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aMedia, aPerson, aPresident, aVoyage } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { sendRejected, send } from './send.ts';

let api: TestApi;
let browser: Browser;

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
});
afterAll(() => api.close());

const person = async (slug: string) => (await send(browser, peopleOperations.get, { params: { slug } })).body;
const create = (body: { full_name: string; term_start: string } & Record<string, unknown>) =>
  send(browser, presidentOperations.create, { body });

const ALL_FIELDS = {
  full_name: 'Richard M. Cadwalader',
  party: 'Private Owner',
  term_start: '1925',
  term_end: '1928-05',
  birth_year: 1878,
  death_year: 1944,
  role_title: 'M.D.',
  organization: 'Cadwalader',
  wikipedia_url: 'https://en.wikipedia.org/wiki/Richard_M._Cadwalader',
  notes_internal: 'Internal.',
  tags: 'owner, Philadelphia',
};

describe('adding a president or owner', () => {
  test('creates the person with the same slug', async () => {
    const { body, headers } = await create(ALL_FIELDS);
    expect(body).toEqual({
      president_slug: 'cadwalader-richard-m',
      full_name: 'Richard M. Cadwalader',
      party: 'Private Owner',
      presidential: false,
      initials: null,
      term_start: '1925',
      term_end: '1928-05',
      birth_year: 1878,
      death_year: 1944,
      wikipedia_url: ALL_FIELDS.wikipedia_url,
      tags: ['owner', 'Philadelphia'],
      voyage_count: 0,
    });
    expect(headers.get('location')).toBe('/api/presidents/cadwalader-richard-m');
    expect(await person('cadwalader-richard-m')).toMatchObject({
      full_name: 'Richard M. Cadwalader',
      role_title: 'M.D.',
      organization: 'Cadwalader',
      notes_internal: 'Internal.',
      is_president: true,
    });
    expect((await send(browser, presidentOperations.get, { params: { slug: 'cadwalader-richard-m' } })).body).toEqual(
      body,
    );
    const listed = await browser.json<{ president_slug: string }[]>('/api/presidents');
    expect(listed.map(({ president_slug }) => president_slug)).toContain('cadwalader-richard-m');
  });

  test('with a political party is presidential', async () => {
    const { body } = await create({ full_name: 'Future President', term_start: '2029-01-20', party: 'Independent' });
    expect(body.presidential).toBe(true);
  });

  test.each([
    ['the slug', { president_slug: 'known-guest', full_name: 'Known Guest' }],
    ['the article', { full_name: 'K. Guest', wikipedia_url: 'https://en.wikipedia.org/wiki/Known_Guest' }],
    ['the name', { full_name: 'Known Guest' }],
  ])('for an existing person, found by %s, reuses the person and keeps absent fields', async (_, given) => {
    const known = await aPerson('Known Guest')
      .withSlug('known-guest')
      .with({ wikipedia_url: 'https://en.wikipedia.org/wiki/Known_Guest', notes_internal: 'Kept.', birth_year: 1880 })
      .with({ wikipedia_key: 'https://en.wikipedia.org/wiki/Known_Guest' })
      .save(api.database);
    if (!('president_slug' in given) && !('wikipedia_url' in given))
      await api.database.pool.query(`update person set slug = 'guest-known' where id = $1`, [known.id]);
    const { body } = await create({ term_start: '1920', tags: 'owner', ...given });
    const created = await person(body.president_slug);
    expect(created).toMatchObject({ is_president: true, notes_internal: 'Kept.', birth_year: 1880, tags: ['owner'] });
    const { rows } = await api.database.pool.query('select person_id from president where person_id = $1', [known.id]);
    expect(rows).toHaveLength(1);
    await api.database.pool.query('delete from president where person_id = $1', [known.id]);
    await api.database.pool.query('delete from person where id = $1', [known.id]);
  });

  test('twice with one slug is rejected, and changes nothing', async () => {
    const body = { president_slug: 'ford-gerald', full_name: 'Someone Else', term_start: '1990' };
    expect(await sendRejected(browser, presidentOperations.create, { body }, 409)).toMatchObject({
      detail: 'Gerald Ford is already a president or owner.',
      errors: [{ path: 'president_slug' }],
    });
    expect(await person('ford-gerald')).toMatchObject({ full_name: 'Gerald Ford' });
  });

  test('with the name of another person and no slug gets its own slug', async () => {
    const { body } = await create({ full_name: 'Gerald Ford', term_start: '1910' });
    expect(body.president_slug).toBe('ford-gerald-2');
  });

  test.each([
    [
      {},
      [
        ['full_name', 'Please enter a full name'],
        ['term_start', 'Please enter the start date of presidency/ownership'],
      ],
    ],
    [{ full_name: 'A', term_start: '' }, [['term_start', 'Please enter the start date of presidency/ownership']]],
    [{ full_name: 'A', term_start: '1925', term_end: '1924' }, [['term_end', 'The term ends before it starts.']]],
    [{ full_name: 'A', term_start: '1925', birth_year: 1500 }, [['birth_year', expect.any(String)]]],
    [{ full_name: 'A', term_start: '1925', wikipedia_url: 'wikipedia' }, [['wikipedia_url', expect.any(String)]]],
  ])('%j is rejected', async (body, expected) => {
    const { errors } = await sendRejected(browser, presidentOperations.create, { body }, 422);
    expect(errors?.map(({ path, message }) => [path, message])).toEqual(expected);
  });
});

describe('updating a president or owner', () => {
  test('changes the person too, and keeps their role', async () => {
    const owner = await aPresident('Emily Owner').role('Heiress').save(api.database);
    const { body } = await send(browser, presidentOperations.update, {
      params: { president_slug: owner.slug },
      body: { full_name: 'Emily R. Owner', term_start: '1931-02', party: 'U.S. Navy' },
    });
    expect(body).toMatchObject({
      president_slug: owner.slug,
      full_name: 'Emily R. Owner',
      term_start: '1931-02',
      party: 'U.S. Navy',
    });
    expect(await person(owner.slug)).toMatchObject({ full_name: 'Emily R. Owner', role_title: 'Heiress' });
  });

  test('is rejected when the person has changed since', async () => {
    const owner = await aPresident('Changing Owner').save(api.database);
    const response = await send(browser, presidentOperations.get, { params: { slug: owner.slug } });
    await send(browser, peopleOperations.update, {
      params: { person_slug: owner.slug },
      body: { full_name: 'Changed' },
    });
    const sent = {
      params: { president_slug: owner.slug },
      body: { full_name: 'Mine', term_start: '1930' },
      headers: { 'if-match': response.etag },
    };
    expect((await sendRejected(browser, presidentOperations.update, sent, 412)).etag).not.toBe(response.etag);
    expect(await person(owner.slug)).toMatchObject({ full_name: 'Changed' });
  });

  test('responds with 404 for a person who is not a president or owner', async () => {
    const { slug } = await aPerson('Only Person').save(api.database);
    const sent = { params: { president_slug: slug }, body: { full_name: 'X', term_start: '1930' } };
    await sendRejected(browser, presidentOperations.update, sent, 404);
  });
});

describe('removing the office', () => {
  test('keeps the person', async () => {
    const owner = await aPresident('Former Owner').save(api.database);
    await send(browser, presidentOperations.remove, { params: { president_slug: owner.slug } });
    expect(await person(owner.slug)).toMatchObject({ is_president: false });
    await sendRejected(browser, presidentOperations.get, { params: { slug: owner.slug } }, 404);
  });

  test('is rejected while voyages or media belong to the person', async () => {
    const busy = await aPresident('Busy Owner').save(api.database);
    await aVoyage().under(busy.slug).save(api.database);
    const pictured = await aPresident('Painted Owner').save(api.database);
    await aMedia().ofPresident(pictured.slug).save(api.database);
    for (const { slug } of [busy, pictured])
      expect(
        (await sendRejected(browser, presidentOperations.remove, { params: { president_slug: slug } }, 409)).detail,
      ).toMatch(/ still has voyages or media\.$/);
  });
});
