// cspell:ignore Anders Æthelred Æsop Ibrahim Đặng Minh Никита Хрущёв Κωνσταντίνος Καραμανλής Jørn Øberg Ólafur Óskarsson
import { peopleOperations } from '@archive/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aPerson, aPresident, aVoyage } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { requestOk, getRejected } from './request.ts';

type Query = Parameters<typeof requestOk<typeof peopleOperations.list>>[2]['query'];

let api: TestApi;
let browser: Browser;

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
  const { database } = api;
  const harriman = await aPerson('Averell Harriman')
    .role('Diplomat', 'Department of State')
    .with({ birth_year: 1891, death_year: 1986, notes_internal: 'Kept a yacht himself.', tags: ['envoy'] })
    .save(database);
  const kelly = await aPerson('Giles Kelly').save(database);
  await aPerson('Zoë Àlvarez').role('diplomat').save(database);
  const truman = { id: await keyOf('truman-harry-s'), slug: 'truman-harry-s' };
  await aPresident('Hugh Burdick').inOffice({ term_start: '1920' }).save(database);
  const voyages = [
    aVoyage()
      .withSlug('first')
      .on('1945-05-14')
      .titled('First')
      .under('truman-harry-s')
      .aboard(harriman, { title: 'Ambassador', capacity_role: 'U.S. Ambassador to the Soviet Union' })
      .aboard(truman, { capacity_role: 'POTUS' }),
    aVoyage()
      .withSlug('second')
      .on('1946', '1946')
      .titled('Second')
      .under('truman-harry-s')
      .aboard(harriman, { capacity_role: 'Secretary of Commerce', notes: 'Stayed for supper.' })
      .aboard(kelly, { title: 'Captain', capacity_role: 'Commanding Officer', is_crew: true }),
    aVoyage().withSlug('third').on('1947-02').titled('Third').under('burdick-hugh').aboard(harriman),
    aVoyage().withSlug('fourth').on('1950-01-01').titled('Fourth').aboard(kelly),
    aVoyage()
      .withSlug('fifth')
      .on('1962-06-09')
      .titled('Fifth')
      .under('kennedy-john-f')
      .aboard(kelly, { is_crew: true }),
  ];
  for (const voyage of voyages) await voyage.save(database);
});
afterAll(() => api.close());

async function keyOf(slug: string): Promise<number> {
  const { rows } = await api.database.pool.query<{ id: number }>('select id from person where slug = $1', [slug]);
  return rows[0]?.id ?? 0;
}

const list = (query: Query = {}) => requestOk(browser, peopleOperations.list, { query });
const findSlugs = async (query: Query) => (await list(query)).body.map(({ person_slug }) => person_slug);

const DIRECTORY = ['alvarez-zoe', 'harriman-averell', 'kelly-giles', 'truman-harry-s'];

