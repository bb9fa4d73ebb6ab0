import { peopleCalls, voyageCalls } from '@archive/contracts';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { KeptAnswers } from '../../src/common/kept-answers.ts';
import { aPerson, aVoyage } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { until } from '../support/doorway.ts';
import { send } from '../writing/send.ts';
import { ask } from './ask.ts';

/** Tables that no kept answer is made of. */
const NOT_RECORDS = [
  'deploy_token',
  'frontend_report',
  'frontend_revision',
  'frontend_version',
  'idempotency_key',
  'ingest_item',
  'ingest_operation',
  'ingest_problem',
  'ingest_record',
  'login_attempt',
  'media_fetch',
  'media_upload',
  'migration',
  'record_change',
  'session',
  'storage_check',
  'storage_deletion',
  'storage_finding',
];

let api: TestApi;
let other: TestApi;
let browser: Browser;
beforeAll(async () => {
  api = await startApi({ kept: new KeptAnswers(0) });
  other = await startApi({ databaseUrl: api.config.database.url, kept: new KeptAnswers(0) });
  browser = await api.signIn();
});
afterAll(async () => {
  await other.close();
  await api.close();
});

const sql = async (text: string, values?: unknown[]) => (await api.database.pool.query(text, values)).rows;
const changes = async () => Number((await sql('select sum(changes) from record_change'))[0].sum);
const titleOf = async (slug: string, by = browser) => (await ask(by, voyageCalls.get, { params: { slug } })).body.title;

