import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { databaseOptions } from '../src/database/mikro-orm.config.ts';
import { startApi, type TestApi } from './support/api.ts';
import type { Browser } from './support/browser.ts';
import { aDatabase } from './support/database.ts';
import { ingest } from './support/ingest.ts';
import { startWorker } from './support/worker.ts';

const COMPOSED = 'Zoë Café'.normalize('NFC');
const DECOMPOSED = COMPOSED.normalize('NFD');

describe('letters and their accents are composed', () => {
  let api: TestApi;
  let curator: Browser;
  let worker: Awaited<ReturnType<typeof startWorker>>;

  beforeAll(async () => {
    api = await startApi();
    worker = await startWorker(api);
    curator = await api.signIn();
  });
  afterAll(async () => {
    await worker.close();
    await api.close();
  });

  test('in forms, and in the filters for what they have stored', async () => {
    const body = { full_name: DECOMPOSED, tags: [DECOMPOSED, COMPOSED] };
    expect((await curator.post('/api/curator/people', body)).status).toBe(201);
    const [person] = await curator.json<{ full_name: string }[]>(`/api/people?q=${encodeURIComponent(DECOMPOSED)}`);
    expect(person).toMatchObject({ full_name: COMPOSED });
    expect(await curator.json('/api/tags')).toEqual([expect.objectContaining({ tag: COMPOSED })]);
  });

  test.each([
    ['Markdown', `## 1946-03-07\n\nPassengers: ${DECOMPOSED}\n`],
    ['a table', `Date,Passengers\n1946-03-08,${DECOMPOSED}\n`],
    ['JSON', JSON.stringify([{ start_date: '1946-03-09', passengers: [{ name: DECOMPOSED }] }])],
    ['JSON with escapes', `[{"start_date":"1946-03-10","passengers":[{"name":"Zoe\\u0308 Cafe\\u0301"}]}]`],
  ])('in %s, whose person is the one that exists', async (_, document) => {
    expect(await ingest(curator, document)).toMatchObject({ status: 'completed' });
    expect(await curator.json(`/api/people?q=${encodeURIComponent(COMPOSED)}`)).toHaveLength(1);
  });
});

test('an upgrade composes the letters of what is stored', async () => {
  const database = await aDatabase();
  const client = new pg.Client(database.url);
  await client.connect();
  try {
    await client.query(`insert into person (slug, full_name, tags) values ('zoe', $1, $2)`, [
      DECOMPOSED,
      ['x', DECOMPOSED, 'y', COMPOSED],
    ]);
    await client.query(`insert into voyage (slug, title, start_date, notes) values ('v', 'V', '1946', $1)`, [
      DECOMPOSED,
    ]);
    const orm = await MikroORM.init({ ...databaseOptions(database.url, 2), logger: () => undefined });
    await orm.migrator.down({ migrations: ['20261127124000-composed-letters'] });
    await orm.migrator.up();
    await orm.close();
    const { rows: people } = await client.query(`select full_name, tags from person where slug = 'zoe'`);
    expect(people).toEqual([{ full_name: COMPOSED, tags: ['x', COMPOSED, 'y'] }]);
    expect((await client.query('select notes from voyage')).rows).toEqual([{ notes: COMPOSED }]);
  } finally {
    await client.end();
    await database.drop();
  }
});
