import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import type { IngestOperation, IngestReport, Problem } from '@archive/contracts';
import { Storage } from '../../src/modules/storage/index.ts';
import { aDocument } from '../builders/document.ts';
import { type TestApi, startApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { waitUntil } from '../support/wait-until.ts';
import { clearImports, hasEnded, ingest, reportOf, startImport, waitForReport } from '../support/ingest.ts';
import { startWorker } from '../support/worker.ts';

let api: TestApi;
let worker: INestApplicationContext;
let curator: Browser;
beforeAll(async () => {
  api = await startApi();
  worker = await startWorker(api);
  curator = await api.signIn();
});
beforeEach(() => clearImports(api));
afterAll(async () => {
  await worker?.close();
  await api?.close();
});

const post = async (id: string, pathEnd: string) => {
  const response = await curator.post(`/api/curator/ingest/${id}/${pathEnd}`);
  return { status: response.status, body: (await response.json()) as IngestOperation & Pick<Problem, 'detail'> };
};
const voyages = async () => {
  const { rows } = await api.database.pool.query<{ count: number }>('select count(*)::int from voyage');
  return rows[0]?.count;
};
const hasSaved = ({ voyages_processed }: IngestReport) => voyages_processed > 0;

/** Blocks reads from storage until `free` is called, or forever after `abandon`. */
function holdStorage() {
  const storage = worker.get(Storage);
  const open = storage.open.bind(storage);
  const waiting: (() => void)[] = [];
  storage.open = async (...args) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return open(...args);
  };
  return {
    calls: () => waiting.length,
    abandon: () => (storage.open = open),
    free: () => {
      storage.open = open;
      for (const proceed of waiting) proceed();
    },
  };
}

describe('canceling', () => {
  test('stops between batches and keeps saved voyages', async () => {
    const id = await startImport(curator, aDocument({ voyages: 1000 }));
    await waitForReport(curator, id, hasSaved);
    const { status, body } = await post(id, 'cancel');
    expect([status, body.status, body.cancelled, body.current_step]).toEqual([200, 'failed', true, 'Cancelled']);
    const { voyages_processed: processed } = body;
    expect(body.error_message).toBe(`curator canceled it after ${processed} of 1000 voyages. Those are saved.`);
    expect(processed % 100).toBe(0);
    await ingest(curator, '# President Ford\n\n## 1976-01-01', { dryRun: true });
    expect(await voyages()).toBe(processed);
    expect(await reportOf(curator, id)).toMatchObject({ status: 'failed', voyages_processed: processed });
  });

  test('works before an import starts, and is rejected after it ends', async () => {
    const blocked = holdStorage();
    const first = await startImport(curator, aDocument({ voyages: 2 }));
    await waitUntil(() => blocked.calls() > 0);
    const second = await startImport(curator, aDocument({ voyages: 2 }));
    const { body } = await post(second, 'cancel');
    expect(body.error_message).toBe('curator canceled it before any voyage was saved.');
    expect(await post(second, 'cancel')).toMatchObject({
      status: 409,
      body: { detail: 'This import has already finished.' },
    });
    blocked.free();
    await post(first, 'cancel');
    expect((await post('00000000-0000-4000-8000-000000000000', 'cancel')).status).toBe(404);
  });
});

describe('retrying', () => {
  test('continues a canceled import without duplicates or gaps', async () => {
    const id = await startImport(curator, aDocument({ voyages: 500 }));
    await waitForReport(curator, id, hasSaved);
    const { body } = await post(id, 'cancel');
    expect(await post(id, 'retry')).toMatchObject({ status: 202, body: { operation_id: id } });
    const end = await waitForReport(curator, id, hasEnded);
    expect(end).toMatchObject({
      status: 'completed',
      cancelled: false,
      error_message: null,
      voyages_processed: 500,
      plan: { create: 500 },
    });
    expect(end.progress).toBeGreaterThanOrEqual(body.progress);
    expect(await voyages()).toBe(500);
  });

  test('is rejected after a completed import', async () => {
    const { operation_id: id } = await ingest(curator, aDocument({ voyages: 1 }));
    expect(await post(id, 'retry')).toMatchObject({
      status: 409,
      body: { detail: 'Only a failed import can be retried.' },
    });
  });

  test('parses a failed document again', async () => {
    const failed = await ingest(curator, 'No voyage at all', { dryRun: true });
    expect(failed.status).toBe('failed');
    await post(failed.operation_id, 'retry');
    const secondOperation = await waitForReport(curator, failed.operation_id, hasEnded);
    expect(secondOperation).toMatchObject({ status: 'failed', error_message: failed.error_message });
  });
});

test('an import without progress for two minutes is shown as stalled, and is then resumed', async () => {
  const blocked = holdStorage();
  const id = await startImport(curator, aDocument({ voyages: 3 }));
  await waitUntil(() => blocked.calls() > 0);
  expect(await reportOf(curator, id)).toMatchObject({ status: 'running', stalled: false });
  blocked.abandon();
  const { rows } = await api.database.pool.query<{ stalled: boolean }>(
    `update ingest_operation set progressed_at = now() - interval '121 seconds' where id = $1 returning true as stalled`,
    [id],
  );
  expect(rows).toHaveLength(1);
  const seen = await reportOf(curator, id);
  const end = await waitForReport(curator, id, hasEnded);
  expect([seen.stalled, end.status, end.voyages_processed, end.stalled]).toEqual([true, 'completed', 3, false]);
});

test('an import that waits for its turn is not shown as stalled', async () => {
  const blocked = holdStorage();
  const first = await startImport(curator, aDocument({ voyages: 1 }));
  await waitUntil(() => blocked.calls() > 0);
  const second = await startImport(curator, aDocument({ voyages: 1 }));
  await api.database.pool.query(
    `update ingest_operation set progressed_at = now() - interval '10 minutes' where id = $1`,
    [second],
  );
  expect(await reportOf(curator, second)).toMatchObject({ status: 'initializing', stalled: false });
  blocked.abandon();
  // A hanging worker doesn't notice the cancellation, but loses its turn.
  await post(first, 'cancel');
  expect((await waitForReport(curator, second, hasEnded)).status).toBe('completed');
});
