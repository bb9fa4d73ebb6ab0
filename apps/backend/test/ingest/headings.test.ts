import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { type VoyageListItem, type President } from '@archive/contracts';
import { normalizeWikipediaUrl } from '@archive/voyage-document';
import { type TestApi, startApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { ingest } from '../support/ingest.ts';
import { startWorker } from '../support/worker.ts';

let api: TestApi;
let worker: INestApplicationContext;
let curator: Browser;
beforeAll(async () => {
  api = await startApi();
  worker = await startWorker(api);
  curator = await api.signIn();
});
afterAll(async () => {
  await worker?.close();
  await api?.close();
});

const presidents = () => curator.json<President[]>('/api/presidents');

test('seeded presidents have normalized Wikipedia URLs', async () => {
  const { rows } = await api.database.pool.query<{ wikipedia_url: string; wikipedia_key: string }>(
    `select wikipedia_url, wikipedia_key from person where wikipedia_key is not null`,
  );
  expect(rows).toHaveLength(16);
  for (const { wikipedia_url, wikipedia_key } of rows) expect(wikipedia_key).toBe(normalizeWikipediaUrl(wikipedia_url));
});

test.each([
  ['President Truman (April 12, 1945 to January 20, 1953)', '1950-01-01', 'truman-harry-s'],
  ['President Harry S. Truman', '1950-01-02', 'truman-harry-s'],
  ['President FDR', '1940-01-03', 'roosevelt-franklin-d'],
  ['President Lyndon Baines Johnson (November 22, 1963 to January 20, 1969)', '1965-01-04', 'johnson-lyndon-b'],
  ['President Bush (January 20, 1989 to January 20, 1993)', '1990-01-05', 'bush-george-h-w'],
  ['President Bush', '2003-01-06', 'bush-george-w'],
  ['President George W. Bush', '2004-01-07', 'bush-george-w'],
  ['Truman (1945-04-12 to 1953-01-20)', '1951-01-08', 'truman-harry-s'],
  ['Owner Herbert Hoover (March 4, 1929 to March 4, 1933)', '1930-01-09', 'hoover-herbert'],
])('"%s" with a voyage on %s matches %s', async (heading, date, slug) => {
  const before = await presidents();
  expect((await ingest(curator, `# ${heading}\n\n## ${date}: A voyage`)).plan.create).toBe(1);
  const [voyage] = await curator.json<VoyageListItem[]>(`/api/voyages?date_from=${date}&date_to=${date}`);
  expect(voyage?.president_slug_from_voyage).toBe(slug);
  expect((await presidents()).length).toBe(before.length);
});

test.each([
  ['President Coolidge (August 2, 1923 to March 4, 1929)', '1925-01-01', 'coolidge', 'Unknown', true],
  ['President Theodore Roosevelt (1901 to 1909)', '1905-01-01', 'roosevelt-theodore', 'Unknown', true],
  ['Owner Edward Cadwalader (1925 to 1928)', '1926-01-01', 'cadwalader-edward', 'Private Owner', false],
  ['Owner U.S. Navy (1933)', '1933-02-01', 'u-s-navy', 'U.S. Navy', false],
])('the president in "%s" is created once', async (heading, date, slug, party, presidential) => {
  for (const title of ['One', 'Another'])
    await ingest(curator, `# ${heading}\n\n## ${date}: ${title}\n\nPassengers: Someone ${title}`);
  const made = (await presidents()).filter(({ president_slug }) => president_slug.startsWith(slug));
  expect(made).toEqual([expect.objectContaining({ president_slug: slug, party, presidential, voyage_count: 2 })]);
});

test('an owner matches an existing person of the same name', async () => {
  await ingest(curator, '# President Hoover\n\n## 1931-01-01\n\nPassengers: Richard Cadwalader Jr.');
  await ingest(curator, '# Owner Richard Cadwalader Jr. (1928 to 1931)\n\n## 1928-06-01: First trip');
  const { rows } = await api.database.pool.query(
    `select p.slug, o.party, o.term_start from person p join president o on o.person_id = p.id where p.full_name like 'Richard C%'`,
  );
  expect(rows).toEqual([{ slug: 'cadwalader-richard', party: 'Private Owner', term_start: '1928' }]);
});

test('a voyage before any heading has no president or owner', async () => {
  await ingest(curator, '## 1999-01-01: No owner');
  const [voyage] = await curator.json<VoyageListItem[]>('/api/voyages?date_from=1999-01-01&date_to=1999-01-01');
  expect(voyage).toMatchObject({ title: 'No owner', president_slug_from_voyage: null });
});
