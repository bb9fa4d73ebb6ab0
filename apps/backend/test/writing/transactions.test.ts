import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aPerson } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { sql } from '../support/sql.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const failing = (code: string) => Object.assign(new Error(`PostgreSQL says ${code}`), { code });

describe('a transaction that conflicts with another', () => {
  test.each(['40001', '40P01', '23505'])('(%s) is retried', async (code) => {
    let tried = 0;
    const people = await api.database.transaction(async (executor) => {
      tried += 1;
      await executor.execute(sql(`insert into person (slug, full_name) values ($1, 'Tried')`), [
        `tried-${code.toLowerCase()}-${tried}`,
      ]);
      if (tried < 3) throw failing(code);
      return executor.rows(sql<{ slug: string }>(`select slug from person where slug like $1`), [
        `tried-${code.toLowerCase()}-%`,
      ]);
    });
    expect(people).toEqual([{ slug: `tried-${code.toLowerCase()}-3` }]);
  });

  test('and deadlocks is retried until both succeed', async () => {
    const [saved, two] = [await aPerson().save(api.database), await aPerson().save(api.database)];
    const both = (first: number, second: number) =>
      api.database.transaction(async (executor) => {
        const rename = (id: number) =>
          executor.execute(sql(`update person set role_title = coalesce(role_title, '') || 'x' where id = $1`), [id]);
        await rename(first);
        await new Promise((resolve) => setTimeout(resolve, 100));
        await rename(second);
      });
    await Promise.all([both(saved.id, two.id), both(two.id, saved.id)]);
    const { rows } = await api.database.pool.query('select role_title from person where id = any($1)', [
      [saved.id, two.id],
    ]);
    expect(rows).toEqual([{ role_title: 'xx' }, { role_title: 'xx' }]);
  });

  test('fails after a number of attempts', async () => {
    let tried = 0;
    const alwaysConflicting = api.database.transaction(async () => {
      tried += 1;
      throw failing('40001');
    });
    await expect(alwaysConflicting).rejects.toThrow('PostgreSQL says 40001');
    expect(tried).toBe(6);
  });

  test('is not retried for any other reason', async () => {
    let tried = 0;
    const rejected = api.database.transaction(async () => {
      tried += 1;
      throw failing('23514');
    });
    await expect(rejected).rejects.toThrow('PostgreSQL says 23514');
    expect(tried).toBe(1);
  });
});
