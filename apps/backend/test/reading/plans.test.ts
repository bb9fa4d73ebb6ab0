import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client, type QueryConfig } from 'pg';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';

/** Tables that grow with the archive. */
const LARGE = [
  'voyage',
  'voyage_search',
  'passenger',
  'person',
  'media',
  'voyage_media',
  'album',
  'album_media',
  'history',
];

let api: TestApi;
let browser: Browser;
const made: QueryConfig[] = [];

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
  await api.asOwner(`
    insert into person (slug, full_name, role_title) select 'p-' || n, 'Person ' || n, 'Steward' from generate_series(1, 2000) n;
    insert into voyage (slug, title, start_date, president_id)
      select 'v-' || lpad(n::text, 5, '0'), case when n % 50 = 0 then 'Quantico' else 'Cruise' end,
        (date '1930-01-01' + n)::text, (select person_id from president order by person_id offset n % 5 limit 1)
      from generate_series(1, 3000) n;
    insert into passenger (voyage_id, person_id, sort_order)
      select v.id, p.id, place from (select id, row_number() over (order by id) n from voyage) v
      cross join generate_series(1, 3) place
      join (select id, row_number() over (order by id) n from person where slug like 'p-%') p on p.n = 1 + (v.n * 7 + place) % 2000;
    insert into media (slug, title, media_type, external_url)
      select 'm-' || n, 'Print ' || n, 'image', 'https://example.org/' || n from generate_series(1, 2000) n;
    insert into voyage_media (voyage_id, media_id, sort_order)
      select v.id, m.id, 1 from (select id, row_number() over (order by id) n from voyage) v
      join (select id, row_number() over (order by id) n from media) m on m.n = v.n`);
  await api.asOwner('vacuum analyze');
  // Used by both the pool and the fast-path connections.
  const query = Client.prototype.query as (this: Client, config: QueryConfig, ...args: unknown[]) => unknown;
  Object.assign(Client.prototype, {
    query(this: Client, config: QueryConfig, ...args: unknown[]) {
      made.push(config);
      return query.call(this, config, ...args);
    },
  });
});
afterAll(() => api.close());

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Loops': number;
  Plans?: Plan[];
}

/** Parts of a plan that aren't executed don't count: the search scans the voyages only for frequent words. */
const scannedIn = (plan: Plan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' && plan['Relation Name'] && plan['Actual Loops'] > 0
    ? [plan['Relation Name']]
    : []),
  ...(plan.Plans ?? []).flatMap(scannedIn),
];

/** Large tables that the statements of a route scan completely even though all indexes may be used. */
async function scannedBy(address: string): Promise<string[]> {
  made.length = 0;
  const response = await browser.get(address);
  expect({ address, status: response.status }).toEqual({ address, status: 200 });
  const statements = made.filter(({ name, text }) => text && name !== 'session-find');
  expect(statements.length).toBeGreaterThan(0);
  const client = await api.database.pool.connect();
  try {
    await client.query('set enable_seqscan = off');
    const scanned: string[] = [];
    for (const { text, values } of statements) {
      const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
        `explain (analyze, format json) ${text}`,
        values,
      );
      scanned.push(...rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: plan }) => scannedIn(plan))));
    }
    return scanned.filter((table) => LARGE.includes(table));
  } finally {
    await client.query('reset enable_seqscan');
    client.release();
  }
}

test.each([
  '/api/voyages?limit=50',
  '/api/voyages?limit=50&offset=1500',
  '/api/voyages?limit=50&offset=2950',
  '/api/voyages?limit=50&sort=-date',
  '/api/voyages?date_from=1931&date_to=1932-06',
  '/api/voyages?president_slug=hoover-herbert',
  '/api/voyages?person=p-7',
  '/api/voyages?q=quantico',
  '/api/voyages?q=cruise',
  '/api/voyages?fields=timeline&date_from=1931-03-01&date_to=1931-03-31',
  '/api/voyages/v-00007',
  '/api/voyages/v-00007/adjacent',
  '/api/people?limit=50',
  '/api/people?q=person',
  '/api/people/p-7',
  '/api/people/p-7/companions',
  '/api/people/p-7/media',
  '/api/people/by-voyage/v-00007',
  '/api/curator/people/search?q=person',
  '/api/media?limit=50',
  '/api/media/m-7',
  '/api/media/by-voyage/v-00007',
  '/api/curator/media/m-7/usage',
  '/api/curator/albums/by-voyage/v-00007',
  '/api/curator/history/voyage/v-00007',
  '/api/curator/history',
  '/api/curator/history?kind=person&action=delete&changed_by=curator',
  '/api/curator/history?older_than=2026-01-01T00:00:00.000000Z_voyage_v-00007_1',
  '/api/curator/history?newer_than=2026-01-01T00:00:00.000000Z_voyage_v-00007_1',
  '/api/search?q=quantico',
])('%s scans no large table', async (address) => {
  expect(await scannedBy(address)).toEqual([]);
});

test('a statement without a usable index is detected', async () => {
  expect(await scannedBy('/api/voyages?has_royalty=1')).toContain('voyage');
});
