import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import type { IngestReport, Problem, Voyage, VoyageListItem } from '@archive/contracts';
import { type TestApi, startApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { clearImports, hasEnded, ingest, waitForReport } from '../support/ingest.ts';
import { startWorker } from '../support/worker.ts';

let api: TestApi;
let worker: INestApplicationContext;
let curator: Browser;
beforeAll(async () => {
  api = await startApi();
  worker = await startWorker(api);
  curator = await api.signIn();
});
beforeEach(async () => {
  await clearImports(api);
  await ingest(curator, FULL);
});
afterAll(async () => {
  await worker?.close();
  await api?.close();
});

const FULL = `# President Ford (August 9, 1974 to January 20, 1977)

(GRF) (Menu)

## 1976-06-16 to 1976-06-17: Dinner for Trudeau

Voyage Type: official
Location: Washington Navy Yard; Potomac River
Time: 19:00 – 21:03
Passengers: Ann Lee, Bob May (steward), 27 other guests
Summary: A dinner.
Additional Information: For guests.
Sources: *Sequoia*, p. 15; Daily Diary
Additional Sources: A letter
Notes: Rain.
Curator Notes: To check.
Spin from *The Star*:
* The prettiest yacht.

## 1976-07-04

Location: Mount Vernon
Passengers: Cid Ray
Notes: Fog.
`;

const NO_CHANGE = { create: 0, update: 0, unchanged: 2, conflict: 0 };

const voyages = async () => {
  const list = await curator.json<VoyageListItem[]>('/api/voyages?limit=1000');
  const savedVoyages = await Promise.all(
    list.map(({ voyage_slug }) => curator.json<Voyage>(`/api/voyages/${voyage_slug}`)),
  );
  return savedVoyages.toSorted((a, b) => a.start_date.localeCompare(b.start_date));
};
const preview = (document: string, clearEmpty = false) => ingest(curator, document, { dryRun: true, clearEmpty });
const apply = (id: string, query = '') => curator.post(`/api/curator/ingest/${id}/apply${query}`);
const applyPreview = async (id: string, query = ''): Promise<IngestReport> => {
  const response = await apply(id, query);
  expect(response.status).toBe(202);
  const { operation_id } = (await response.json()) as { operation_id: string };
  return waitForReport(curator, operation_id, hasEnded);
};
const slugs = async () => (await voyages()).map(({ voyage_slug }) => voyage_slug);

const FORD = '"President Ford (August 9, 1974 to January 20, 1977)"';

describe('a document without some fields leaves them unchanged', () => {
  test.each([
    ['a table with few columns', `owner,start_date,notes\n${FORD},1976-06-16,Rain.\n${FORD},1976-07-04,Fog.\n`],
    ['a table without the owner', 'start_date,notes\n1976-06-16,Rain.\n1976-07-04,Fog.\n'],
    [
      'a table with empty cells',
      `owner,start_date,passengers,notes,codes\n${FORD},1976-06-16,,,\n${FORD},1976-07-04,,,\n`,
    ],
    ['JSON without keys', '[{"start_date":"1976-06-16","notes":"Rain."},{"start_date":"1976-07-04","notes":"Fog."}]'],
    ['JSON with null', '[{"start_date":"1976-06-16","notes":"Rain.","passengers":[],"summary_markdown":null}]'],
    ['Markdown', '# President Ford\n\n## 1976-06-16\n\nNotes: Rain.\n\nPassengers:\n\n## 1976-07-04\n\nNotes: Fog.\n'],
  ])('%s', async (_, document) => {
    const before = await voyages();
    const report = await preview(document);
    expect(report.plan).toEqual({ ...NO_CHANGE, unchanged: report.plan.unchanged });
    expect(report.plan.unchanged).toBeGreaterThan(0);
    expect([report.removals, report.removal_warning, report.open_conflicts]).toEqual([[], null, 0]);
    await applyPreview(report.operation_id);
    expect(await voyages()).toEqual(before);
  });

  test('and updates the fields that it has', async () => {
    const [first, second] = await voyages();
    const [slug] = await slugs();
    const report = await preview(`voyage_slug,start_date,notes\n${slug},1976-06-16,Hail.\n`);
    expect(report.plan).toEqual({ create: 0, update: 1, unchanged: 0, conflict: 0 });
    await applyPreview(report.operation_id);
    expect(await voyages()).toEqual([{ ...first, notes: 'Hail.', updated_at: expect.anything() }, second]);
    expect((await preview(FULL)).plan).toMatchObject({ update: 1, unchanged: 1 });
  });

  test('and updates single attributes in JSON', async () => {
    await applyPreview((await preview('[{"start_date":"1976-06-16","mention_crew":true}]')).operation_id);
    expect((await voyages())[0]).toMatchObject({ presidential_use: true, mention_menu: true, mention_crew: true });
    const denied = await preview('[{"start_date":"1976-06-16","mention_crew":false}]');
    expect(denied.removals).toMatchObject([{ field: 'mention_crew', label: 'Crew', values: 1, voyages: 1 }]);
  });
});

test('empty cells are counted, and clear a value only when the import requests it', async () => {
  const table = `owner,start_date,passengers,notes\n${FORD},1976-06-16,,\n${FORD},1976-07-04,,Fog.\n`;
  expect(await preview(table)).toMatchObject({ clear_empty: false, empty_ignored: 4, removals: [] });
  const report = await preview(table, true);
  expect(report).toMatchObject({
    clear_empty: true,
    empty_ignored: 0,
    plan: { update: 2 },
    removal_warning: expect.stringContaining('3 passengers from 2 voyages'),
  });
  await applyPreview(report.operation_id, '?confirm_removals=1');
  const after = await voyages();
  expect(after.map(({ passengers, notes }) => [passengers.length, notes])).toEqual([
    [0, null],
    [0, 'Fog.'],
  ]);
  expect(after[0]).toMatchObject({ summary_markdown: 'A dinner.', start_time: '19:00' });
});

test('a preview that removes something is imported only when that is confirmed', async () => {
  const report = await preview(FULL.replace('Ann Lee, Bob May (steward)', 'Ann Lee').replace('; Daily Diary', ''));
  expect(report.removals).toEqual([
    { field: 'source_urls', label: 'Sources', values: 1, voyages: 1 },
    { field: 'passengers', label: 'Passengers', values: 1, voyages: 1 },
  ]);
  expect(report.removal_warning).toBe('This would remove 1 source from 1 voyage and 1 passenger from 1 voyage.');
  const rejected = await apply(report.operation_id);
  expect(rejected.status).toBe(422);
  expect((await rejected.json()) as Problem).toMatchObject({
    detail: `${report.removal_warning} Confirm it to import the document.`,
    errors: [{ path: 'confirm_removals' }],
  });
  await applyPreview(report.operation_id, '?confirm_removals=1');
  expect((await voyages())[0]?.passengers).toHaveLength(1);
});

describe('a slug', () => {
  test('is the key of a voyage, even when its date changes', async () => {
    const [first = ''] = await slugs();
    const report = await preview(`voyage_slug,start_date,end_date\n${first},1976-06-15,\n`);
    expect(report.plan).toEqual({ create: 0, update: 1, unchanged: 0, conflict: 0 });
    await applyPreview(report.operation_id);
    expect((await voyages()).map(({ start_date, voyage_slug }) => [start_date, voyage_slug])[0]).toEqual([
      '1976-06-15',
      first,
    ]);
  });

  test('that is used twice is an error in the second row', async () => {
    const [first = ''] = await slugs();
    const report = await preview(`voyage_slug,start_date\n${first},1976-06-16\n${first},1976-07-04\n`);
    expect(report.problems).toMatchObject([{ line: 3, severity: 'error', field: 'voyage_slug' }]);
    expect(report.voyages_total).toBe(1);
  });
});

test('a second voyage on a day is added only when that is confirmed', async () => {
  const report = await preview('start_date,notes\n1976-06-16,Snow.\n1976-08-01,Sun.\n');
  expect(report).toMatchObject({ plan: { create: 2, update: 0 }, same_day: 1 });
  expect(report.problems.filter(({ field }) => field === 'Date')).toMatchObject([
    { line: 2, severity: 'warning', message: expect.stringContaining('“Dinner for Trudeau”') },
  ]);
  const rejected = await apply(report.operation_id);
  expect(rejected.status).toBe(422);
  expect(await rejected.json()).toMatchObject({ errors: [{ path: 'confirm_same_day' }] });
  expect(await voyages()).toHaveLength(2);
  await applyPreview(report.operation_id, '?confirm_same_day=1&confirm_names=1');
  expect(await voyages()).toHaveLength(4);
  const lunch = FULL.replaceAll(/## 1976-07-04[^]*/g, '## 1976-06-16: Lunch\n\nNotes: Another one.\n');
  expect((await preview(lunch)).plan.unchanged).toBe(1);
});

describe('an import without a preview', () => {
  const fewer = FULL.replace('Passengers: Ann Lee, Bob May (steward), 27 other guests', 'Passengers: Ann Lee');
  const second = '# President Ford (August 9, 1974 to January 20, 1977)\n\n## 1976-07-04\n\nPassengers: Dan Poe\n';

  test.each([
    ['removes something', fewer, 'This would remove 1 passenger from 1 voyage'],
    ['adds a second voyage on a day', second, 'This would add a voyage on a day that already has one.'],
  ])('fails when it %s', async (_, document, sentence) => {
    const before = await voyages();
    const report = await ingest(curator, document, { confirmed: false });
    expect(report).toMatchObject({ status: 'failed', voyages_processed: 0 });
    expect(report.error_message).toContain(sentence);
    expect(report.error_message).toContain('Nothing was changed.');
    expect(await voyages()).toEqual(before);
  });

  test('is saved when its request confirms the removal', async () => {
    expect(await ingest(curator, fewer)).toMatchObject({ status: 'completed', plan: { update: 1 } });
    const [dinner] = await voyages();
    expect(dinner?.passengers.map(({ full_name }) => full_name)).toEqual(['Ann Lee']);
  });
});
