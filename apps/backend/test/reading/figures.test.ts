// cspell:ignore potomac quantico potómac Québec
import {
  ATTRIBUTES,
  type Figures,
  figuresOperations,
  type OperationQuery,
  placeOperations,
  type VoyageMap,
  voyageOperations,
} from '@archive/contracts';
import { earliestDay, endOfDate, latestDay, startOfDate } from '@archive/contracts/dates';
import { afterEach, afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { aMedia, aVoyage } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { send } from '../writing/send.ts';
import { getRejected, requestOk } from './request.ts';

type Query = OperationQuery<typeof figuresOperations.get>;

let api: TestApi;
let browser: Browser;

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
});
afterEach(() => api.database.pool.query('truncate voyage, passenger, voyage_media, media, derivative cascade'));
afterAll(() => api.close());

const figures = async (query: Query = {}) => (await requestOk(browser, figuresOperations.get, { query })).body;
const listed = async (query: Query) =>
  (await requestOk(browser, voyageOperations.list, { query: { ...query, limit: 1 } })).total;

/** Each number with the filter of its voyages. */
function marksOf(found: Figures): { filter: Query; voyages: number }[] {
  const slug = (president: string | null) => ({ president_slug: [president ?? 'none'] });
  return [
    { filter: {}, voyages: found.voyages },
    ...found.presidents.map(({ president_slug, voyages }) => ({ filter: slug(president_slug), voyages })),
    ...found.years.map(({ year, president_slug, voyages }) => ({
      filter: { ...slug(president_slug), date_from: String(year), date_to: String(year) },
      voyages,
    })),
    ...found.months.map(({ month, voyages }) => ({ filter: { month: String(month) }, voyages })),
    { filter: { month: 'unknown' }, voyages: found.months_unknown },
    ...found.days.map(({ days, voyages }) => ({ filter: { days }, voyages })),
    ...found.hours.map(({ hours, voyages }) => ({ filter: { hours }, voyages })),
    ...found.people.map(({ person_slug, voyages }) => ({ filter: { person: [person_slug] }, voyages })),
    ...found.companions.map(({ person_slug, companion_slug, voyages }) => ({
      filter: { person: [person_slug, companion_slug] },
      voyages,
    })),
    ...found.places.map(({ place, voyages }) => ({ filter: { place_name: [place] }, voyages })),
    ...found.attributes.map(({ attribute, voyages }) => ({ filter: { [attribute]: '1' as const }, voyages })),
  ];
}

