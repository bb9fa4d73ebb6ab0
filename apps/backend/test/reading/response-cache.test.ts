import { peopleOperations, voyageOperations } from '@archive/contracts';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { ResponseCache } from '../../src/common/response-cache.ts';
import { aPerson, aVoyage } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { waitUntil } from '../support/wait-until.ts';
import { send } from '../writing/send.ts';
import { requestOk } from './request.ts';
import { sql } from '../support/sql.ts';

/** Tables that no cacheable response reads. */
const NOT_RECORDS = [
  'account',
  'account_name',
  'api_token',
  'column_mapping',
  'confirmation',
  'device_key',
  'edition',
  'edition_address',
  'edition_file',
  'edition_setting',
  'edition_withheld',
  'file_text',
  'frontend_page_report',
  'frontend_preview',
  'frontend_registration',
  'frontend_report',
  'frontend_revision',
  'frontend_verdict',
  'frontend_version',
  'idempotency_key',
  'ingest_item',
  'ingest_name',
  'ingest_operation',
  'ingest_problem',
  'ingest_record',
  'login_attempt',
  'media_fetch',
  'media_trash',
  'media_upload',
  'migration',
  'name_decision',
  'package_import',
  'passkey',
  'portrait_image',
  'proposal',
  'record_change',
  'record_editor',
  'retention_run',
  'sandbox_crash',
  'schema_contract',
  'second_factor',
  'security_event',
  'session',
  'storage_check',
  'storage_cleanup',
  'storage_discrepancy',
  'worker',
];

let api: TestApi;
let secondApi: TestApi;
let browser: Browser;
beforeAll(async () => {
  api = await startApi({ cache: new ResponseCache(0) });
  secondApi = await startApi({ databaseUrl: api.config.database.url, cache: new ResponseCache(0) });
  browser = await api.signIn();
});
afterAll(async () => {
  await secondApi.close();
  await api.close();
});

const query = async (text: string, values?: unknown[]) => (await api.database.pool.query(text, values)).rows;
const changes = async () => Number((await query('select sum(changes) from record_change'))[0].sum);
const titleOf = async (slug: string, by = browser) =>
  (await requestOk(by, voyageOperations.get, { params: { slug } })).body.title;

describe('the number of changes', () => {
  test('grows when any table that cacheable responses read changes', async () => {
    const counted = await query(`
      select c.relname as name, exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'record_changed') counts
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`);
    const uncounted = counted.filter(({ counts }) => !counts).map(({ name }) => name);
    expect(uncounted.sort()).toEqual(NOT_RECORDS);
  });

  test('grows by one per transaction, and not when it rolls back', async () => {
    const before = await changes();
    await aVoyage().save(api.database);
    const after = await changes();
    expect(after).toBeGreaterThan(before);
    await api.database.transaction(async (executor) => {
      await executor.execute(sql('update person set updated_at = now()'));
      await executor.execute(sql('update voyage set updated_at = now()'));
    });
    expect(await changes()).toBe(after + 1);
    await api.database
      .transaction(async (executor) => {
        await executor.execute(sql('update person set updated_at = now()'));
        throw new Error('roll back');
      })
      .catch(() => undefined);
    expect(await changes()).toBe(after + 1);
  });

  test('counts a change after rolling back to a savepoint', async () => {
    const before = await changes();
    const client = await api.database.pool.connect();
    await client.query('begin; savepoint a');
    await client.query('update person set updated_at = now()');
    await client.query('rollback to savepoint a');
    await client.query('update voyage set updated_at = now()');
    await client.query('commit');
    client.release();
    expect(await changes()).toBe(before + 1);
  });

  test('counts concurrent writers without making them wait', async () => {
    const [saved, two] = [await aPerson().save(api.database), await aPerson().save(api.database)];
    const before = await changes();
    const client = await api.database.pool.connect();
    await client.query('begin');
    await client.query('update person set updated_at = now() where id = $1', [saved.id]);
    await query(`set lock_timeout = '2s'`);
    await query('update person set updated_at = now() where id = $1', [two.id]);
    expect(await changes()).toBe(before + 1);
    await client.query('commit');
    client.release();
    expect(await changes()).toBe(before + 2);
  });
});

test('the total of voyages follows inserts and deletes, and not a rollback', async () => {
  const totals = async () => {
    const [row] = await query(
      'select (select sum(voyages) from record_change) counted, (select count(*) from voyage) there',
    );
    expect(row.counted).toBe(row.there);
    return Number(row.there);
  };
  const before = await totals();
  const made = await Promise.all([1, 2, 3].map(() => aVoyage().save(api.database)));
  expect(await totals()).toBe(before + 3);
  await query('delete from voyage where slug = any($1)', [made.map(({ slug }) => slug).slice(0, 2)]);
  expect(await totals()).toBe(before + 1);
  const client = await api.database.pool.connect();
  await client.query('begin');
  await client.query('delete from voyage');
  await client.query('rollback');
  client.release();
  expect(await totals()).toBe(before + 1);
});

/** Changes a title without counting a change. */
const retitle = async (slug: string, title: string) => {
  await api.asOwner('alter table voyage disable trigger user');
  await query('update voyage set title = $2 where slug = $1', [slug, title]);
  await api.asOwner('alter table voyage enable trigger user');
};

