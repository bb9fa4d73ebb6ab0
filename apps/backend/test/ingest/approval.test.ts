import { beforeAll, expect, test } from '@jest/globals';
import type { IngestReport } from '@archive/contracts';
import { aPersonWith } from '../support/accounts.ts';
import type { TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
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
const approve = (id: string, by: Browser) => by.post(path(id, 'approve'));

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

test('a later decision ends the approval', async () => {
  const { operation_id: id } = await ingest(carl, document(4, 5, 6), { dryRun: true });
  expect((await approve(id, admin)).status).toBe(200);
  const [name] = await carl.json<{ key: string }[]>(path(id, 'names'));
  await carl.post(path(id, 'names'), { decisions: [{ key: name?.key, decision: { kind: 'text' } }] });
  expect(await waitForReport(carl, id, hasEnded)).toMatchObject({ needs_approval: true, approved_by: null });
  expect((await apply(id, carl)).status).toBe(409);
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