describe('the count of changes', () => {
  test('grows with each table that answers are made of', async () => {
    const counted = await sql(`
      select c.relname as name, exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'record_changed') counts
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`);
    const uncounted = counted.filter(({ counts }) => !counts).map(({ name }) => name);
    expect(uncounted.sort()).toEqual(NOT_RECORDS);
  });

  test('grows by one with a transaction, however much it changes, and not with one that is taken back', async () => {
    const before = await changes();
    await aVoyage().save(api.database);
    const after = await changes();
    expect(after).toBeGreaterThan(before);
    await api.database.transaction(async (statements) => {
      await statements.change('touch-people', 'update person set updated_at = now()');
      await statements.change('touch-voyages', 'update voyage set updated_at = now()');
    });
    expect(await changes()).toBe(after + 1);
    await api.database
      .transaction(async (statements) => {
        await statements.change('touch-people', 'update person set updated_at = now()');
        throw new Error('changed my mind');
      })
      .catch(() => undefined);
    expect(await changes()).toBe(after + 1);
  });

  test('does not forget what happened before a savepoint that is gone back to', async () => {
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

  test('makes no writer wait for another one, and counts both', async () => {
    const [one, two] = [await aPerson().save(api.database), await aPerson().save(api.database)];
    const before = await changes();
    const client = await api.database.pool.connect();
    await client.query('begin');
    await client.query('update person set updated_at = now() where id = $1', [one.id]);
    await sql(`set lock_timeout = '2s'`);
    await sql('update person set updated_at = now() where id = $1', [two.id]);
    expect(await changes()).toBe(before + 1);
    await client.query('commit');
    client.release();
    expect(await changes()).toBe(before + 2);
  });
});

test('the total of voyages is counted as they come and go, and not when their going is taken back', async () => {
  const totals = async () => {
    const [row] = await sql(
      'select (select sum(voyages) from record_change) counted, (select count(*) from voyage) there',
    );
    expect(row.counted).toBe(row.there);
    return Number(row.there);
  };
  const before = await totals();
  const made = await Promise.all([1, 2, 3].map(() => aVoyage().save(api.database)));
  expect(await totals()).toBe(before + 3);
  await sql('delete from voyage where slug = any($1)', [made.map(({ slug }) => slug).slice(0, 2)]);
  expect(await totals()).toBe(before + 1);
  const client = await api.database.pool.connect();
  await client.query('begin');
  await client.query('delete from voyage');
  await client.query('rollback');
  client.release();
  expect(await totals()).toBe(before + 1);
});

/** Gives a voyage another title, and counts no change. */
const retitle = async (slug: string, title: string) => {
  await sql('alter table voyage disable trigger user');
  await sql('update voyage set title = $2 where slug = $1', [slug, title]);
  await sql('alter table voyage enable trigger user');
};

describe('a kept answer', () => {
  test('is given again while nothing has changed', async () => {
    const { slug } = await aVoyage().titled('Dinner for two').save(api.database);
    expect(await titleOf(slug)).toBe('Dinner for two');
    await retitle(slug, 'Dinner for three');
    expect(await titleOf(slug)).toBe('Dinner for two');
    await sql('update person set updated_at = now()');
    expect(await titleOf(slug)).toBe('Dinner for three');
  });

  test('is none that was made soon after a change', async () => {
    const calmMs = 300;
    const careful = await startApi({ databaseUrl: api.config.database.url, kept: new KeptAnswers(calmMs) });
    try {
      const reader = await careful.signIn();
      const { slug } = await aVoyage().titled('One').save(api.database);
      expect(await titleOf(slug, reader)).toBe('One');
      await retitle(slug, 'Two');
      expect(await titleOf(slug, reader)).toBe('Two');
      await new Promise((resolve) => setTimeout(resolve, calmMs));
      expect(await titleOf(slug, reader)).toBe('Two');
      await retitle(slug, 'Three');
      expect(await titleOf(slug, reader)).toBe('Two');
    } finally {
      await careful.close();
    }
  });

  test('is never older than a change that has been made, through another server too', async () => {
    const { slug } = await aVoyage().titled('First').save(api.database);
    const editor = await other.signIn();
    expect(await titleOf(slug)).toBe('First');
    for (const title of ['Second', 'Third', 'Fourth']) {
      const body = { start_date: '1946-03-07', title };
      await send(editor, voyageCalls.update, { params: { voyage_slug: slug }, body });
      expect(await titleOf(slug)).toBe(title);
      expect(await titleOf(slug, editor)).toBe(title);
    }
  });

  test('keeps its headers, and is 304 to whoever has it', async () => {
    const first = await browser.get('/api/voyages?limit=1');
    const again = await browser.get('/api/voyages?limit=1');
    const described = ({ headers }: Response) =>
      ['content-type', 'etag', 'link', 'x-total-count', 'cache-control'].map((name) => headers.get(name));
    expect(described(again)).toEqual(described(first));
    expect(await again.text()).toBe(await first.text());
    const unchanged = await browser.get('/api/voyages?limit=1', { 'if-none-match': first.headers.get('etag') ?? '' });
    expect(unchanged.status).toBe(304);
    expect(await unchanged.text()).toBe('');
  });

  test('is for those who have signed in', async () => {
    await ask(browser, peopleCalls.roles, {});
    const stranger = await api.visitor().get(peopleCalls.roles.path);
    expect(stranger.status).toBe(401);
  });
});

describe('an answer that is made while the session is looked at', () => {
  /** Somebody whose session has just been seen. */
  const seen = async () => {
    const one = await api.signIn();
    await one.json('/api/voyages?limit=3');
    return one;
  };

  test.each([
    ['with a page', '/api/voyages?limit=4', 'application/json'],
    ['with what is kept', '/api/voyages?limit=3', 'application/json'],
    ['with nothing', '/api/voyages/no-such-voyage', 'application/json'],
    ['with a refusal', '/api/voyages?limit=0', 'application/json'],
    ['with a page, opened by a browser', '/api/voyages?limit=4', 'text/html'],
  ])('is not given to whose session has ended meanwhile, %s', async (_, path, accept) => {
    await aVoyage().save(api.database);
    const one = await seen();
    await sql('delete from session');
    const answer = await one.get(path, { accept });
    const body = await answer.text();
    if (accept === 'text/html') {
      expect(answer.status).toBe(302);
      expect(answer.headers.get('location')).toBe(`/?to=${encodeURIComponent(path)}`);
      expect(body).toBe('');
    } else {
      expect(answer.status).toBe(401);
      expect(JSON.parse(body)).toMatchObject({ status: 401, detail: 'Please sign in.' });
    }
    for (const name of ['etag', 'link', 'x-total-count']) expect(answer.headers.get(name)).toBeNull();
    expect(answer.headers.get('cache-control')).toBe('no-store');
    browser = await api.signIn();
  });

  test('is not kept when something has changed meanwhile', async () => {
    const { slug } = await aVoyage().titled('Before').save(api.database);
    const one = await seen();
    const titles = async () => {
      const { body } = await ask(one, voyageCalls.list, { query: { limit: 8 } });
      return body.map(({ title }) => title);
    };
    const reads = jest.spyOn(api.database, 'row');
    const client = await api.database.pool.connect();
    let early: Promise<string[]>;
    try {
      await client.query('begin; lock table session in access exclusive mode');
      early = titles();
      await until(() => reads.mock.calls.some(([name]) => name?.startsWith('voyages-list-')));
      await Promise.all(reads.mock.results.map(({ value }) => value));
      await sql(`update voyage set title = 'After' where slug = $1`, [slug]);
      await client.query('commit');
    } finally {
      client.release(true);
      reads.mockRestore();
    }
    expect(await early).toContain('Before');
    expect(await titles()).toContain('After');
  });

  test('prolongs the session as any other', async () => {
    const one = await seen();
    await sql(`update session set last_seen_at = now() - interval '2 hours'`);
    expect((await one.get('/api/voyages?limit=5')).headers.getSetCookie()).toHaveLength(1);
    expect((await one.get('/api/voyages?limit=6')).headers.getSetCookie()).toHaveLength(0);
  });
});
