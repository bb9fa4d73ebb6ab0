import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { aDocument } from '../builders/document.ts';
import { startApi } from '../support/api.ts';
import { aDatabase } from '../support/database.ts';
import { until as untilSo } from '../support/doorway.ts';
import { hasEnded, ingest, send, undoIngest, until } from '../support/ingest.ts';
import { plainInserts } from '../support/plain-inserts.ts';
import { spawnWorker, type WorkerProcess } from '../support/worker.ts';

/**
 * 20000 for the whole proof, which then holds the speed to its limit as well: a small document says nothing of it. It looks at the worker as it
 * is built (`npx nx build @archive/backend`): one that translates itself needs a hundred megabytes more.
 */
const VOYAGES = Number(process.env.INGEST_LARGE_VOYAGES ?? 1500);
const IS_WHOLE = process.env.INGEST_LARGE_VOYAGES !== undefined;
const MOST_MEGABYTES = 400;
const LEAST_SHARE = 1 / 3;

/** Most memory that a process has had, in megabytes. */
const peakOf = (pid: number) =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024;

/** What the worker says of an operation, which may be after the operation says that it has ended. */
async function secondsOf(worker: WorkerProcess, id: string): Promise<number> {
  const line = new RegExp(`${id}[^\\n]*: ${VOYAGES} voyages in ([\\d.]+) s`);
  await untilSo(() => line.test(worker.log()));
  return Number(line.exec(worker.log())?.[1]);
}

test(`a document of ${VOYAGES} voyages is saved in constant memory, at a good part of what the database can do`, async () => {
  const api = await startApi();
  const worker = await spawnWorker(api, IS_WHOLE ? { entry: 'dist/worker.js' } : {});
  try {
    const curator = await api.signIn();
    await ingest(curator, aDocument({ voyages: 1 }), { dryRun: true });
    const id = await send(curator, aDocument({ voyages: VOYAGES }));
    const report = await until(curator, id, hasEnded, 600_000);
    expect(report).toMatchObject({ status: 'completed', plan: { create: VOYAGES }, validation_errors: 0 });
    const taken = await secondsOf(worker, id);
    const memory = peakOf(worker.pid);
    if (!IS_WHOLE) {
      expect(memory).toBeLessThan(MOST_MEGABYTES);
      return;
    }
    const other = await aDatabase();
    const plain = await plainInserts(api.config.database.url, other.url);
    await other.drop();
    const again = await ingest(curator, aDocument({ voyages: VOYAGES }));
    expect(again.plan).toEqual({ create: 0, update: 0, unchanged: VOYAGES, conflict: 0 });
    const repeated = await secondsOf(worker, again.operation_id);
    const undoing = performance.now();
    expect((await undoIngest(curator, id)).body.undone_at).not.toBeNull();
    const undone = (performance.now() - undoing) / 1000;
    process.stdout.write(
      `${VOYAGES} voyages, ${plain.rows} rows: ${taken} s; plain INSERTs ${plain.seconds.toFixed(1)} s; ` +
        `the same again ${repeated} s; undone in ${undone.toFixed(1)} s; worker at most ${memory.toFixed(0)} MB\n`,
    );
    expect(memory).toBeLessThan(MOST_MEGABYTES);
    expect(plain.seconds / taken).toBeGreaterThan(LEAST_SHARE);
  } finally {
    await worker.kill();
    await api.close();
  }
}, 900_000);