describe('an archive counted by hand', () => {
  const save = async () => {
    const picture = await aMedia('On deck').save(api.database);
    const voyages = [
      aVoyage()
        .on('1946-03-07')
        .under('truman-harry-s')
        .aboard('Ann Lee')
        .aboard('Bo Ray')
        .aboard('Cy Poe', { is_crew: true })
        .showing(picture)
        .with({
          start_time: '10:00',
          end_time: '12:00',
          start_location: 'Navy Yard',
          end_location: 'navy yard',
          mention_menu: true,
        }),
      aVoyage()
        .on('1946-12-30', '1947-01-02')
        .under('truman-harry-s')
        .aboard('Ann Lee')
        .aboard('Bo Ray')
        .with({ start_location: 'Potómac River', end_location: 'Navy Yard', presidential_initials: 'HST' }),
      aVoyage().on('1939/1941').aboard('Ann Lee'),
      aVoyage().on('[1932,1934-05]').under('hoover-herbert'),
      aVoyage().on('1947~').under('truman-harry-s').with({ end_location: 'Potomac River' }),
      aVoyage().on('1946-22').under('truman-harry-s'),
      aVoyage().on('1931').under('hoover-herbert').with({ voyage_type: 'private' }),
    ];
    for (const voyage of voyages) await voyage.save(api.database);
  };
  const truman = { president_slug: 'truman-harry-s', voyages: 1, uncertain: 0 };

  test('has these figures', async () => {
    await save();
    const found = await figures();
    expect(found).toEqual({
      voyages: 7,
      presidents: [
        { president_slug: 'hoover-herbert', president_name: 'Herbert Hoover', presidential: true, voyages: 2 },
        { president_slug: null, president_name: null, presidential: false, voyages: 1 },
        { president_slug: 'truman-harry-s', president_name: 'Harry S. Truman', presidential: true, voyages: 4 },
      ],
      years: [
        { year: 1931, president_slug: 'hoover-herbert', voyages: 1, uncertain: 0 },
        ...[1932, 1934].map((year) => ({ year, president_slug: 'hoover-herbert', voyages: 1, uncertain: 1 })),
        ...[1939, 1940, 1941].map((year) => ({ year, president_slug: null, voyages: 1, uncertain: 1 })),
        // In March, in summer, and over New Year.
        { ...truman, year: 1946, voyages: 3 },
        { ...truman, year: 1947, voyages: 2, uncertain: 1 },
      ],
      months: [
        { month: 3, voyages: 1 },
        { month: 12, voyages: 1 },
      ],
      months_unknown: 5,
      days: [
        { days: 'unknown', voyages: 5 },
        { days: '1', voyages: 1 },
        { days: '4', voyages: 1 },
      ],
      hours: [
        { hours: 'unknown', voyages: 6 },
        { hours: '2-4', voyages: 1 },
      ],
      people: [
        { person_slug: 'lee-ann', full_name: 'Ann Lee', voyages: 3, as_crew: 0 },
        { person_slug: 'ray-bo', full_name: 'Bo Ray', voyages: 2, as_crew: 0 },
        { person_slug: 'poe-cy', full_name: 'Cy Poe', voyages: 1, as_crew: 1 },
      ],
      companions: [
        { person_slug: 'lee-ann', companion_slug: 'ray-bo', voyages: 2 },
        { person_slug: 'lee-ann', companion_slug: 'poe-cy', voyages: 1 },
        { person_slug: 'ray-bo', companion_slug: 'poe-cy', voyages: 1 },
      ],
      places: [
        { place: 'Navy Yard', voyages: 2 },
        { place: 'Potomac River', voyages: 2 },
      ],
      attributes: [
        { attribute: 'has_photo', voyages: 1 },
        { attribute: 'presidential_use', voyages: 1 },
        { attribute: 'mention_menu', voyages: 1 },
      ],
    });
  });

  test('leads from each number to as many voyages, under any filter', async () => {
    await save();
    const filters: Query[] = [
      {},
      { president_slug: ['none', 'truman-harry-s'] },
      { date_from: '1940', date_to: '1946-12-30' },
      { person: ['lee-ann', 'ray-bo'] },
      { person: ['lee-ann', 'lee-ann'], place_name: ['NAVY YARD', 'potomac river'] },
      { month: 'unknown', days: 'unknown' },
      { hours: '2-4' },
    ];
    for (const filter of filters) {
      const found = await figures(filter);
      expect([filter, found.voyages]).toEqual([filter, await listed(filter)]);
      expect(found.voyages).toBeGreaterThan(0);
      for (const { filter: ofMark, voyages } of marksOf(found)) {
        const both = (name: 'person' | 'place_name') => [filter[name] ?? [], ofMark[name] ?? []].flat();
        const dates = {
          date_from: [filter.date_from, ofMark.date_from].filter(Boolean).sort().at(-1),
          date_to: [filter.date_to, ofMark.date_to && `${ofMark.date_to}-12-31`].filter(Boolean).sort().at(0),
        };
        const period = Object.fromEntries(Object.entries(dates).filter(([, date]) => date !== undefined));
        const narrowed = { ...filter, ...ofMark, person: both('person'), place_name: both('place_name'), ...period };
        expect([narrowed, voyages]).toEqual([narrowed, await listed(narrowed)]);
      }
    }
  });

  test('counts “1939 or 1941” in these two years, as the list finds it', async () => {
    await aVoyage().on('[1939,1941]').save(api.database);
    expect((await figures()).years.map(({ year }) => year)).toEqual([1939, 1941]);
    for (const [date_from, date_to, voyages] of [
      ['1939', '1939', 1],
      ['1940', '1940', 0],
      ['1940-01-01', '1941-01-01', 1],
    ] as const) {
      expect([date_from, await listed({ date_from, date_to })]).toEqual([date_from, voyages]);
      expect((await figures({ date_from, date_to })).voyages).toBe(voyages);
    }
    expect((await figures({ date_from: '1940' })).years.map(({ year }) => year)).toEqual([1941]);
  });

  test('shows only the years of the filter, and forgets deleted voyages', async () => {
    await save();
    expect((await figures({ date_from: '1940', date_to: '1946' })).years.map(({ year }) => year)).toEqual([
      1940, 1941, 1946,
    ]);
    await api.database.pool.query("delete from voyage where start_date = '1939/1941'");
    expect((await figures({ date_from: '1940', date_to: '1946' })).years.map(({ year }) => year)).toEqual([1946]);
  });

  test.each<Query>([{ month: '0' }, { month: '13' }, { days: '15' as 'unknown' }, { hours: '3' as 'unknown' }])(
    'rejects %j',
    async (query) => {
      await getRejected(browser, `/api/figures?${new URLSearchParams(query as Record<string, string>)}`, 422);
    },
  );
});

test('an empty archive has empty figures', async () => {
  const { voyages, months_unknown, ...lists } = await figures();
  expect([voyages, months_unknown]).toEqual([0, 0]);
  expect(Object.values(lists).every(({ length }) => length === 0)).toBe(true);
});

