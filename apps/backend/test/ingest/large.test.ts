import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { aDocument } from '../builders/document.ts';
import { startApi } from '../support/api.ts';
import { aDatabase } from '../support/database.ts';
import { waitUntil } from '../support/tcp-proxy.ts';
import { hasEnded, ingest, send, undoIngest, until } from '../support/ingest.ts';
import { plainInserts } from '../support/baseline-inserts.ts';
import { spawnWorker, type WorkerProcess } from '../support/worker.ts';

/**
 * Set to 20000 to check the speed as well, which a small document can't show. That run needs the built worker (`npx nx build
 * @archive/backend`), because compiling at runtime takes another 100 MB.
 */
const VOYAGES = Number(process.env.INGEST_LARGE_VOYAGES ?? 1500);
const IS_WHOLE = process.env.INGEST_LARGE_VOYAGES !== undefined;
const MAX_MEGABYTES = 400;
const MIN_SHARE = 1 / 3;

/** Peak memory of a process, in megabytes. */
const peakOf = (pid: number) =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024;

/** Reads the duration from the worker's log, which may be written after the operation has ended. */
async function secondsOf(worker: WorkerProcess, id: string): Promise<number> {
  const line = new RegExp(`${id}[^\\n]*: ${VOYAGES} voyages in ([\\d.]+) s`);
  await waitUntil(() => line.test(worker.log()));
  return Number(line.exec(worker.log())?.[1]);
}

test(`a document of ${VOYAGES} voyages is saved in constant memory, close to the speed of the database`, async () => {
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
      expect(memory).toBeLessThan(MAX_MEGABYTES);
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
        `imported again ${repeated} s; undone in ${undone.toFixed(1)} s; worker at most ${memory.toFixed(0)} MB\n`,
    );
    expect(memory).toBeLessThan(MAX_MEGABYTES);
    expect(plain.seconds / taken).toBeGreaterThan(MIN_SHARE);
  } finally {
    await worker.kill();
    await api.close();
  }
}, 900_000);
