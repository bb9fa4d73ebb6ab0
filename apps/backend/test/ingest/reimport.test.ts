import { describe, expect, test } from '@jest/globals';
import type { Voyage, VoyageListItem } from '@archive/contracts';
import { aVoyage } from '../builders/index.ts';
import type { TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { ingest, withImports } from '../support/ingest.ts';

let api: TestApi;
let curator: Browser;
withImports((started) => ({ api, curator } = started));

const FORD = '# President Ford (August 9, 1974 to January 20, 1977)';
const document = (...voyages: string[]) => [FORD, ...voyages].join('\n\n');

const dinner = ({
  date = '1976-06-16',
  info = 'Dinner for guests.',
  notes = 'Rain.',
  people = 'Ann Lee, Bob May',
} = {}) =>
  `## ${date}\n\nLocation: Potomac River\n\nPassengers: ${people}\n\nAdditional Information: ${info}\n\nNotes: ${notes}`;

const voyages = async () => {
  const list = await curator.json<VoyageListItem[]>('/api/voyages?limit=1000');
  return Promise.all(list.map(({ voyage_slug }) => curator.json<Voyage>(`/api/voyages/${voyage_slug}`)));
};
const aboard = ({ passengers }: Voyage) => passengers.map(({ full_name }) => full_name);
const edit = (set: string) =>
  api.database.pool.query(`update voyage set ${set}, version = version + 1, updated_at = now()`);

test('updates the existing voyage with the document’s changes', async () => {
  await ingest(curator, document(dinner()));
  const [before] = await voyages();
  const report = await ingest(
    curator,
    document(dinner({ info: 'Dinner and talks.', people: 'Bob May, Cid Ray, Ann Lee' })),
  );
  expect(report.plan).toEqual({ create: 0, update: 1, unchanged: 0, conflict: 0 });
  const [after] = await voyages();
  expect(after).toMatchObject({
    voyage_slug: before?.voyage_slug,
    additional_information: 'Dinner and talks.',
    notes: 'Rain.',
  });
  expect(after && aboard(after)).toEqual(['Bob May', 'Cid Ray', 'Ann Lee']);
  const { rows } = await api.database.pool.query(
    `select revision, action, before->>'additional_information' info, jsonb_array_length(before->'passengers') aboard
     from history where kind = 'voyage' order by revision`,
  );
  expect(rows).toEqual([
    { revision: 1, action: 'create', info: null, aboard: null },
    { revision: 2, action: 'update', info: 'Dinner for guests.', aboard: 2 },
  ]);
});

describe('fields that a curator edited', () => {
  test('are kept while the document is unchanged', async () => {
    await ingest(curator, document(dinner()));
    await edit(`notes = 'Sun.', title = 'A dinner'`);
    expect((await ingest(curator, document(dinner()))).plan.unchanged).toBe(1);
    expect(await voyages()).toEqual([expect.objectContaining({ notes: 'Sun.', title: 'A dinner' })]);
  });

  test('are kept and reported as conflicts on each import when the document changed too', async () => {
    await ingest(curator, document(dinner()));
    await edit(`notes = 'Sun.'`);
    const changed = document(dinner({ notes: 'Snow.', info: 'Dinner and talks.' }));
    for (const again of [false, true]) {
      const report = await ingest(curator, changed);
      expect([again, report.plan]).toEqual([again, { create: 0, update: 0, unchanged: 0, conflict: 1 }]);
      expect(report.problems).toEqual([expect.objectContaining({ line: 3, field: 'Notes', severity: 'warning' })]);
    }
    expect(await voyages()).toEqual([
      expect.objectContaining({ notes: 'Sun.', additional_information: 'Dinner and talks.' }),
    ]);
    const dry = await ingest(curator, changed, { dryRun: true });
    expect([dry.plan.conflict, dry.problems.length]).toEqual([1, 1]);
  });

  test('do not conflict when both made the same change', async () => {
    await ingest(curator, document(dinner()));
    await edit(`notes = 'Snow.'`);
    expect((await ingest(curator, document(dinner({ notes: 'Snow.' })))).plan).toMatchObject({ conflict: 0 });
    expect((await ingest(curator, document(dinner({ notes: 'Hail.' })))).plan).toMatchObject({
      update: 1,
      conflict: 0,
    });
  });

  test('still match a person who was renamed', async () => {
    await ingest(curator, document(dinner()));
    await api.database.pool.query(`update person set full_name = 'Anna Lee Smith' where full_name = 'Ann Lee'`);
    await ingest(curator, document(dinner({ info: 'Dinner and talks.', people: 'Cid Ray, Ann Lee' })));
    expect((await voyages()).map(aboard)).toEqual([['Cid Ray', 'Anna Lee Smith']]);
  });

  test('keep the notes of remaining passengers', async () => {
    await ingest(curator, document(dinner()));
    await api.database.pool.query(`update passenger set notes = 'Sat at the head'`);
    await ingest(curator, document(dinner({ people: 'Cid Ray, Ann Lee' })));
    const [voyage] = await voyages();
    expect(voyage?.passengers.map(({ full_name, voyage_notes }) => [full_name, voyage_notes])).toEqual([
      ['Cid Ray', null],
      ['Ann Lee', 'Sat at the head'],
    ]);
  });
});

describe('two voyages on one day', () => {
  const lunch = dinner({ info: 'Lunch.', notes: 'Fog.', people: 'Dan Poe' });

  test('stay separate in any order', async () => {
    await ingest(curator, document(dinner()));
    const [first] = await voyages();
    expect((await ingest(curator, document(lunch, dinner()))).plan).toEqual({
      create: 1,
      update: 0,
      unchanged: 1,
      conflict: 0,
    });
    const both = await voyages();
    expect(both.map(({ additional_information }) => additional_information).toSorted()).toEqual([
      'Dinner for guests.',
      'Lunch.',
    ]);
    expect(both.find(({ notes }) => notes === 'Rain.')?.voyage_slug).toBe(first?.voyage_slug);
    expect((await ingest(curator, document(dinner(), lunch))).plan.unchanged).toBe(2);
  });

  test('stay separate in two documents', async () => {
    await ingest(curator, document(dinner()));
    expect((await ingest(curator, document(lunch))).plan.create).toBe(1);
    expect(await voyages()).toHaveLength(2);
  });

  test('stay separate even when they are identical', async () => {
    expect((await ingest(curator, document(dinner(), dinner()))).plan.create).toBe(2);
    expect((await ingest(curator, document(dinner(), dinner()))).plan.unchanged).toBe(2);
  });
});

test('matches a voyage that a curator created and reports differences as conflicts', async () => {
  await aVoyage()
    .on('1976-06-16')
    .under('ford-gerald')
    .with({ notes: 'Sun.', start_location: 'Potomac River' })
    .save(api.database);
  const report = await ingest(curator, document(`## 1976-06-16\n\nLocation: Potomac River\n\nNotes: Snow.`));
  expect(report.plan).toEqual({ create: 0, update: 0, unchanged: 0, conflict: 1 });
  expect((await voyages()).map(({ notes }) => notes)).toEqual(['Sun.']);
});

test('plans a deleted voyage as a new one', async () => {
  await ingest(curator, document(dinner()));
  await api.database.pool.query(`delete from voyage`);
  const report = await ingest(curator, document(dinner()));
  expect(report.plan).toMatchObject({ create: 1 });
  const { rows } = await api.database.pool.query(
    `select action, revision from history where kind = 'voyage' order by revision`,
  );
  expect(rows).toEqual([
    { action: 'create', revision: 1 },
    { action: 'create', revision: 2 },
  ]);
});
