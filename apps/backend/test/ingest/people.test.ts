import { expect, test } from '@jest/globals';
import type { TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { ingest, withImports } from '../support/ingest.ts';

let api: TestApi;
let curator: Browser;
withImports((started) => ({ api, curator } = started));

const wiki = (name: string, article: string) => `[${name}](https://en.wikipedia.org/wiki/${article})`;
let year = 1700;

/** Imports a document with one voyage per list of passengers, each in another year. */
const sail = (...lists: string[]) =>
  ingest(curator, lists.map((people) => `## ${(year += 1)}\n\nPassengers: ${people}`).join('\n\n'));

const people = async () => {
  const { rows } = await api.database.pool.query<{ who: string }>(
    `select p.slug || ': ' || p.full_name || coalesce(' @ ' || split_part(p.wikipedia_key, '/wiki/', 2), '') || ', '
       || (select count(*) from passenger l where l.person_id = p.id) as who
     from person p where not exists (select from president o where o.person_id = p.id) order by p.id`,
  );
  return rows.map(({ who }) => who);
};

test('passengers with the same URL are one person, however name and URL are spelled', async () => {
  await sail(
    wiki('Averill Harriman', 'W._Averell_Harriman'),
    `[W. Averell Harriman](http://en.m.wikipedia.org/wiki/W._Averell_Harriman#Later_life)`,
  );
  await sail(wiki('Ambassador Harriman', 'W._Averell_Harriman'));
  expect(await people()).toEqual(['harriman-averill: Averill Harriman @ W._Averell_Harriman, 3']);
});

test('passengers with different URLs are different people, with numbered slugs', async () => {
  await sail(wiki('John Sullivan', 'John_Sullivan_(Navy)'), wiki('John Sullivan', 'John_Sullivan_(writer)'));
  expect(await people()).toEqual([
    'sullivan-john: John Sullivan @ John_Sullivan_(Navy), 1',
    'sullivan-john-2: John Sullivan @ John_Sullivan_(writer), 1',
  ]);
});

test('a name without a URL matches a person, who gets a URL that is mentioned later', async () => {
  await sail('Dewey Beliech', wiki('Ann Lee', 'Ann_Lee'));
  await sail('ann lee', wiki('Dewey Beliech', 'Dewey_Beliech'));
  expect(await people()).toEqual(['beliech-dewey: Dewey Beliech @ Dewey_Beliech, 2', 'lee-ann: Ann Lee @ Ann_Lee, 2']);
  const { rows } = await api.database.pool.query(
    `select slug, action, before->>'full_name' before from history where kind = 'person' order by changed_at, slug, revision`,
  );
  expect(rows).toEqual([
    { slug: 'beliech-dewey', action: 'create', before: null },
    { slug: 'lee-ann', action: 'create', before: null },
    { slug: 'beliech-dewey', action: 'update', before: 'Dewey Beliech' },
  ]);
});

test('a name without a URL matches earlier spellings', async () => {
  await sail(wiki('Averill Harriman', 'W._Averell_Harriman'), wiki('W. Averell Harriman', 'W._Averell_Harriman'));
  await sail('W. Averell Harriman');
  expect(await people()).toEqual(['harriman-averill: Averill Harriman @ W._Averell_Harriman, 3']);
});

test('a passenger who is listed twice is saved once, with a warning', async () => {
  const report = await sail('Ann Lee, Bob May, Ann Lee (cook)');
  expect(report).toMatchObject({
    validation_errors: 0,
    problems: [
      {
        field: 'Passengers',
        severity: 'warning',
        message: 'Ann Lee is listed twice on the voyage. Only the first entry is used.',
      },
    ],
  });
  expect(await people()).toEqual(['lee-ann: Ann Lee, 1', 'may-bob: Bob May, 1']);
});

test('title and role belong to the voyage, not to the person', async () => {
  await sail('Lt. Ann Lee (cook)');
  const { rows } = await api.database.pool.query(
    `select p.full_name, p.role_title, l.title, l.capacity_role, l.is_crew from passenger l join person p on p.id = l.person_id`,
  );
  expect(rows).toEqual([
    { full_name: 'Ann Lee', role_title: null, title: 'Lt.', capacity_role: 'cook', is_crew: true },
  ]);
});

test.each([
  ['Prime Minister King', 'W.L.M. King'],
  ['RFK', 'Robert F. Kennedy'],
  ['Bobby Kennedy', 'Robert F. Kennedy'],
  ['William Lyon Mackenzie King', 'W.L.M. King'],
])('%s is matched with the one person in the archive with that name, with a warning', async (written, name) => {
  for (const body of [
    { full_name: 'W.L.M. King', role_title: 'Prime Minister of Canada' },
    { full_name: 'Robert F. Kennedy', aliases: ['Bobby Kennedy'] },
    { full_name: 'Ernest King' },
  ])
    await curator.post('/api/curator/people', body);
  const report = await ingest(curator, `## ${(year += 1)}\n\nPassengers:\n\n- ${written}`);
  const warnings = report.problems.map(({ message }) => message);
  const exact = written === 'Bobby Kennedy';
  expect(warnings).toEqual(exact ? [] : [`“${written}” is matched with ${name}. Check that they are the same person.`]);
  expect((await people()).filter((who) => who.endsWith(', 1')).map((who) => who.split(/: |, /)[1])).toEqual([name]);
});

test('an office before a surname means the only person of that name who held it', async () => {
  await sail('Bess Truman, Adm. William Leahy, Ann Leahy');
  const { rows } = await api.database.pool.query<{ count: number }>(`select count(*)::int from person`);
  await sail('Pres. Truman, Admiral Leahy, No guests but the band');
  const aboard = await api.database.pool.query<{ who: string }>(
    `select p.full_name who from passenger l join person p on p.id = l.person_id where l.voyage_id = (select max(id) from voyage) order by 1`,
  );
  expect(aboard.rows.map(({ who }) => who)).toEqual(['Harry S. Truman', 'William Leahy']);
  const after = await api.database.pool.query<{ count: number }>(`select count(*)::int from person`);
  expect(after.rows).toEqual(rows);
});
