import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { UnavailableError } from '../../src/database/index.ts';
import { Storage } from '../../src/modules/storage/index.ts';
import { aDocument } from '../builders/document.ts';
import { startApi } from '../support/api.ts';
import { waitUntil } from '../support/wait-until.ts';
import { hasEnded, reportOf, waitForReport } from '../support/ingest.ts';
import { startWorker } from '../support/worker.ts';
import { aWordDocument } from '../support/word.ts';
import { sql } from '../support/sql.ts';

/** How long writes are rejected; set to 20 for a complete run. */
const OUTAGE_MS = Number(process.env.INGEST_OUTAGE_SECONDS ?? 1.5) * 1000;
const VOYAGES = 20;

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

async function startArchive() {
  const api = await startApi();
  stops.push(api.close);
  return { api, curator: await api.signIn() };
}

function rejectWrites(storage: Storage) {
  const put = storage.put.bind(storage);
  let rejected = 0;
  storage.put = () => {
    rejected += 1;
    return Promise.reject(new UnavailableError('file storage'));
  };
  return { rejected: () => rejected, allow: () => (storage.put = put) };
}

test(
  'an import waits while storage rejects writes',
  async () => {
    const { api, curator } = await startArchive();
    const worker = await startWorker(api);
    stops.push(() => worker.close());
    const writes = rejectWrites(worker.get(Storage));
    const form = new FormData();
    const word = await aWordDocument(aDocument({ voyages: VOYAGES }));
    form.set('file', new Blob([new Uint8Array(word)]), 'voyages.docx');
    const response = await curator.request('POST', '/api/curator/ingest?confirm_names=1', { body: form });
    const { operation_id: id } = (await response.json()) as { operation_id: string };
    await waitUntil(() => writes.rejected() > 0);
    await pause(OUTAGE_MS);
    expect((await reportOf(curator, id)).status).toBe('running');
    writes.allow();
    expect(await waitForReport(curator, id, hasEnded)).toMatchObject({
      status: 'completed',
      format: 'docx',
      voyages_processed: VOYAGES,
      plan: { create: VOYAGES, update: 0, unchanged: 0, conflict: 0 },
    });
  },
  60_000 + 3 * OUTAGE_MS,
);

test('a document is rejected when storage rejects it', async () => {
  const { api, curator } = await startArchive();
  const writes = rejectWrites(api.app.get(Storage));
  const response = await curator.post('/api/curator/ingest', { document: '## 1976-06-16' });
  writes.allow();
  expect([response.status, ((await response.json()) as { detail: string }).detail]).toEqual([
    503,
    expect.stringContaining('file storage'),
  ]);
  expect(await api.database.rows(sql('select 1 from ingest_operation'))).toEqual([]);
});
