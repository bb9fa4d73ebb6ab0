import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { afterCommit, UnavailableError, type Database } from '../src/database/index.ts';
import { startApi, type TestApi } from './support/api.ts';
import { sql } from './support/sql.ts';

describe('Database', () => {
  let api: TestApi;
  let database: Database;
  beforeAll(async () => {
    api = await startApi();
    database = api.database;
    await api.asOwner(
      'create table note (id int primary key, words text not null unique); grant all on note to archive_app',
    );
  });
  afterAll(() => api.close());

  const insert = 'insert into note (id, words) values ($1, $2)';
  const ids = async () =>
    (await database.rows(sql<{ id: number }>('select id from note order by id', 'ids'))).map(({ id }) => id);

  test('returns days and times as text, timestamps as ISO 8601, and numbers as numbers', async () => {
    const [row] = await database.rows(
      sql(
        `select date '1946-03-07' as day, time '19:00' as clock, timestamptz '1976-06-16 19:00:00.25-04' as instant,
              count(*) as counted, 1.5::numeric as fraction, array[1, 2] as list, null::date as none, true as flag`,
        'kinds',
      ),
    );
    expect(row).toEqual({
      day: '1946-03-07',
      clock: '19:00:00',
      instant: '1976-06-16T23:00:00.25Z',
      counted: 1,
      fraction: 1.5,
      list: [1, 2],
      none: null,
      flag: true,
    });
  });

  test('prepares a statement once per connection', async () => {
    for (let time = 0; time < 20; time += 1) await database.rows(sql('select $1::int as n', 'prepared-once'), [time]);
    const [row] = await database.rows(
      sql<{ n: number }>(`select count(*) as n from pg_prepared_statements where name = 'prepared-once'`, 'prepared'),
    );
    expect(row?.n).toBe(1);
  });

  test('runs afterCommit callbacks only after the whole transaction', async () => {
    const seen: string[] = [];
    await database.transaction(async (executor) => {
      await executor.execute(sql(insert, 'note-insert'), [1, 'one']);
      afterCommit(async () => seen.push(`ids ${(await ids()).join()}`));
      expect(seen).toEqual([]);
      expect(await ids()).toEqual([]);
    });
    expect(seen).toEqual(['ids 1']);
  });

  test('drops afterCommit callbacks of a failed transaction', async () => {
    let followed = false;
    const failing = database.transaction(async (executor) => {
      await executor.execute(sql(insert, 'note-insert'), [2, 'two']);
      afterCommit(() => (followed = true));
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect([await ids(), followed]).toEqual([[1], false]);
  });

  test('keeps the transaction when an afterCommit callback fails', async () => {
    const seen: number[] = [];
    await database.transaction(async (executor) => {
      await executor.execute(sql(insert, 'note-insert'), [3, 'three']);
      afterCommit(() => Promise.reject(new Error('the queue is unavailable')));
      afterCommit(() => seen.push(3));
    });
    expect([await ids(), seen]).toEqual([[1, 3], [3]]);
  });

  test('rejects nested transactions, and afterCommit outside of a transaction', async () => {
    await expect(database.transaction(() => database.transaction(async () => 1))).rejects.toThrow(
      'Transactions can’t be nested',
    );
    expect(() => afterCommit(() => undefined)).toThrow('must be called inside a transaction');
  });

  test('removes broken connections from the pool', async () => {
    const killed = database.transaction(async (executor) => {
      await executor.rows(sql('select pg_terminate_backend(pg_backend_pid())', 'suicide'));
    });
    await expect(killed).rejects.toThrow(UnavailableError);
    for (let time = 0; time < 8; time += 1) expect(await ids()).toEqual([1, 3]);
  });

  test('distinguishes an unavailable server from an invalid statement', async () => {
    await expect(database.rows(sql('select nothing from note', 'wrong'))).rejects.toThrow(
      'column "nothing" does not exist',
    );
  });
});