describe('random archives have the figures of a naive count', () => {
  const DATES = [
    ['1946-03-07'],
    ['1946-03-07', '1946-03-09'],
    ['1946-03-01', '1946-03-20'],
    ['1945-12-30', '1946-01-06'],
    ['1946'],
    ['1946-05'],
    ['1946-05', '1946-07-04'],
    ['1946-24'],
    ['1946-21'],
    ['194X'],
    ['1946?'],
    ['1946-05-06~'],
    ['[1945,1947]'],
    ['[..1946]'],
    ['[1946..]'],
    ['1945-11/1946-02'],
    ['1946-07-01', '1946~'],
  ] as const;
  const PEOPLE = Array.from({ length: 14 }, (_, index) => `Guest${'abcdefghijklmn'[index]!} Smith`);
  const PLACES = ['Quantico', 'QUANTICO', 'Annapolis', 'Québec', 'quebec', null] as const;
  const OWNERS = ['hoover-herbert', 'truman-harry-s', undefined] as const;

  /** Small numbers that are the same in every run. */
  function random(seed: number) {
    let state = seed;
    return <T>(choices: readonly T[]): T => {
      state = (state * 1103515245 + 12345) % 2147483648;
      return choices[Math.floor((state / 2147483648) * choices.length)]!;
    };
  }

  const hasUncertainYear = (date: string | undefined) =>
    date !== undefined &&
    (/[~?%]/.test(date) || startOfDate(date)!.slice(0, 4) !== endOfDate(date)!.slice(0, 4)) &&
    !/^\d{4}(-\d\d){0,2}$/.test(date.replace('-24', '-24x'));

  const counted = (values: readonly string[]) =>
    values.reduce((counts, value) => counts.set(value, (counts.get(value) ?? 0) + 1), new Map<string, number>());
  const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

  test.each([1, 2, 3])('seed %s', async (seed) => {
    const pick = random(seed);
    const rows = Array.from({ length: 40 }, () => {
      const [start, end] = pick(DATES) as readonly [string, string?];
      return {
        start,
        end,
        owner: pick(OWNERS),
        people: [...new Set([pick(PEOPLE), pick(PEOPLE), pick(PEOPLE)])],
        places: [pick(PLACES), pick(PLACES)] as const,
        attributes: ATTRIBUTES.filter((name) => name.startsWith('mention') && pick([true, false, false])),
      };
    });
    for (const { start, end, owner, people, places, attributes } of rows) {
      const voyage = aVoyage()
        .on(start, end)
        .with({
          start_location: places[0],
          end_location: places[1],
          ...Object.fromEntries(attributes.map((name) => [name, true])),
        });
      if (owner) voyage.under(owner);
      for (const person of people) voyage.aboard(person);
      await voyage.save(api.database);
    }
    const found = await figures();

    const years = rows.flatMap(({ start, end, owner }) => {
      const [first, last] = [earliestDay(start)!, latestDay(end ?? start)!].map((day) => Number(day.slice(0, 4)));
      return Array.from({ length: last! - first! + 1 }, (_, index) => ({
        year: first! + index,
        key: `${first! + index} ${owner ?? 'none'}`,
        uncertain: hasUncertainYear(start) || hasUncertainYear(end),
      })).filter(({ year }) => start !== '[1945,1947]' || year !== 1946);
    });
    expect(new Map(found.years.map((item) => [`${item.year} ${item.president_slug ?? 'none'}`, item.voyages]))).toEqual(
      counted(years.map(({ key }) => key)),
    );
    expect(
      new Map(
        found.years
          .filter(({ uncertain }) => uncertain > 0)
          .map((item) => [`${item.year} ${item.president_slug ?? 'none'}`, item.uncertain]),
      ),
    ).toEqual(counted(years.filter(({ uncertain }) => uncertain).map(({ key }) => key)));

    const isKnown = (date: string, length: number) =>
      /^\d{4}-(0|1[0-2])/.test(date) && date.length <= 10 && date.length >= length;
    const months = rows.filter(({ start }) => isKnown(start, 7)).map(({ start }) => String(Number(start.slice(5, 7))));
    expect(new Map(found.months.map(({ month, voyages }) => [String(month), voyages]))).toEqual(counted(months));
    expect(found.months_unknown).toBe(rows.length - months.length);

    const days = rows.map(({ start, end = start }) => {
      if (!isKnown(start, 10) || !isKnown(end, 10)) return 'unknown';
      const length = (Date.parse(end) - Date.parse(start)) / 86_400_000 + 1;
      return length > 14 ? '15-or-more' : length > 7 ? '8-14' : String(length);
    });
    expect(new Map(found.days.map((item) => [item.days as string, item.voyages]))).toEqual(counted(days));

    const aboard = counted(rows.flatMap(({ people }) => people));
    expect(new Map(found.people.map(({ full_name, voyages }) => [full_name, voyages]))).toEqual(aboard);
    expect(found.people.map(({ voyages }) => voyages)).toEqual([...aboard.values()].sort((a, b) => b - a));

    const names = new Map(found.people.map(({ person_slug, full_name }) => [person_slug, full_name]));
    const top = found.people.slice(0, 10).map(({ full_name }) => full_name);
    const pairs = rows.flatMap(({ people }) =>
      top.flatMap((one, index) =>
        top
          .slice(index + 1)
          .flatMap((other) => (people.includes(one) && people.includes(other) ? [`${one}, ${other}`] : [])),
      ),
    );
    expect(
      new Map(
        found.companions.map((pair) => [
          `${names.get(pair.person_slug)}, ${names.get(pair.companion_slug)}`,
          pair.voyages,
        ]),
      ),
    ).toEqual(counted(pairs));

    const places = rows.flatMap((row) => [
      ...new Set(row.places.flatMap((place) => (place === null ? [] : [fold(place)]))),
    ]);
    expect(new Map(found.places.map(({ place, voyages }) => [fold(place), voyages]))).toEqual(counted(places));
    expect(new Map(found.attributes.map(({ attribute, voyages }) => [attribute as string, voyages]))).toEqual(
      counted(rows.flatMap(({ attributes }) => attributes)),
    );
    for (const { filter, voyages } of marksOf(found)) expect([filter, voyages]).toEqual([filter, await listed(filter)]);
  });
});

