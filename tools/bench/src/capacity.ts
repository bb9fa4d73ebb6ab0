/**
 * Measures the throughput of one process: requests of an API, voyages and previews of a worker. On a busy machine, the throughput per
 * second of processor time is more meaningful. Build the backend first:
 * `node tools/bench/src/capacity.ts [voyages of the archive, separated by commas]`.
 */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, startTestCluster } from '@archive/postgres';
import pg from 'pg';
import { fillArchive } from './generated-archive.ts';
import { load } from './load.ts';
import { ordinaryScenarios } from './scenarios.ts';
import { migrate, type Product, startProduct, startWorker } from './servers.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const PICTURE = path.join(ROOT, 'docs/screenshots/voyage.jpg');
const SECONDS = 4;
const CONNECTIONS = 16;
const CHANGE_INTERVAL_MS = 20;
const PICTURES = 40;
const IMPORTED = 1000;
const POLL_MS = 50;
const CHANGE = 'update record_change set changes = changes + 1 where slot = (select min(slot) from record_change)';

const print = (line: string) => console.log(line);
const TICKS_PER_SECOND = 100;
/** Fields of /proc/<pid>/stat after the program name: the parent, and the processor times of the process and of its ended children. */
const PARENT = 1;
const TIMES = [11, 12, 13, 14];

const statusOf = (pid: number | string) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
const processorSeconds = (pid: number | string) => {
  const status = statusOf(pid);
  return TIMES.reduce((sum, field) => sum + Number(status[field]), 0) / TICKS_PER_SECOND;
};
/** Processor time of all processes of a PostgreSQL server. */
function databaseSeconds(server: number): number {
  let seconds = processorSeconds(server);
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (Number(statusOf(pid)[PARENT]) === server) seconds += processorSeconds(pid);
    } catch {
      // The process has ended.
    }
  }
  return seconds;
}

interface MeasuredProcesses {
  /** Ids of a process and of its database server. */
  pid: number;
  server: number;
}

/** Prints the throughput of `work` per second, and per second of processor time. */
async function measure(name: string, { pid, server }: MeasuredProcesses, work: () => Promise<number>): Promise<void> {
  const before = [performance.now() / 1000, processorSeconds(pid), databaseSeconds(server)] as const;
  const count = await work();
  const after = [performance.now() / 1000, processorSeconds(pid), databaseSeconds(server)] as const;
  const [clock = '', processTime = '', database = ''] = after.map((value, index) => {
    const seconds = value - (before[index] ?? 0);
    return (count / Math.max(seconds, 1 / TICKS_PER_SECOND)).toFixed(1);
  });
  print(
    `  ${name}: ${clock}/s; ${processTime} per processor second of the process, ${database} per processor second of PostgreSQL`,
  );
}

async function get<T>({ url, headers }: Product, address: string): Promise<T> {
  return (await (await fetch(url + address, { headers })).json()) as T;
}

async function post<T>({ url, headers }: Product, address: string, body: string | FormData, type?: string): Promise<T> {
  const init = { method: 'POST', headers: { ...headers, ...(type ? { 'content-type': type } : {}) }, body };
  const response = await fetch(url + address, init);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** Records change all the time, so that hardly any response is cached. */
async function measureReads(product: Product, server: number, client: pg.Client, voyages: number): Promise<void> {
  const scenarios = await ordinaryScenarios(client, voyages);
  let changes = client.query(CHANGE);
  const timer = setInterval(() => (changes = changes.then(() => client.query(CHANGE))), CHANGE_INTERVAL_MS);
  for (const { name, product: base, requests } of scenarios) {
    const options = { url: product.url, paths: requests.map((item) => base + item), headers: product.headers };
    const run = (seconds: number) =>
      load({ ...options, connections: CONNECTIONS, seconds, expected: 'content' as const });
    await run(1);
    await measure(name, { pid: product.pid, server }, async () => (await run(SECONDS)).requestsPerSecond * SECONDS);
  }
  clearInterval(timer);
  await changes;
}

function aDocument(voyages: number): string {
  const days = Array.from({ length: voyages }, (_, index) => new Date(Date.UTC(1953, 1, 1 + index)).toISOString());
  const entries = days.map(
    (day, index) => `(Crew)\n\n## ${day.slice(0, 10)}: Cruise ${index}\nLocation: Washington Navy Yard; Potomac River
Time: 19:00 – 21:30
Passengers: Guest ${index % 400} Adams (guest), Guest ${(index * 7) % 400} Baker, Guest ${(index * 3) % 400} Carver
Additional Information: Dinner on deck, and a treaty discussed on the river.
Notes: Entry ${index} of the log.
`,
  );
  return `# President Eisenhower (January 20, 1953 to January 20, 1961)\n\n${entries.join('\n')}`;
}

async function runImport(product: Product): Promise<number> {
  const body = JSON.stringify({ document: aDocument(IMPORTED), filename: 'capacity.md' });
  const { operation_id: id } = await post<{ operation_id: string }>(
    product,
    '/api/curator/ingest?confirm_same_day=1&confirm_removals=1&confirm_names=1',
    body,
    'application/json',
  );
  for (;;) {
    const { status, voyages_processed: saved } = await get<{ status: string; voyages_processed: number }>(
      product,
      `/api/curator/ingest/${id}`,
    );
    if (status === 'failed') throw new Error('The import failed');
    if (status === 'completed') return saved;
    await sleep(POLL_MS);
  }
}

async function makePreviews(product: Product, client: pg.Client): Promise<number> {
  const picture = readFileSync(PICTURE);
  for (let number = 0; number < PICTURES; number += 1) {
    const form = new FormData();
    form.set('title', `Picture ${number}`);
    // The bytes after the picture make each file unique.
    form.set('file', new Blob([picture, `${number} ${Date.now()}`]), 'picture.jpg');
    await post(product, '/api/curator/media/upload', form);
  }
  const ready = async () => {
    const { rows } = await client.query<{ count: number }>(
      `select count(distinct media_id)::int from derivative where state = 'ready'`,
    );
    return rows[0]?.count ?? 0;
  };
  while ((await ready()) < PICTURES) await sleep(POLL_MS);
  return PICTURES;
}

const sizes = (process.argv[2] ?? '5000').split(',').map(Number);
const logs = path.join(ROOT, 'bench-results');
mkdirSync(logs, { recursive: true });
const cluster = await startTestCluster();
try {
  for (const voyages of sizes) {
    const database = await createDatabase(cluster.url);
    await migrate(database, logs);
    const client = new pg.Client(database.url);
    await client.connect();
    await fillArchive(database.url, voyages);
    const { rows } = await client.query<{ size: string }>(
      'select pg_size_pretty(pg_database_size(current_database())) size',
    );
    print(`${voyages} voyages, ${rows[0]?.size}, load ${loadavg()[0]?.toFixed(1)}`);
    const product = await startProduct(database, logs);
    const worker = startWorker(product, logs);
    const { rows: backends } = await client.query<{ pid: number }>('select pg_backend_pid() pid');
    const server = Number(statusOf(backends[0]?.pid ?? 0)[PARENT]);
    await measureReads(product, server, client, voyages);
    await measure('import of voyages with three people', { pid: worker.pid, server }, () => runImport(product));
    await measure('previews of uploaded pictures', { pid: worker.pid, server }, () => makePreviews(product, client));
    print(`  load ${loadavg()[0]?.toFixed(1)}, memory of the API ${product.peakMemory()} MB`);
    await worker.stop();
    await product.stop();
    await client.end();
    await database.drop();
  }
} finally {
  await cluster.stop();
}
