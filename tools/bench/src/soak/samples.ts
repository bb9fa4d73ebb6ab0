import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ClientBase } from 'pg';

export interface ProcessSample {
  rss: number;
  heap: number;
  external: number;
  fileDescriptors: number;
  handles: number;
  pooledConnections: number;
  startedAt: number;
}

/** Sizes in megabytes. */
export interface Sample {
  /** Seconds since the start. */
  second: number;
  /** Acknowledged writes so far. */
  writes: number;
  api: ProcessSample;
  worker: ProcessSample;
  /** Number of connections that the database server reports. */
  connections: number;
  database: number;
  /** The folders of the data, by name. */
  folders: Record<string, number>;
}

const MEGABYTE = 2 ** 20;

/** Adds up the values of a Prometheus metric. */
function total(metrics: string, name: string): number {
  return [...metrics.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? ([\\d.e+-]+)$`, 'gm'))].reduce(
    (sum, [, value]) => sum + Number(value),
    0,
  );
}

export async function sampleProcess(address: string, headers: Record<string, string> = {}): Promise<ProcessSample> {
  const response = await fetch(`${address}/metrics`, { headers, signal: AbortSignal.timeout(30_000) });
  const metrics = await response.text();
  if (!response.ok) throw new Error(`${address}/metrics: ${response.status} ${metrics.slice(0, 300)}`);
  return {
    rss: total(metrics, 'process_resident_memory_bytes') / MEGABYTE,
    heap: total(metrics, 'nodejs_heap_size_used_bytes') / MEGABYTE,
    external: total(metrics, 'nodejs_external_memory_bytes') / MEGABYTE,
    fileDescriptors: total(metrics, 'process_open_fds'),
    handles: total(metrics, 'nodejs_active_handles_total'),
    pooledConnections: total(metrics, 'archive_database_connections'),
    startedAt: total(metrics, 'process_start_time_seconds'),
  };
}

export async function sampleDatabase(client: ClientBase): Promise<{ connections: number; database: number }> {
  const { rows } = await client.query<{ connections: number; bytes: string }>(
    `select (select count(*)::int from pg_stat_activity where datname = current_database()) connections,
      pg_database_size(current_database()) bytes`,
  );
  return { connections: rows[0]!.connections, database: Number(rows[0]!.bytes) / MEGABYTE };
}

/** The size of each folder in `directory`; files may come and go while they are counted. */
export async function sampleFolders(directory: string): Promise<Record<string, number>> {
  const entries = await readdir(directory, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const sizes = await Promise.all(folders.map((name) => sizeOf(path.join(directory, name))));
  return Object.fromEntries(folders.map((name, index) => [name, sizes[index]! / MEGABYTE]));
}

async function sizeOf(directory: string): Promise<number> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries) {
    const file = path.join(directory, entry.name);
    bytes += entry.isDirectory()
      ? await sizeOf(file)
      : await stat(file).then(
          ({ size }) => size,
          () => 0,
        );
  }
  return bytes;
}