describe('the directory', () => {
  test('sorts numbers in roles and names as numbers', async () => {
    for (const deck of [10, 9, 100])
      await aPerson(`Deckhand Number${deck}`).role(`Deck ${deck} hand`).save(api.database);
    try {
      const { body } = await requestOk(browser, peopleOperations.roles, { query: { q: 'deck' } });
      expect(body.map(({ role }) => role)).toEqual(['Deck 9 hand', 'Deck 10 hand', 'Deck 100 hand']);
      expect((await list({ q: 'deck', sort: 'role' })).body.map(({ role_title }) => role_title)).toEqual(
        body.map(({ role }) => role),
      );
      const names = ['Deckhand Number9', 'Deckhand Number10', 'Deckhand Number100'];
      expect((await list({ q: 'deckhand' })).body.map(({ full_name }) => full_name)).toEqual(names);
    } finally {
      await api.database.pool.query(`delete from person where full_name like 'Deckhand %'`);
    }
  });

  test('lists everyone by surname, but presidents and owners only after they have sailed', async () => {
    const { body, total } = await list();
    expect(body.map(({ person_slug }) => person_slug)).toEqual(DIRECTORY);
    expect(total).toBe(4);
  });

  test('shows the latest title and role, and the number of voyages', async () => {
    const { body } = await list({ q: 'Harriman' });
    expect(body).toEqual([
      {
        person_slug: 'harriman-averell',
        full_name: 'Averell Harriman',
        filing_name: 'Harriman, Averell',
        role_title: 'Diplomat',
        organization: 'Department of State',
        birth_year: 1891,
        death_year: 1986,
        title: 'Ambassador',
        capacity_role: 'Secretary of Commerce',
        voyage_count: 3,
        portrait_url: null,
      },
    ]);
  });

  test('includes people who have not sailed yet', async () => {
    expect((await list({ q: 'Zoe' })).body).toMatchObject([
      { person_slug: 'alvarez-zoe', voyage_count: 0, title: null, capacity_role: null },
    ]);
  });

  test('can be sorted by voyages, most first, then by surname', async () => {
    expect(await findSlugs({ sort: 'voyages' })).toEqual([
      'harriman-averell',
      'kelly-giles',
      'truman-harry-s',
      'alvarez-zoe',
    ]);
  });

  test('can be sorted by the first voyage, people without one last', async () => {
    expect(await findSlugs({ sort: 'first' })).toEqual([
      'harriman-averell',
      'truman-harry-s',
      'kelly-giles',
      'alvarez-zoe',
    ]);
  });

  test('can be sorted by role, most common first, people without one last, like the list of roles', async () => {
    expect(await findSlugs({ sort: 'role' })).toEqual([
      'kelly-giles',
      'alvarez-zoe',
      'harriman-averell',
      'truman-harry-s',
    ]);
    const { body } = await requestOk(browser, peopleOperations.roles, {});
    expect(body).toEqual([
      { role: 'Commanding Officer', people_count: 1 },
      { role: 'diplomat', people_count: 1 },
      { role: 'Diplomat', people_count: 1 },
      { role: 'President of the United States', people_count: 1 },
    ]);
    expect((await requestOk(browser, peopleOperations.roles, { query: { q: 'Zoe' } })).body).toEqual([
      { role: 'diplomat', people_count: 1 },
    ]);
  });

  test.each<[string, Query, string[]]>([
    ['a name', { q: 'harriman' }, ['harriman-averell']],
    ['a name without its accents', { q: 'alvarez' }, ['alvarez-zoe']],
    ['the beginning of a name', { q: 'harr' }, ['harriman-averell', 'truman-harry-s']],
    ['a misspelt name', { q: 'Harimann' }, ['harriman-averell']],
    ['a role', { q: 'diplomat' }, ['alvarez-zoe', 'harriman-averell']],
    ['an organization', { q: 'department state' }, ['harriman-averell']],
    ['someone’s role aboard, on any voyage', { q: 'soviet union' }, ['harriman-averell']],
    ['the role of crew', { q: 'commanding officer' }, ['kelly-giles']],
    ['a misspelt role of crew', { q: 'comanding oficer' }, ['kelly-giles']],
    ['a title', { q: 'captain' }, ['kelly-giles']],
    ['words of a role and of a name', { q: 'officer giles' }, ['kelly-giles']],
    ['words that are together in nobody', { q: 'officer averell' }, []],
    ['notes, which are not looked into', { q: 'yacht' }, []],
    ['a president who never sailed', { q: 'Obama' }, []],
    ['punctuation alone', { q: '?!' }, []],
    ['blank words, which ask for nothing', { q: ' ' }, DIRECTORY],
    ['a part of the role or title', { role_title: 'DIPLO' }, ['alvarez-zoe', 'harriman-averell']],
    ['a role of nobody', { role_title: 'baker' }, []],
    ['a role and words', { role_title: 'diplomat', q: 'zoe' }, ['alvarez-zoe']],
    ['a tag', { q: 'tag:envoy' }, ['harriman-averell']],
    ['the president of a voyage', { q: 'president:kennedy' }, ['kelly-giles']],
    ['a prefix and a word', { q: 'after:1946 averell' }, ['harriman-averell']],
    ['crew', { aboard: 'crew' }, ['kelly-giles']],
    ['passengers', { aboard: 'passengers' }, ['harriman-averell', 'kelly-giles', 'truman-harry-s']],
    ['a portrait', { has_portrait: '1' }, []],
    ['crew with words', { aboard: 'crew', q: 'harriman' }, []],
  ])('is searched by %s', async (_, query, expected) => {
    const { body, total } = await list(query);
    expect(body.map(({ person_slug }) => person_slug)).toEqual(expected);
    expect(total).toBe(expected.length);
  });

  test('is paged, with the total', async () => {
    const { body, total } = await list({ limit: 2, offset: 2 });
    expect(body.map(({ person_slug }) => person_slug)).toEqual(DIRECTORY.slice(2));
    expect(total).toBe(4);
    expect((await list({ limit: 2, offset: 4 })).body).toEqual([]);
    expect(await findSlugs({ limit: 1, offset: 1, sort: 'voyages' })).toEqual(['kelly-giles']);
  });

  test.each(['limit=0', 'limit=1001', 'sort=age', 'color=blue', 'letter=', 'letter=h', 'letter=AB', 'letter=Ö'])(
    'rejects %s',
    async (query) => {
      await getRejected(browser, `/api/people?${query}`, 422);
    },
  );
});

