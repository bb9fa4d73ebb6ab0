import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { aDatabase } from './support/database.ts';

let database: Awaited<ReturnType<typeof aDatabase>>;
let client: pg.Client;
/** Ids of four people, media and albums, in this order. */
let ids: number[];

beforeAll(async () => {
  database = await aDatabase();
  client = new pg.Client(database.url);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** One voyage with four passengers, four media, and four albums; the first album has all media. */
const FILL = `
  truncate voyage, media, album cascade;
  alter sequence voyage_id_seq restart; alter sequence media_id_seq restart; alter sequence album_id_seq restart;
  insert into voyage (slug, title, start_date) values ('one', 'One', '1946');
  insert into media (slug, title, media_type, external_url)
    select 'm' || n, 'M', 'image', 'https://example.org/' || n from generate_series(1, 4) n;
  insert into album (slug, voyage_id, title, sort_order) select 'a' || n, 1, 'A', n from generate_series(1, 4) n;
  insert into voyage_media (voyage_id, media_id, sort_order) select 1, n, n from generate_series(1, 4) n;
  insert into album_media (album_id, media_id, sort_order) select 1, n, n from generate_series(1, 4) n;
  insert into passenger (voyage_id, person_id, sort_order)
    select 1, id, row_number() over (order by id) from (select id from person order by id limit 4) p;`;

const LISTS = {
  passenger: { owner: 'voyage_id', item: 'person_id' },
  voyage_media: { owner: 'voyage_id', item: 'media_id' },
  album: { owner: 'voyage_id', item: 'id' },
  album_media: { owner: 'album_id', item: 'media_id' },
};
type List = keyof typeof LISTS;
const NAMES = Object.keys(LISTS) as List[];

/** The list as `item@number`, with the items counted from 1. */
async function listOf(table: List): Promise<string> {
  const { owner, item } = LISTS[table];
  const { rows } = await client.query<{ item: number; sort_order: number }>(
    `select ${item} item, sort_order from ${table} where ${owner} = 1 order by sort_order, item`,
  );
  return rows
    .map(({ item, sort_order }) => `${table === 'passenger' ? ids.indexOf(item) + 1 : item}@${sort_order}`)
    .join(' ');
}

const itemOf = (table: List, item: number) => (table === 'passenger' ? ids[item - 1] : item);

async function fill(): Promise<void> {
  await client.query(FILL);
  const { rows } = await client.query<{ id: number }>('select person_id id from passenger order by sort_order');
  ids = rows.map(({ id }) => id);
}

describe.each(NAMES)('the numbers of %s', (table) => {
  const { owner, item } = LISTS[table];
  beforeEach(fill);

  const run = (sql: string, ...values: unknown[]) => client.query(sql, values);
  const columns = `${owner}, ${item}, sort_order${table === 'album' ? ', slug, title' : ''}`;
  const extraValues = table === 'album' ? `, 'again', 'A'` : '';
  const insert = (position: number) =>
    run(
      `insert into ${table} (${columns}) ${table === 'album' ? 'overriding system value' : ''} values (1, $1, $2${extraValues})`,
      itemOf(table, 2),
      position,
    );
  const remove = (...items: number[]) =>
    run(
      `delete from ${table} where ${owner} = 1 and ${item} = any($1::int[])`,
      items.map((item) => itemOf(table, item)),
    );

  test('have no gap after a deletion', async () => {
    await remove(1, 3);
    expect(await listOf(table)).toBe('2@1 4@2');
  });

  test('move down for an item inserted at a number in use', async () => {
    await remove(2);
    await insert(1);
    expect(await listOf(table)).toBe('2@1 1@2 3@3 4@4');
  });

  test('have no gap after an item is added far beyond the last one', async () => {
    await remove(2);
    await insert(900);
    expect(await listOf(table)).toBe('1@1 3@2 4@3 2@4');
  });

  test('keep the order of items that an update gives the same number', async () => {
    await run(`update ${table} set sort_order = greatest(sort_order - 1, 1) where ${owner} = 1`);
    expect(await listOf(table)).toBe('1@1 2@2 3@3 4@4');
    await run(`update ${table} set sort_order = sort_order * 7 where ${owner} = 1`);
    expect(await listOf(table)).toBe('1@1 2@2 3@3 4@4');
  });

  test('can be changed to any order in one statement', async () => {
    await run(`update ${table} set sort_order = 5 - sort_order where ${owner} = 1`);
    expect(await listOf(table)).toBe('4@1 3@2 2@3 1@4');
  });

  test('have no gap after two transactions that delete at the same time', async () => {
    const other = new pg.Client(database.url);
    await other.connect();
    try {
      await client.query('begin');
      await other.query('begin');
      await remove(4);
      const deleted = other.query(`delete from ${table} where ${owner} = 1 and ${item} = $1`, [itemOf(table, 2)]);
      await client.query('commit');
      await deleted;
      await other.query('commit');
    } finally {
      await other.end();
    }
    expect(await listOf(table)).toBe('1@1 3@2');
  });
});

test('deleting a record deletes its lists', async () => {
  await fill();
  await client.query(`delete from voyage where id = 1`);
  for (const table of NAMES) expect(await listOf(table)).toBe('');
});

test('an album that an earlier version puts at 0 gets number 1', async () => {
  await fill();
  await client.query(
    `delete from album; insert into album (slug, voyage_id, title, sort_order) values ('z', 1, 'Z', 0)`,
  );
  expect((await client.query('select sort_order from album')).rows).toEqual([{ sort_order: 1 }]);
});

test('media are numbered separately in each category', async () => {
  await fill();
  await client.query(`update voyage_media set media_category = 'additional_source' where media_id in (2, 3)`);
  expect(await listOf('voyage_media')).toBe('1@1 2@1 3@2 4@2');
});
