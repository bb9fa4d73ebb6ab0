/*
 * Measures saves of a voyage, a person and a media record, alternately with the search index maintained and with its
 * triggers disabled. Usage: `node tools/bench/src/measure-writes.ts [voyages] [saves]`, after a build of the backend. Prints the
 * median time of a save, the processor time of the database per save, and the load average: on a busy machine the time is
 * longer, but the processor time is about the same. What PostgreSQL generates in a record's own row is part of both.
 */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { createDatabase, startTestCluster } from '@archive/postgres';
import pg from 'pg';
import { fillArchive } from './generated-archive.ts';
import { migrate, startProduct } from './servers.ts';

const [voyages = 5000, saves = 200] = process.argv.slice(2).map(Number);
/** Number of saves in a row before the other case takes its turn. */
const BATCH = 20;
/** Unit of the times in /proc. */
const MS_PER_TICK = 10;

/** A searched field of each kind of record. */
const RECORDS = [
  { name: 'voyage', path: 'voyages', field: 'additional_information' },
  { name: 'person', path: 'people', field: 'role_title' },
  { name: 'media', path: 'media', field: 'credit' },
];
const SEARCH_TRIGGERS = `
  select tgrelid::regclass::text as table, tgname as name from pg_trigger
  where tgname ~ '_(search|words)_(insert|update|delete)$'`;

const directory = path.resolve(import.meta.dirname, '../../../bench-results');
mkdirSync(directory, { recursive: true });
const cluster = await startTestCluster();
try {
  const database = await createDatabase(cluster.url);
  await migrate(database, directory);
  await fillArchive(database.url, voyages);
  const client = new pg.Client(database.url);
  await client.connect();
  const product = await startProduct(database, directory);
  try {
    await measure(client, product.url, product.headers);
  } finally {
    await product.stop();
    await client.end();
  }
} finally {
  await cluster.stop();
}

async function measure(client: pg.Client, url: string, cookies: Record<string, string>): Promise<void> {
  const { rows: triggers } = await client.query<{ table: string; name: string }>(SEARCH_TRIGGERS);
  const databaseTime = await databaseClock(client);
  const headers = { ...cookies, origin: url, 'content-type': 'application/json' };
  console.log(`${voyages} voyages, ${saves} saves of each; ${triggers.length} triggers maintain the index`);
  for (const { name, path: route, field } of RECORDS) {
    const { rows } = await client.query<{ slug: string }>(`select slug from ${name} order by id desc limit ${BATCH}`);
    const results = { on: { times: [] as number[], cpu: 0 }, off: { times: [] as number[], cpu: 0 } };
    const save = async (slug: string, count: number) => {
      const body = JSON.stringify({ [field]: `Salmon and piano, take ${count}` });
      const start = performance.now();
      const response = await fetch(`${url}/api/curator/${route}/${slug}`, { method: 'PUT', headers, body });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`A save of ${slug} failed with ${response.status}`);
      return performance.now() - start;
    };
    // The first round warms up.
    for (let round = -1; round < saves / BATCH; round += 1) {
      for (const state of ['on', 'off'] as const) {
        for (const trigger of triggers)
          await client.query(
            `alter table ${trigger.table} ${state === 'on' ? 'enable' : 'disable'} trigger ${trigger.name}`,
          );
        const startTicks = databaseTime();
        const times: number[] = [];
        for (const { slug } of rows) times.push(await save(slug, 2 * round + Number(state === 'on')));
        if (round < 0) continue;
        results[state].times.push(...times);
        results[state].cpu += databaseTime() - startTicks;
      }
    }
    const [on, off] = [results.on, results.off].map(({ times, cpu }) => ({
      ms: times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0,
      cpu: (cpu * MS_PER_TICK) / times.length,
    }));
    if (!on || !off) continue;
    console.log(
      `${name.padEnd(7)} ${on.ms.toFixed(1)} ms with the index, ${off.ms.toFixed(1)} ms without (${((100 * on.ms) / off.ms - 100).toFixed(0)} %); ` +
        `database processor time ${on.cpu.toFixed(1)} and ${off.cpu.toFixed(1)} ms`,
    );
  }
  console.log(`load ${(loadavg()[0] ?? 0).toFixed(1)} on ${cpus().length} processors`);
}

/** Ticks that the processes of the database have used so far. */
async function databaseClock(client: pg.Client): Promise<() => number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() pid');
  const statOf = (pid: number | string) => {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  };
  const [, server = 0] = statOf(rows[0]?.pid ?? 0);
  return () => {
    let ticks = 0;
    for (const pid of readdirSync('/proc')) {
      if (!/^\d+$/.test(pid)) continue;
      try {
        const stat = statOf(pid);
        // The server process includes the times of its children that have ended.
        if (Number(pid) === server) ticks += (stat[13] ?? 0) + (stat[14] ?? 0);
        else if (stat[1] === server) ticks += (stat[11] ?? 0) + (stat[12] ?? 0);
      } catch {
        // The process has ended.
      }
    }
    return ticks;
  };
}
