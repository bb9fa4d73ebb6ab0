import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@jest/globals';
import pg from 'pg';
import { aDocument } from '../builders/document.ts';
import { startApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { aDatabase } from '../support/database.ts';
import { waitUntil } from '../support/wait-until.ts';
import { hasEnded, ingest, startImport, undoIngest, waitForReport } from '../support/ingest.ts';
import { plainInserts } from '../support/baseline-inserts.ts';
import { spawnWorker, type WorkerProcess } from '../support/worker.ts';

/**
 * Set to 20000 to check the speed as well, which a small document can't show. That run needs the built worker (`npx nx build
 * @archive/backend`), because compiling at runtime takes another 100 MB.
 */
const VOYAGES = Number(process.env.INGEST_LARGE_VOYAGES ?? 1500);
const IS_WHOLE = process.env.INGEST_LARGE_VOYAGES !== undefined;
const MAX_MEGABYTES = IS_WHOLE ? 500 : 450;
/** Memory limits of the worker, as in `npm start`. */
const MEMORY_FLAGS = '--max-semi-space-size=8 --max-old-space-size=1024';
/** Maximum CPU time of the worker, relative to that of the database for plain inserts of the same rows. Other programs hardly affect it. */
const MAX_CPU_SHARE = 0.85;
/** What readers and curators ask for while an import runs. */
const READS = ['/api/people?limit=50', '/api/voyages?limit=50', '/api/voyages?q=potomac&limit=50', '/api/home'];
const MAX_READ_MS = 1000;
const ANALYZED = ['person', 'person_alias', 'passenger', 'voyage', 'voyage_search'];

/** Peak memory of a process, in megabytes. */
const peakOf = (pid: number) =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024;

const TICKS_PER_SECOND = 100;

/** CPU seconds of a process. */
function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14);
  return (Number(user) + Number(system)) / TICKS_PER_SECOND;
}

/** Reads the duration from the worker's log, which may be written after the operation has ended. */
async function secondsOf(worker: WorkerProcess, id: string): Promise<number> {
  const line = new RegExp(`${id}[^\\n]*: ${VOYAGES} voyages in ([\\d.]+) s`);
  await waitUntil(() => line.test(worker.log()));
  return Number(line.exec(worker.log())?.[1]);
}

/** Reads until `ended` settles. Returns the milliseconds that the slowest of a hundred reads took. */
async function readBeside(ended: Promise<unknown>, browser: Browser): Promise<number> {
  let running = true;
  void ended.catch(() => undefined).finally(() => (running = false));
  const times: number[] = [];
  for (let index = 0; running; index += 1) {
    const startedAt = performance.now();
    expect((await browser.get(READS[index % READS.length] ?? '')).status).toBe(200);
    times.push(performance.now() - startedAt);
    await pause(20);
  }
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN;
}

/** The tables in `ANALYZED` that have been analyzed. */
async function analyzedTables(url: string): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client
    .query<{ relname: string }>(
      `select relname from pg_stat_user_tables where relname = any ($1) and last_analyze is not null order by relname`,
      [ANALYZED],
    )
    .finally(() => client.end());
  return rows.map(({ relname }) => relname);
}

test(`a document of ${VOYAGES} voyages is saved in limited memory, close to the speed of the database`, async () => {
  const api = await startApi();
  const worker = await spawnWorker(
    api,
    IS_WHOLE ? { entry: 'dist/worker.js', environment: { NODE_OPTIONS: MEMORY_FLAGS } } : {},
  );
  try {
    const curator = await api.signIn();
    await ingest(curator, aDocument({ voyages: 1 }), { dryRun: true });
    const cpuBefore = cpuOf(worker.pid);
    const id = await startImport(curator, aDocument({ voyages: VOYAGES }));
    const ended = waitForReport(curator, id, hasEnded, 600_000);
    const slowestRead = await readBeside(ended, curator);
    const report = await ended;
    expect(report).toMatchObject({ status: 'completed', plan: { create: VOYAGES }, validation_errors: 0 });
    const taken = await secondsOf(worker, id);
    const cpu = cpuOf(worker.pid) - cpuBefore;
    const memory = peakOf(worker.pid);
    // Statistics of the server arrive up to a second late.
    await waitUntil(async () => isDeepStrictEqual(await analyzedTables(api.config.database.url), ANALYZED.toSorted()));
    if (!IS_WHOLE) {
      expect(memory).toBeLessThan(MAX_MEGABYTES);
      return;
    }
    const other = await aDatabase();
    const plain = await plainInserts(api.config.database.url, other.url, cpuOf);
    await other.drop();
    const secondOperation = await ingest(curator, aDocument({ voyages: VOYAGES }));
    expect(secondOperation.plan).toEqual({ create: 0, update: 0, unchanged: VOYAGES, conflict: 0 });
    const repeated = await secondsOf(worker, secondOperation.operation_id);
    const undoing = performance.now();
    expect((await undoIngest(curator, id)).body.undone_at).not.toBeNull();
    const undone = (performance.now() - undoing) / 1000;
    process.stdout.write(
      `${VOYAGES} voyages, ${plain.rows} rows: ${taken} s, ${cpu.toFixed(1)} s of the worker’s CPU; ` +
        `plain INSERTs ${plain.seconds.toFixed(1)} s, ${plain.cpu.toFixed(1)} s of the database’s CPU; ` +
        `imported again ${repeated} s; undone in ${undone.toFixed(1)} s; worker at most ${memory.toFixed(0)} MB; ` +
        `reads beside it up to ${slowestRead.toFixed(0)} ms\n`,
    );
    expect(memory).toBeLessThan(MAX_MEGABYTES);
    expect(slowestRead).toBeLessThan(MAX_READ_MS);
    expect(cpu / plain.cpu).toBeLessThan(MAX_CPU_SHARE);
  } finally {
    await worker.kill();
    await api.close();
  }
}, 900_000);
