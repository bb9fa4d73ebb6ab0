import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { IngestReport } from '@archive/contracts';
import { aPersonWith } from '../support/accounts.ts';
import type { TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { applyPackage, packageStatus, previewPackage } from '../support/package.ts';
import { hasEnded, ingest, waitForReport, withImports } from '../support/ingest.ts';

let api: TestApi;
let admin: Browser;
withImports((started) => ({ api, curator: admin } = started), { IMPORT_REVIEW_VOYAGES: '2' });

let anna: Browser;
let carl: Browser;
beforeAll(async () => {
  anna = (await aPersonWith(api, admin, 'curator', 'Anna Weber')).browser;
  carl = (await aPersonWith(api, admin, 'curator', 'Carl Curator')).browser;
});

const document = (...days: number[]) => days.map((day) => `## 1946-07-0${day}\n\nPassengers: Ann Ray`).join('\n\n');
const path = (id: string, pathEnd: string) => `/api/curator/ingest/${id}/${pathEnd}`;
const report = (id: string) => anna.json<IngestReport>(`/api/curator/ingest/${id}`);
const apply = (id: string, by = anna) => by.post(path(id, 'apply?confirm_names=1'));
const approve = async (id: string, by: Browser, seen?: string) =>
  by.post(path(id, 'approve'), { updated_at: seen ?? (await report(id)).updated_at });

test('an import above the size waits until someone else has approved its preview', async () => {
  const { operation_id: id, needs_approval } = await ingest(anna, document(1, 2, 3), { dryRun: true });
  expect(needs_approval).toBe(true);
  const rejected = await apply(id);
  expect([rejected.status, await rejected.json()]).toMatchObject([
    409,
    {
      detail:
        'This import adds or changes 3 voyages. With more than 2, another curator has to approve the preview first.',
    },
  ]);
  // Nor under a new name.
  expect((await approve(id, anna)).status).toBe(403);
  await anna.send('PUT', '/api/account', { name: 'Anna Other' });
  expect((await approve(id, anna)).status).toBe(403);
  const { browser: reader } = await aPersonWith(api, admin, 'reader');
  const { browser: contributor } = await aPersonWith(api, admin, 'contributor');
  for (const by of [reader, contributor]) expect((await approve(id, by)).status).toBe(403);

  expect((await approve(id, carl)).status).toBe(200);
  expect(await report(id)).toMatchObject({ needs_approval: false, approved_by: 'Carl Curator' });
  const applied = await apply(id);
  expect(applied.status).toBe(202);
  const { operation_id } = (await applied.json()) as { operation_id: string };
  expect(await waitForReport(anna, operation_id, hasEnded)).toMatchObject({
    status: 'completed',
    started_by: 'Anna Other',
    approved_by: 'Carl Curator',
  });
  expect((await approve(id, carl)).status).toBe(409);
});

test('a later decision ends the approval, and the person who decided can’t approve', async () => {
  const { operation_id: id, updated_at: seen } = await ingest(carl, document(4, 5, 6), { dryRun: true });
  expect((await approve(id, admin)).status).toBe(200);
  const [name] = await carl.json<{ key: string }[]>(path(id, 'names'));
  await carl.post(path(id, 'names'), { decisions: [{ key: name?.key, decision: { kind: 'text' } }] });
  expect(await waitForReport(carl, id, hasEnded)).toMatchObject({ needs_approval: true, approved_by: null });
  expect((await apply(id, carl)).status).toBe(409);
  // Not what they saw.
  expect((await approve(id, admin, seen)).status).toBe(409);

  const renamed = { decisions: [{ key: name?.key, decision: null }] };
  expect((await anna.post(path(id, 'names'), renamed)).status).toBe(202);
  expect((await waitForReport(carl, id, hasEnded)).prepared_by.toSorted()).toEqual(['Anna Other', 'Carl Curator']);
  for (const by of [anna, carl]) expect((await approve(id, by)).status).toBe(403);
  // Nor does a new preview of the document in another name change that.
  const refreshed = await admin.post(path(id, 'refresh'), {});
  const { operation_id: again } = (await refreshed.json()) as { operation_id: string };
  await waitForReport(carl, again, hasEnded);
  for (const by of [anna, carl, admin]) expect((await approve(again, by)).status).toBe(403);
  const { browser: dora } = await aPersonWith(api, admin, 'curator', 'Dora Curator');
  expect((await approve(again, dora)).status).toBe(200);
});

describe('conflicts', () => {
  const FORD = '# President Ford (August 9, 1974 to January 20, 1977)';
  const notes = (note: string, ...days: number[]) =>
    [FORD, ...days.map((day) => `## 1975-05-0${day}\n\nPassengers: Ann Ray\n\nNotes: ${note}`)].join('\n\n');
  const edit = async (...days: number[]) => {
    const voyages = await carl.json<{ voyage_slug: string; start_date: string }[]>('/api/voyages?limit=1000');
    for (const day of days) {
      const voyage = voyages.find(({ start_date }) => start_date === `1975-05-0${day}`);
      await carl.send('PUT', `/api/curator/voyages/${voyage?.voyage_slug}`, { notes: 'Edited' });
    }
  };
  beforeEach(async () => {
    for (const day of [1, 2, 3]) await ingest(carl, notes('First', day));
    await edit(1, 2, 3);
  });

  test('count as changes, and their choices are approved too', async () => {
    const { operation_id: id, ...preview } = await ingest(anna, notes('Second', 1, 2, 3), { dryRun: true });
    expect(preview).toMatchObject({ plan: { update: 0, conflict: 3 }, needs_approval: true });
    expect((await approve(id, admin)).status).toBe(200);
    expect((await carl.post(path(id, 'conflicts'), { all: 'take' })).status).toBe(200);
    expect(await report(id)).toMatchObject({ approved_by: null, plan: { update: 3 } });
    expect((await approve(id, carl)).status).toBe(403);
  });

  test('of a large import can’t be taken after it, but be kept, or be taken in another preview', async () => {
    const { operation_id: id } = await ingest(anna, notes('Third', 1, 2, 3), { dryRun: true });
    expect((await approve(id, carl)).status).toBe(200);
    const { operation_id: imported } = (await (await apply(id)).json()) as { operation_id: string };
    await waitForReport(anna, imported, hasEnded);
    const choose = (body: object) => anna.post(path(imported, 'conflicts'), body);
    const one = (choice: string, ordinal = 1) => ({ choices: [{ ordinal, field: 'notes', choice }] });
    for (const body of [{ all: 'take' }, one('take')]) {
      const response = await choose(body);
      expect([response.status, await response.json()]).toMatchObject([
        409,
        { detail: expect.stringContaining('Preview the document again, and choose there.') },
      ]);
    }
    expect((await choose(one('keep'))).status).toBe(200);
    const preview = await ingest(anna, notes('Third', 2, 3), { dryRun: true });
    expect(preview).toMatchObject({ plan: { conflict: 2 }, needs_approval: false });
    expect((await apply(preview.operation_id)).status).toBe(202);
    const { applied_as } = await waitForReport(
      anna,
      preview.operation_id,
      ({ applied_status: s }) => s === 'completed',
    );
    expect((await anna.post(path(applied_as ?? '', 'conflicts'), { all: 'take' })).status).toBe(200);
  });
});

test('a package that changes more voyages is imported by an administrator only', async () => {
  for (const day of [1, 2, 3]) await ingest(carl, document(day));
  const voyages = await carl.json<{ voyage_slug: string }[]>('/api/voyages?limit=3');
  const exported = Buffer.from(await (await carl.get('/api/export/package')).arrayBuffer());
  expect(await previewPackage(carl, exported)).toMatchObject({ outcome: 'previewed' });
  expect((await packageStatus(carl))?.preview).toMatchObject({ add: 0, needs_administrator: false });
  for (const { voyage_slug } of voyages) await carl.send('DELETE', `/api/curator/voyages/${voyage_slug}`);
  await previewPackage(carl, exported);
  expect((await packageStatus(carl))?.preview).toMatchObject({ needs_administrator: true });
  expect(await applyPackage(carl)).toMatchObject({ outcome: 403, detail: expect.stringContaining('An administrator') });
  expect(await applyPackage(admin)).toMatchObject({ outcome: 'completed', imported: { voyages: 3 } });
});

test('an import without a preview saves nothing above the size, and a small one needs nobody', async () => {
  expect(await ingest(carl, document(1, 2, 3))).toMatchObject({
    status: 'failed',
    error_message: expect.stringContaining('another curator has to approve the preview first. Nothing was changed.'),
  });
  const { operation_id: id, needs_approval } = await ingest(carl, document(1, 2), { dryRun: true });
  expect(needs_approval).toBe(false);
  expect((await apply(id, carl)).status).toBe(202);
  await waitForReport(carl, id, ({ applied_status }) => applied_status === 'completed');
});
