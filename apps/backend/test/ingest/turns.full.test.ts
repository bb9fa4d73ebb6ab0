import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aDocument } from '../builders/document.ts';
import { type TestApi, startApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { hasEnded, ingest, startImport, waitForReport } from '../support/ingest.ts';
import { spawnWorker, type WorkerProcess } from '../support/worker.ts';

/** Enough for a document with a queue of its own. A larger table shows more turns: `INGEST_TURNS_ROWS=50000`. */
const ROWS = Number(process.env.INGEST_TURNS_ROWS ?? 8000);

let api: TestApi;
let worker: WorkerProcess;
let curator: Browser;
beforeAll(async () => {
  api = await startApi();
  worker = await spawnWorker(api);
  curator = await api.signIn();
});
afterAll(async () => {
  await worker.stop();
});

const largeTable = () =>
  [
    'date,title,passengers,start_location',
    ...Array.from(
      { length: ROWS },
      (_, row) =>
        `${1900 + (row % 97)}-0${1 + (row % 9)}-1${row % 9},Trip ${row},"Person ${row % 4999} Smith, Guest ${row % 301} Jones",Pier ${row % 53}`,
    ),
  ].join('\n');

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Previews and imports small documents until `ended` settles. Returns how long each took. */
async function smallDocumentsBeside(ended: Promise<unknown>): Promise<number[]> {
  let isOver = false;
  void ended.catch(() => undefined).finally(() => (isOver = true));
  const times: number[] = [];
  for (let index = 0; !isOver; index += 1) {
    times.push(await timeOf(() => ingest(curator, aDocument({ voyages: 33 }), { dryRun: index % 2 === 0 })));
    await pause(300);
  }
  return times;
}

test.each(['preview', 'import'])(
  'small documents do not wait for the %s of a large one',
  async (kind) => {
    const quiet = await timeOf(() => ingest(curator, aDocument({ voyages: 33 }), { dryRun: true }));
    const startedAt = performance.now();
    const id = await startImport(curator, largeTable(), { dryRun: kind === 'preview' });
    const ended = waitForReport(curator, id, hasEnded, 600_000);
    const times = await smallDocumentsBeside(ended);
    const seconds = (performance.now() - startedAt) / 1000;
    expect(await ended).toMatchObject({ status: 'completed', plan: { create: ROWS } });
    process.stdout.write(
      `The ${kind} of ${ROWS} voyages took ${seconds.toFixed(1)} s. A small document took ${quiet.toFixed(0)} ms before, then ` +
        `${times.map((time) => time.toFixed(0)).join(', ')} ms.\n`,
    );
    expect(times.length).toBeGreaterThan(2);
    // Compared with the large one, because a busy machine slows down both.
    expect(Math.max(...times)).toBeLessThan((seconds * 1000) / 2);
  },
  600_000,
);