describe('a cached response', () => {
  test('is served while nothing has changed', async () => {
    const { slug } = await aVoyage().titled('Dinner for two').save(api.database);
    expect(await titleOf(slug)).toBe('Dinner for two');
    await retitle(slug, 'Dinner for three');
    expect(await titleOf(slug)).toBe('Dinner for two');
    await query('update person set updated_at = now()');
    expect(await titleOf(slug)).toBe('Dinner for three');
  });

  test('is not stored shortly after a change', async () => {
    const quietMs = 300;
    const careful = await startApi({ databaseUrl: api.config.database.url, cache: new ResponseCache(quietMs) });
    try {
      const reader = await careful.signIn();
      const { slug } = await aVoyage().titled('One').save(api.database);
      expect(await titleOf(slug, reader)).toBe('One');
      await retitle(slug, 'Two');
      expect(await titleOf(slug, reader)).toBe('Two');
      await new Promise((resolve) => setTimeout(resolve, quietMs));
      expect(await titleOf(slug, reader)).toBe('Two');
      await retitle(slug, 'Three');
      expect(await titleOf(slug, reader)).toBe('Two');
    } finally {
      await careful.close();
    }
  });

  test('is never older than a change, even one made by another server', async () => {
    const { slug } = await aVoyage().titled('First').save(api.database);
    const editor = await secondApi.signIn();
    expect(await titleOf(slug)).toBe('First');
    for (const title of ['Second', 'Third', 'Fourth']) {
      const body = { start_date: '1946-03-07', title };
      await send(editor, voyageOperations.update, { params: { voyage_slug: slug }, body });
      expect(await titleOf(slug)).toBe(title);
      expect(await titleOf(slug, editor)).toBe(title);
    }
  });

  test('keeps its headers, and responds 304 to a client that has it', async () => {
    const first = await browser.get('/api/voyages?limit=1');
    const secondResponse = await browser.get('/api/voyages?limit=1');
    const described = ({ headers }: Response) =>
      ['content-type', 'etag', 'link', 'x-total-count', 'cache-control'].map((name) => headers.get(name));
    expect(described(secondResponse)).toEqual(described(first));
    expect(await secondResponse.text()).toBe(await first.text());
    const unchanged = await browser.get('/api/voyages?limit=1', { 'if-none-match': first.headers.get('etag') ?? '' });
    expect(unchanged.status).toBe(304);
    expect(await unchanged.text()).toBe('');
  });

  test('requires a session', async () => {
    await requestOk(browser, peopleOperations.roles, {});
    const visitor = await api.visitor().get(peopleOperations.roles.path);
    expect(visitor.status).toBe(401);
  });
});

describe('a session that has ended', () => {
  test.each([
    ['a page', '/api/voyages?limit=4', 'application/json'],
    ['a cached response', '/api/voyages?limit=3', 'application/json'],
    ['a missing record', '/api/voyages/no-such-voyage', 'application/json'],
    ['an invalid query', '/api/voyages?limit=0', 'application/json'],
    ['a page opened in a browser', '/api/voyages?limit=4', 'text/html'],
  ])('gets no %s', async (_, path, accept) => {
    await aVoyage().save(api.database);
    const visitor = await api.signIn();
    await visitor.json('/api/voyages?limit=3');
    await query('delete from session');
    const response = await visitor.get(path, { accept });
    const body = await response.text();
    if (accept === 'text/html') {
      expect(response.status).toBe(302);
      expect(response.headers.get('location')).toBe(`/?to=${encodeURIComponent(path)}`);
      expect(body).toBe('');
    } else {
      expect(response.status).toBe(401);
      expect(JSON.parse(body)).toMatchObject({ status: 401, detail: 'Please sign in.' });
    }
    for (const name of ['etag', 'link', 'x-total-count']) expect(response.headers.get(name)).toBeNull();
    expect(response.headers.get('cache-control')).toBe('no-store');
    browser = await api.signIn();
  });
});

test('no record is read before the session is validated', async () => {
  const visitor = await api.signIn();
  await visitor.json('/api/voyages?limit=3');
  const reads = jest.spyOn(api.database, 'row');
  const lookups = jest.spyOn(api.database.fastPath, 'rows');
  const client = await api.database.pool.connect();
  let list: Promise<unknown>;
  try {
    await client.query('begin; lock table session in access exclusive mode');
    list = visitor.json('/api/voyages?limit=8');
    await waitUntil(() => lookups.mock.calls.length > 0);
    expect(reads).not.toHaveBeenCalled();
    await client.query('commit');
    await list;
    expect(reads).toHaveBeenCalled();
  } finally {
    client.release(true);
    reads.mockRestore();
    lookups.mockRestore();
  }
});

test('a cacheable read extends the session', async () => {
  const visitor = await api.signIn();
  await query(`update session set last_seen_at = now() - interval '2 hours'`);
  expect((await visitor.get('/api/voyages?limit=5')).headers.getSetCookie()).toHaveLength(1);
  expect((await visitor.get('/api/voyages?limit=6')).headers.getSetCookie()).toHaveLength(0);
});
