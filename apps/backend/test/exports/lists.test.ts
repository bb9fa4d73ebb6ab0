import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ExportedMedia, ExportedPerson, ExportedVoyage, President } from '@archive/contracts';
import { readRows, VOYAGE_COLUMNS, type VoyageRow } from '@archive/voyage-document';
import { parse } from 'csv-parse/sync';
import { aMedia, aPerson, aPresident, aVoyage } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';

let api: TestApi;
let browser: Browser;

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
  const { database } = api;
  await aPresident('Emily Roebling')
    .withSlug('roebling')
    .inOffice({ term_start: '1931', term_end: '1932' })
    .save(database);
  await aPerson('Ann "Al" Lee')
    .with({ notes_internal: '=HYPERLINK("https://evil.example")', tags: ['cook', 'swims, well'], birth_year: 1900 })
    .save(database);
  await aVoyage()
    .withSlug('trial')
    .on('1931-05', '1931-06-02')
    .titled('+1, "Trial"')
    .under('roebling')
    .with({ notes: 'two\nlines, "quoted"', spin: [{ spin: 'snug', source: 'Daily Press' }], has_royalty: true })
    .aboard('Ann "Al" Lee', { title: 'Mrs.', capacity_role: 'guest' })
    .save(database);
  await aVoyage()
    .withSlug('potomac')
    .on('1976-06-16')
    .titled('Potomac River, June 16, 1976')
    .under('ford-gerald')
    .with({ start_location: 'Potomac River' })
    .save(database);
  const createdAt = (minute: number) => ({ created_at: `2026-01-01T10:0${minute}:00Z` });
  await aMedia('Deck')
    .withSlug('deck')
    .at('gerald-ford/trial/image/Rail_1.jpg')
    .by('Abbie Rowe')
    .with(createdAt(1))
    .save(database);
  await aMedia('Menu')
    .withSlug('menu')
    .at('gerald-ford-library/pdf/menu.pdf')
    .type('pdf')
    .with(createdAt(2))
    .save(database);
  await aMedia('Reel')
    .withSlug('reel')
    .type('video')
    .outside('https://example.org/reel')
    .with(createdAt(3))
    .save(database);
});
afterAll(() => api.close());

