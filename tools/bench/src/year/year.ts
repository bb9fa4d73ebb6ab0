import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, startTestCluster } from '@archive/postgres';
import pg from 'pg';
import { migrate, startProduct, startWorker } from '../servers.ts';
import { SoakClient } from '../soak/client.ts';
import { Journal } from '../soak/journal.ts';
import { Traffic } from '../soak/traffic.ts';

export interface YearOptions {
  months: number;
  /** Number of requests per month; 37% of them write. */
  requests: number;
  directory: string;
  print: (line: string) => void;
  signal: AbortSignal;
}

export interface YearReport {
  writes: number;
  /** Size of each table with its indexes after each month, in bytes. */
  tables: Record<string, number[]>;
  /** Number of rows deleted by each retention rule. */
  removed: Record<string, number>;
}

const MONTH_DAYS = 30.4;
const RETENTION_TIMEOUT_MS = 120_000;

/** Every column with the time of an event. */
const COLUMNS = `
  select table_name as table, array_agg(column_name::text) as columns from information_schema.columns
  where table_schema = 'public' and data_type = 'timestamp with time zone' and is_generated = 'NEVER' and table_name <> 'session'
    and table_name in (select tablename from pg_tables where schemaname = 'public')
  group by table_name`;
const SIZES = `
  select relname as table, pg_total_relation_size(oid)::int as bytes from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace`;

/**
 * Plays a year in minutes: after each month of requests, everything becomes a month older, and a worker applies the retention rules.
 * Tables are vacuumed, as autovacuum does over a month.
 */
export async function simulateYear({ months, requests, directory, print, signal }: YearOptions): Promise<YearReport> {
  mkdirSync(directory, { recursive: true });
  const cluster = await startTestCluster();
  const cleanups: (() => Promise<unknown>)[] = [() => cluster.stop()];
  try {
    const database = await createDatabase(cluster.url);
    await migrate(database, directory);
    const product = await startProduct(database, directory);
    cleanups.push(() => product.stop());
    const client = new pg.Client(database.url);
    await client.connect();
    cleanups.push(() => client.end());
    const journal = new Journal(path.join(directory, 'year-journal.jsonl'));
    const user = new SoakClient(product.url, product.headers);
    const traffic = new Traffic(user, journal);
    const report: YearReport = { writes: 0, tables: {}, removed: {} };
    for (let month = 1; month <= months; month += 1) {
      const worker = startWorker(product, directory);
      try {
        for (let index = 0; index < requests; index += 1) {
          signal.throwIfAborted();
          await traffic.act((month - 1) * requests + index);
        }
        await traffic.finishImports();
      } finally {
        await worker.stop();
      }
      await makeOlder(client);
      await applyRetention(client, () => startWorker(product, directory));
      await client.query('vacuum analyze');
      const { rows } = await client.query<{ table: string; bytes: number }>(SIZES);
      for (const { table, bytes } of rows) (report.tables[table] ??= []).push(bytes);
      const total = rows.reduce((sum, { bytes }) => sum + bytes, 0);
      print(`  month ${month}: ${journal.writes} writes, ${(total / 2 ** 20).toFixed(1)} MB`);
    }
    const { rows } = await client.query<{ name: string; removed: number }>(
      'select name, removed_total::int as removed from retention_run order by name',
    );
    if (user.failures.length > 0) throw new Error(`Requests failed:\n${user.failures.slice(0, 5).join('\n')}`);
    journal.close();
    return {
      ...report,
      writes: journal.writes,
      removed: Object.fromEntries(rows.map((row) => [row.name, row.removed])),
    };
  } finally {
    for (const cleanup of cleanups.toReversed()) await cleanup();
  }
}

async function makeOlder(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(COLUMNS);
  // Triggers would record the changed times in the history.
  await client.query(`set session_replication_role = replica`);
  for (const { table, columns } of rows) {
    const older = columns.map(
      (column) => `"${column}" = "${column}" - make_interval(days => ${Math.round(MONTH_DAYS)})`,
    );
    await client.query(`update "${table}" set ${older.join()}`);
  }
  await client.query(`set session_replication_role = origin`);
}

/** A worker that starts on empty queues applies all rules that are due. */
async function applyRetention(client: pg.Client, start: () => { stop: () => Promise<void> }): Promise<void> {
  const { rows: queues } = await client.query<{ table: string }>(
    `select format('%I.%I', schemaname, tablename) as table from pg_tables where schemaname = 'bullmq' and tablename not in ('meta', 'migration')`,
  );
  await client.query(`truncate ${queues.map(({ table }) => table).join()}`);
  const worker = start();
  try {
    for (const end = Date.now() + RETENTION_TIMEOUT_MS; ; await sleep(100)) {
      const { rows } = await client.query<{ due: number }>(
        `select count(*)::int due from retention_run where ran_at < now() - interval '1 hour'`,
      );
      if (rows[0]?.due === 0) return;
      if (Date.now() > end) throw new Error('The retention rules were not applied.');
    }
  } finally {
    await worker.stop();
  }
}

/** The tables that grow most, in kilobytes for each thousand writes, in the first and the second half of the time. */
export function yearTable({ writes, tables, removed }: YearReport): string {
  const months = Math.max(...Object.values(tables).map(({ length }) => length));
  const half = Math.max(1, Math.floor(months / 2));
  const perThousand = (from = 0, to = from) => (((to - from) / 1024 / writes) * 1000 * months) / half;
  const rows = Object.entries(tables)
    .map(([table, sizes]) => ({
      table,
      early: perThousand(sizes.at(0), sizes.at(half)),
      late: perThousand(sizes.at(-half - 1), sizes.at(-1)),
      last: sizes.at(-1) ?? 0,
    }))
    .filter(({ last }) => last > 64 * 1024)
    .toSorted((a, b) => b.last - a.last);
  const line = (cells: (string | number)[]) =>
    cells.map((cell, index) => (index === 0 ? String(cell).padEnd(24) : String(cell).padStart(16))).join('');
  return [
    `${writes} writes in ${months} months`,
    line(['table', 'KB', 'KB/1,000 early', 'KB/1,000 late']),
    ...rows.map(({ table, early, late, last }) =>
      line([table, Math.round(last / 1024), early.toFixed(0), late.toFixed(0)]),
    ),
    '',
    'deleted by retention:',
    ...Object.entries(removed).map(([name, count]) => line([name, count])),
  ].join('\n');
}