describe('the map', () => {
  const map = async (query: Query = {}) => (await requestOk(browser, figuresOperations.map, { query })).body;
  const counts = ({ places }: VoyageMap) => places.map(({ place_slug, voyages }) => [place_slug, voyages]);
  const POSITION = { latitude: 38.708, longitude: -77.086 };

  beforeAll(async () => {
    for (const body of [
      { name: 'Mount Vernon', variants: ['Mt. Vernon'], uncertainty: 500, kind: 'landmark' as const, ...POSITION },
      { name: 'Navy Yard', latitude: 38.8737, longitude: -76.995 },
      { name: 'Potomac River' },
      { name: 'Newport', latitude: 41.49, longitude: -71.31 },
    ])
      await send(browser, placeOperations.create, { body });
  });
  afterAll(() => api.database.pool.query('truncate place, place_name, place_redirect cascade'));
  beforeEach(async () => {
    const voyages = [
      aVoyage()
        .on('1946-03-07')
        .aboard('Ann Lee')
        .with({ start_location: 'Navy Yard', end_location: 'Mt Vernon; NAVY YARD' }),
      aVoyage().on('1947-05-01').with({ start_location: 'Potómac River', end_location: 'mount vernon' }),
      aVoyage().on('1948').with({ end_location: 'Potomac River; Quantico' }),
      aVoyage().on('1949'),
    ];
    for (const voyage of voyages) await voyage.save(api.database);
  });

  test('has the places with coordinates, how often voyages name each, and what it leaves out', async () => {
    expect(await map()).toEqual({
      voyages: 4,
      voyages_not_on_map: 2,
      places_not_on_map: 1,
      places: [
        {
          place_slug: 'mount-vernon',
          name: 'Mount Vernon',
          kind: 'landmark',
          uncertainty: 500,
          voyages: 2,
          ...POSITION,
        },
        {
          place_slug: 'navy-yard',
          name: 'Navy Yard',
          kind: 'other',
          uncertainty: null,
          voyages: 1,
          latitude: 38.8737,
          longitude: -76.995,
        },
      ],
    });
  });

  test.each<[string, Query, unknown]>([
    [
      'person',
      { person: ['lee-ann'] },
      [
        ['mount-vernon', 1],
        ['navy-yard', 1],
      ],
    ],
    ['date', { date_from: '1947' }, [['mount-vernon', 1]]],
    [
      'place',
      { place: 'navy-yard' },
      [
        ['mount-vernon', 1],
        ['navy-yard', 1],
      ],
    ],
    ['words', { q: 'quantico' }, []],
  ])('counts the voyages of the filter by %s, as many as the list has', async (_, query, expected) => {
    const found = await map(query);
    expect(counts(found)).toEqual(expected);
    expect(found.voyages).toBe(await listed(query));
    for (const { place_slug, voyages } of found.places)
      if (query.place === undefined) expect(await listed({ ...query, place: place_slug })).toBe(voyages);
  });

  test('is empty where nothing matches, and rejects what the list rejects', async () => {
    expect(await map({ q: 'no such voyage' })).toEqual({
      voyages: 0,
      voyages_not_on_map: 0,
      places: [],
      places_not_on_map: 0,
    });
    await getRejected(browser, '/api/figures/map?color=red', 422);
  });
});