const download = async (path: string) => {
  const response = await browser.get(`/api/export/${path}`);
  expect([path, response.status]).toEqual([path, 200]);
  return response;
};
const csv = async (path: string): Promise<Record<string, string>[]> => {
  const bytes = Buffer.from(await (await download(path)).arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  return parse(bytes, { bom: true, columns: true });
};
const json = async <T>(path: string) =>
  (await (await download(`${path}${path.includes('?') ? '&' : '?'}format=json`)).json()) as T[];

describe('an export', () => {
  test.each([
    ['voyages', 'text/csv; charset=utf-8', /^attachment; filename="sequoia-voyages-\d{4}-\d\d-\d\d\.csv"$/],
    ['people?format=json', 'application/json; charset=utf-8', /filename="sequoia-people-\d{4}-\d\d-\d\d\.json"$/],
    ['places', 'text/csv; charset=utf-8', /filename="sequoia-places-\d{4}-\d\d-\d\d\.csv"$/],
    ['media', 'text/csv; charset=utf-8', /filename="sequoia-media-\d{4}-\d\d-\d\d\.csv"$/],
    ['presidents', 'text/csv; charset=utf-8', /filename="sequoia-presidents-\d{4}-\d\d-\d\d\.csv"$/],
    ['archive', 'text/markdown; charset=utf-8', /filename="sequoia-voyages-\d{4}-\d\d-\d\d\.md"$/],
  ])('%s is a download with its content and date in the file name', async (path, type, name) => {
    const { headers } = await download(path);
    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('content-disposition')).toMatch(name);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test.each(['voyages', 'people', 'media', 'presidents', 'archive'])('%s requires a session', async (path) => {
    expect((await api.visitor().get(`/api/export/${path}`)).status).toBe(401);
  });

  test.each([
    ['voyages?format=xml', 'format'],
    ['voyages?limit=5', 'limit'],
    ['voyages?date_from=1946-02-30', 'date_from'],
    ['people?sort=age', 'sort'],
    ['media?media_type=cat', 'media_type'],
    ['presidents?q=x', 'q'],
    ['archive?format=csv', 'format'],
  ])('%s is rejected, naming the invalid parameter', async (path, field) => {
    const response = await browser.get(`/api/export/${path}`);
    expect(response.status).toBe(422);
    expect(response.headers.get('content-disposition')).toBe(null);
    expect(await response.json()).toMatchObject({ errors: [{ path: field }] });
  });
});

describe('voyages', () => {
  test('are exported as rows that can be imported without changes', async () => {
    const rows = (await csv('voyages')) as VoyageRow[];
    expect(Object.keys(rows[0] ?? {})).toEqual([...VOYAGE_COLUMNS]);
    expect(rows.map(({ voyage_slug, title }) => [voyage_slug, title])).toEqual([
      ['trial', `'+1, "Trial"`],
      ['potomac', ''],
    ]);
    const tableRows = rows.map((cells, index) => ({ cells, others: [], line: index + 1, end_line: index + 1 }));
    const { sections, voyages, problems } = readRows(tableRows);
    expect(problems).toEqual([]);
    expect(sections.map(({ kind, name, term_start }) => [kind, name, term_start])).toEqual([
      ['owner', 'Emily Roebling', '1931'],
      ['president', 'Gerald Ford', '1974-08-09'],
    ]);
    expect(voyages).toMatchObject([
      {
        start_date: '1931-05',
        end_date: '1931-06-02',
        title: '+1, "Trial"',
        notes: 'two\nlines, "quoted"',
        has_royalty: true,
        spins: [{ spin: 'snug', source: 'Daily Press' }],
        passengers: [{ name: 'Ann "Al" Lee', title: 'Mrs.', role: 'guest', is_crew: false }],
      },
      { start_date: '1976-06-16', title: null, start_location: 'Potomac River' },
    ]);
  });

  test('are exported as JSON with the same fields', async () => {
    const [trial, potomac] = await json<ExportedVoyage>('voyages');
    expect(trial).toMatchObject({
      voyage_slug: 'trial',
      owner: { kind: 'owner', name: 'Emily Roebling', term_start: '1931', term_end: '1932' },
      title: '+1, "Trial"',
      passengers: [{ name: 'Ann "Al" Lee', wikipedia_url: null, title: 'Mrs.', role: 'guest', is_crew: false }],
      spins: [{ spin: 'snug', source: 'Daily Press' }],
    });
    expect(potomac).toMatchObject({ owner: { kind: 'president', name: 'Gerald Ford' }, title: null });
  });

  test.each([
    ['royalty=1', ['trial']],
    ['president_slug=ford-gerald', ['potomac']],
    ['date_to=1940', ['trial']],
    ['q=Potomac', ['potomac']],
    ['person=lee-ann-al', ['trial']],
    ['sort=-date', ['potomac', 'trial']],
    ['significant=1&date_from=1970', []],
  ])('filtered by %s are the same as in the list', async (query, slugs) => {
    expect((await json<ExportedVoyage>(`voyages?${query}`)).map(({ voyage_slug }) => voyage_slug)).toEqual(slugs);
    const list = await browser.json<{ voyage_slug: string }[]>(`/api/voyages?${query}`);
    expect(list.map(({ voyage_slug }) => voyage_slug)).toEqual(slugs);
  });
});

describe('people', () => {
  test('have all details, with formulas escaped for spreadsheets', async () => {
    const [row] = await csv('people?q=lee');
    expect(row).toMatchObject({
      full_name: 'Ann "Al" Lee',
      filing_name: 'Lee, Ann',
      title: 'Mrs.',
      capacity_role: 'guest',
      birth_year: '1900',
      death_year: '',
      tags: 'cook, swims, well',
      notes_internal: `'=HYPERLINK("https://evil.example")`,
      voyage_count: '1',
    });
    expect(await json<ExportedPerson>('people?q=lee')).toEqual([
      expect.objectContaining({ tags: ['cook', 'swims, well'], birth_year: 1900, voyage_count: 1 }),
    ]);
  });

  test('are the same as in the list, in the same order', async () => {
    for (const query of ['sort=name', 'sort=voyages', 'sort=role', 'role_title=president', 'q=ford']) {
      const listed = await browser.json<ExportedPerson[]>(`/api/people?${query}&limit=1000`);
      const given = await json<ExportedPerson>(`people?${query}`);
      expect([query, given.map(({ person_slug }) => person_slug)]).toEqual([
        query,
        listed.map(({ person_slug }) => person_slug),
      ]);
    }
  });
});

describe('media', () => {
  const slugs = async (query: string) =>
    (await json<ExportedMedia>(`media?${query}`)).map(({ media_slug }) => media_slug);

  test('are sorted newest first, with their URLs', async () => {
    expect(await csv('media')).toEqual([
      expect.objectContaining({ media_slug: 'reel', media_type: 'video', url: 'https://example.org/reel' }),
      expect.objectContaining({ media_slug: 'menu', media_type: 'pdf' }),
      expect.objectContaining({ media_slug: 'deck', credit: 'Abbie Rowe', size: '' }),
    ]);
  });

  test.each([
    ['media_type=pdf', ['menu']],
    ['q=reel', ['reel']],
    ['folder=gerald-ford', ['deck']],
    ['folder=/gerald-ford/trial/', ['deck']],
    ['folder=gerald', []],
    ['words=rail_1 ROWE', ['deck']],
    ['words=rail&folder=gerald-ford-library', []],
    ['words=%25', []],
  ])('filtered by %s are %j', async (query, expected) => {
    expect(await slugs(query)).toEqual(expected);
  });
});

test('presidents and owners are sorted by start of term', async () => {
  const rows = await csv('presidents');
  expect(rows.slice(0, 2)).toMatchObject([
    { president_slug: 'hoover-herbert', presidential: 'true', term_start: '1929-03-04' },
    { president_slug: 'roebling', presidential: 'false', voyage_count: '1' },
  ]);
  expect(await json<President>('presidents')).toHaveLength(rows.length);
});

test('an empty list has only a header', async () => {
  expect(await (await download('voyages?q=nothing-of-the-kind')).text()).toBe(`${VOYAGE_COLUMNS.join(',')}\r\n`);
  expect(await json('voyages?q=nothing-of-the-kind')).toEqual([]);
});