describe('the letters of the directory', () => {
  const NAMES = {
    A: ['Anders Ångström', 'Æthelred Æsop', 'Ibrahim al-Assad'],
    D: ['Đặng Văn Minh', 'Charles de Gaulle', 'De Gaulle', 'Dürer'],
    K: ['Никита Хрущёв', 'Κωνσταντίνος Καραμανλής'],
    O: ['Jørn Øberg', 'Ólafur Óskarsson'],
    Z: ['周恩来', 'Émile Zola'],
    '#': ['27 other guests', '!!!', '1st Mate'],
  };

  beforeAll(async () => {
    for (const [letter, names] of Object.entries(NAMES))
      for (const [index, name] of names.entries())
        await aPerson(name)
          .withSlug(`letter-${letter === '#' ? 'none' : letter.toLowerCase()}-${index}`)
          .role('Lettered')
          .save(api.database);
  });
  afterAll(() => api.database.pool.query(`delete from person where slug like 'letter-%'`));

  test.each(Object.entries(NAMES))('%s', async (letter, names) => {
    const { body, total } = await list({ letter, role_title: 'lettered' });
    expect(body.map(({ full_name }) => full_name).toSorted()).toEqual(names.toSorted());
    expect(total).toBe(names.length);
  });

  test('are counted for the filters of the list, # last, without empty ones', async () => {
    const { body } = await requestOk(browser, peopleOperations.letters, {});
    expect(body.map(({ letter }) => letter)).toEqual(['A', 'D', 'H', 'K', 'O', 'T', 'Z', '#']);
    for (const { letter, people_count } of body) expect((await list({ letter })).total).toBe(people_count);
    const filtered = await requestOk(browser, peopleOperations.letters, { query: { aboard: 'crew' } });
    expect(filtered.body).toEqual([{ letter: 'K', people_count: 1 }]);
    expect((await requestOk(browser, peopleOperations.letters, { query: { q: '?!' } })).body).toEqual([]);
  });

  test('follow what a curator files a person under', async () => {
    await aPerson('Mystery Guest').withSlug('letter-x-0').with({ filed_under: 'Xavier, Mystery' }).save(api.database);
    expect(await findSlugs({ letter: 'X' })).toEqual(['letter-x-0']);
    expect(await findSlugs({ letter: 'X', sort: 'voyages' })).toEqual(['letter-x-0']);
  });
});

describe('a person', () => {
  test('has every voyage, oldest first', async () => {
    const { body } = await requestOk(browser, peopleOperations.get, { params: { slug: 'harriman-averell' } });
    expect(body).toMatchObject({
      full_name: 'Averell Harriman',
      notes_internal: 'Kept a yacht himself.',
      tags: ['envoy'],
      is_president: false,
      voyage_count: 3,
    });
    expect(body.voyages).toEqual([
      {
        voyage_slug: 'first',
        title: 'First',
        start_date: '1945-05-14',
        end_date: null,
        president_name: 'Harry S. Truman',
        president_party: 'Democratic',
        capacity_role: 'U.S. Ambassador to the Soviet Union',
        is_crew: false,
        voyage_notes: null,
      },
      {
        voyage_slug: 'second',
        title: 'Second',
        start_date: '1946',
        end_date: '1946',
        president_name: 'Harry S. Truman',
        president_party: 'Democratic',
        capacity_role: 'Secretary of Commerce',
        is_crew: false,
        voyage_notes: 'Stayed for supper.',
      },
      {
        voyage_slug: 'third',
        title: 'Third',
        start_date: '1947-02',
        end_date: null,
        president_name: 'Hugh Burdick',
        president_party: 'Private Owner',
        capacity_role: null,
        is_crew: false,
        voyage_notes: null,
      },
    ]);
  });

  test('may be a president, with or without voyages', async () => {
    const { body } = await requestOk(browser, peopleOperations.get, { params: { slug: 'obama-barack' } });
    expect(body).toMatchObject({ is_president: true, voyage_count: 0, voyages: [] });
  });
});

