import {
  earliestDay,
  type Fields,
  isEdtfDate,
  isPartialDate,
  latestDay,
  mediaFields,
  namesOf,
  personFields,
} from '@archive/contracts';
import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { baseline } from '../src/database/migrations/index.ts';
import { databaseOptions } from '../src/database/driver-options.ts';
import { aDatabase } from './support/database.ts';

let database: Awaited<ReturnType<typeof aDatabase>>;
let client: pg.Client;

beforeAll(async () => {
  database = await aDatabase();
  client = new pg.Client(database.url);
  await client.connect();
  await client.query(`
    insert into voyage (slug, title, start_date) values ('one', 'One', '1946'), ('two', 'Two', '1947');
    insert into media (slug, title, media_type, external_url) values ('photo', 'Photo', 'image', 'https://example.org/a.jpg');
    insert into passenger (voyage_id, person_id, sort_order)
      select v.id, p.id, row_number() over (order by p.slug) from voyage v, person p
      where v.slug = 'one' and p.slug in ('ford-gerald', 'nixon-richard')`);
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

/** The constraint that rejects a statement; undefined if none does. */
async function violatedBy(sql: string): Promise<string | undefined> {
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('set constraints all immediate');
    return undefined;
  } catch (error) {
    return (error as pg.DatabaseError).constraint ?? (error as Error).message;
  } finally {
    await client.query('rollback');
  }
}

const person = (slug: string) => `(select id from person where slug = '${slug}')`;
const voyage = (slug: string) => `(select id from voyage where slug = '${slug}')`;

describe('the schema rejects', () => {
  test.each([
    [
      'a position before the first',
      `update passenger set sort_order = 0 where sort_order = 1`,
      'passenger_sort_order_check',
    ],
    ['a day that the calendar does not have', `update voyage set start_date = '1946-02-30'`, 'voyage_start_date_check'],
    ['words as a date of a media item', `update media set date = 'c. 1947'`, 'media_date_check'],
    [
      'an end before the start',
      `update voyage set end_date = '1945' where slug = 'one'`,
      'voyage_ends_after_it_starts',
    ],
    ['an hour that no clock shows', `update voyage set start_time = '25:10'`, 'voyage_start_time_check'],
    [
      'a passenger without a person',
      `insert into passenger (voyage_id, person_id, sort_order) values (${voyage('one')}, 999999, 9)`,
      'passenger_person_id_fkey',
    ],
    [
      'to forget someone who sailed',
      `delete from president where person_id = ${person('ford-gerald')}; delete from person where slug = 'ford-gerald'`,
      'passenger_person_id_fkey',
    ],
    ['an owner who doesn’t exist', `update voyage set president_id = 999999`, 'voyage_president_id_fkey'],
    [
      'media without a voyage',
      `insert into voyage_media (voyage_id, media_id, sort_order) select 999999, id, 1 from media`,
      'voyage_media_voyage_id_fkey',
    ],
    ['media that are nowhere', `update media set external_url = null`, 'media_is_somewhere'],
    ['a voyage called new', `update voyage set slug = 'new' where slug = 'one'`, 'voyage_slug_check'],
    [
      'a death before the birth',
      `update person set birth_year = 1900, death_year = 1890 where slug = 'ford-gerald'`,
      'person_check',
    ],
    [
      'a second person with the same article',
      `update person set wikipedia_key = (select wikipedia_key from person where slug = 'ford-gerald') where slug = 'nixon-richard'`,
      'person_wikipedia_key_key',
    ],
  ])('%s', async (_, sql, constraint) => {
    expect(await violatedBy(sql)).toBe(constraint);
  });
});

test('adjacent rows swap positions in one statement', async () => {
  expect(await violatedBy(`update passenger set sort_order = 3 - sort_order`)).toBeUndefined();
});

test('has_photo follows the media of a voyage, whichever module writes them', async () => {
  const hasPhoto = async () =>
    (await client.query<{ has_photo: boolean }>(`select has_photo from voyage where slug = 'two'`)).rows[0]?.has_photo;
  expect(await hasPhoto()).toBe(false);
  await client.query(
    `insert into voyage_media (voyage_id, media_id, sort_order) select ${voyage('two')}, id, 1 from media`,
  );
  expect(await hasPhoto()).toBe(true);
  await client.query(`update media set media_type = 'document'`);
  expect(await hasPhoto()).toBe(false);
  await client.query(`update media set media_type = 'image'`);
  await client.query(`delete from voyage_media`);
  expect(await hasPhoto()).toBe(false);
});

test('the search document of a voyage is up to date after each write', async () => {
  const findTitles = async (words: string) =>
    (
      await client.query<{ slug: string }>(
        `select v.slug from voyage_search s join voyage v on v.id = s.voyage_id where document @@ plainto_tsquery('archive', $1)`,
        [words],
      )
    ).rows.map(({ slug }) => slug);
  expect(await findTitles('Nixon')).toEqual(['one']);
  await client.query(`update person set full_name = 'Tricky Dick' where slug = 'nixon-richard'`);
  expect(await findTitles('Nixon')).toEqual([]);
  expect(await findTitles('tricky')).toEqual(['one']);
  await client.query(`update voyage set notes = 'A café on the river' where slug = 'two'`);
  expect(await findTitles('cafe')).toEqual(['two']);
});

test('the database and the contracts agree on valid dates', async () => {
  const digits = fc.stringMatching(/^\d{4}(-\d{2}(-\d{2})?)?$/);
  const texts = fc
    .sample(fc.oneof(digits, fc.stringMatching(/^(1[6-9]|20)\d\d-[01]\d-[0-3]\d$/), fc.string({ maxLength: 12 })), 2000)
    .filter((text) => text.isWellFormed() && !text.includes('\0'));
  const { rows } = await client.query<{ text: string; is: boolean }>(
    `select text, is_partial_date(text) "is" from unnest($1::text[]) text`,
    [texts],
  );
  expect(rows.filter(({ text, is }) => is !== isPartialDate(text))).toEqual([]);
});

test('the database and the contracts agree on approximate dates and their days', async () => {
  const date = fc
    .tuple(fc.integer({ min: 1598, max: 2102 }), fc.integer({ min: 0, max: 25 }), fc.integer({ min: 0, max: 32 }))
    .chain(([year, month, day]) => {
      const text = [year, ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-');
      return fc.constantFrom(4, 7, 10).map((length) => text.slice(0, length));
    });
  const qualified = fc.tuple(date, fc.constantFrom('', '~', '?', '%')).map((parts) => parts.join(''));
  const sample = fc.sample(
    fc.oneof(
      qualified,
      fc.tuple(qualified, qualified).map((parts) => parts.join('/')),
      fc.tuple(fc.integer({ min: 1598, max: 2102 }), fc.integer({ min: 19, max: 26 })).map((parts) => parts.join('-')),
      fc.stringMatching(/^\d{3}X[~?%]?$/),
      date.map((text) => `[..${text}]`),
      date.map((text) => `[${text}..]`),
      fc.array(date, { minLength: 1, maxLength: 4 }).map((dates) => `[${dates.toSorted().join(',')}]`),
      fc.tuple(date, date).map((dates) => `[${dates.join(',')}]`),
      fc.stringMatching(/^(1[6-9]|20)\dX$/),
    ),
    4000,
  );
  const texts = [
    ...sample,
    '1893/1893-12',
    '1893?/1893-11',
    '1893-12/1893',
    '1893-12/1893-12-31',
    '1896-02/1896-02-29',
    '[1946,1946-12]',
    '[1946,1947,1946]',
    '[1946]',
    '[..1946,1947]',
    '[1945..1946]',
    '[..2100]',
    '[2091..]',
  ];
  const { rows } = await client.query<{ text: string; is: boolean; first: string | null; last: string | null }>(
    `select text, is_edtf_date(text) "is", earliest_day(text)::text first, latest_day(text)::text last from unnest($1::text[]) text`,
    [texts],
  );
  expect(rows.filter(({ is }) => is).length).toBeGreaterThan(500);
  const expected = texts.map((text) => ({
    text,
    is: isEdtfDate(text),
    first: earliestDay(text) ?? null,
    last: latestDay(text) ?? null,
  }));
  expect(rows).toEqual(expected);
});

test('every migration after the baseline runs up, down and up again', async () => {
  const ownDatabase = await aDatabase();
  const orm = await MikroORM.init({ ...databaseOptions(ownDatabase.url, 2), logger: () => undefined });
  const executed = async () => (await orm.migrator.getExecuted()).map(({ name }) => name);
  try {
    const all = await executed();
    await orm.migrator.down({ migrations: all.slice(baseline.length) });
    expect(await executed()).toEqual(baseline);
    await orm.migrator.up();
    expect(await executed()).toEqual(all);
  } finally {
    await orm.close();
    await ownDatabase.drop();
  }
});

describe('the search column has the declared fields with their weights:', () => {
  const TABLES: [table: string, fields: Fields, others: Record<string, string>][] = [
    ['person', personFields, {}],
    ['media', mediaFields, { media_type: 'image', date: '1949', external_url: 'https://example.org/' }],
  ];

  test.each(TABLES)('%s', async (table, fields, others) => {
    const texts = namesOf(fields).filter((name) => fields[name]?.column === 'text');
    const values: Record<string, string> = {
      slug: 'words',
      ...Object.fromEntries(texts.map((name, index) => [name, `field${index}`])),
      ...others,
    };
    const { rows } = await client.query<{ found: string }>(
      `insert into ${table} (${Object.keys(values).join(', ')}) values (${Object.keys(values).map((_, index) => `$${index + 1}`)})
       returning search::text found`,
      Object.values(values),
    );
    const weights = new Map(
      [...(rows[0]?.found ?? '').matchAll(/'([^']+)':\d+([A-D]?)/g)].map(([, w, l]) => [w, l || 'D']),
    );
    const declared = texts.map((name) => [values[name], fields[name]?.search] as const).filter(([, weight]) => weight);
    expect(Object.fromEntries(weights)).toEqual(Object.fromEntries(declared));
  });
});