describe('the statistics of the directory', () => {
  test('count people, roles and the voyages of those who sailed', async () => {
    const { body } = await requestOk(browser, peopleOperations.stats, {});
    expect(body).toEqual({ total_people: 4, unique_titles: 6, avg_voyages_per_passenger: 2.33 });
  });
});

describe('people by president', () => {
  test('are listed under everyone they sailed with, in order of terms, most voyages first', async () => {
    const { body } = await requestOk(browser, peopleOperations.byPresident, {});
    const groups = body.grouped_by_president.map(({ president_slug, people }) => [
      president_slug,
      ...people.map(({ person_slug, appearance_count }) => `${person_slug} ${appearance_count}`),
    ]);
    expect(groups).toEqual([
      ['burdick-hugh', 'harriman-averell 1'],
      ['truman-harry-s', 'harriman-averell 2', 'kelly-giles 1', 'truman-harry-s 1'],
      ['kennedy-john-f', 'kelly-giles 1'],
      [null, 'kelly-giles 1'],
    ]);
    expect(body.grouped_by_president[1]).toMatchObject({
      president_name: 'Harry S. Truman',
      president_party: 'Democratic',
      people_count: 3,
    });
  });

  const shown = async (query: Parameters<typeof requestOk<typeof peopleOperations.byPresident>>[2]['query']) => {
    const { body } = await requestOk(browser, peopleOperations.byPresident, { query });
    return body.grouped_by_president.map(({ president_slug, people_count, people }) => [
      president_slug,
      people_count,
      ...people.map(({ person_slug }) => person_slug),
    ]);
  };

  test.each([
    [1, 0, [['harriman-averell'], [], [], []]],
    [2, 1, [[], ['harriman-averell', 'kelly-giles'], [], []]],
    [3, 2, [[], ['kelly-giles', 'truman-harry-s'], ['kelly-giles'], []]],
    [9, 5, [[], [], [], ['kelly-giles']]],
    [9, 6, [[], [], [], []]],
  ])('return %s from offset %s, with the counts of all groups', async (limit, offset, expected) => {
    expect(await shown({ limit, offset })).toEqual([
      ['burdick-hugh', 1, ...(expected[0] ?? [])],
      ['truman-harry-s', 3, ...(expected[1] ?? [])],
      ['kennedy-john-f', 1, ...(expected[2] ?? [])],
      [null, 1, ...(expected[3] ?? [])],
    ]);
  });

  test('are searched like the directory; a president without matches is omitted', async () => {
    expect(await shown({ q: 'kelly' })).toEqual([
      ['truman-harry-s', 1, 'kelly-giles'],
      ['kennedy-john-f', 1, 'kelly-giles'],
      [null, 1, 'kelly-giles'],
    ]);
    expect(await shown({ q: 'officer', limit: 1, offset: 1 })).toEqual([
      ['truman-harry-s', 1],
      ['kennedy-john-f', 1, 'kelly-giles'],
      [null, 1],
    ]);
    expect(await shown({ q: 'nobody at all' })).toEqual([]);
    expect(await shown({ q: '?!' })).toEqual([]);
  });

  test('reject pages of more than a thousand', async () => {
    await getRejected(browser, '/api/people/by-president?limit=1001', 422);
  });
});

describe('the picker of people', () => {
  const pick = async (q: string) => {
    const { body } = await requestOk(browser, peopleOperations.search, { query: { q } });
    return body.map(({ person_slug }) => person_slug);
  };

  test.each([
    ['a name', 'Giles Kelly', ['kelly-giles']],
    ['a beginning', 'giles k', ['kelly-giles']],
    ['a misspelt name', 'kely', ['kelly-giles']],
    ['a president who never sailed', 'obama', ['obama-barack']],
    ['a role instead of a name', 'diplomat', []],
    ['nothing', '', []],
    ['punctuation', '.', []],
  ])('finds by %s', async (_, q, expected) => {
    expect(await pick(q)).toEqual(expected);
  });

  test('lists the most likely name first, then the one with most voyages', async () => {
    await aPerson('Harry Hopkins').save(api.database);
    expect((await pick('harry')).slice(0, 2)).toEqual(['truman-harry-s', 'hopkins-harry']);
    expect((await pick('harry tru'))[0]).toBe('truman-harry-s');
  });

  test('requires words', async () => {
    await getRejected(browser, '/api/curator/people/search', 422);
  });
});
